//! Nim for two to six players: a complete game in a few small files.
//!
//! There are some heaps of stones. Whoever is to move takes one or more stones
//! from one heap; whoever takes the last stone of all wins.
//!
//! It is the smallest example of the contract, and what generic code is tested
//! with where two, three or six players are needed. Each file answers one
//! question of the contract, as the files of every game do.

mod book;
mod evaluate;
mod family;
mod notation;
mod position;
mod rules;
mod solver;
mod symmetry;
mod tactics;
mod themes;
mod view;

pub use evaluate::LastStone;
pub use family::NimFamily;
pub use position::{Position, Take};
pub use rules::Nim;
pub use solver::NimSolver;
