//! Which games.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Arguments, AssertSqlSafe, Encode, Type};

use crate::check;
use crate::error::StoreError;
use crate::ids::{OpponentId, RunId};
use crate::time::UnixMillis;

/// Which games are meant; the default are all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Only of this game with exactly these options, such as `mnk:3,3,3`.
    pub game: Option<String>,
    /// Only of this game with any options, such as `mnk`.
    pub family: Option<String>,
    /// Only those in which this opponent had a seat.
    pub opponent: Option<OpponentId>,
    /// Only those of this run.
    pub run: Option<RunId>,
    /// Only those played then or later.
    pub since: Option<UnixMillis>,
    /// Only those played before.
    pub before: Option<UnixMillis>,
    /// The newest so many.
    pub limit: Option<u64>,
}

/// A query of `games g` with the condition of a [`GameFilter`]. Only what is asked for is in it, so that the databases use
/// their indexes.
pub(crate) struct Filtered {
    sql: String,
    arguments: AnyArguments,
}

type AnyQuery = Query<'static, Any, AnyArguments>;

impl Filtered {
    /// Adds a condition on `value` if there is one; `#` stands for it in `condition`.
    fn with<T>(mut self, condition: &'static str, value: Option<T>) -> Result<Filtered, StoreError>
    where
        T: Encode<'static, Any> + Type<Any>,
    {
        if let Some(value) = value {
            let condition = condition.replace('#', &self.add(value)?);
            self.sql += " AND ";
            self.sql += &condition;
        }
        Ok(self)
    }

    /// Adds an argument, and gives its placeholder.
    fn add<T>(&mut self, value: T) -> Result<String, StoreError>
    where
        T: Encode<'static, Any> + Type<Any>,
    {
        self.arguments.add(value).map_err(|error| StoreError::Database { why: error.to_string() })?;
        Ok(format!("${}", self.arguments.len()))
    }

    /// The query, with `end` behind the condition.
    pub(crate) fn end(mut self, end: &'static str) -> AnyQuery {
        self.sql += end;
        // Made of literals and numbers alone.
        sqlx::query_with(AssertSqlSafe(self.sql), self.arguments)
    }

    /// The query, with `end` behind the condition, in which `#` stands for the limit.
    pub(crate) fn end_limited(
        mut self,
        end: &'static str,
        limit: Option<u64>,
    ) -> Result<AnyQuery, StoreError> {
        let limit = self.add(limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(i64::MAX))?;
        self.sql += &end.replace('#', &limit);
        Ok(sqlx::query_with(AssertSqlSafe(self.sql), self.arguments))
    }
}

impl GameFilter {
    /// `select`, which ends with another condition on `games g`, and that of the filter.
    pub(crate) fn on(&self, select: &'static str) -> Result<Filtered, StoreError> {
        for text in [&self.game, &self.family].into_iter().flatten() {
            check::text("a game", text)?;
        }
        let opponent = "g.id IN (SELECT q.game FROM game_players q WHERE q.opponent = #)";
        Filtered { sql: select.to_owned(), arguments: AnyArguments::default() }
            .with("g.game = #", self.game.clone())?
            .with("g.family = #", self.family.clone())?
            .with(opponent, self.opponent.map(|id| id.to_string()))?
            .with("g.run = #", self.run.map(|id| id.to_string()))?
            .with("g.played >= #", self.since.map(|moment| moment.0))?
            .with("g.played < #", self.before.map(|moment| moment.0))
    }
}
