//! Perfect endgames: tables of what every position with few pieces is worth.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::error::InputError;
use crate::solve::{BookError, BookProgress, Halt, Solved};

/// How much tables know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TablesInfo {
    /// The largest of them is about positions with so many pieces of all players together.
    pub pieces: u32,
    /// They know every position with at most so many pieces: fewer, if some tables are missing.
    pub complete: u32,
    /// How many positions they store.
    pub positions: u64,
    /// How many bytes they take.
    pub bytes: u64,
    /// Each table.
    pub tables: Vec<TableInfo>,
}

/// What a single table knows: the positions in which each player has a certain number of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableInfo {
    /// What the table is called, in games whose pieces differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The pieces of the player to move, then of the other.
    pub pieces: [u32; 2],
    /// How many positions it stores.
    pub positions: u64,
    /// How many of them the player to move wins.
    pub wins: u64,
    /// How many of them the player to move loses.
    pub losses: u64,
    /// How many plies the longest win or loss takes.
    pub longest: u32,
}

/// An order for new tables.
#[derive(Clone, Copy, Debug)]
pub struct TableOrder<'a> {
    /// Up to how many pieces of all players together.
    pub pieces: u32,
    /// Which tables, by their names; those that they need are made, too. All with up to so many pieces if there are none.
    pub names: &'a [String],
    /// How many threads work.
    pub threads: usize,
    /// The folder in which each finished table gets a file. Those that are there already are not computed again.
    pub folder: &'a Path,
}

/// An order to check tables against a search that does not look into them.
#[derive(Clone, Copy, Debug)]
pub struct TableCheck<'a> {
    /// Where the tables are.
    pub folder: &'a Path,
    /// How many positions to search.
    pub sample: u64,
    /// Where the choice of the sample begins.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
}

/// A position whose value is not what a table says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrongEntry {
    /// The position.
    pub position: String,
    /// What the table says; nothing if it does not know.
    pub table: Option<Solved>,
    /// What the search found.
    pub found: Solved,
}

/// What a check of tables found. Files that are damaged end it before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableVerdict {
    /// The tables.
    pub tables: TablesInfo,
    /// How many positions were searched.
    pub checked: u64,
    /// Those whose values differ.
    pub wrong: Vec<WrongEntry>,
    /// The time it took.
    pub elapsed: Duration,
}

/// Endgame tables that a game can make, check and use.
pub trait EndgameTables: Send + Sync {
    /// Up to how many pieces tables can be made.
    fn most_pieces(&self) -> u32;

    /// From how many pieces on tables can be made.
    fn fewest_pieces(&self) -> u32 {
        2
    }

    /// How many pieces all positions have, in games in which their number does not change: then there is one table, and
    /// nobody needs to say up to how many pieces.
    fn constant_pieces(&self) -> Option<u32> {
        None
    }

    /// What single tables are called, in games whose pieces differ; empty where tables have no names.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Why an order with names makes no sense, as [`build`](EndgameTables::build) would say; nothing if it does.
    fn refusal(&self, _order: &TableOrder<'_>) -> Option<InputError> {
        None
    }

    /// Makes tables; `watch` hears of progress, from one thread at a time, and `halt` stops the work. What was finished
    /// stays.
    fn build(
        &self,
        order: &TableOrder<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<TablesInfo, BookError>;

    /// Reads all tables of a folder and looks whether they are as they were written, then finds the values of a random
    /// sample of their positions again: by search, or, where that would take too long, from their moves and what the table
    /// says of the positions after them.
    fn verify(
        &self,
        check: &TableCheck<'_>,
        watch: &(dyn Fn(BookProgress) + Sync),
        halt: Halt<'_>,
    ) -> Result<TableVerdict, BookError>;

    /// What the tables of a folder know, as their beginnings say.
    fn info(&self, folder: &Path) -> Result<TablesInfo, BookError>;

    /// Has searches of this game use the tables of a folder from now on. Once only.
    fn load(&self, folder: &Path) -> Result<TablesInfo, BookError>;

    /// Up to how many pieces searches of this game know the value at present.
    fn known_pieces(&self) -> u32;
}
