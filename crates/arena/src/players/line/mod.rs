//! The line protocol: text lines over pipes between an arena and a program. `docs/line-protocol.md` tells all of it.
//!
//! | module | what it is |
//! |---|---|
//! | `messages` | the lines: how both sides write and read them |
//! | `manager` | the arena's side: a program as a player |
//! | `serve` | the program's side: our players for other people's arenas |

mod manager;
mod messages;
mod serve;
#[cfg(test)]
mod tests;

pub use manager::LinePlayer;
pub use serve::Bot;
