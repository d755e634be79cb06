//! Games: stored once, with everything that was learned from them.

use mossa_game::{GameRecord, Outcome, Player, Verdict};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::error::DatabaseError;
use sqlx::{AnyConnection, Row};

use crate::book::{self, BookUpdate};
use crate::check;
use crate::error::{StoreError, postgres_code};
use crate::filter::GameFilter;
use crate::ids::{GameId, OpponentId, RunId};
use crate::profiles::{self, NewProfile};
use crate::store::Store;
use crate::time::UnixMillis;

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Which one.
    pub id: GameId,
    /// When it was played.
    pub played: UnixMillis,
    /// The run that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// Who of those we know sat in each seat; seats at the end may be left out.
    #[serde(default)]
    pub opponents: Vec<Option<OpponentId>>,
    /// The game.
    pub record: GameRecord,
}

impl GameEntry {
    /// A game with a new id that was played just now, by nobody we know.
    pub fn new(record: GameRecord) -> Result<GameEntry, StoreError> {
        let (id, played) = (GameId::random()?, UnixMillis::now());
        Ok(GameEntry { id, played, run: None, opponents: Vec::new(), record })
    }

    fn validate(&self) -> Result<(), StoreError> {
        self.record.validate()?;
        check::text("a game", &self.record.game)?;
        let (seats, known) = (self.record.players.len(), self.opponents.len());
        if known > seats {
            return Err(
                check::bad(format!("{known} opponents"), format!("at most {seats}, one a seat")).into()
            );
        }
        for player in &self.record.players {
            check::text("a player's name", &player.name)?;
        }
        Ok(())
    }
}

/// What became of a game that was to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// It is stored now.
    Stored,
    /// It had been stored before, and nothing was counted again.
    AlreadyThere,
}

impl Store {
    /// Stores a game together with what it adds to books and the profiles that were learned from it: all, or nothing.
    /// A game whose id is stored already changes nothing, so it may be tried again after any failure.
    pub async fn record_game(
        &self,
        game: &GameEntry,
        book: &[BookUpdate],
        profiles: &[NewProfile],
    ) -> Result<Recorded, StoreError> {
        game.validate()?;
        let text = serde_json::to_string(&game.record);
        let text = text.map_err(|error| StoreError::Database { why: error.to_string() })?;
        let sums = book::sums(book)?;
        profiles::validate(profiles)?;
        let mut writing = self.writing().await?;
        let connection = writing.connection();
        if !insert(connection, game, &text).await? {
            return already(connection, game, &text).await;
        }
        // The same order everywhere, so that no two transactions of PostgreSQL wait for each other.
        book::add(connection, &sums).await?;
        profiles::append(connection, profiles).await?;
        writing.commit().await?;
        Ok(Recorded::Stored)
    }

    /// The game with this id.
    pub async fn game(&self, id: GameId) -> Result<Option<GameEntry>, StoreError> {
        let sql = "SELECT g.id, g.played, g.run, g.record, p.seat, p.opponent \
                   FROM games g LEFT JOIN game_players p ON p.game = g.id WHERE g.id = $1 ORDER BY p.seat";
        let mut connection = self.reading().await?;
        let rows = sqlx::query(sql).bind(id.to_string()).fetch_all(&mut *connection).await?;
        Ok(entries(&rows)?.pop())
    }

    /// The games that `filter` lets through, newest first.
    pub async fn games(&self, filter: &GameFilter) -> Result<Vec<GameEntry>, StoreError> {
        list(&mut *self.reading().await?, filter).await
    }

    /// How many games `filter` lets through; its limit does not count.
    pub async fn count_games(&self, filter: &GameFilter) -> Result<u64, StoreError> {
        let query = filter.on("SELECT COUNT(*) FROM games g WHERE TRUE")?.end("");
        let row = query.fetch_one(&mut *self.reading().await?).await?;
        number(&row, 0)
    }
}

/// Inserts a game and its seats; false if the id is taken.
async fn insert(connection: &mut AnyConnection, game: &GameEntry, text: &str) -> Result<bool, StoreError> {
    let record = &game.record;
    let family = record.game.split(':').next().unwrap_or_default();
    let result = record.result.map_or("*".to_owned(), |result| result.to_string());
    let sql = "INSERT INTO games (id, game, family, players, result, plies, played, run, record) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
    let inserted = sqlx::query(sql)
        .bind(game.id.to_string())
        .bind(record.game.as_str())
        .bind(family)
        .bind(record.players.len() as i64)
        .bind(result)
        .bind(record.moves.len() as i64)
        .bind(game.played.0)
        .bind(game.run.map(|run| run.to_string()))
        .bind(text)
        .execute(&mut *connection)
        .await
        .map_err(|error| dangling(error, "run", game.run.map(|run| run.to_string())))?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    let verdicts =
        |result: &Outcome| Player::all(result.players()).map(|player| result.verdict(player)).collect();
    let verdicts: Vec<Verdict> = record.result.as_ref().map(verdicts).unwrap_or_default();
    for (seat, player) in record.players.iter().enumerate() {
        let opponent = game.opponents.get(seat).copied().flatten().map(|id| id.to_string());
        let sql =
            "INSERT INTO game_players (game, seat, name, opponent, verdict) VALUES ($1, $2, $3, $4, $5)";
        sqlx::query(sql)
            .bind(game.id.to_string())
            .bind(seat as i64)
            .bind(player.name.as_str())
            .bind(opponent.as_deref())
            .bind(verdicts.get(seat).map(|verdict| verdict.as_str()))
            .execute(&mut *connection)
            .await
            .map_err(|error| dangling(error, "opponent", opponent))?;
    }
    Ok(true)
}

/// Whether what has the id of `game` is this very game.
async fn already(
    connection: &mut AnyConnection,
    game: &GameEntry,
    text: &str,
) -> Result<Recorded, StoreError> {
    let stored = sqlx::query_as("SELECT record FROM games WHERE id = $1").bind(game.id.to_string());
    let (stored,): (String,) = stored.fetch_one(connection).await?;
    if stored == text { Ok(Recorded::AlreadyThere) } else { Err(StoreError::GameTaken(game.id)) }
}

pub(crate) async fn list(
    connection: &mut AnyConnection,
    filter: &GameFilter,
) -> Result<Vec<GameEntry>, StoreError> {
    let select = "SELECT l.id, l.played, l.run, CASE WHEN p.seat > 0 THEN NULL ELSE l.record END AS record, \
                    p.seat, p.opponent \
                  FROM (SELECT g.id, g.played, g.run, g.record FROM games g WHERE TRUE";
    let end = " ORDER BY g.played DESC, g.id DESC LIMIT #) l \
               LEFT JOIN game_players p ON p.game = l.id ORDER BY l.played DESC, l.id DESC, p.seat";
    let rows = filter.on(select)?.end_limited(end, filter.limit)?.fetch_all(connection).await?;
    entries(&rows)
}

/// Games from rows that have one seat each, in order.
fn entries(rows: &[AnyRow]) -> Result<Vec<GameEntry>, StoreError> {
    let mut games: Vec<GameEntry> = Vec::new();
    for row in rows {
        let id: GameId = row.try_get::<String, _>("id")?.parse()?;
        if games.last().is_none_or(|game| game.id != id) {
            let record = GameRecord::from_json(&row.try_get::<String, _>("record")?)?;
            let run = row.try_get::<Option<String>, _>("run")?.map(|run| run.parse()).transpose()?;
            let played = UnixMillis(row.try_get("played")?);
            games.push(GameEntry { id, played, run, opponents: Vec::new(), record });
        }
        let seat: Option<i64> = row.try_get("seat")?;
        if let (Some(game), Some(_)) = (games.last_mut(), seat) {
            let opponent: Option<String> = row.try_get("opponent")?;
            game.opponents.push(opponent.map(|id| id.parse()).transpose()?);
        }
    }
    Ok(games)
}

/// An error that may say that `what` is not there.
pub(crate) fn dangling(error: sqlx::Error, what: &'static str, id: Option<String>) -> StoreError {
    let foreign_key = error.as_database_error().is_some_and(DatabaseError::is_foreign_key_violation)
        || postgres_code(&error) == Some("23503");
    match id {
        Some(id) if foreign_key => StoreError::Missing { what, id },
        _ => error.into(),
    }
}

/// A count from column `index`.
pub(crate) fn number(row: &AnyRow, index: usize) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(index)?;
    u64::try_from(number).map_err(|_| StoreError::Damaged { why: format!("a count of {number}") })
}
