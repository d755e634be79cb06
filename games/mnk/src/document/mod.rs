//! The players of a students' report on (m,n,k)-games (University of Bologna, 2022), as it describes them.
//!
//! They know what the report's evaluation sees in the line counts, and nothing else: who still has an open line,
//! and how many stones are in each. Threats are not answered before the search has seen where they lead. Two more
//! players have what the report names as ideas for later: moves that lines with k-1 stones force, and openings.
//!
//! | module | what it holds |
//! |---|---|
//! | [`scoring`] | what an open line is worth: its stones, or ten times as much for each further stone |
//! | [`states`] | win, can't lose, draw or not defined, can't win, loss: one range of values for each |
//! | [`game`] | the game as these players see it: drawn as soon as no line is open |
//! | [`urgent`] | lines that lack one stone |
//! | [`openings`] | moves of the opening from a file |
//! | [`players`] | the eight players and the two of ideas for later, and the report's experiment |
//!
//! Where the report leaves a choice, or a value does not fit:
//! - A score is one's own open lines less the opponent's, which is what a negamax search needs.
//! - Scores are squeezed into the range of their state without changing their order; see [`states`].
//! - The report prefers late draws to early ones. Here a draw is a draw, and moves that draw are equally good.

pub mod game;
pub mod openings;
pub mod players;
pub mod scoring;
pub mod states;
pub mod urgent;

pub use game::{Documented, LineScore};
pub use openings::Openings;
pub use scoring::Scoring;
