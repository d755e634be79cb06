//! One search for every game.
//!
//! Everything here is generic over the contract of `mossa-game` and compiled
//! for each game; nothing is allocated while searching.
//!
//! | module | what it is |
//! |---|---|
//! | [`reference`](mod@reference) | plain minimax, too simple to be wrong: what everything else is checked against |
//! | [`alphabeta`] | the two-player search, from the first step of the ladder to the modern one |
//! | [`multiplayer`] | MaxN, Paranoid and Best-Reply Search for two to six players |
//! | [`mcts`] | Monte-Carlo tree search with proven results, for two to six players |
//! | [`table`] | the transposition table that all threads share |
//! | [`features`] | the techniques as switches, so that each can be measured alone |
//! | [`limits`], [`clock`] | how long to search, and when to stop |
//! | [`report`] | what a search says while it runs |

mod allotment;
pub mod alphabeta;
pub mod clock;
pub mod features;
mod hint;
pub mod limits;
pub mod mcts;
pub mod multiplayer;
mod path;
mod progress;
pub mod reference;
pub mod report;
pub mod table;

pub use clock::{Clock, StopSignal};
pub use features::{Feature, Features};
pub use limits::{Limits, TimeControl};
pub use report::{Line, LineValue, News, Report, Request, Statistics};
pub use table::Table;
