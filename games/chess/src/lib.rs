//! Chess and Chess960.
pub mod bitboard;
pub mod piece;
pub mod square;
pub mod moves;
pub mod position;
pub mod generate;
pub mod start;
pub mod fen;
mod attacks;
mod geometry;
mod make;
mod slides;
mod zobrist;
pub use position::Position;
pub use square::Square;
pub use moves::ChessMove;
pub mod rules;
pub use rules::Chess;
