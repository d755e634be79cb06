//! The techniques of the search as switches, so that each can be measured alone.

use std::fmt;

use serde::Serialize;

/// One technique.
///
/// The first group is the classical ladder. The second changes only how fast the same value is
/// found. The third guesses: it may change the value at a given depth, never a proven one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Feature {
    /// Cut off what cannot matter (fail-soft). Without it the search is plain minimax.
    AlphaBeta,
    /// Search to depth 1, then 2, and so on, each time with what was learned.
    Deepening,
    /// Try promising moves first, by the game's own judgement.
    Ordering,
    /// Remember positions with exact values and bounds.
    Table,
    /// Remember symmetric positions as one.
    Symmetry,

    /// Expect the first move to be best and only verify the others with an empty window.
    Pvs,
    /// Start an iteration with a narrow window around the last value.
    Aspiration,
    /// Try moves first that refuted siblings.
    Killers,
    /// Try moves first that did well elsewhere.
    History,
    /// Try moves first that refuted the same previous move.
    Countermoves,
    /// Cut off lines that cannot beat a win already found.
    MateDistance,
    /// Use what the game knows for certain: proven results, bounds, moves that need no search.
    Knowledge,

    /// Search on through noisy moves at the leaves.
    Quiescence,
    /// Search late quiet moves less deep.
    LateMoveReductions,
    /// Leave out late quiet moves near the leaves.
    LateMovePruning,
    /// Cut off where even a pass is too good.
    NullMove,
    /// Cut off where the evaluation is too good.
    ReverseFutility,
    /// Search forced and checking moves deeper, as the game asks.
    Extensions,
    /// Search a move deeper that is the only good one.
    Singular,
    /// Search less deep where the table knows no move.
    IterativeReduction,
}

impl Feature {
    /// All of them, in the order of the ladder.
    pub const ALL: [Feature; 20] = [
        Feature::AlphaBeta,
        Feature::Deepening,
        Feature::Ordering,
        Feature::Table,
        Feature::Symmetry,
        Feature::Pvs,
        Feature::Aspiration,
        Feature::Killers,
        Feature::History,
        Feature::Countermoves,
        Feature::MateDistance,
        Feature::Knowledge,
        Feature::Quiescence,
        Feature::LateMoveReductions,
        Feature::LateMovePruning,
        Feature::NullMove,
        Feature::ReverseFutility,
        Feature::Extensions,
        Feature::Singular,
        Feature::IterativeReduction,
    ];

    /// The name people write.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::AlphaBeta => "alphabeta",
            Feature::Deepening => "deepening",
            Feature::Ordering => "ordering",
            Feature::Table => "table",
            Feature::Symmetry => "symmetry",
            Feature::Pvs => "pvs",
            Feature::Aspiration => "aspiration",
            Feature::Killers => "killers",
            Feature::History => "history",
            Feature::Countermoves => "countermoves",
            Feature::MateDistance => "matedistance",
            Feature::Knowledge => "knowledge",
            Feature::Quiescence => "quiescence",
            Feature::LateMoveReductions => "lmr",
            Feature::LateMovePruning => "lmp",
            Feature::NullMove => "nullmove",
            Feature::ReverseFutility => "reversefutility",
            Feature::Extensions => "extensions",
            Feature::Singular => "singular",
            Feature::IterativeReduction => "iir",
        }
    }

    /// The feature that people call `name`.
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }

    const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// Plain minimax.
    pub const NONE: Features = Features(0);
    /// Everything that the game allows.
    pub const ALL: Features = Features((1 << Feature::ALL.len()) - 1);

    /// The first steps of the ladder up to and including `last`.
    pub const fn up_to(last: Feature) -> Features {
        Features((last.bit() << 1) - 1)
    }

    /// Whether `feature` is on.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// With `feature` on.
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | feature.bit())
    }

    /// With `feature` off.
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !feature.bit())
    }

    /// The set whose members are the ones of `bits`, in the order of [`Feature::ALL`].
    pub const fn from_bits(bits: u32) -> Features {
        Features(bits & Features::ALL.0)
    }

    /// Without all that guesses or knows better: what remains finds the same value as plain minimax at the same
    /// depth, if it starts with an empty table.
    pub const fn exact(self) -> Features {
        Features(self.0 & (Feature::Knowledge.bit() - 1))
    }

    /// Those that are on.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.has(*feature))
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(Feature::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_bits_and_order_agree() {
        for (bit, feature) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, bit);
            assert_eq!(Feature::from_name(feature.name()), Some(feature));
            assert!(Features::up_to(feature).has(feature));
            assert_eq!(Features::up_to(feature).iter().count(), bit + 1);
            assert!(!Features::ALL.without(feature).has(feature));
        }
        assert!(
            !Features::ALL.exact().has(Feature::Knowledge)
                && Features::ALL.exact().has(Feature::MateDistance)
        );
    }
}
