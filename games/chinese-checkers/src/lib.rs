//! Chinese Checkers: two, three, four or six players bring their pieces from one point of a star to the opposite one, by
//! steps and by chains of hops over other pieces.
//!
//! | module | what it holds |
//! |---|---|
//! | [`shape`] | the geometry: holes, neighbours, the points where players sit |
//! | [`setup`] | who plays on which board by which rules |
//! | [`board`] | what all positions of a game share: seats, tables, hashing keys |
//! | [`holes`] | sets of holes as bitboards |
//! | [`profile`] | the rules that differ from place to place, as switches with named combinations |
//! | [`position`] | where everybody's pieces are |
//! | [`hops`] | where a piece can go, and by which way |
//! | [`race`] | the fewest moves home alone, for armies that have passed each other |
//! | [`rules`] | the contract's `Game` |
//! | [`notation`] | moves such as `d1-c2`, positions such as `b/4/3/4/a a` |
//! | [`solver`] | exact values of small games |
//! | [`space`] | all positions by number, for two players |
//! | [`symmetry`] | mirrors and turns of the board |
//! | `themes`, `bots` | the ways in which people go wrong, and weak players who do |
//! | [`document`] | the search of a students' report, with its counts |
//! | [`eval`] | how far everybody's pieces have to go |
//! | [`tables`] | the values of all positions in files |
//! | [`worth`] | what a piece is worth in a hole |
//! | `shares` | what everybody can expect where more than two play |
//! | [`tactics`] | what the search may know |
//! | [`view`] | the board as people see it |
//! | [`family`] | the name, the options, the word widths |

pub mod board;
mod bots;
pub mod document;
pub mod eval;
pub mod family;
pub mod holes;
pub mod hops;
pub mod notation;
pub mod position;
pub mod profile;
pub mod race;
pub mod rules;
pub mod setup;
pub mod shape;
mod shares;
pub mod solver;
pub mod space;
pub mod symmetry;
pub mod tables;
pub mod tactics;
mod themes;
pub mod view;
pub mod worth;

pub use board::{Board, Hole};
pub use eval::Progress;
pub use family::ChineseCheckersFamily;
pub use position::Position;
pub use profile::Profile;
pub use rules::{ChineseCheckers, Walk};
pub use setup::Setup;
pub use shape::Shape;
