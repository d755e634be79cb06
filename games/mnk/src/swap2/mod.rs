//! Gomoku whose players bargain about the opening, so that neither colour is an advantage.
//!
//! ```text
//! the first player puts X, O and X
//!   └─> the second: swap (has X), a stone (has O), or more ─┐
//!         the second puts O and X  <────────────────────────┘
//!           └─> the first: swap (has X), a stone (has O)
//! ```
//!
//! It is a game of its own around [`Mnk`](crate::Mnk), and not one of its options: the players do not take turns strictly,
//! some moves put no stone, and who has which colour is a part of the position. Once colours are chosen, everything is
//! asked of the game inside.
//!
//! | module | what it holds |
//! |---|---|
//! | [`position`] | stones, how far the opening is, who has which colour |
//! | [`rules`] | the contract's `Game` |
//! | `notation` | `swap` and `more`, and a word for the stage behind the stones |
//! | `tactics` | the game's own knowledge, and that whoever chooses gets the better colour |
//! | `view` | the board with two buttons |
//! | [`family`] | the name and the options |

pub mod family;
mod notation;
pub mod position;
pub mod rules;
mod tactics;
mod view;

pub use family::Swap2Family;
pub use position::{Position, Stage};
pub use rules::{Step, Swap2};
pub use tactics::Bargain;
