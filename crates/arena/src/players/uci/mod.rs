//! The Universal Chess Interface, by which programs play chess: text lines over pipes. `docs/uci.md` tells how it is used;
//! here is the interface's side. Our own engine's side is in the crate of protocols.
//!
//! ```text
//! arena ──> UciPlayer ──> uci, setoption, ucinewgame, isready, position, go ──> the program
//!               ▲                                                                    │
//!               └──────────── uciok, readyok, info, bestmove ────────────────────────┘
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | `messages` | the lines of a turn, and what a program says of its search |
//! | `manager` | the interface's side: a program as a player |

mod manager;
mod messages;

pub use manager::UciPlayer;
pub(super) use messages::Equipment;
