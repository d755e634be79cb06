//! A prover of forced mates.
//!
//! It answers whether the side to move mates in a number of moves, whatever the other side does, with every legal move
//! of both: quiet keys and sacrifices count as much as checks. What is claimed is certain. Draws by the clock of fifty
//! moves, by want of material and by positions that the game has seen twice are heeded.
//!
//! | module | what it holds |
//! |---|---|
//! | `last` | whether one move mates |
//! | `two` | whether two moves do |
//! | `numbers` | how far a proof and a disproof seem to be |
//! | `table` | what is remembered of positions |
//! | `search` | depth-first proof-number search with a limit of moves |
//! | `imitate` | the same refutation against other defences |
//! | `line` | a line to the mate, against the longest defence |
//! | `ladder` | which limits are tried, and how long |

mod imitate;
mod ladder;
mod last;
mod line;
mod numbers;
mod search;
mod table;
mod two;

pub use ladder::{MateMemory, MateSearch, Mated};

/// The longest mate that is looked for. Longer ones are left to the general search.
pub const MOST_MOVES: u8 = 20;
