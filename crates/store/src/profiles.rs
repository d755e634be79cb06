//! What is believed of an opponent, over time: every profile is kept, and the newest counts.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::check;
use crate::error::StoreError;
use crate::games::dangling;
use crate::ids::OpponentId;
use crate::store::Store;
use crate::time::UnixMillis;

/// A profile to be stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewProfile {
    /// Whose.
    pub opponent: OpponentId,
    /// For which games: `connect4`, `mnk`.
    pub family: String,
    /// The version that it was made from, 0 if there was none. If somebody else has stored another one since, it is
    /// refused with [`StoreError::ProfileMoved`], so that nothing that was learned is lost.
    pub based_on: u64,
    /// When it was made.
    pub taken: UnixMillis,
    /// The profile; `None` forgets, and the next one begins anew.
    pub profile: Option<Value>,
}

/// A profile as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// For which games.
    pub family: String,
    /// 1, 2, 3 and so on.
    pub version: u64,
    /// When it was made.
    pub taken: UnixMillis,
    /// The profile; `None` where it was forgotten.
    pub profile: Option<Value>,
}

pub(crate) fn validate(profiles: &[NewProfile]) -> Result<(), StoreError> {
    for profile in profiles {
        check::name("the games of a profile", &profile.family)?;
        check::count("a version", profile.based_on.saturating_add(1))?;
    }
    Ok(())
}

/// Appends profiles, each to the version that it was made from.
pub(crate) async fn append(
    connection: &mut AnyConnection,
    profiles: &[NewProfile],
) -> Result<(), StoreError> {
    // The same order everywhere, so that no two transactions of PostgreSQL wait for each other.
    let mut sorted: Vec<&NewProfile> = profiles.iter().collect();
    sorted.sort_by_key(|profile| (profile.opponent, profile.family.as_str(), profile.based_on));
    for new in sorted {
        // Versions have no gaps, so the next one is free only if the one before is the newest.
        let sql = "INSERT INTO profiles (opponent, family, version, taken, profile) \
                   SELECT $1, $2, $3, $4, $5 WHERE $3 = 1 OR EXISTS \
                     (SELECT 1 FROM profiles p WHERE p.opponent = $1 AND p.family = $2 AND p.version = $3 - 1) \
                   ON CONFLICT (opponent, family, version) DO NOTHING";
        let id = new.opponent.to_string();
        let inserted = sqlx::query(sql)
            .bind(id.as_str())
            .bind(new.family.as_str())
            .bind(check::count("a version", new.based_on.saturating_add(1))?)
            .bind(new.taken.0)
            .bind(new.profile.as_ref().map(Value::to_string))
            .execute(&mut *connection)
            .await
            .map_err(|error| dangling(error, "opponent", Some(id)))?;
        if inserted.rows_affected() == 0 {
            let NewProfile { opponent, family, based_on, .. } = new.clone();
            return Err(StoreError::ProfileMoved { opponent, family, based_on });
        }
    }
    Ok(())
}

fn profile(row: &AnyRow) -> Result<Profile, StoreError> {
    let text: Option<String> = row.try_get("profile")?;
    let profile = text.map(|text| serde_json::from_str(&text)).transpose();
    let damaged = |why: String| StoreError::Damaged { why: format!("an unreadable profile: {why}") };
    let version = row.try_get::<i64, _>("version")?;
    Ok(Profile {
        family: row.try_get("family")?,
        version: u64::try_from(version).map_err(|error| damaged(error.to_string()))?,
        taken: UnixMillis(row.try_get("taken")?),
        profile: profile.map_err(|error| damaged(error.to_string()))?,
    })
}

pub(crate) async fn history(
    connection: &mut AnyConnection,
    opponent: OpponentId,
    family: Option<&str>,
) -> Result<Vec<Profile>, StoreError> {
    let sql = "SELECT family, version, taken, profile FROM profiles \
               WHERE opponent = $1 AND ($2 IS NULL OR family = $2) ORDER BY family, version";
    let query = sqlx::query(sql).bind(opponent.to_string()).bind(family);
    query.fetch_all(connection).await?.iter().map(profile).collect()
}

impl Store {
    /// Stores a profile, and gives its version.
    pub async fn append_profile(&self, new: &NewProfile) -> Result<u64, StoreError> {
        validate(std::slice::from_ref(new))?;
        let mut writing = self.writing().await?;
        append(writing.connection(), std::slice::from_ref(new)).await?;
        writing.commit().await?;
        Ok(new.based_on + 1)
    }

    /// The newest profile of an opponent for some games. One without content was forgotten on request; its version is
    /// what the next one is based on.
    pub async fn current_profile(
        &self,
        opponent: OpponentId,
        family: &str,
    ) -> Result<Option<Profile>, StoreError> {
        check::text("the games of a profile", family)?;
        let sql = "SELECT family, version, taken, profile FROM profiles \
                   WHERE opponent = $1 AND family = $2 ORDER BY version DESC LIMIT 1";
        let query = sqlx::query(sql).bind(opponent.to_string()).bind(family);
        let row = query.fetch_optional(&mut *self.reading().await?).await?;
        row.as_ref().map(profile).transpose()
    }

    /// All profiles of an opponent for some games, from the first.
    pub async fn profile_history(
        &self,
        opponent: OpponentId,
        family: &str,
    ) -> Result<Vec<Profile>, StoreError> {
        check::text("the games of a profile", family)?;
        history(&mut *self.reading().await?, opponent, Some(family)).await
    }

    /// All profiles of an opponent for all games, by game, from the first.
    pub async fn profiles_of(&self, opponent: OpponentId) -> Result<Vec<Profile>, StoreError> {
        history(&mut *self.reading().await?, opponent, None).await
    }

    /// Forgets what is believed of an opponent in some games, and gives the version that says so. The history stays;
    /// [`erase_opponent`](Store::erase_opponent) takes that, too.
    pub async fn reset_profile(&self, opponent: OpponentId, family: &str) -> Result<u64, StoreError> {
        loop {
            let current = self.current_profile(opponent, family).await?;
            let based_on = current.map_or(0, |profile| profile.version);
            let taken = UnixMillis::now();
            let reset = NewProfile { opponent, family: family.to_owned(), based_on, taken, profile: None };
            match self.append_profile(&reset).await {
                // Somebody has stored another one meanwhile: forget that, too.
                Err(StoreError::ProfileMoved { .. }) => {}
                other => return other,
            }
        }
    }
}
