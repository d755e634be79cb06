//! The techniques of the search as switches, so that each can be measured alone.

use std::fmt;

use mossa_game::{InputError, InputKind};
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
    /// Try promising moves first, by the game's own judgement, at the root alone. (Searches of more than two players
    /// know only [`Ordering`](Feature::Ordering).)
    OrderRoot,
    /// The same in the first two plies.
    OrderTwo,
    /// The same everywhere.
    Ordering,
    /// Remember positions: try their best move first, and cut off by exact values.
    Table,
    /// Cut off by remembered lower and upper bounds, too.
    Bounds,
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
    /// Try moves first that did well after the same one or two moves before.
    Continuations,
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
    /// Confirm what a pass says by a search without passes, where much depends on it.
    Verification,
    /// Cut off where the evaluation is too good.
    ReverseFutility,
    /// Leave out quiet moves near the leaves that cannot lift a bad evaluation.
    Futility,
    /// Leave out moves that lose material, and captures at the leaves that do not win enough.
    Exchanges,
    /// Correct evaluations by how wrong they were in similar positions.
    Correction,
    /// Search forced moves and the like deeper, if the game asks for it. None of ours does: checks in chess and forced answers
    /// in Connect 4 were tried, and did not help.
    Extensions,
    /// Search a move deeper that is the only good one.
    Singular,
    /// Search less deep where the table knows no move.
    IterativeReduction,
    /// Try moves that the game does not find promising only where all others lose.
    Selection,
    /// Ask the game for a win through threats before searching.
    Attack,
}

impl Feature {
    /// All of them, in the order of the ladder.
    pub const ALL: [Feature; 30] = [
        Feature::AlphaBeta,
        Feature::Deepening,
        Feature::OrderRoot,
        Feature::OrderTwo,
        Feature::Ordering,
        Feature::Table,
        Feature::Bounds,
        Feature::Symmetry,
        Feature::Pvs,
        Feature::Aspiration,
        Feature::Killers,
        Feature::History,
        Feature::Countermoves,
        Feature::Continuations,
        Feature::MateDistance,
        Feature::Knowledge,
        Feature::Quiescence,
        Feature::LateMoveReductions,
        Feature::LateMovePruning,
        Feature::NullMove,
        Feature::Verification,
        Feature::ReverseFutility,
        Feature::Futility,
        Feature::Exchanges,
        Feature::Correction,
        Feature::Extensions,
        Feature::Singular,
        Feature::IterativeReduction,
        Feature::Selection,
        Feature::Attack,
    ];

    /// The name people write.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::AlphaBeta => "alphabeta",
            Feature::Deepening => "deepening",
            Feature::OrderRoot => "order1",
            Feature::OrderTwo => "order2",
            Feature::Ordering => "ordering",
            Feature::Table => "table",
            Feature::Bounds => "bounds",
            Feature::Symmetry => "symmetry",
            Feature::Pvs => "pvs",
            Feature::Aspiration => "aspiration",
            Feature::Killers => "killers",
            Feature::History => "history",
            Feature::Countermoves => "countermoves",
            Feature::Continuations => "continuations",
            Feature::MateDistance => "matedistance",
            Feature::Knowledge => "knowledge",
            Feature::Quiescence => "quiescence",
            Feature::LateMoveReductions => "lmr",
            Feature::LateMovePruning => "lmp",
            Feature::NullMove => "nullmove",
            Feature::Verification => "verification",
            Feature::ReverseFutility => "reversefutility",
            Feature::Futility => "futility",
            Feature::Exchanges => "exchanges",
            Feature::Correction => "correction",
            Feature::Extensions => "extensions",
            Feature::Singular => "singular",
            Feature::IterativeReduction => "iir",
            Feature::Selection => "selection",
            Feature::Attack => "attack",
        }
    }

    /// The feature that people call `name`: its [`name`](Feature::name), or `order` for all of ordering.
    pub fn from_name(name: &str) -> Option<Feature> {
        let name = if name == "order" { Feature::Ordering.name() } else { name };
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// The technique that does all that this one does, and more: while that is on, this one makes no difference.
    pub const fn covered_by(self) -> Option<Feature> {
        match self {
            Feature::OrderRoot => Some(Feature::OrderTwo),
            Feature::OrderTwo => Some(Feature::Ordering),
            _ => None,
        }
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
    pub const ALL: Features = Features(u32::MAX >> (u32::BITS as usize - Feature::ALL.len()));

    /// The first steps of the ladder up to and including `last`.
    pub const fn up_to(last: Feature) -> Features {
        Features(last.bit() | (last.bit() - 1))
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

/// Reads `-table,+pvs` (changes to everything), or `alphabeta,table` (only these), or begins with `none`, `all` or
/// `exact`.
impl std::str::FromStr for Features {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Features, InputError> {
        let signed = |part: &&str| part.starts_with(['+', '-']);
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let mut features = if parts.first().is_some_and(signed) { Features::ALL } else { Features::NONE };
        for (index, part) in parts.into_iter().enumerate() {
            features = match part {
                "all" if index == 0 => Features::ALL,
                "none" if index == 0 => Features::NONE,
                "exact" if index == 0 => Features::ALL.exact(),
                _ => features.changed(part)?,
            };
        }
        Ok(features)
    }
}

impl Features {
    /// With one more change: `-table`, `+table` or `table`.
    pub fn changed(self, change: &str) -> Result<Features, InputError> {
        let name = change.trim_start_matches(['+', '-']);
        let feature = Feature::from_name(name).filter(|_| change.len() <= name.len() + 1);
        let feature = feature.ok_or_else(|| {
            let names: Vec<&str> = Feature::ALL.into_iter().map(Feature::name).collect();
            let expected = format!(
                "all, none, exact or names such as `-table,-pvs` or `alphabeta,table`, from {}",
                names.join(", ")
            );
            InputError::new(InputKind::Setting, format!("unknown technique `{change}`"), expected)
        })?;
        Ok(if change.starts_with('-') { self.without(feature) } else { self.with(feature) })
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

    #[test]
    fn order_is_short_for_ordering_everywhere() {
        assert_eq!("order".parse(), Ok(Features::NONE.with(Feature::Ordering)));
        assert_eq!("-order".parse(), Ok(Features::ALL.without(Feature::Ordering)));
    }

    #[test]
    fn what_covers_a_technique_comes_later_in_the_ladder() {
        let covered = Feature::ALL.into_iter().filter_map(|f| Some((f, f.covered_by()?)));
        assert!(covered.clone().all(|(feature, by)| (feature as u8) < by as u8));
        assert_eq!(covered.count(), 2);
    }

    #[test]
    fn signs_change_everything_and_names_alone_are_a_list() {
        let parse = |text: &str| text.parse::<Features>();
        assert_eq!(parse("-table,-pvs"), Ok(Features::ALL.without(Feature::Table).without(Feature::Pvs)));
        let two = Features::NONE.with(Feature::AlphaBeta).with(Feature::Table);
        assert_eq!(parse("alphabeta, table"), Ok(two));
        assert_eq!(parse("none,+table"), Ok(Features::NONE.with(Feature::Table)));
        assert_eq!(parse("exact,-table"), Ok(Features::ALL.exact().without(Feature::Table)));
        for bad in ["", "tabel", "-", "+", "--table", "table,none", "table,,pvs"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
