//! All that is known of somebody: to be handed over, and to be erased.

use serde::{Deserialize, Serialize};
use sqlx::error::DatabaseError;
use sqlx::raw_sql;

use crate::book::{self, BookRow, Scope};
use crate::error::StoreError;
use crate::filter::GameFilter;
use crate::games::{self, GameEntry};
use crate::ids::OpponentId;
use crate::opponents::{self, Opponent, missing};
use crate::profiles::{self, Profile};
use crate::store::Store;

/// All that is known of an opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpponentFile {
    /// Who.
    pub opponent: Opponent,
    /// Every profile of every game.
    pub profiles: Vec<Profile>,
    /// Every game that they had a seat in.
    pub games: Vec<GameEntry>,
    /// Their own book.
    pub book: Vec<BookRow>,
}

/// What was erased.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Erased {
    /// How many games.
    pub games: u64,
    /// How many profiles.
    pub profiles: u64,
    /// How many rows of their book.
    pub book: u64,
}

impl Store {
    /// All that is known of an opponent, at one moment.
    pub async fn export_opponent(&self, id: OpponentId) -> Result<OpponentFile, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let opponent = opponents::by_id(&mut snapshot, id).await?.ok_or_else(|| missing(id))?;
        let profiles = profiles::history(&mut snapshot, id, None).await?;
        let filter = GameFilter { opponent: Some(id), ..GameFilter::default() };
        let games = games::list(&mut snapshot, &filter).await?;
        let sql = "SELECT scope, game, position, move, visits, score FROM book WHERE scope = $1 \
                   ORDER BY game, position, move";
        let rows = sqlx::query(sql).bind(String::from(Scope::Opponent(id))).fetch_all(&mut *snapshot).await?;
        let book = rows.iter().map(book::row).collect::<Result<_, _>>()?;
        Ok(OpponentFile { opponent, profiles, games, book })
    }

    /// Erases an opponent with all games, the tables at which those were played, profiles and the book of their own. What their games added to the book of
    /// everybody stays: those are sums without names. Summaries of runs stay as they were written.
    pub async fn erase_opponent(&self, id: OpponentId) -> Result<Erased, StoreError> {
        let mut writing = self.writing().await?;
        let mut rows = [0; 5];
        let steps = [
            // A table and the game that was played at it have the same id.
            "DELETE FROM tables WHERE id IN (SELECT p.game FROM game_players p WHERE p.opponent = $1)",
            "DELETE FROM games WHERE id IN (SELECT p.game FROM game_players p WHERE p.opponent = $1)",
            "DELETE FROM profiles WHERE opponent = $1",
            "DELETE FROM book WHERE scope = $1",
            "DELETE FROM opponents WHERE id = $1",
        ];
        for (count, sql) in rows.iter_mut().zip(steps) {
            let deleted = sqlx::query(sql).bind(id.to_string()).execute(writing.connection()).await;
            *count = deleted.map_err(somebody_added)?.rows_affected();
        }
        let [_, games, profiles, book, known] = rows;
        if known == 0 {
            return Err(missing(id));
        }
        writing.commit().await?;
        self.empty_log().await;
        Ok(Erased { games, profiles, book })
    }

    /// What was erased is still in SQLite's log until that is taken over. If others read just now, it goes later.
    async fn empty_log(&self) {
        if self.is_sqlite()
            && let Ok(mut connection) = self.reading().await
        {
            let _ = raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *connection).await;
        }
    }
}

/// In PostgreSQL a game may come in between that refers to who is being erased.
fn somebody_added(error: sqlx::Error) -> StoreError {
    if error.as_database_error().is_some_and(DatabaseError::is_foreign_key_violation) {
        return StoreError::Busy { why: "a game of this opponent was stored meanwhile".to_owned() };
    }
    error.into()
}
