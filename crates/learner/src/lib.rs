//! The opponent that adapts, with what it remembers of people: [`mossa_adapt`] thinks, [`mossa_store`] remembers.
//!
//! ```text
//! Learner::open -> saw, choose, back_to ... -> store: the game, its book rows and the profile, all or nothing
//!                                           -> leave: what half a game has shown
//! ```
//!
//! Everything here waits for the database: see [`Database`].

mod book;
mod database;
mod learner;

pub use book::{StoredBook, position_name};
pub use database::{Database, profile};
pub use learner::{Learner, usual_means};
