//! Chess by the rules of FIDE, and Chess960.
//!
//! | module | what it holds |
//! |---|---|
//! | [`square`], [`bitboard`], [`piece`] | squares, sets of them, colours and kinds |
//! | `geometry` | where kings, knights and pawns reach; what lies between squares |
//! | `slides` | where rooks and bishops reach: tables with PEXT, or magic multiplication |
//! | `zobrist` | the numbers that keys are made of |
//! | [`moves`] | moves in 16 bits |
//! | [`position`] | sets by kind and colour, what stands on each square, keys |
//! | `make` | playing moves |
//! | `attacks` | who attacks what |
//! | [`generate`] | legal moves, listed or counted |
//! | `perft` | positions counted as the usual tables do |
//! | [`see`] | what exchanges on a square are worth |
//! | [`start`] | the 960 arrangements |
//! | [`fen`], [`uci`], [`san`] | positions and moves as text |
//! | [`pgn`] | games as text, from streams of any length |
//! | [`epd`] | positions with operations: test suites, labels |
//! | [`polyglot`] | books of openings in the format of Polyglot |
//! | [`rules`] | the contract's `Game` |
//! | [`notation`] | the contract's texts |
//! | [`tactics`] | what the search may know |
//! | [`mate`] | a prover of forced mates |
//! | [`eval`] | the evaluation by named terms |
//! | [`chances`] | what its points mean in results |
//! | [`endgame`] | tables of who wins and how soon, with few men |
//! | [`syzygy`] | the tables of Ronald de Man |
//! | [`train`] | its weights from the results of games |
//! | `themes`, `bots` | the ways in which people go wrong, and weak players who do |
//! | [`view`] | the board as people see it |
//! | [`family`] | the name and the options |

/// The examples of the documentation, which are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/pgn.md")]
struct Documentation;

mod attacks;
pub mod bitboard;
mod bots;
pub mod chances;
pub mod endgame;
pub mod epd;
pub mod eval;
pub mod family;
pub mod fen;
pub mod generate;
mod geometry;
mod make;
pub mod mate;
pub mod moves;
pub mod notation;
mod perft;
pub mod pgn;
pub mod piece;
pub mod polyglot;
pub mod position;
pub mod rules;
pub mod san;
pub mod see;
mod slides;
pub mod square;
pub mod start;
pub mod syzygy;
pub mod tactics;
mod themes;
pub mod train;
pub mod uci;
pub mod view;
mod zobrist;

pub use bitboard::Bitboard;
pub use eval::Tapered;
pub use family::ChessFamily;
pub use moves::ChessMove;
pub use piece::{Color, Kind};
pub use position::Position;
pub use rules::Chess;
pub use square::Square;
pub use start::StartNumber;
