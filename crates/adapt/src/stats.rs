//! Intervals of what the benchmark counts.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;

/// A number with the interval that holds the true one with 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// What was found.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Whether the true number is above `bound` with 95 % confidence (of two sides).
    pub fn is_above(&self, bound: f64) -> bool {
        self.low > bound
    }
}

/// The quantile of the normal distribution for 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// How many of `all` had it, with Wilson's interval.
pub fn wilson(had: u64, all: u64) -> Estimate {
    if all == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (all as f64, had as f64 / all as f64);
    let square = Z_95 * Z_95 / n;
    let centre = (p + square / 2.0) / (1.0 + square);
    let half = Z_95 / (1.0 + square) * (p * (1.0 - p) / n + square / (4.0 * n)).sqrt();
    Estimate { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// So many resamples: the ends of the interval are then known to about a fiftieth of its length.
const RESAMPLES: usize = 2_000;

/// The mean of groups of numbers, with the interval of a bootstrap that draws whole groups: numbers of one group, such as
/// the games of a session that share what was learned, may depend on each other.
pub fn bootstrap_mean(groups: &[Vec<f64>], seed: u64) -> Option<Estimate> {
    let groups: Vec<(f64, f64)> = groups
        .iter()
        .filter(|group| !group.is_empty())
        .map(|group| (group.iter().sum(), group.len() as f64))
        .collect();
    let mean = |drawn: &mut dyn Iterator<Item = &(f64, f64)>| {
        let (sum, count) = drawn.fold((0.0, 0.0), |(sum, count), group| (sum + group.0, count + group.1));
        sum / count
    };
    if groups.is_empty() {
        return None;
    }
    let value = mean(&mut groups.iter());
    let mut dice = Dice::new(seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<usize> = groups.iter().map(|_| dice.below(groups.len())).collect();
            mean(&mut drawn.iter().filter_map(|index| groups.get(*index)))
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at =
        |part: f64| means.get((part * (RESAMPLES - 1) as f64).round() as usize).copied().unwrap_or(value);
    Some(Estimate { value, low: at(0.025), high: at(0.975) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_intervals_are_the_published_ones() {
        let found = wilson(1600, 2000);
        assert!((found.low - 0.7819).abs() < 5e-5 && (found.high - 0.8169).abs() < 5e-5, "{found:?}");
        let few = wilson(8, 10);
        assert!((few.low - 0.490).abs() < 5e-4 && (few.high - 0.943).abs() < 5e-4, "{few:?}");
        assert!(wilson(0, 0).low == 0.0 && wilson(5, 5).high == 1.0);
    }

    #[test]
    fn a_bootstrap_holds_the_mean_and_shrinks_with_the_root_of_the_number() {
        let groups = |n: usize| (0..n).map(|i| vec![(i % 2) as f64]).collect::<Vec<_>>();
        let (few, many) =
            (bootstrap_mean(&groups(100), 1).unwrap(), bootstrap_mean(&groups(1600), 1).unwrap());
        assert!((few.value - 0.5).abs() < 1e-12 && few.low < 0.5 && few.high > 0.5);
        // 1.96 sqrt(0.25 / 100) is 0.098 on either side.
        assert!((few.high - few.low - 0.196).abs() < 0.02, "{few:?}");
        assert!((many.high - many.low - 0.049).abs() < 0.005, "{many:?}");
        assert_eq!(bootstrap_mean(&[], 1), None);
        // Ten equal numbers in a group are no more than one.
        let clumped: Vec<Vec<f64>> = groups(100).iter().map(|group| vec![group[0]; 10]).collect();
        let found = bootstrap_mean(&clumped, 1).unwrap();
        assert!((found.high - found.low - 0.196).abs() < 0.02, "{found:?}");
    }
}
