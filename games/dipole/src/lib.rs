//! Dipole, Mark Steere's game of stacks (2007): whoever has no pieces left has lost. `dipole` is the game of the
//! University of Calabria's course, `dipole:limit=none` Steere's own.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cells`] | dark cells and sets of them |
//! | [`direction`] | the eight directions |
//! | [`board`] | what all positions share: where stacks can go, hashing keys |
//! | [`position`] | stacks on the board |
//! | [`rules`] | the contract's `Game`: moves, play, undo, outcome |
//! | [`notation`] | moves such as `H5,NE,1`, positions such as `1,b12,2/4/4/4/4/4/4/2,w12,1 w 120` |
//! | [`symmetry`] | a half turn that exchanges the players |
//! | [`tables`] | perfect endgames: who wins and how soon, with few pieces |
//! | [`tactics`] | what to try first, and captures for the leaves |
//! | [`eval`] | named terms with weights that were tuned |
//! | `themes`, `bots` | the ways in which people go wrong, and weak players who do |
//! | [`document`] | the player of a students' report, as another brain |
//! | [`view`] | the board as people see it |
//! | [`family`] | the name, the options, the boards |

pub mod board;
mod bots;
pub mod cells;
pub mod direction;
pub mod document;
pub mod eval;
pub mod family;
pub mod notation;
pub mod position;
pub mod rules;
pub mod symmetry;
pub mod tables;
pub mod tactics;
mod themes;
pub mod view;

pub use board::Board;
pub use cells::{CellIndex, Cells};
pub use direction::Direction;
pub use eval::WhiteBox;
pub use family::DipoleFamily;
pub use position::Position;
pub use rules::{Dipole, Start, Step};
