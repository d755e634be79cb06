//! How games went, added up by the database.

use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::error::StoreError;
use crate::filter::GameFilter;
use crate::games::number;
use crate::ids::{OpponentId, RunId};
use crate::store::Store;

/// How games went for somebody.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many games, those without a result included.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many were lost.
    pub losses: u64,
    /// How many plies they had in the mean.
    pub mean_plies: f64,
}

/// How games went for an opponent, seen from the opponent's side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpponentResults {
    /// Who.
    pub opponent: OpponentId,
    /// What they are called.
    pub name: String,
    /// How it went.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How the games of a run went for one of its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerResults {
    /// Which run.
    pub run: RunId,
    /// The name of the player in the records.
    pub player: String,
    /// How it went.
    #[serde(flatten)]
    pub tally: Tally,
}

/// The columns of a [`Tally`] over `game_players p` and `games g`. PostgreSQL's sums are of types that other databases
/// do not have, so they are cast.
macro_rules! tally_columns {
    () => {
        " COUNT(*), CAST(SUM(CASE WHEN p.verdict = 'win' THEN 1 ELSE 0 END) AS BIGINT), \
          CAST(SUM(CASE WHEN p.verdict = 'draw' THEN 1 ELSE 0 END) AS BIGINT), \
          CAST(SUM(CASE WHEN p.verdict = 'loss' THEN 1 ELSE 0 END) AS BIGINT), \
          CAST(AVG(g.plies) AS DOUBLE PRECISION) "
    };
}

fn tally(row: &AnyRow) -> Result<Tally, StoreError> {
    let [games, wins, draws, losses] = [number(row, 2)?, number(row, 3)?, number(row, 4)?, number(row, 5)?];
    Ok(Tally { games, wins, draws, losses, mean_plies: row.try_get(6)? })
}

impl Store {
    /// How the games that `filter` lets through went, by opponent, the most games first. The limit is one of rows.
    pub async fn results_by_opponent(&self, filter: &GameFilter) -> Result<Vec<OpponentResults>, StoreError> {
        let select = concat!(
            "SELECT o.id, o.name,",
            tally_columns!(),
            "FROM game_players p JOIN games g ON g.id = p.game JOIN opponents o ON o.id = p.opponent WHERE TRUE"
        );
        let end = " GROUP BY o.id, o.name ORDER BY COUNT(*) DESC, o.name, o.id LIMIT #";
        let query = filter.on(select)?.end_limited(end, filter.limit)?;
        let rows = query.fetch_all(&mut *self.reading().await?).await?;
        let results = |row: &AnyRow| {
            let opponent = row.try_get::<String, _>(0)?.parse()?;
            Ok(OpponentResults { opponent, name: row.try_get(1)?, tally: tally(row)? })
        };
        rows.iter().map(results).collect()
    }

    /// How the games of runs went that `filter` lets through, by run and player. The limit is one of rows.
    pub async fn results_by_run(&self, filter: &GameFilter) -> Result<Vec<PlayerResults>, StoreError> {
        let select = concat!(
            "SELECT g.run, p.name,",
            tally_columns!(),
            "FROM game_players p JOIN games g ON g.id = p.game WHERE g.run IS NOT NULL"
        );
        let end = " GROUP BY g.run, p.name ORDER BY g.run, p.name LIMIT #";
        let query = filter.on(select)?.end_limited(end, filter.limit)?;
        let rows = query.fetch_all(&mut *self.reading().await?).await?;
        let results = |row: &AnyRow| {
            let run = row.try_get::<String, _>(0)?.parse()?;
            Ok(PlayerResults { run, player: row.try_get(1)?, tally: tally(row)? })
        };
        rows.iter().map(results).collect()
    }
}
