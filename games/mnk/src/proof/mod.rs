//! Proofs: whether a player can force a row, whatever the other does.
//!
//! A question names an *attacker* and asks whether this player wins; the other one, the *defender*, is content with
//! anything else. Two questions make the value of a position.
//!
//! | module | what it holds |
//! |---|---|
//! | [`hopeless`] | arguments that the attacker cannot win, which need no search |
//! | [`pairing`] | one of them: pairs of cells such that the defender gets one of each |
//! | [`numbers`] | proof numbers, and the table that remembers them |
//! | [`search`] | depth-first proof-number search |
//! | [`strategy`] | the moves with which one side keeps what was proven |
//! | [`check`] | a checker that replays a strategy without trusting the search |

pub mod check;
pub mod hopeless;
pub mod numbers;
pub mod pairing;
pub mod search;
pub mod strategy;
