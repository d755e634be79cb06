//! Who wins every position of a finite game, and how soon: retrograde analysis for any game that can number its positions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`space`] | what a game must answer: its states by number, and how one may have come about |
//! | [`retrograde`] | the analysis, layer by layer from the ends of the game, on several threads |
//! | [`table`] | the values of all states, and their statistics |
//! | [`subsets`] | sets of k among n by number |

pub mod retrograde;
pub mod space;
pub mod subsets;
pub mod table;

pub use retrograde::{Progress, Unsolved, solve};
pub use space::{Space, State};
pub use subsets::Subsets;
pub use table::{Statistics, Table, Worth};
