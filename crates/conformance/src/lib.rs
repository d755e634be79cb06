//! What every game must satisfy.
//!
//! One line in a game's tests checks everything that the contract of
//! [`mossa_game`] promises:
//!
//! ```
//! use mossa_conformance::toy::{Nim, NimFamily};
//!
//! // Random games from many seeds, for a family with several choices of options ...
//! mossa_conformance::check_family(&NimFamily, &["", "2.2.3,players=3", "1.3.5.7"]);
//! // ... or for one game, as thoroughly as wanted.
//! let nim = Nim::new(&[3, 4], 2, None).unwrap();
//! mossa_conformance::Suite::new(&nim).games(100).seed(7).run();
//! ```
//!
//! Counts of positions are compared with files ([`perft_file()`]), and whole
//! games with their recorded course ([`playthrough()`]). A solver that a game brings is compared with plain minimax
//! ([`check_solver()`], a part of [`check_family()`]), its books are made, broken off and checked ([`check_book()`]).
//! A failure names the game,
//! the seed, the moves so far, the broken promise and what differed.
//!
//! [`toy`] is a complete small game: an example to copy, and what generic code is tested with.

mod book;
mod brain;
mod check;
mod checks;
mod exact;
mod family;
mod perft_file;
mod playthrough;
mod random;
mod solver;
mod suite;
pub mod toy;
mod violation;

pub use book::check_book;
pub use exact::{check_solver, try_solver};
pub use family::{check_family, try_family};
pub use perft_file::{perft_file, perft_text};
pub use playthrough::{draw, playthrough, render_playthrough};
pub use suite::{Suite, check};
pub use violation::Violation;
