//! Books of openings in the format of Polyglot: sorted entries of a position's key, a move and its weight.
//!
//! ```text
//! bytes 0..8    key of the position, the most significant byte first, as all numbers
//! bytes 8..10   move: bits 0..6 target, 6..12 origin, 12..15 promotion (1 knight to 4 queen); castling takes the rook
//! bytes 10..12  weight
//! bytes 12..16  learned: kept for programs that use it
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | [`key`](mod@key) | the keys of positions |
//! | `numbers` | the random numbers that keys are made of |
//! | [`entry`] | entries of 16 bytes |
//! | [`book`] | reading, looking up, choosing |
//! | [`make`] | a new book from games |
//! | `hook` | what the rest of mossa asks for |

pub mod book;
pub mod entry;
mod hook;
pub mod key;
pub mod make;
mod numbers;

pub use book::Book;
pub use entry::Entry;
pub use key::{key, key_after, keys};
pub use make::Maker;
