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
//! | [`symmetry`] | a half turn that exchanges the players |
//! | [`tactics`] | what to try first, and captures for the leaves |
//! | [`eval`] | named terms with weights that were tuned |

pub mod board;
pub mod cells;
pub mod direction;
pub mod eval;
pub mod position;
pub mod rules;
pub mod symmetry;
pub mod tactics;

pub use board::Board;
pub use cells::{CellIndex, Cells};
pub use direction::Direction;
pub use eval::WhiteBox;
pub use position::Position;
pub use rules::{Dipole, Start, Step};
