//! The TCP game of Dipole: lines of text between a server and two players. `docs/dipole-protocol.md` tells all of it.
//!
//! ```text
//!                     lines over TCP
//! Thinker <── Client <───────────────> Server ──> GameReport ──> log, record
//!    │                                    ▲
//!    └── a thread of its own,             └── League: home and away, our players and other people's programs
//!        so that no move comes late
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`messages`] | the lines: how both sides write and read them |
//! | `wire` | lines over TCP from somebody who may never end them |
//! | [`settings`] | what a server may be told |
//! | [`report`] | what happens in a game, and what is left of it |
//! | `seating` | before the game: who sits where |
//! | [`server`] | the server: turns, clock, end |
//! | `mirror` | a client's copy of the board |
//! | [`client`] | the client |
//! | [`log`] | the log of a server |
//! | [`entrant`] | who plays in a league: our players, and other people's programs |
//! | `guest` | one of them at a server, from the start to the end |
//! | [`league`] | home-and-away leagues |
//! | [`standings`](mod@standings) | points and places |

pub mod client;
pub mod entrant;
mod guest;
pub mod league;
pub mod log;
pub mod messages;
mod mirror;
pub mod report;
mod seating;
pub mod server;
pub mod settings;
pub mod standings;
mod wire;

pub use client::{Client, ClientEvent, ClientFailure, Ended};
pub use entrant::Entrant;
pub use league::{League, LeagueFailure, LeagueGame, LeagueRun, LeagueSettings};
pub use log::Log;
pub use messages::{Action, ClientMessage, ServerMessage, Side};
pub use report::{Ending, GameReport, ServerEvent};
pub use server::Server;
pub use settings::{ServerSettings, game_called};
pub use standings::{Standing, standings};

/// The port that the course's server listens on.
pub const DEFAULT_PORT: u16 = 8901;
