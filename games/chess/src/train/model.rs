//! Values, errors and gradients.

use super::samples::{Count, Head, Samples};
use crate::eval::{self, layout};

/// Points of the middlegame and the endgame for each weight, as real numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub(crate) Vec<[f64; 2]>);

impl Weights {
    /// Those that the evaluation plays with.
    pub fn current() -> Weights {
        let pair = |index| {
            let score = eval::weight(index);
            [f64::from(score.middle()), f64::from(score.end())]
        };
        Weights((0..layout::WEIGHTS).map(pair).collect())
    }

    /// All zero.
    pub(crate) fn zero() -> Weights {
        Weights(vec![[0.0; 2]; layout::WEIGHTS])
    }

    /// Multiplies all weights.
    pub(crate) fn scale(&mut self, factor: f64) {
        for pair in &mut self.0 {
            *pair = pair.map(|points| points * factor);
        }
    }

    /// The value of a position for White, and what one point more for White in the middlegame and in the endgame adds.
    #[inline]
    pub(crate) fn value(&self, head: &Head, counts: &[Count]) -> (f64, [f64; 2]) {
        let (mut middle, mut end) = (0.0, 0.0);
        for count in counts {
            let [m, e] = self.0[usize::from(count.weight)];
            middle += m * f64::from(count.times);
            end += e * f64::from(count.times);
        }
        let part = f64::from(head.middle);
        let scaled = f64::from(head.scaled[usize::from(end < 0.0)]) * (1.0 - part);
        (middle * part + end * scaled, [part, scaled])
    }
}

/// The logistic curve that makes expected results of values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// With a value of 400 divided by this number White is expected to get ten times as much as Black.
    pub k: f64,
}

impl Curve {
    /// The rate of the exponential function for one point.
    fn rate(self) -> f64 {
        self.k * std::f64::consts::LN_10 / 400.0
    }

    /// What White is expected to get.
    #[inline]
    pub fn expected(self, value: f64) -> f64 {
        1.0 / (1.0 + (-self.rate() * value).exp())
    }

    /// The mean squared error over some samples.
    pub fn error(self, weights: &Weights, samples: &Samples, which: &[u32]) -> f64 {
        let squares = which.iter().map(|&index| {
            let (head, counts) = samples.get(index as usize);
            let difference = self.expected(weights.value(head, counts).0) - f64::from(head.result);
            difference * difference
        });
        squares.sum::<f64>() / which.len().max(1) as f64
    }

    /// Adds the gradient of the mean squared error over a batch to `gradient`. The sum of squared errors is the answer.
    pub(crate) fn add_gradient(
        self,
        weights: &Weights,
        samples: &Samples,
        batch: &[u32],
        gradient: &mut Weights,
    ) -> f64 {
        let mut squares = 0.0;
        for &index in batch {
            let (head, counts) = samples.get(index as usize);
            let (value, slopes) = weights.value(head, counts);
            let expected = self.expected(value);
            let difference = expected - f64::from(head.result);
            squares += difference * difference;
            let steepness = expected * (1.0 - expected) * self.rate();
            let slope = 2.0 * difference * steepness / batch.len() as f64;
            let slopes = slopes.map(|part| part * slope);
            for count in counts {
                let pair = &mut gradient.0[usize::from(count.weight)];
                pair[0] += slopes[0] * f64::from(count.times);
                pair[1] += slopes[1] * f64::from(count.times);
            }
        }
        squares
    }

    /// The curve with the least error, by golden section.
    pub fn fitted(weights: &Weights, samples: &Samples, which: &[u32]) -> Curve {
        let valued: Vec<(f64, f64)> = which
            .iter()
            .map(|&index| {
                let (head, counts) = samples.get(index as usize);
                (weights.value(head, counts).0, f64::from(head.result))
            })
            .collect();
        let error = |k| -> f64 {
            valued.iter().map(|(value, result)| (Curve { k }.expected(*value) - result).powi(2)).sum()
        };
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        // The curve is far from both ends for every sensible evaluation.
        let (mut low, mut high) = (0.05, 5.0);
        while high - low > 1e-4 {
            let (left, right) = (high - golden * (high - low), low + golden * (high - low));
            if error(left) < error(right) { high = right } else { low = left }
        }
        Curve { k: (low + high) / 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{self, Variant};
    use crate::rules::Chess;
    use mossa_game::Evaluate;

    fn samples() -> Samples {
        let text = include_str!("../../tests/data/results.epd");
        Samples::read(text.as_bytes(), usize::MAX, &mut |_| {}).unwrap()
    }

    #[test]
    fn the_linear_value_is_what_the_evaluation_says() {
        let (game, weights) = (Chess::default(), Weights::current());
        for line in include_str!("../../tests/data/results.epd").lines() {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            let position = fen::read(&fields.join(" "), Variant::Chess).unwrap();
            let mut one = Samples::default();
            one.push(&position, 0.5);
            let (head, counts) = one.get(0);
            let linear = weights.value(head, counts).0;
            let evaluator = crate::eval::Tapered;
            let exact = evaluator.value(&game, &position, &evaluator.fresh(&game, &position)).raw();
            let seen = if fields[1] == "w" { exact } else { -exact };
            // Each side's sum is cut to a whole number, and so is what scaling takes.
            assert!((linear - f64::from(seen)).abs() < 3.0, "{line}: {linear} {seen}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let (samples, curve) = (samples(), Curve { k: 1.0 });
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        let weights = Weights::current();
        let mut gradient = Weights::zero();
        curve.add_gradient(&weights, &samples, &all, &mut gradient);
        for (weight, half) in
            [(0, 0), (0, 1), (2, 0), (layout::TURN.start, 0), (layout::BISHOP_MOBILITY.start + 5, 1)]
        {
            let step = 0.01;
            let moved = |by: f64| {
                let mut moved = weights.clone();
                moved.0[weight][half] += by;
                curve.error(&moved, &samples, &all)
            };
            let slope = (moved(step) - moved(-step)) / (2.0 * step);
            let told = gradient.0[weight][half];
            assert!((slope - told).abs() < 1e-3 * told.abs() + 1e-9, "{weight} {half}: {slope} {told}");
        }
    }

    #[test]
    fn the_fitted_curve_is_better_than_its_neighbours() {
        let (samples, weights) = (samples(), Weights::current());
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        let best = Curve::fitted(&weights, &samples, &all);
        let error = |k| Curve { k }.error(&weights, &samples, &all);
        assert!(error(best.k) <= error(best.k * 1.05) && error(best.k) <= error(best.k * 0.95), "{best:?}");
    }
}
