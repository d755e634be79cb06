//! What results mean: strength, its error, sequential tests, ratings, points.
//!
//! | module | what it is |
//! |---|---|
//! | [`counts`] | results of two players, counted game by game or pair by pair |
//! | [`elo`] | the difference in strength that they show, and how sure it is |
//! | [`llr`] | how much more likely they are under one hypothesis than under another |
//! | [`sprt`] | the sequential test: when to stop, and what is then accepted |
//! | [`simulation`] | what such a test costs and how often it errs, by playing it many times |
//! | [`rating`] | ratings fitted to all results of a tournament of two-player games |
//! | [`glicko`] | Glicko-2 ratings, carried from one tournament to the next |
//! | [`multiplayer`] | ratings from the places of games with more players |
//! | [`points`] | points by the rules of a league or a course |

pub mod counts;
pub mod elo;
pub mod glicko;
mod linear;
pub mod llr;
pub mod multiplayer;
pub mod points;
pub mod rating;
pub mod simulation;
pub mod sprt;
pub mod wins;

pub use counts::Results;
pub use elo::Strength;
pub use points::PointSystem;
pub use sprt::{Hypothesis, Model, Sprt, State};
pub use wins::WinShare;
