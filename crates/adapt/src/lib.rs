//! An opponent that adapts to the player, for every game.
//!
//! | module | what it is |
//! |---|---|
//! | [`judge`] | what each move is worth: by the solver, or by a search of all moves |
//! | [`evidence`] | what one decision says about whoever made it |
//! | [`belief`] | what is believed of one theme: a probability with its uncertainty |
//! | [`profile`] | all that is known of an opponent: shown, kept, exported, reset |
//! | [`suspects`] | what kind of player it may be, and what it would answer |
//! | [`classic`] | the style of a students' report: weights of the evaluation follow the profile |
//! | [`exploit`] | safe exploitation: nothing given away, the rest by what this opponent is likely to answer |
//! | [`book`] | the opening book that learns (UCB1) |
//! | [`player`] | the player made of all this |
//! | [`bots`] | training bots, from what games say about them |
//! | [`benchmark`] | series of games with the adaptation on and off from the same seeds |
//! | [`stats`] | intervals of what the benchmark counts |
//!
//! Nothing here knows a game. Nothing is stored: profiles and rows of books are plain data, and
//! [`BookMemory`] is what a store implements. Why it is made so: `docs/adr/0026-adaptive.md`.

pub mod belief;
pub mod benchmark;
pub mod book;
pub mod bots;
pub mod classic;
mod dice;
pub mod evidence;
pub mod exploit;
pub mod judge;
pub mod player;
pub mod profile;
pub mod stats;
pub mod suspects;

pub use benchmark::{BenchmarkReport, Plan, Series};
pub use book::{BookMemory, BookPlace, BookRow, BookSettings, MemoryBook};
pub use bots::Bot;
pub use judge::{Judge, Judgement, Means};
pub use player::{Adaptive, Moment, Settings, Style};
pub use profile::{GameResult, Profile};
