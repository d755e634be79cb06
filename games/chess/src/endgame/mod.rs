//! Perfect endgames: who wins and how soon, for all positions with three and four men.
//!
//! | module | what it holds |
//! |---|---|
//! | [`material`] | which pieces there are, such as `KQKR` |
//! | `kings` | the places of two kings by number, but for turns and mirrors of the board |
//! | `men` | where the men of an endgame stand; positions of games seen that way |
//! | `index` | such places as numbers |
//! | `retract` | where men may have come from |
//! | `space` | an endgame as the retrograde analysis wants it |
//! | `shelf` | finished tables |
//! | `build` | tables in the order in which they need each other |
//! | `file` | tables as files |
//! | `orders` | what the contract asks: build, verify, load |
//! | `check` | tables compared with what follows from the moves |
//! | `census` | how many positions have which value, on the whole board |
//! | `loaded` | tables that games use, those of Syzygy too |
//! | `probe` | what tables say about the positions of games |
//!
//! Distances are plies to mate without the rule of fifty moves; `probe` heeds it. Rights to castle are not in the tables.

mod build;
mod census;
mod check;
mod file;
mod index;
mod kings;
mod loaded;
pub mod material;
mod men;
mod orders;
mod probe;
mod retract;
mod shelf;
mod space;

pub use census::positions;
pub(crate) use loaded::Loaded;
pub use material::Material;
pub use probe::Endgame;

/// Tables are made for more men than the kings.
pub(crate) const FEWEST_MEN: u32 = 3;

/// Tables are made for so many men, kings included.
pub(crate) const MOST_MEN: u32 = 4;
