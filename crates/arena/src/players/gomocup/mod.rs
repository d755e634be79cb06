//! The Gomocup protocol, by which programs play five in a row: text lines over pipes. `docs/gomocup.md` tells how it is
//! used; here is the manager's side, and what both sides share.
//!
//! ```text
//! arena ──> GomocupPlayer ──> START, INFO, BEGIN, TURN, BOARD ──> the program
//!               ▲                                                     │
//!               └──────────── OK, X,Y, SUGGEST, MESSAGE, ERROR ───────┘
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`cell`] | cells as both sides write them |
//! | [`terms`] | the boards and rules that the protocol knows, as games of ours |
//! | [`stones`] | stones in the notation of positions |
//! | `messages` | the lines of a turn, and what a program says |
//! | `manager` | the manager's side: a program as a player |

pub mod cell;
mod manager;
mod messages;
pub mod stones;
pub mod terms;

pub use cell::Cell;
pub use manager::GomocupPlayer;
pub(super) use manager::Provisions;
pub use terms::{Rule, Terms};
