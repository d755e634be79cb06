//! How strong a search with so many positions is.

use std::ops::RangeInclusive;

/// The strengths that can be asked for, in Elo: as far as matches have measured them.
pub(super) const RANGE: RangeInclusive<usize> = 1250..=3200;

/// Elo of searches with so many positions a move, rising in both. Measured by matches against programs of known strength
/// at 3 s + 0.03 s, whose ratings are the scale (`docs/adr/0027-limited-strength.md`).
const MEASURED: [(usize, u64); 9] = [
    (1248, 30),
    (1688, 100),
    (1918, 300),
    (2007, 1_000),
    (2210, 3_000),
    (2356, 5_500),
    (2494, 10_000),
    (2913, 30_000),
    (3232, 100_000),
];

/// How many positions a search visits to play as strongly as that. Between two strengths the number of positions
/// grows by the same factor with every point.
pub(super) fn nodes(elo: usize) -> u64 {
    let elo = elo.clamp(*RANGE.start(), *RANGE.end());
    let above = MEASURED.partition_point(|(measured, _)| *measured < elo).clamp(1, MEASURED.len() - 1);
    let ((low, few), (high, many)) = (MEASURED[above - 1], MEASURED[above]);
    let part = (elo.saturating_sub(low)) as f64 / (high - low) as f64;
    let nodes = (few as f64).ln() * (1.0 - part) + (many as f64).ln() * part;
    nodes.exp().round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_strength_takes_more_positions() {
        assert!((*RANGE.start()..*RANGE.end()).all(|elo| nodes(elo) <= nodes(elo + 1)));
        for (elo, measured) in MEASURED.into_iter().filter(|(elo, _)| RANGE.contains(elo)) {
            assert_eq!(nodes(elo), measured);
        }
        assert_eq!(nodes(0), nodes(*RANGE.start()));
        assert_eq!(nodes(9000), nodes(*RANGE.end()));
    }

    #[test]
    fn nothing_is_promised_beyond_what_was_measured() {
        let (weakest, strongest) = (MEASURED[0].0, MEASURED[MEASURED.len() - 1].0);
        assert!((weakest..=strongest).contains(RANGE.start()) && (weakest..=strongest).contains(RANGE.end()));
    }
}
