//! Numbers as the reader's language writes them.

use mossa_game::Language;

use crate::summary::{Rating, Tally};

/// Stands where nothing can be said.
pub(super) const NOTHING: &str = "–";
/// Keeps a number and its unit on one line.
const NARROW_SPACE: char = '\u{202f}';
/// Beyond it plain digits say less than an exponent, and a `f64` no longer holds every integer.
const TOO_LONG: f64 = 1e15;

/// Factors of a thousand.
const FACTORS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];

/// Writes numbers; those that are not finite are written as a dash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    point: char,
}

impl Numbers {
    /// Numbers in `language`.
    pub(super) fn new(language: Language) -> Numbers {
        let point = match language {
            Language::English => '.',
            Language::Italian => ',',
        };
        Numbers { point }
    }

    /// With so many decimals.
    pub(super) fn fixed(self, value: f64, decimals: usize) -> String {
        if !value.is_finite() {
            return NOTHING.to_owned();
        }
        let digits =
            if value.abs() >= TOO_LONG { format!("{value:.3e}") } else { format!("{value:.decimals$}") };
        let is_zero = !digits.contains(|c: char| ('1'..='9').contains(&c));
        let digits = if is_zero { digits.trim_start_matches('-').to_owned() } else { digits };
        digits.replace('-', "−").replace('.', &self.point.to_string())
    }

    /// With so many decimals, and a plus before positive numbers.
    pub(super) fn signed(self, value: f64, decimals: usize) -> String {
        let text = self.fixed(value, decimals);
        let positive = value > 0.0 && value.is_finite() && text.contains(|c: char| ('1'..='9').contains(&c));
        if positive { format!("+{text}") } else { text }
    }

    /// A number of things; from 10 000 upward in groups of three digits.
    pub(super) fn count(self, count: u64) -> String {
        let digits = count.to_string();
        if digits.len() < 5 {
            return digits;
        }
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(NARROW_SPACE);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// Three digits and a factor of a thousand: `12.3 M`.
    pub(super) fn compact(self, value: f64) -> String {
        // 999.5 of a factor would be written 1000 of it.
        let factor = FACTORS.into_iter().find(|(factor, _)| value.abs() >= factor * 0.9995);
        let (scaled, unit) = factor.map_or((value, ""), |(factor, unit)| (value / factor, unit));
        if unit.is_empty() {
            let decimals = if scaled.fract() == 0.0 { 0 } else { 1 };
            return self.fixed(scaled, decimals);
        }
        let decimals = if scaled.abs() < 9.995 { 2 } else { usize::from(scaled.abs() < 99.95) };
        self.with_unit(scaled, decimals, unit)
    }

    /// As short as it can be without loss up to six decimals: labels of axes.
    pub(super) fn plain(self, value: f64) -> String {
        if value != 0.0 && value.abs() < 1e-6 {
            return format!("{value:.0e}").replace('-', "−");
        }
        let text = self.fixed(value, 6);
        if !text.contains(self.point) || text.contains('e') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches(self.point).to_owned()
    }

    /// A round number for an axis of large numbers: `10 k`, `2 M`.
    pub(super) fn round(self, value: f64) -> String {
        match FACTORS.into_iter().find(|(factor, _)| value >= *factor) {
            Some((factor, unit)) => format!("{}{NARROW_SPACE}{unit}", self.plain(value / factor)),
            None => self.plain(value),
        }
    }

    /// A number, a space that does not break, a unit.
    pub(super) fn with_unit(self, value: f64, decimals: usize, unit: &str) -> String {
        format!("{}{NARROW_SPACE}{unit}", self.fixed(value, decimals))
    }

    /// A share of 1 in percent.
    pub(super) fn percent(self, share: f64, decimals: usize) -> String {
        if share.is_finite() { self.with_unit(share * 100.0, decimals, "%") } else { NOTHING.to_owned() }
    }

    /// A probability in percent; one that is not certain is not written as certain.
    pub(super) fn probability(self, probability: f64) -> String {
        let tail = 0.0005;
        if probability < 1.0 && probability >= 1.0 - tail {
            format!(">{NARROW_SPACE}{}", self.percent(0.999, 1))
        } else if probability > 0.0 && probability < tail {
            format!("<{NARROW_SPACE}{}", self.percent(0.001, 1))
        } else {
            self.percent(probability, 1)
        }
    }

    /// `+35 ± 12`; the error is left out if it is not known. (Results that are all alike give one of 0, which only
    /// means that nothing is known of it.)
    pub(super) fn elo(self, elo: f64, error: Option<f64>) -> String {
        let error = error.filter(|error| error.is_finite() && *error > 0.0);
        let decimals = usize::from(error.is_none_or(|error| error < 10.0));
        match error {
            Some(error) => format!("{} ± {}", self.signed(elo, decimals), self.fixed(error, decimals)),
            None => self.signed(elo, decimals),
        }
    }

    /// A rating with its error.
    pub(super) fn rating(self, rating: &Rating) -> String {
        self.elo(rating.elo, Some(rating.error))
    }

    /// `+3 =1 −2`.
    pub(super) fn tally(self, tally: &Tally) -> String {
        let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(|count| self.count(count));
        format!("+{wins} ={draws} −{losses}")
    }

    /// A span of time, in units that suit it.
    pub(super) fn duration(self, seconds: f64) -> String {
        match seconds {
            _ if !seconds.is_finite() || seconds < 0.0 => NOTHING.to_owned(),
            0.0 => self.with_unit(0.0, 0, "s"),
            ..1e-3 => self.with_unit(seconds * 1e6, 0, "µs"),
            ..1.0 => self.with_unit(seconds * 1e3, if seconds < 0.1 { 1 } else { 0 }, "ms"),
            ..60.0 => self.with_unit(seconds, if seconds < 10.0 { 2 } else { 1 }, "s"),
            ..3600.0 => self.two_units(seconds, "min", "s"),
            _ => self.two_units(seconds / 60.0, "h", "min"),
        }
    }

    /// `small`s, of which 60 make a `large`.
    fn two_units(self, small: f64, large_unit: &str, small_unit: &str) -> String {
        // No run lasts longer than u64::MAX minutes; the conversion saturates.
        let rounded = small.round() as u64;
        let large = self.count(rounded / 60);
        format!("{large}{NARROW_SPACE}{large_unit} {:02}{NARROW_SPACE}{small_unit}", rounded % 60)
    }
}

/// The part of the possible points; `None` without games.
pub(super) fn share(tally: &Tally) -> Option<f64> {
    (tally.games() > 0).then(|| tally.score() / tally.games() as f64)
}

/// How many decimals show all of `values` in full: none, one, or at most two.
pub(super) fn decimals_of(values: impl Iterator<Item = f64>) -> usize {
    let needed = |value: f64| (0..2).find(|d| (value * 10_f64.powi(*d)).fract().abs() < 1e-9).unwrap_or(2);
    values.map(needed).max().and_then(|decimals| usize::try_from(decimals).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Numbers = Numbers { point: '.' };

    fn spaced(text: String) -> String {
        text.replace(NARROW_SPACE, "_")
    }

    #[test]
    fn signs_points_and_groups() {
        assert_eq!(ENGLISH.fixed(-0.04, 1), "0.0");
        assert_eq!(ENGLISH.fixed(-3.25, 1), "−3.2");
        assert_eq!(Numbers::new(Language::Italian).signed(3.5, 2), "+3,50");
        assert_eq!(ENGLISH.signed(0.001, 1), "0.0");
        assert_eq!(ENGLISH.fixed(f64::NAN, 1), NOTHING);
        assert_eq!(ENGLISH.signed(f64::INFINITY, 1), NOTHING);
        assert_eq!(spaced(ENGLISH.count(9999)), "9999");
        assert_eq!(spaced(ENGLISH.count(u64::MAX)), "18_446_744_073_709_551_615");
        assert_eq!(ENGLISH.plain(0.25), "0.25");
        assert_eq!([ENGLISH.plain(100.0), ENGLISH.plain(0.0), ENGLISH.plain(1e-7)], ["100", "0", "1e−7"]);
        assert_eq!(ENGLISH.fixed(1e300, 1), "1.000e300");
    }

    #[test]
    fn units_are_chosen_by_size() {
        let compact = |value| spaced(ENGLISH.compact(value));
        assert_eq!([compact(12.0), compact(1500.0), compact(999_999.0)], ["12", "1.50_k", "1.00_M"]);
        assert_eq!([compact(123_456_789.0), compact(0.5)], ["123_M", "0.5"]);
        let round = |value| spaced(ENGLISH.round(value));
        assert_eq!([round(500.0), round(1e4), round(2e6), round(0.01)], ["500", "10_k", "2_M", "0.01"]);
        let duration = |value| spaced(ENGLISH.duration(value));
        assert_eq!([duration(0.0), duration(2e-5), duration(0.0123)], ["0_s", "20_µs", "12.3_ms"]);
        assert_eq!(
            [duration(2.5), duration(125.0), duration(7260.0)],
            ["2.50_s", "2_min 05_s", "2_h 01_min"]
        );
        assert_eq!(duration(f64::NAN), NOTHING);
    }

    #[test]
    fn only_certainty_is_written_as_certainty() {
        let probability = |value| spaced(ENGLISH.probability(value));
        assert_eq!([probability(1.0), probability(0.99999)], ["100.0_%", ">_99.9_%"]);
        assert_eq!([probability(0.0), probability(1e-9), probability(0.998)], ["0.0_%", "<_0.1_%", "99.8_%"]);
    }

    #[test]
    fn ratings_and_points() {
        assert_eq!(ENGLISH.elo(35.2, Some(12.4)), "+35 ± 12");
        assert_eq!(ENGLISH.elo(-1.25, Some(2.0)), "−1.2 ± 2.0");
        assert_eq!(ENGLISH.elo(4.0, Some(f64::INFINITY)), "+4.0");
        assert_eq!(ENGLISH.elo(0.0, Some(0.0)), "0.0");
        assert_eq!(ENGLISH.tally(&Tally { wins: 3, draws: 1, losses: 2 }), "+3 =1 −2");
        assert_eq!(decimals_of([1.0, 2.0].into_iter()), 0);
        assert_eq!(decimals_of([1.0, 2.5].into_iter()), 1);
        assert_eq!(decimals_of([1.0 / 3.0, 2.5].into_iter()), 2);
        assert_eq!(share(&Tally::default()), None);
    }
}
