//! Positions in Forsyth-Edwards notation: pieces, whose turn it is, rights to castle, en passant, the clock of the
//! fifty-move rule, the number of the move.
//!
//! Rights to castle are written `KQkq` in chess, and as the files of the rooks in Chess960 (Shredder-FEN). Both are read
//! in either game; in Chess960 `K` and `Q` mean the outermost rook (X-FEN).

mod read;
mod validate;
mod write;

pub use read::read;
pub(crate) use read::{MOST_NUMBER, digits};
pub use write::write;

/// How castling is meant and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Kings castle from the e-file with rooks on the a- and h-files.
    Chess,
    /// Kings and rooks begin on any file.
    Chess960,
}
