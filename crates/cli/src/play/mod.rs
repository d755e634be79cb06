//! Playing in the terminal.
//!
//! ```text
//! key press -> app (cursor, gesture, command) -> desk (the session, the engine in a thread)
//!                          |                             |
//!                        screen <------ what is shown ---+
//! ```
//!
//! Nothing here knows a game: boards are drawn from layouts and scenes, moves are gestures or texts.

pub(crate) mod app;
pub(crate) mod command;
pub(crate) mod cursor;
pub(crate) mod desk;
pub(crate) mod gesture;
pub(crate) mod plain;
pub(crate) mod rival;
pub(crate) mod save;
pub(crate) mod screen;
pub(crate) mod seats;
pub(crate) mod shown;
pub(crate) mod sitting;
pub(crate) mod svg;
pub(crate) mod terminal;
