//! Games that are being played on a server: stored move by move, so that nothing that was acknowledged is lost.

use std::fmt;
use std::str::FromStr;

use mossa_game::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::changes;
use crate::check;
use crate::error::StoreError;
use crate::ids::TableId;
use crate::store::Store;
use crate::time::UnixMillis;

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// Somebody has not come yet.
    Waiting,
    /// It is played.
    Running,
    /// It is over.
    Over,
}

impl TableState {
    /// All of them.
    pub const ALL: [TableState; 3] = [TableState::Waiting, TableState::Running, TableState::Over];

    /// The word used in every text.
    pub const fn as_str(self) -> &'static str {
        match self {
            TableState::Waiting => "waiting",
            TableState::Running => "running",
            TableState::Over => "over",
        }
    }
}

impl fmt::Display for TableState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for TableState {
    type Err = InputError;

    fn from_str(text: &str) -> Result<TableState, InputError> {
        let state = TableState::ALL.into_iter().find(|state| state.as_str() == text);
        state.ok_or_else(|| check::bad(format!("\"{text}\" as a state"), "waiting, running or over"))
    }
}

/// A table without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredTable {
    /// Which one.
    pub id: TableId,
    /// The game with its options.
    pub game: String,
    /// How far it has come.
    pub state: TableState,
    /// The number of changes, from 1.
    pub version: u64,
    /// When it changed last.
    pub updated: UnixMillis,
    /// Everything else, as whoever plays the table wants it.
    pub document: Value,
}

/// What a table becomes.
#[derive(Clone, PartialEq, Debug)]
pub struct TableChange {
    /// The table from now on. Its version must be one more than the stored one.
    pub table: StoredTable,
    /// So many moves stay.
    pub kept: usize,
    /// Whether there are moves behind those, which go.
    pub cut: bool,
    /// The moves that follow.
    pub added: Vec<TableMove>,
}

/// A move of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableMove {
    /// The move.
    pub text: String,
    /// How long the player thought.
    pub millis: Option<u64>,
    /// What the player made of the position before.
    pub value: Option<Value>,
}

fn table(row: &AnyRow) -> Result<StoredTable, StoreError> {
    let damaged = |why: String| StoreError::Damaged { why: format!("an unreadable table: {why}") };
    let document: String = row.try_get("document")?;
    let version: i64 = row.try_get("version")?;
    Ok(StoredTable {
        id: row.try_get::<String, _>("id")?.parse()?,
        game: row.try_get("game")?,
        state: row.try_get::<String, _>("state")?.parse()?,
        version: u64::try_from(version).map_err(|error| damaged(error.to_string()))?,
        updated: UnixMillis(row.try_get("updated")?),
        document: serde_json::from_str(&document).map_err(|error| damaged(error.to_string()))?,
    })
}

fn validate(table: &StoredTable) -> Result<(), StoreError> {
    check::text("a game", &table.game)?;
    check::count("a version", table.version)?;
    Ok(())
}

fn validate_change(change: &TableChange) -> Result<(), StoreError> {
    validate(&change.table)?;
    for m in &change.added {
        check::text("a move", &m.text)?;
        m.millis.map_or(Ok(0), |millis| check::count("a time", millis))?;
    }
    Ok(())
}

impl Store {
    /// Stores a new table, which has no moves yet.
    pub async fn create_table(&self, table: &StoredTable) -> Result<(), StoreError> {
        validate(table)?;
        let mut writing = self.writing().await?;
        let sql = "INSERT INTO tables (id, game, state, version, updated, document) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        sqlx::query(sql)
            .bind(table.id.to_string())
            .bind(table.game.as_str())
            .bind(table.state.as_str())
            .bind(check::count("a version", table.version)?)
            .bind(table.updated.0)
            .bind(table.document.to_string())
            .execute(writing.connection())
            .await?;
        writing.commit().await
    }

    /// Stores what tables have become, all in one transaction: a commit waits for the disk, however much is in it.
    ///
    /// Each change gets an answer of its own. One whose table is not at the version before was overtaken by somebody else's:
    /// nothing of it is stored, and the others are. An error of the whole means that nothing is.
    pub async fn change_tables(
        &self,
        changes: &[TableChange],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let mut answers: Vec<Result<(), StoreError>> = changes.iter().map(validate_change).collect();
        let sound: Vec<usize> = (0..changes.len()).filter(|index| answers[*index].is_ok()).collect();
        let mut writing = self.writing().await?;
        let sound_changes: Vec<&TableChange> = sound.iter().map(|index| &changes[*index]).collect();
        let written = changes::write(writing.connection(), &sound_changes).await?;
        for (index, _) in sound.into_iter().zip(written).filter(|(_, written)| !written) {
            let TableChange { table, .. } = &changes[index];
            answers[index] =
                Err(StoreError::TableMoved { id: table.id, based_on: table.version.saturating_sub(1) });
        }
        writing.commit().await?;
        Ok(answers)
    }

    /// The table with this id.
    pub async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let sql = "SELECT id, game, state, version, updated, document FROM tables WHERE id = $1";
        let row = sqlx::query(sql).bind(id.to_string()).fetch_optional(&mut *self.reading().await?).await?;
        row.as_ref().map(table).transpose()
    }

    /// The moves of a table, first to last.
    pub async fn table_moves(&self, id: TableId) -> Result<Vec<TableMove>, StoreError> {
        let sql = "SELECT move, millis, value FROM table_moves WHERE table_id = $1 ORDER BY ply";
        let rows = sqlx::query(sql).bind(id.to_string()).fetch_all(&mut *self.reading().await?).await?;
        let read = |row: &AnyRow| {
            let millis: Option<i64> = row.try_get("millis")?;
            let value: Option<String> = row.try_get("value")?;
            Ok(TableMove {
                text: row.try_get("move")?,
                millis: millis.and_then(|millis| u64::try_from(millis).ok()),
                value: value.and_then(|value| serde_json::from_str(&value).ok()),
            })
        };
        rows.iter().map(read).collect()
    }

    /// The newest `limit` tables in a state, or in any, the last changed first.
    pub async fn tables(
        &self,
        state: Option<TableState>,
        limit: u64,
    ) -> Result<Vec<StoredTable>, StoreError> {
        let sql = "SELECT id, game, state, version, updated, document FROM tables \
                   WHERE $1 IS NULL OR state = $1 ORDER BY updated DESC, id LIMIT $2";
        let query = sqlx::query(sql).bind(state.map(TableState::as_str));
        let query = query.bind(check::count("a limit", limit.min(i64::MAX as u64))?);
        query.fetch_all(&mut *self.reading().await?).await?.iter().map(table).collect()
    }

    /// Tables that are over and had moves, but whose games were not recorded: the program ended in between.
    pub async fn unrecorded_tables(&self, limit: u64) -> Result<Vec<StoredTable>, StoreError> {
        let sql = "SELECT t.id, t.game, t.state, t.version, t.updated, t.document FROM tables t \
                   WHERE t.state = 'over' AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = t.id) \
                   AND EXISTS (SELECT 1 FROM table_moves m WHERE m.table_id = t.id) \
                   ORDER BY t.updated, t.id LIMIT $1";
        let query = sqlx::query(sql).bind(check::count("a limit", limit.min(i64::MAX as u64))?);
        query.fetch_all(&mut *self.reading().await?).await?.iter().map(table).collect()
    }
}
