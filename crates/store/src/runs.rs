//! Runs: matches, tournaments, training; what they were to do, and what came out.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::check;
use crate::error::StoreError;
use crate::ids::RunId;
use crate::store::Store;
use crate::time::UnixMillis;

/// A run that begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewRun {
    /// Which one.
    pub id: RunId,
    /// What it is: `match`, `tournament`, `training`.
    pub kind: String,
    /// The game with its options.
    pub game: String,
    /// How it was set up.
    pub settings: Value,
    /// When it began.
    pub begun: UnixMillis,
}

/// A run as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How it began.
    #[serde(flatten)]
    pub new: NewRun,
    /// When it ended, if it has.
    pub ended: Option<UnixMillis>,
    /// What came out.
    pub summary: Option<Value>,
}

fn run(row: &AnyRow) -> Result<Run, StoreError> {
    let json = |text: String| {
        serde_json::from_str(&text)
            .map_err(|error| StoreError::Damaged { why: format!("an unreadable run: {error}") })
    };
    let new = NewRun {
        id: row.try_get::<String, _>("id")?.parse()?,
        kind: row.try_get("kind")?,
        game: row.try_get("game")?,
        settings: json(row.try_get("settings")?)?,
        begun: UnixMillis(row.try_get("begun")?),
    };
    let ended = row.try_get::<Option<i64>, _>("ended")?.map(UnixMillis);
    Ok(Run { new, ended, summary: row.try_get::<Option<String>, _>("summary")?.map(json).transpose()? })
}

impl Store {
    /// Stores that a run has begun. One that is stored already changes nothing.
    pub async fn begin_run(&self, new: &NewRun) -> Result<(), StoreError> {
        check::name("the kind of a run", &new.kind)?;
        check::text("a game", &new.game)?;
        let mut writing = self.writing().await?;
        let sql = "INSERT INTO runs (id, kind, game, settings, begun) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql)
            .bind(new.id.to_string())
            .bind(new.kind.as_str())
            .bind(new.game.as_str())
            .bind(new.settings.to_string())
            .bind(new.begun.0)
            .execute(writing.connection())
            .await?;
        writing.commit().await
    }

    /// Stores that a run has ended, and what came out; a run that goes on after its end may end again.
    pub async fn end_run(&self, id: RunId, ended: UnixMillis, summary: &Value) -> Result<(), StoreError> {
        let mut writing = self.writing().await?;
        let query =
            sqlx::query("UPDATE runs SET ended = $2, summary = $3 WHERE id = $1").bind(id.to_string());
        let ended = query.bind(ended.0).bind(summary.to_string()).execute(writing.connection()).await?;
        if ended.rows_affected() == 0 {
            return Err(StoreError::Missing { what: "run", id: id.to_string() });
        }
        writing.commit().await
    }

    /// The run with this id.
    pub async fn run(&self, id: RunId) -> Result<Option<Run>, StoreError> {
        let sql = "SELECT id, kind, game, settings, begun, ended, summary FROM runs WHERE id = $1";
        let row = sqlx::query(sql).bind(id.to_string()).fetch_optional(&mut *self.reading().await?).await?;
        row.as_ref().map(run).transpose()
    }

    /// The newest `limit` runs, of one kind or all, newest first.
    pub async fn runs(&self, kind: Option<&str>, limit: u64) -> Result<Vec<Run>, StoreError> {
        kind.map_or(Ok(()), |kind| check::text("the kind of a run", kind))?;
        let sql = "SELECT id, kind, game, settings, begun, ended, summary FROM runs \
                   WHERE $1 IS NULL OR kind = $1 ORDER BY begun DESC, id LIMIT $2";
        let query = sqlx::query(sql).bind(kind);
        let query = query.bind(check::count("a limit", limit.min(i64::MAX as u64))?);
        query.fetch_all(&mut *self.reading().await?).await?.iter().map(run).collect()
    }
}
