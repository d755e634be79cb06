//! How strong a search with so many positions is.

use std::ops::RangeInclusive;

/// The strengths that can be asked for, in Elo.
pub(super) const RANGE: RangeInclusive<usize> = 1000..=2800;

/// Elo of searches with so many positions a move, rising in both: an estimate until matches have measured it.
const ESTIMATED: [(usize, u64); 2] = [(1000, 30), (2800, 500_000)];

/// How many positions a search visits to play as strongly as that. Between two strengths the number of positions
/// grows by the same factor with every point.
pub(super) fn nodes(elo: usize) -> u64 {
    let elo = elo.clamp(*RANGE.start(), *RANGE.end());
    let above = ESTIMATED.partition_point(|(estimated, _)| *estimated < elo).clamp(1, ESTIMATED.len() - 1);
    let ((low, few), (high, many)) = (ESTIMATED[above - 1], ESTIMATED[above]);
    let part = (elo.saturating_sub(low)) as f64 / (high - low) as f64;
    let nodes = (few as f64).ln() * (1.0 - part) + (many as f64).ln() * part;
    nodes.exp().round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_strength_takes_more_positions() {
        assert_eq!((RANGE.start(), RANGE.end()), (&ESTIMATED[0].0, &ESTIMATED[ESTIMATED.len() - 1].0));
        assert!((*RANGE.start()..*RANGE.end()).all(|elo| nodes(elo) <= nodes(elo + 1)));
        for (elo, estimated) in ESTIMATED {
            assert_eq!(nodes(elo), estimated);
        }
        assert_eq!(nodes(0), nodes(*RANGE.start()));
        assert_eq!(nodes(9000), nodes(*RANGE.end()));
    }
}
