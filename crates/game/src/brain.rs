//! Players that a game brings beside its default one.
//!
//! A *brain* is a search set-up: a game that may see more or less than the default one, and an evaluation. A
//! *variant* is a brain together with techniques of the search: what sits down at a board.

use serde::Serialize;

use crate::evaluate::Evaluate;
use crate::family::Playable;
use crate::rules::Game;
use crate::symmetry::Symmetric;
use crate::tactics::Tactics;

/// Players of one origin, such as those of one document.
#[derive(Clone, Debug, Serialize)]
pub struct BrainInfo {
    /// The name in front of the colon: `mnk-document`.
    pub name: &'static str,
    /// One sentence on where they come from.
    pub summary: &'static str,
    /// The players, in the order in which people should see them.
    pub variants: Vec<BrainVariant>,
    /// The variant that the name alone means: the one that its origin describes.
    pub standard: &'static str,
}

/// One player.
#[derive(Clone, Debug, Serialize)]
pub struct BrainVariant {
    /// The name behind the colon.
    pub name: &'static str,
    /// What it thinks with: a name that [`Playable::with_brain`] knows.
    pub brain: &'static str,
    /// The techniques of its search, as people write them: `alphabeta,deepening`.
    pub features: &'static str,
    /// The depth beyond which it does not search, whatever time there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// One sentence on what it is.
    pub summary: &'static str,
}

/// Takes a brain whose types are known only to its game.
pub trait BrainVisitor<G: Playable> {
    /// What the visitor makes of it.
    type Output;

    /// Takes the brain: the same positions and moves, perhaps other knowledge, and its evaluation.
    fn visit<H, E>(self, game: &H, evaluator: &E) -> Self::Output
    where
        H: Tactics + Symmetric + Game<Position = G::Position, Move = G::Move>,
        E: Evaluate<H>;
}

/// Weights behind the name of a brain: `patterns:rising=225,defence=60` is the brain `patterns` for which lines that rise
/// count 225 % of what they usually do, and what the opponent has 60 %.
///
/// The names are those of [themes](crate::Themes), for what whoever searches has; `defence-rising` is for what the opponent
/// has of a theme, and [`DEFENCE`](BrainWeights::DEFENCE) for all that the opponent has. A weight that is not given is 100:
/// what everybody thinks of it. 0 is blindness, and 200 of a habit a liking. A game may know some of the names only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrainWeights(Vec<(String, u32)>);

impl BrainWeights {
    /// The name of the weight of all that the opponent has.
    pub const DEFENCE: &'static str = "defence";
    /// The largest weight: more would leave the range of guesses.
    pub const MOST: u32 = 10_000;

    /// The same with one more weight, in percent, at most [`MOST`](BrainWeights::MOST).
    #[must_use]
    pub fn with(mut self, name: &str, percent: u32) -> BrainWeights {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), percent.min(Self::MOST)));
        self
    }

    /// The weight called `name`, in percent.
    pub fn percent(&self, name: &str) -> u32 {
        self.0.iter().find(|(known, _)| known == name).map_or(100, |(_, percent)| *percent)
    }

    /// The names that were given a weight.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// `brain` with these weights, as a name.
    pub fn name_for(&self, brain: &str) -> String {
        if self.0.is_empty() {
            return brain.to_owned();
        }
        let weights: Vec<String> = self.0.iter().map(|(name, percent)| format!("{name}={percent}")).collect();
        format!("{brain}:{}", weights.join(","))
    }

    /// The weights in `name` if it is the brain `brain`, with weights or without; `None` otherwise, or if they cannot be
    /// read.
    pub fn of_name(name: &str, brain: &str) -> Option<BrainWeights> {
        let rest = name.strip_prefix(brain)?;
        if rest.is_empty() {
            return Some(BrainWeights::default());
        }
        rest.strip_prefix(':')?.split(',').try_fold(BrainWeights::default(), |weights, part| {
            let (name, percent) = part.split_once('=')?;
            let percent = percent.parse().ok().filter(|percent| *percent <= Self::MOST)?;
            let is_new = weights.names().all(|known| known != name);
            is_new.then(|| weights.with(name, percent))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_being_a_name() {
        let weights = BrainWeights::default().with("rising", 225).with("defence", 60).with("rising", 150);
        let name = weights.name_for("patterns");
        assert_eq!(name, "patterns:defence=60,rising=150");
        assert_eq!(BrainWeights::of_name(&name, "patterns"), Some(weights.clone()));
        assert_eq!((weights.percent("rising"), weights.percent("falling")), (150, 100));
        assert_eq!(BrainWeights::of_name("patterns", "patterns"), Some(BrainWeights::default()));
        for bad in [
            "pattern",
            "patternsx",
            "patterns:",
            "patterns:a",
            "patterns:a=b",
            "patterns:a=1,a=2",
            "patterns:a=10001",
        ] {
            assert_eq!(BrainWeights::of_name(bad, "patterns"), None, "{bad}");
        }
    }
}
