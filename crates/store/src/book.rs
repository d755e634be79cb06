//! Statistics of openings: how often each move was played in a position, and how that went.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use crate::check;
use crate::error::StoreError;
use crate::games::number;
use crate::ids::OpponentId;
use crate::store::Store;

/// Whose statistics. As text it is empty for everybody's, or the id of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Scope {
    /// Of all games.
    #[default]
    Shared,
    /// Of the games against one opponent.
    Opponent(OpponentId),
}

impl From<Scope> for String {
    fn from(scope: Scope) -> String {
        match scope {
            Scope::Shared => String::new(),
            Scope::Opponent(id) => id.to_string(),
        }
    }
}

impl TryFrom<String> for Scope {
    type Error = InputError;

    fn try_from(text: String) -> Result<Scope, InputError> {
        if text.is_empty() { Ok(Scope::Shared) } else { text.parse().map(Scope::Opponent) }
    }
}

/// A move in a position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct BookKey {
    /// Whose statistics.
    #[serde(default)]
    pub scope: Scope,
    /// The game with its options.
    pub game: String,
    /// The position: a text that is the same for positions that count as the same.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
}

/// What is known of a move in a position, and what is added to that.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookRow {
    /// Which move where.
    #[serde(flatten)]
    pub key: BookKey,
    /// How often it was played.
    pub visits: u64,
    /// The sum of the results, each from 0 (lost) to 1 (won), for whoever played the move.
    pub score: f64,
}

/// What a game adds to a book: [`BookRow`] says how often more, and with what results.
pub type BookUpdate = BookRow;

/// A move of a position with its statistics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveStatistics {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often it was played.
    pub visits: u64,
    /// The sum of the results, each from 0 to 1, for whoever played the move.
    pub score: f64,
}

/// Whole numbers up to here are exact in both databases, and in JSON.
const MOST_VISITS: u64 = (1 << 53) - 1;

impl BookRow {
    pub(crate) fn validate(&self) -> Result<(), InputError> {
        check::key("a game", &self.key.game)?;
        check::key("a position", &self.key.position)?;
        check::key("a move", &self.key.text)?;
        // Also refuses what is no number.
        if self.visits > MOST_VISITS || !(0.0..=self.visits as f64).contains(&self.score) {
            let problem = format!("a score of {} in {} games", self.score, self.visits);
            return Err(InputError::new(InputKind::Setting, problem, "between 0 and the number of games"));
        }
        Ok(())
    }
}

/// Updates of the same row added up, by their keys. Every transaction takes rows in this order, so that no two of
/// PostgreSQL wait for each other.
pub(crate) type Sums<'a> = BTreeMap<&'a BookKey, (u64, f64)>;

pub(crate) fn sums(updates: &[BookUpdate]) -> Result<Sums<'_>, StoreError> {
    let mut sums = Sums::new();
    for update in updates {
        update.validate()?;
        let (visits, score) = sums.entry(&update.key).or_default();
        *visits = visits.saturating_add(update.visits);
        *score += update.score;
    }
    Ok(sums)
}

/// How many rows go to the database together: as large a part as there is. Three statements are soon prepared, and a game
/// of forty plies takes two round trips.
const BATCHES: [usize; 3] = [32, 8, 1];

/// The statements for [`BATCHES`].
static STATEMENTS: LazyLock<[Arc<str>; 3]> = LazyLock::new(|| BATCHES.map(|rows| statement(rows).into()));

/// The statement that adds `rows` rows of six parameters each. All rows must differ.
fn statement(rows: usize) -> String {
    let row = |first| {
        format!(
            "(${}, ${}, ${}, ${}, ${}, ${})",
            first + 1,
            first + 2,
            first + 3,
            first + 4,
            first + 5,
            first + 6
        )
    };
    let rows: Vec<String> = (0..rows).map(|number| row(6 * number)).collect();
    format!(
        "INSERT INTO book AS t (scope, game, position, move, visits, score) VALUES {} \
         ON CONFLICT (scope, game, position, move) \
         DO UPDATE SET visits = t.visits + excluded.visits, score = t.score + excluded.score",
        rows.join(", ")
    )
}

/// Adds to rows, or makes them.
pub(crate) async fn add(connection: &mut AnyConnection, sums: &Sums<'_>) -> Result<(), StoreError> {
    check_scopes(connection, sums).await?;
    let rows: Vec<_> = sums.iter().collect();
    let mut rest = rows.as_slice();
    for (size, sql) in BATCHES.into_iter().zip(&*STATEMENTS) {
        while let Some((batch, after)) = rest.split_at_checked(size) {
            // The statement is made of numbers alone.
            let mut query = sqlx::query(AssertSqlSafe(Arc::clone(sql)));
            for (key, (visits, score)) in batch {
                query = query.bind(String::from(key.scope)).bind(key.game.as_str());
                query = query.bind(key.position.as_str()).bind(key.text.as_str());
                query = query.bind(check::count("a number of games", *visits)?).bind(*score);
            }
            query.execute(&mut *connection).await?;
            rest = after;
        }
    }
    Ok(())
}

/// Refuses opponents that are not there, so that nobody who was erased comes back by statistics.
async fn check_scopes(connection: &mut AnyConnection, sums: &Sums<'_>) -> Result<(), StoreError> {
    let mut last = Scope::Shared;
    for scope in sums.keys().map(|key| key.scope) {
        if scope != last
            && let Scope::Opponent(id) = scope
        {
            let known = sqlx::query("SELECT 1 FROM opponents WHERE id = $1").bind(id.to_string());
            if known.fetch_optional(&mut *connection).await?.is_none() {
                return Err(StoreError::Missing { what: "opponent", id: id.to_string() });
            }
            last = scope;
        }
    }
    Ok(())
}

pub(crate) fn row(row: &AnyRow) -> Result<BookRow, StoreError> {
    let key = BookKey {
        scope: Scope::try_from(row.try_get::<String, _>("scope")?)?,
        game: row.try_get("game")?,
        position: row.try_get("position")?,
        text: row.try_get("move")?,
    };
    Ok(BookRow { key, visits: number(row, 4)?, score: row.try_get("score")? })
}

impl Store {
    /// Adds to the book without a game: all of it, or nothing.
    pub async fn add_to_book(&self, updates: &[BookUpdate]) -> Result<(), StoreError> {
        let sums = sums(updates)?;
        let mut writing = self.writing().await?;
        add(writing.connection(), &sums).await?;
        writing.commit().await
    }

    /// What is known of the moves of a position, the most played first.
    pub async fn book_moves(
        &self,
        scope: Scope,
        game: &str,
        position: &str,
    ) -> Result<Vec<MoveStatistics>, StoreError> {
        check::text("a game", game)?;
        check::text("a position", position)?;
        let sql = "SELECT scope, game, position, move, visits, score FROM book \
                   WHERE scope = $1 AND game = $2 AND position = $3 ORDER BY visits DESC, move";
        let query = sqlx::query(sql).bind(String::from(scope)).bind(game).bind(position);
        let rows = query.fetch_all(&mut *self.reading().await?).await?;
        let rows = rows.iter().map(row);
        rows.map(|row| {
            row.map(|BookRow { key, visits, score }| MoveStatistics { text: key.text, visits, score })
        })
        .collect()
    }

    /// The rows with the most visits.
    pub async fn book_most_visited(
        &self,
        scope: Scope,
        game: &str,
        limit: u64,
    ) -> Result<Vec<BookRow>, StoreError> {
        check::text("a game", game)?;
        let sql = "SELECT scope, game, position, move, visits, score FROM book \
                   WHERE scope = $1 AND game = $2 ORDER BY visits DESC, position, move LIMIT $3";
        let query = sqlx::query(sql).bind(String::from(scope)).bind(game);
        let query = query.bind(check::count("a limit", limit.min(i64::MAX as u64))?);
        query.fetch_all(&mut *self.reading().await?).await?.iter().map(row).collect()
    }
}
