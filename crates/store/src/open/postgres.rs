//! Databases of PostgreSQL.

use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, raw_sql};

use super::PATIENCE;
use crate::error::{StoreError, words};
use crate::schema;

/// How long a server may take to answer the first time.
const FIRST_ANSWER: Duration = Duration::from_secs(10);

const CONNECTIONS: u32 = 8;

/// On each connection: a commit is on disk before it returns, even where the server is set up to be careless, and who
/// waits for a lock does so for 30 s.
const MANNERS: &str = "SELECT set_config('synchronous_commit', 'on', false) \
                       WHERE current_setting('synchronous_commit') = 'off'; \
                       SET lock_timeout = '30s'; SET client_min_messages = warning";

pub(super) async fn open(url: &str, at: &str) -> Result<AnyPool, StoreError> {
    let unreachable = |why: String| StoreError::Unreachable { at: at.to_owned(), why };
    let options = AnyConnectOptions::from_str(url)?;
    // The pool would try again and again where nobody listens, and not say why.
    let first = tokio::time::timeout(FIRST_ANSWER, options.connect()).await;
    let first = first.map_err(|_| unreachable(format!("no answer within {} s", FIRST_ANSWER.as_secs())))?;
    let mut connection = first.map_err(|error| unreachable(words(&error)))?;
    raw_sql(MANNERS).execute(&mut connection).await?;
    let prepared = prepare(&mut connection, at).await;
    connection.close().await?;
    prepared?;
    let pool = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    let pool = pool.after_connect(|connection, _| {
        Box::pin(async move { raw_sql(MANNERS).execute(connection).await.map(|_| ()) })
    });
    Ok(pool.connect_lazy_with(options))
}

/// Looks first, so that a newer database is left alone; the steps themselves are taken under a lock of sqlx.
async fn prepare(connection: &mut AnyConnection, at: &str) -> Result<(), StoreError> {
    let known = "SELECT COUNT(*) FROM pg_catalog.pg_class WHERE oid = to_regclass($1)";
    let (known,): (i64,) =
        sqlx::query_as(known).bind(schema::VERSION_TABLE).fetch_one(&mut *connection).await?;
    if known > 0 {
        let (found,): (i64,) = sqlx::query_as(schema::VERSION_QUERY).fetch_one(&mut *connection).await?;
        schema::refuse_newer(found, at)?;
        if found == schema::SCHEMA_VERSION {
            return Ok(());
        }
    }
    schema::migrate(connection, at).await
}
