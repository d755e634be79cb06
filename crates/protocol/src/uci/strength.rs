//! How strong a search with so many positions is.

use std::ops::RangeInclusive;

/// The strengths that can be asked for, in Elo.
pub(super) const RANGE: RangeInclusive<usize> = 1000..=2800;

/// Elo of searches with so many positions a move, rising in both.
const MEASURED: [(usize, u64); 2] = [(1000, 30), (2800, 500_000)];

/// How many positions a search visits to play as strongly as that. Between two measured strengths the number of positions
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
        assert_eq!((RANGE.start(), RANGE.end()), (&MEASURED[0].0, &MEASURED[MEASURED.len() - 1].0));
        assert!((*RANGE.start()..*RANGE.end()).all(|elo| nodes(elo) <= nodes(elo + 1)));
        for (elo, measured) in MEASURED {
            assert_eq!(nodes(elo), measured);
        }
        assert_eq!(nodes(0), nodes(*RANGE.start()));
        assert_eq!(nodes(9000), nodes(*RANGE.end()));
    }
}
