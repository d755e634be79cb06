//! The tables, and how older databases come to them.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, SqlSafeStr};

use crate::error::{StoreError, words};

/// The version of the tables that this program knows.
pub const SCHEMA_VERSION: i64 = 2;

/// Where a database says which steps it has been through. Not the usual name, so that a PostgreSQL database may be
/// shared with another program.
pub(crate) const VERSION_TABLE: &str = "mossa_schema";

/// How to learn the version of a database that has [`VERSION_TABLE`].
pub(crate) const VERSION_QUERY: &str = "SELECT COALESCE(MAX(version), 0) FROM mossa_schema";

/// Every step from an empty database, in order. A step that was released is never changed.
fn steps() -> Migrator {
    let step = |version, what: &'static str, sql: &'static str| {
        Migration::new(version, what.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let first = step(1, "store", include_str!("../migrations/0001_store.sql"));
    let second = step(2, "tables", include_str!("../migrations/0002_tables.sql"));
    let mut migrator = Migrator::with_migrations(vec![first, second]);
    migrator.dangerous_set_table_name(VERSION_TABLE);
    migrator
}

/// Takes the steps that are left.
pub(crate) async fn migrate(connection: &mut AnyConnection, at: &str) -> Result<(), StoreError> {
    let result = steps().run_direct(None, connection, false).await;
    result.map_err(|error| explain(error, at))
}

/// Refuses a database of a version that this program does not know.
pub(crate) fn refuse_newer(found: i64, at: &str) -> Result<(), StoreError> {
    if found > SCHEMA_VERSION {
        return Err(StoreError::Newer { at: at.to_owned(), found, known: SCHEMA_VERSION });
    }
    Ok(())
}

fn explain(error: MigrateError, at: &str) -> StoreError {
    let at = at.to_owned();
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer { at, found, known: SCHEMA_VERSION },
        MigrateError::VersionMismatch(version) => {
            StoreError::Foreign { at, why: format!("its step {version} is not ours") }
        }
        MigrateError::Execute(error) => error.into(),
        MigrateError::ExecuteMigration(error, version) => {
            let why = format!("it refuses our tables of schema {version}: {}", words(&error));
            StoreError::Foreign { at, why }
        }
        other => StoreError::Foreign { at, why: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_last_step() {
        let steps = steps();
        assert_eq!(steps.iter().map(|step| step.version).max(), Some(SCHEMA_VERSION));
        assert!(VERSION_QUERY.ends_with(VERSION_TABLE));
    }
}
