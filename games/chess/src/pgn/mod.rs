//! Games of chess as PGN: read from streams of any length, and written.
//!
//! | module | what it does |
//! |---|---|
//! | [`game`] | a game with its tags, moves, comments and variations |
//! | [`read`] | games from a stream, one after the other |
//! | `movetext` | words, comments and variations become moves |
//! | `start` | tags become the position in which a game begins |
//! | [`annotations`] | clocks and evaluations in comments |
//! | [`write`](mod@write) | games as text |
//! | [`record`] | records of played games as PGN |

pub mod annotations;
pub mod game;
mod movetext;
pub mod read;
pub mod record;
mod start;
pub mod write;

pub use annotations::{Annotations, Eval};
pub use game::{Game, GameResult, Line, Note, Played, Step};
pub use read::{Detail, PgnError, Reader};
pub use write::write;
