//! The line protocol: text lines over pipes between an arena and a program. `docs/line-protocol.md` tells all of it.
//!
//! | module | what it is |
//! |---|---|
//! | `bounded` | lines from somebody who may never end them |
//! | `messages` | the lines: how both sides write and read them |
//! | `process` | a program that was started: its pipes, its patience, its end |
//! | `manager` | the arena's side: a program as a player |
//! | `serve` | the program's side: our players for other people's arenas |

mod bounded;
mod manager;
mod messages;
mod process;
mod serve;
#[cfg(test)]
mod tests;

pub use manager::LinePlayer;
pub use process::end_group;
pub use serve::Bot;
