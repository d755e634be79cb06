//! Wins by continuous threats: fours, and open threes.
//!
//! After an open three the opponent must do something at once: take a cell of the four that it would become, or make a
//! four first. [`Mnk::candidates`](mossa_game::Tactics::candidates) lists all of these answers where positions keep
//! [shapes](crate::shapes), so a search in which the attacker only makes threats and the defender tries all of them proves
//! what it finds. A win that needs a quiet stone is not found.
//!
//! The search deepens: first wins with one threat, then with two, and so on. A threat that wins at once is found at
//! once, and a long line is tried only when all shorter ones have failed.

mod search;

pub use search::ThreatSearch;
