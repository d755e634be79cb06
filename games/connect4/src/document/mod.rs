//! The engine of a students' report on an adaptive Connect 4 (University of Salerno, 2026), as it describes it: minimax
//! with alpha-beta, the middle columns first, a table, and an evaluation that counts patterns. (Its adaptive opponent
//! is another matter.)
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the game as this engine sees it: no threats, only the order of columns |
//! | [`evaluation`] | immediate and future threats, open and split threes, alive pairs, the middle |
//! | [`players`] | one player for each of its techniques, and the experiment that compares them |
//!
//! Where the report leaves a choice, or a value does not fit:
//! - It gives no weights. Those of [`evaluation`] are ours.
//! - A win counts 10^7 and the remaining depth, so that faster wins are better and slower losses, too. Our values of
//!   proven results do the same.
//! - Its table is indexed by both players' stones, so that no two positions are confused. Our keys are those stones
//!   mixed by steps that can be undone: up to 64 bits of board they confuse no positions either.
//! - It draws alive pairs only in words: [`crate::threats`] says what is counted.

pub mod evaluation;
pub mod game;
pub mod players;

pub use evaluation::PatternScore;
pub use game::Documented;
