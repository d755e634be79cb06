//! The players: who they are, how they are called, and how each finds its moves.
//!
//! | module | what it is |
//! |---|---|
//! | [`spec`] | a player described on one line; its table says what can be written |
//! | [`settings`] | the settings of such a line: limits, threads, memory, techniques, name |
//! | [`searching`] | our own searches, and the brains that games bring |
//! | [`levels`] | the eight levels of play |
//! | [`perfect`] | the solver that a game brings |
//! | [`random`] | any legal move |
//! | [`program`] | other people's programs, whatever their protocol |
//! | [`line`](mod@line) | such programs, and ours for other people, by the line protocol |
//! | [`gomocup`] | programs that play five in a row, by the Gomocup protocol |
//! | [`uci`] | programs that play chess, by the Universal Chess Interface |

pub mod gomocup;
pub mod levels;
pub mod line;
pub mod perfect;
pub mod program;
pub mod random;
pub mod searching;
pub mod settings;
pub mod spec;
pub mod uci;

pub use spec::PlayerSpec;
