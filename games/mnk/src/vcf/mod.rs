//! Wins by continuous fours.
//!
//! A *four* is a stone after which its player could complete a row with the next one: k-1 of k cells, whatever k is.
//! The opponent must take the cell that is left, so a player who makes one four after the other leaves no choice, until
//! a stone makes two at once, or the answer is forbidden (renju). The answer may be a four itself; then the next stone
//! must take the cell that this one leaves, and make a four with it.
//!
//! What is claimed is certain: the search plays every stone by the rules, and looks at the only answers there are.
//! A win that needs other threats than fours is not found.
//!
//! | module | what it holds |
//! |---|---|
//! | `fours` | the stones that make a four, the best first |
//! | `failed` | positions in which nothing was found |
//! | `search` | the search |

mod failed;
mod fours;
mod search;

use crate::rules::Mark;

pub use search::FourSearch;

/// What a search for continuous fours has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The player to move wins with these moves of both sides, the last of which completes a row. Any other answer of
    /// the opponent loses at once.
    Wins(Vec<Mark>),
    /// There is no such win.
    NoWin,
    /// The search was broken off.
    Unknown,
}
