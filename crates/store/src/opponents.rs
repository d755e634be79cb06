//! Who we play against.

use std::fmt;
use std::str::FromStr;

use mossa_game::InputError;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::error::DatabaseError;
use sqlx::{AnyConnection, Row};

use crate::check;
use crate::error::StoreError;
use crate::games::number;
use crate::ids::OpponentId;
use crate::store::Store;
use crate::time::UnixMillis;

/// What sort of opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpponentKind {
    /// A person.
    Human,
    /// A program that plays as well as it can.
    Engine,
    /// A program that plays like somebody, for training.
    Bot,
}

impl OpponentKind {
    /// All kinds.
    pub const ALL: [OpponentKind; 3] = [OpponentKind::Human, OpponentKind::Engine, OpponentKind::Bot];

    /// The word used in every text.
    pub const fn as_str(self) -> &'static str {
        match self {
            OpponentKind::Human => "human",
            OpponentKind::Engine => "engine",
            OpponentKind::Bot => "bot",
        }
    }
}

impl fmt::Display for OpponentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for OpponentKind {
    type Err = InputError;

    fn from_str(text: &str) -> Result<OpponentKind, InputError> {
        let kind = OpponentKind::ALL.into_iter().find(|kind| kind.as_str() == text);
        kind.ok_or_else(|| check::bad(format!("\"{text}\" as a kind of opponent"), "human, engine or bot"))
    }
}

/// Somebody we play against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opponent {
    /// Which one.
    pub id: OpponentId,
    /// What sort.
    pub kind: OpponentKind,
    /// A name that no other of this kind has.
    pub name: String,
    /// Since when we know them.
    pub created: UnixMillis,
}

/// An opponent and how much is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpponentSummary {
    /// Who.
    #[serde(flatten)]
    pub opponent: Opponent,
    /// How many games are stored.
    pub games: u64,
    /// How many profiles are stored, of all games and times.
    pub profiles: u64,
    /// When the last game was.
    pub last_played: Option<UnixMillis>,
}

fn opponent(row: &AnyRow) -> Result<Opponent, StoreError> {
    Ok(Opponent {
        id: row.try_get::<String, _>("id")?.parse()?,
        kind: row.try_get::<String, _>("kind")?.parse()?,
        name: row.try_get("name")?,
        created: UnixMillis(row.try_get("created")?),
    })
}

async fn by_name(
    connection: &mut AnyConnection,
    kind: OpponentKind,
    name: &str,
) -> Result<Option<Opponent>, StoreError> {
    let sql = "SELECT id, kind, name, created FROM opponents WHERE kind = $1 AND name = $2";
    let row = sqlx::query(sql).bind(kind.as_str()).bind(name).fetch_optional(connection).await?;
    row.as_ref().map(opponent).transpose()
}

pub(crate) async fn by_id(
    connection: &mut AnyConnection,
    id: OpponentId,
) -> Result<Option<Opponent>, StoreError> {
    let sql = "SELECT id, kind, name, created FROM opponents WHERE id = $1";
    let row = sqlx::query(sql).bind(id.to_string()).fetch_optional(connection).await?;
    row.as_ref().map(opponent).transpose()
}

pub(crate) fn missing(id: OpponentId) -> StoreError {
    StoreError::Missing { what: "opponent", id: id.to_string() }
}

impl Store {
    /// The opponent of this kind and name; a new one if there is none yet.
    pub async fn find_or_add_opponent(&self, kind: OpponentKind, name: &str) -> Result<Opponent, StoreError> {
        if let Some(known) = self.find_opponent(kind, name).await? {
            return Ok(known);
        }
        check::name("the name of an opponent", name)?;
        let id = OpponentId::random()?;
        let mut writing = self.writing().await?;
        let sql = "INSERT INTO opponents (id, kind, name, created) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (kind, name) DO NOTHING";
        let query = sqlx::query(sql).bind(id.to_string()).bind(kind.as_str()).bind(name);
        query.bind(UnixMillis::now().0).execute(writing.connection()).await?;
        // Somebody else may have been faster.
        let known = by_name(writing.connection(), kind, name).await?;
        writing.commit().await?;
        known.ok_or_else(|| missing(id))
    }

    /// The opponent of this kind and name.
    pub async fn find_opponent(
        &self,
        kind: OpponentKind,
        name: &str,
    ) -> Result<Option<Opponent>, StoreError> {
        check::text("a name", name)?;
        by_name(&mut *self.reading().await?, kind, name).await
    }

    /// The opponent with this id.
    pub async fn opponent(&self, id: OpponentId) -> Result<Option<Opponent>, StoreError> {
        by_id(&mut *self.reading().await?, id).await
    }

    /// Gives an opponent another name. Records of games keep the name under which they were played.
    pub async fn rename_opponent(&self, id: OpponentId, name: &str) -> Result<(), StoreError> {
        check::name("the name of an opponent", name)?;
        let mut writing = self.writing().await?;
        let known = by_id(writing.connection(), id).await?.ok_or_else(|| missing(id))?;
        let query = sqlx::query("UPDATE opponents SET name = $2 WHERE id = $1").bind(id.to_string());
        let renamed = query.bind(name).execute(writing.connection()).await;
        renamed.map_err(|error| {
            if error.as_database_error().is_some_and(DatabaseError::is_unique_violation) {
                return StoreError::NameTaken { kind: known.kind.as_str(), name: name.to_owned() };
            }
            error.into()
        })?;
        writing.commit().await
    }

    /// All opponents by kind and name, with how much is known of each.
    pub async fn opponents(&self) -> Result<Vec<OpponentSummary>, StoreError> {
        let sql = "SELECT o.id, o.kind, o.name, o.created, \
                     (SELECT COUNT(DISTINCT p.game) FROM game_players p WHERE p.opponent = o.id), \
                     (SELECT COUNT(*) FROM profiles f WHERE f.opponent = o.id), \
                     (SELECT MAX(g.played) FROM games g JOIN game_players p ON p.game = g.id WHERE p.opponent = o.id) \
                       AS last_played \
                   FROM opponents o ORDER BY o.kind, o.name";
        let rows = sqlx::query(sql).fetch_all(&mut *self.reading().await?).await?;
        let summary = |row: &AnyRow| {
            let last_played = row.try_get::<Option<i64>, _>("last_played")?.map(UnixMillis);
            let (games, profiles) = (number(row, 4)?, number(row, 5)?);
            Ok(OpponentSummary { opponent: opponent(row)?, games, profiles, last_played })
        };
        rows.iter().map(summary).collect()
    }
}
