//! Connect 4: stones fall into columns; four in a row, column or diagonal win. `connect4` is the usual board of seven
//! columns and six rows, `connect4:8x7` one of eight and seven.
//!
//! | module | what it holds |
//! |---|---|
//! | [`geometry`] | boards of any size as words of bits |
//! | [`position`] | the stones of the player to move, and all stones |
//! | [`rules`] | the contract's `Game`: moves, play, undo, outcome |
//! | [`notation`] | moves such as `4`, positions such as `4453` |
//! | [`symmetry`] | left and right |
//! | [`threats`] | patterns of a player's stones, found by shifts |
//! | [`tactics`] | what needs no search, and what to try first |
//! | [`eval`] | threats, pairs, open lines and the middle, by weights that were fitted |
//! | [`solver`] | the exact solver |
//! | [`book`] | exact scores of the opening, made by the solver |
//! | [`themes`] | the ways in which people go wrong |
//! | `bots` | weak players with known weaknesses |
//! | [`document`] | the engine of a students' report, as another brain |
//! | [`view`] | the board as people see it |
//! | [`family`] | the name, the options, the word widths |

pub mod book;
mod bots;
pub mod document;
pub mod eval;
pub mod family;
pub mod geometry;
mod mixing;
pub mod notation;
pub mod position;
pub mod rules;
pub mod solver;
pub mod symmetry;
pub mod tactics;
pub mod themes;
pub mod threats;
pub mod view;

pub use eval::WhiteBox;
pub use family::Connect4Family;
pub use position::Position;
pub use rules::{Column, Connect4};
