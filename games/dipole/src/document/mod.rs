//! The player of a students' report (group 19 of the course on artificial intelligence, University of Calabria, 2019-20),
//! as it describes it: iterative deepening with alpha-beta, captures first and exits last, and an evaluation of five
//! terms.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the game as this player sees it: three kinds of moves, nothing else |
//! | [`evaluation`] | pieces, moves that remain, cells controlled, numbers of stacks, advantage |
//! | [`players`] | one player for each technique, and the experiment that compares them |
//!
//! Where the report leaves a choice, or a value does not fit:
//! - It searches to depth 5 first, then deeper one by one up to 15, within 950 ms. Ours begins with 1: the searches
//!   below 5 take next to no time, and there is a move even if 5 is not reached.
//! - "Moves that remain" are those that take all pieces off the board one by one, so from a cell with r rows ahead
//!   r + 1 for each piece.
//! - The number of stacks counts only for whoever searches. [`evaluation`] keeps it so.
//! - Advantage counts each capture that a stack threatens, as in the report's example, and each that threatens it.

pub mod evaluation;
pub mod game;
pub mod players;

pub use evaluation::FiveTerms;
pub use game::Documented;
