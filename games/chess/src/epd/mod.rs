//! Positions with operations, one on a line: test suites, labelled positions, openings.
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! ```
//!
//! Four fields of FEN, then operations: a code, operands with blanks between them, a semicolon. Operands in quotes may
//! hold anything but quotes. Readers of this format meet many that stretch it, so all six fields of FEN are accepted, too,
//! and so are operations without a semicolon at the end of the line, a semicolon in front of them, and unknown codes.

mod line;
mod meanings;
pub(crate) mod problem;

pub use line::{Epd, Operand, Operation};
pub use meanings::Points;
