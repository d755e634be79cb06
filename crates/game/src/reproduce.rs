//! Searches that a publication describes, repeated with its own way of counting.

use serde::Serialize;

use crate::outcome::Verdict;
use crate::solve::Halt;

/// A search of a publication that goes through the moves of the first player one by one.
///
/// It is there to find the publication's figures again, not to play: what it finds is what the publication's program
/// finds, its mistakes included.
pub trait Reproduction: Send + Sync {
    /// The first moves in the publication's order, as the game writes them.
    fn openings(&self) -> Vec<String>;

    /// Repeats the search after the opening of this number, counted from 0, within `turns` turns; `None` if `halt` ended
    /// it first, or if there is no such opening.
    fn explore(&self, opening: usize, turns: u32, halt: Halt<'_>) -> Option<Reproduced>;
}

/// What such a search found, in the units of its publication.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Reproduced {
    /// What the first player gets; a draw if the turns are over before anybody wins.
    pub result: Verdict,
    /// Nodes.
    pub nodes: u64,
    /// Nodes in which the game was won.
    pub finals: u64,
    /// Cut-offs.
    pub cutoffs: u64,
}
