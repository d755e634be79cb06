//! Perfect endgames: who wins and how soon, for all positions with few pieces.
//!
//! | module | what it holds |
//! |---|---|
//! | `binomials` | the numbers that counting needs |
//! | `placement` | the stacks of one player as a number |
//! | `index` | positions as numbers without gaps |
//! | `entry` | a value in a byte |
//! | `layers` | placements in the order in which tables are filled |
//! | `successors` | what moves lead to |
//! | `build` | fills tables |
//! | `shelf` | finished tables |
//! | `mapping` | files as memory |
//! | `file` | tables as files |
//! | `probe` | positions of games in tables; the small tables that are always there |
//! | `forward` | a search that knows no table, to check them |
//! | `orders` | what the contract asks: build, verify, load |
//!
//! The values are those of the game without a limit of moves, which has no draws. The winner wins as soon as possible,
//! the loser loses as late as possible, and a pass is a ply.

mod binomials;
mod build;
mod entry;
mod file;
mod forward;
mod index;
mod layers;
mod mapping;
mod orders;
mod placement;
mod probe;
mod shelf;
mod successors;

pub(crate) use probe::Loaded;

/// The most pieces of both players together for which there are tables: on 8x8 those of up to 7 take 963 MB, those of 8
/// would take 7 GB more.
const MOST_PIECES: usize = 7;

/// All tables together shall take no more: a gigabyte, as programs count.
const MOST_BYTES: u64 = 1 << 30;
