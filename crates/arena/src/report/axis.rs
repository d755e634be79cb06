//! Axes: which numbers stand at them, and where on the picture a number lies.

/// Beyond it differences would overflow; nothing that is drawn comes near.
const FAR: f64 = 1e15;
/// The smallest positive number of a logarithmic axis.
const TINY: f64 = 1e-12;

/// Whether equal steps add or multiply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    /// Equal steps add.
    Linear,
    /// Equal steps multiply; only positive numbers have a place.
    Log,
}

/// An axis from one place of the picture to another.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis that holds all of `values`, from the coordinate `from` to `to`, with about `wanted` ticks. It begins
    /// and ends at a tick. Values that are not finite (or not positive, if it is logarithmic) are ignored.
    pub(super) fn over(
        values: impl Iterator<Item = f64>,
        scale: Scale,
        from: f64,
        to: f64,
        wanted: u32,
    ) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite() && (scale == Scale::Linear || *value > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let ticks = match scale {
            _ if low > high => vec![0.0, 1.0],
            Scale::Linear => linear_ticks(low.clamp(-FAR, FAR), high.clamp(-FAR, FAR), wanted),
            Scale::Log => log_ticks(low.clamp(TINY, FAR), high.clamp(TINY, FAR), wanted),
        };
        // Without any value there is nothing to multiply either.
        let scale = if low > high { Scale::Linear } else { scale };
        let [low, high] = [ticks.first(), ticks.last()].map(|end| end.copied().unwrap_or_default());
        Axis { scale, low, high, from, to, ticks }
    }

    /// Where `value` lies; what is beyond the ends lies at the ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let within = value.clamp(self.low, self.high);
        let part = match self.scale {
            Scale::Linear => (within - self.low) / (self.high - self.low),
            Scale::Log => (within / self.low).ln() / (self.high / self.low).ln(),
        };
        let part = if part.is_finite() { part } else { 0.0 };
        self.from + part * (self.to - self.from)
    }

    /// The numbers that stand at it, in increasing order.
    pub(super) fn ticks(&self) -> &[f64] {
        &self.ticks
    }

    /// Where it begins.
    pub(super) fn low(&self) -> f64 {
        self.low
    }
}

/// Multiples of 1, 2 or 5 times a power of ten around `low` and `high`.
fn linear_ticks(low: f64, high: f64, wanted: u32) -> Vec<f64> {
    // A single value gets some room, in proportion to itself; and so do values that hardly differ, whose ticks a
    // `f64` could not tell apart.
    let size = low.abs().max(high.abs());
    let spread = if high > low { (high - low).max(size * 1e-9) } else { size.max(1.0) };
    let step = nice_step(spread / f64::from(wanted.max(1)));
    let first = (low / step + 1e-9).floor();
    let last = (high / step - 1e-9).ceil().max(first + 1.0);
    // Multiples of the step, not sums of steps: sums would drift. At most a few more than were wanted.
    let count = ((last - first).min(200.0)) as u32;
    (0..=count).map(|at| unrounded((first + f64::from(at)) * step, step)).collect()
}

/// Powers of ten around `low` and `high`, no more than wanted; with their halves and fifths if there are few.
fn log_ticks(low: f64, high: f64, wanted: u32) -> Vec<f64> {
    // Whole powers are recognised although logarithms are rounded.
    let first = (low.log10() + 1e-9).floor() as i32;
    let last = ((high.log10() - 1e-9).ceil() as i32).max(first + 1);
    let decades = (last - first) as u32;
    let factors: &[f64] = if decades * 3 <= wanted { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let skip = decades.div_ceil(wanted.max(1)).max(1);
    // The last tick closes the axis even if the skipping leads beyond it.
    let steps = decades.div_ceil(skip);
    let powers = (0..=steps).map(|at| first + (at * skip) as i32);
    let last_power = first + (steps * skip) as i32;
    powers
        .flat_map(|power| {
            let used = if power == last_power { &factors[..1] } else { factors };
            used.iter().map(move |factor| decimal(*factor, power))
        })
        .collect()
}

/// `factor` times a power of ten; dividing keeps negative powers as exact as they can be.
fn decimal(factor: f64, power: i32) -> f64 {
    if power < 0 { factor / 10_f64.powi(-power) } else { factor * 10_f64.powi(power) }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `rough`.
fn nice_step(rough: f64) -> f64 {
    let power = rough.max(TINY).log10().floor() as i32;
    let candidates = [(1.0, power), (2.0, power), (5.0, power), (1.0, power + 1)];
    let steps = candidates.map(|(factor, power)| decimal(factor, power));
    steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(1.0)
}

/// A multiple of `step` without the rounding of the multiplication: 0.3, not 0.30000000000000004.
fn unrounded(multiple: f64, step: f64) -> f64 {
    if step >= 1.0 { multiple.round() } else { (multiple / TINY).round() * TINY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ticks(low: f64, high: f64, scale: Scale) -> Vec<f64> {
        Axis::over([low, high].into_iter(), scale, 0.0, 100.0, 6).ticks().to_vec()
    }

    #[test]
    fn ticks_are_round_numbers_around_the_values() {
        assert_eq!(ticks(-2.9, 2.9, Scale::Linear), [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks(0.0, 100.0, Scale::Linear), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0, 1234.0, Scale::Linear), [0.0, 500.0, 1000.0, 1500.0]);
        assert_eq!(ticks(3.0, 70_000.0, Scale::Log), [1.0, 10.0, 100.0, 1000.0, 1e4, 1e5]);
        assert_eq!(ticks(0.1, 2.0, Scale::Log), [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]);
        assert_eq!(ticks(1.0, 1e12, Scale::Log), [1.0, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12]);
        let first =
            ticks(0.0, 0.35, Scale::Linear).iter().map(|tick| format!("{tick:.2}")).collect::<Vec<_>>();
        assert_eq!(first, ["0.00", "0.10", "0.20", "0.30", "0.40"]);
    }

    #[test]
    fn an_axis_without_values_is_still_an_axis() {
        for scale in [Scale::Linear, Scale::Log] {
            let axis = Axis::over([f64::NAN, f64::NEG_INFINITY].into_iter(), scale, 0.0, 10.0, 5);
            assert_eq!(axis.ticks(), [0.0, 1.0]);
            assert_eq!((axis.at(f64::NAN), axis.at(7.0), axis.at(-7.0)), (0.0, 10.0, 0.0));
        }
    }

    #[test]
    fn equal_factors_are_equally_far_on_a_logarithmic_axis() {
        let axis = Axis::over([1.0, 1000.0].into_iter(), Scale::Log, 0.0, 300.0, 5);
        let places = [1.0, 10.0, 100.0, 1000.0].map(|value| axis.at(value).round());
        assert_eq!(places, [0.0, 100.0, 200.0, 300.0]);
    }

    proptest! {
        #[test]
        fn every_value_has_a_place(values in prop::collection::vec(prop::num::f64::ANY, 0..5), log: bool) {
            let scale = if log { Scale::Log } else { Scale::Linear };
            let axis = Axis::over(values.iter().copied(), scale, 10.0, 90.0, 6);
            prop_assert!((2..=20).contains(&axis.ticks().len()), "{:?}", axis.ticks());
            prop_assert!(axis.ticks().windows(2).all(|pair| pair[0] < pair[1]), "{:?}", axis.ticks());
            for value in values {
                prop_assert!((10.0..=90.0).contains(&axis.at(value)));
            }
        }

        #[test]
        fn the_ticks_hold_the_values(low in -1e6..1e6, spread in 0.0..1e6) {
            let ticks = ticks(low, low + spread, Scale::Linear);
            let room = 1e-6 * (1.0 + low.abs() + spread);
            prop_assert!(ticks[0] <= low + room && ticks[ticks.len() - 1] >= low + spread - room);
        }
    }
}
