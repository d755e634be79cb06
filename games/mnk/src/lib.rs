//! (m,n,k)-games: two players take turns to mark a cell of a board with m rows
//! and n columns; whoever first has k marks in a row, column or diagonal wins.
//! Tic-tac-toe is `mnk:3,3,3`, gomoku `mnk:15,15,5`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | what all positions share: lines, symmetries, hashing keys |
//! | [`cells`] | sets of cells as bitboards |
//! | [`position`] | stones, and the line counts that every stone changes in O(k) |
//! | [`rules`] | the contract's `Game`: moves, play, undo, outcome |
//! | [`notation`] | moves such as `b2`, positions such as `3/1x1/3 o` |
//! | [`symmetry`] | the 8 symmetries of a square board, the 4 of a rectangle |
//! | [`renju`] | the moves that renju forbids the first player |
//! | [`shapes`] | what a stone on each cell would make: open threes, fours and so on |
//! | `sight` | what shapes tell at a glance |
//! | [`tactics`] | threats that need no search, and draws seen early |
//! | [`eval`] | what undecided positions are worth: open lines, or shapes |
//! | [`proof`], [`solver`] | who wins with perfect play, with proofs that can be checked |
//! | `themes`, `bots` | the ways in which people go wrong, and weak players who do |
//! | [`document`] | the players of a students' report, as other brains |
//! | [`vcf`] | wins by continuous fours |
//! | [`vct`] | wins by continuous threats: fours and open threes |
//! | [`view`] | the board as people see it |
//! | [`swap2`] | gomoku whose players bargain about the opening: a game of its own |
//! | [`family`] | the name, the options, the word widths |

pub mod board;
mod bots;
pub mod cells;
pub mod document;
pub mod eval;
pub mod family;
pub mod notation;
pub mod position;
pub mod proof;
pub mod renju;
pub mod rules;
pub mod shapes;
mod sight;
pub mod solver;
pub mod swap2;
pub mod symmetry;
pub mod tactics;
mod themes;
pub mod vcf;
pub mod vct;
pub mod view;

pub use board::{Board, CellIndex, Rule};
pub use eval::{OpenLines, Prospects};
pub use family::MnkFamily;
pub use position::Position;
pub use rules::{Mark, Mnk};
pub use swap2::Swap2Family;
