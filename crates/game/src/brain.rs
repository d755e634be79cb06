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
