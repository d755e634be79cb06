//! Books of opening moves, which other programs may read, too: made from played games, and looked up.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::InputError;
use crate::solve::{BookError, BookProgress, Halt};

/// What a new book is made of.
#[derive(Clone, Copy, Debug)]
pub struct MoveBookOrder<'a> {
    /// Files with games.
    pub games: &'a [PathBuf],
    /// How many moves of each game are looked at.
    pub plies: u32,
    /// Moves that were played in fewer games are left out.
    pub least_games: u32,
}

/// A new book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MadeBook {
    /// What its file is to hold.
    pub bytes: Vec<u8>,
    /// How many games went into it.
    pub games: u64,
    /// How many positions it knows.
    pub positions: u64,
    /// How many moves it knows in them.
    pub moves: u64,
    /// How many games could not be read.
    pub unreadable: u64,
    /// Why, for the first of them.
    pub problems: Vec<String>,
}

/// A move in a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// As people write it, if that is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<String>,
    /// Its weight.
    pub weight: u64,
    /// How often it is to be chosen among the moves of the position, 0 to 1.
    pub share: f64,
}

/// Books of opening moves that a game can make and read.
pub trait MoveBooks: Send + Sync {
    /// The usual ending of the name of such a file.
    fn ending(&self) -> &'static str;

    /// Makes a book of games. Those that cannot be read are left out. Progress is told in bytes.
    fn make(
        &self,
        order: &MoveBookOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<MadeBook, BookError>;

    /// Reads the book in `file`, once for all questions: some have millions of moves.
    fn open(&self, file: &Path) -> Result<Box<dyn MoveBook>, InputError>;
}

/// A book that was read.
pub trait MoveBook: Send + Sync {
    /// What it knows of the position with this text, the heaviest move first.
    fn look_up(&self, position: &str) -> Result<Vec<BookMove>, InputError>;
}
