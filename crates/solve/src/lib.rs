//! Who wins every position of a finite game, and how soon: retrograde analysis for any game that can number its positions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | what a game must answer: its states by number, and how one may have come about |
//! | [`retrograde`] | the analysis, layer by layer from the ends of the game, on several threads |
//! | `exits` | what moves out of the space decide |
//! | `queue` | the states of a layer |
//! | [`table`] | the values of all states, and their statistics |
//! | [`file`](mod@file) | tables as compressed files |
//! | [`journal`] | work that was broken off |
//! | [`memory`] | how much memory there is |
//! | [`subsets`] | sets of k among n by number |
//! | [`coalition`] | games for more than two: what one can force against all others, and they against one |

pub mod coalition;
mod exits;
pub mod file;
pub mod journal;
pub mod memory;
mod queue;
pub mod retrograde;
pub mod space;
pub mod subsets;
pub mod table;

pub use journal::Journal;
pub use retrograde::{Order, Progress, Unsolved, bytes_needed, check_memory, solve};
pub use space::{Space, State};
pub use subsets::Subsets;
pub use table::{Statistics, Table, Worth};
