//! Games in the manner of chess's PGN, as far as no game needs to be known: tags, comments, variations, and words that
//! are moves, numbers, glyphs or results.
//!
//! ```text
//! [FEN "..."]                              tags
//! % a line that nobody reads
//! 1. e4 {a comment} e5 ; another one
//! 2.Nf3 $1 (2. f4 exf4 (2... d5)) Nc6 1-0  numbers, glyphs, variations, a result
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | [`tokens`] | splits a text into its parts |
//! | [`words`] | tells what a word is, if the game need not be known for it |
//! | [`blocks`] | splits a stream into texts of one game |
//! | [`write`](mod@write) | tags and lines of limited length |
//!
//! Whether a word is a legal move is for the game to say, and so is what a number in front of it means: in some games a
//! move is a number.

pub mod blocks;
pub mod tokens;
pub mod words;
pub mod write;

pub use blocks::{Block, Blocks};
pub use tokens::{BadLine, Token, Tokens};
pub use write::{Wrapped, tag};
