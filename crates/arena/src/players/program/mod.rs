//! Other people's programs: what every protocol over pipes needs.
//!
//! | module | what it is |
//! |---|---|
//! | `bounded` | lines from somebody who may never end them |
//! | `protocol` | which protocols there are |
//! | `process` | a program that was started: its pipes, its patience, its end |
//! | `conversation` | what a program says when it is asked, and what it does wrong |
//! | `command` | commands as people write them |
//! | `words` | the words of lines |

mod bounded;
mod command;
mod conversation;
mod process;
mod protocol;
mod words;

pub(super) use bounded::{Read, read_line};
pub use command::command_words;
pub(super) use conversation::Conversation;
#[cfg(test)]
pub(super) use process::Process;
pub use process::end_group;
pub(super) use protocol::Protocol;
pub(super) use words::{quoted, split_word};
