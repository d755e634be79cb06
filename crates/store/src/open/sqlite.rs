//! Files of SQLite.
//!
//! A file is looked at through a connection that may only read before it is opened for writing. So a file that is
//! damaged, newer or somebody else's is never changed. SQLite's own files beside it, `-wal` and `-shm`, may appear.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, raw_sql};

use super::PATIENCE;
use super::header::{self, Header};
use crate::error::{StoreError, code, sqlite_code, words};
use crate::schema;

/// What SQLite keeps in the header of our files, so that nobody else's tables get ours beside them: `moss`.
const APPLICATION_ID: i64 = 0x6d6f_7373;

/// Up to this size a file is checked as a whole when it is opened; larger ones show damage where it is met, and to
/// [`Store::verify`](crate::Store::verify). The check reads some hundred megabytes a second, so this is about a tenth
/// of a second.
const CHECKED_WHOLE: u64 = 32 << 20;

/// Readers beside the one who writes.
const CONNECTIONS: u32 = 4;

/// On each connection: 30 s of patience; a commit is on disk before it returns, on a Mac even beyond the cache of the
/// disk; what is deleted is overwritten.
const MANNERS: &str = "PRAGMA busy_timeout = 30000; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; \
                       PRAGMA checkpoint_fullfsync = ON; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON";

pub(super) async fn open_memory(at: &str) -> Result<AnyPool, StoreError> {
    // Each connection has a memory of its own, so there is one, and it stays.
    let pool =
        AnyPoolOptions::new().max_connections(1).min_connections(1).idle_timeout(None).max_lifetime(None);
    let pool = pool.connect_with(options("sqlite::memory:")?).await?;
    let mut connection = pool.acquire().await?;
    raw_sql(MANNERS).execute(&mut *connection).await?;
    schema::migrate(&mut connection, at).await?;
    drop(connection);
    Ok(pool)
}

pub(super) async fn open_file(path: &Path, usual: bool, at: &str) -> Result<AnyPool, StoreError> {
    let unreachable =
        |error: std::io::Error| StoreError::Unreachable { at: at.into(), why: error.to_string() };
    match header::read(path) {
        Ok(Header::Empty) => {}
        Ok(Header::Sqlite { page }) => {
            if header::is_cut_off(path, page).map_err(unreachable)? {
                return Err(StoreError::Corrupt { at: at.into(), why: "its end is cut off".to_owned() });
            }
            inspect(path, at).await?;
        }
        Ok(Header::Other) => {
            let why = "it is no file of SQLite".to_owned();
            return Err(StoreError::Foreign { at: at.into(), why });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => create(path, usual).map_err(unreachable)?,
        Err(error) => return Err(unreachable(error)),
    }
    let pool = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    // A file does not hang up, so nobody needs to ask a connection whether it is still there.
    let pool = pool.test_before_acquire(false);
    let pool = pool.after_connect(|connection, _| {
        Box::pin(async move { raw_sql(MANNERS).execute(connection).await.map(|_| ()) })
    });
    let pool = pool.connect_lazy_with(options(&url(path, "rw")?)?);
    let mut connection = pool.acquire().await.map_err(|error| failed(error, at))?;
    write_ahead(&mut connection, at).await?;
    prepare(&mut connection, at).await?;
    drop(connection);
    Ok(pool)
}

/// An empty file that only its user reads, in a folder that is there.
fn create(path: &Path, usual: bool) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if usual {
        fs::create_dir_all(folder)?;
    } else if !folder.is_dir() {
        let why = format!("{} is no folder", folder.display());
        return Err(std::io::Error::new(ErrorKind::NotFound, why));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => {}
        // Somebody else was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    // The name of a new file is on disk when its folder is.
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Looks at a file without changing it, and refuses what is not ours, newer or damaged.
async fn inspect(path: &Path, at: &str) -> Result<(), StoreError> {
    match look(path, "ro", at).await {
        // A crash in the middle of making the file left something to take back, which only a writer can.
        Err(Look::OnlyForWriters) => look(path, "rw", at).await.map_err(|look| look.into_error(at)),
        other => other.map_err(|look| look.into_error(at)),
    }
}

enum Look {
    OnlyForWriters,
    Refused(StoreError),
}

impl Look {
    fn into_error(self, at: &str) -> StoreError {
        match self {
            Look::OnlyForWriters => {
                StoreError::Unreachable { at: at.to_owned(), why: "it may not be written".to_owned() }
            }
            Look::Refused(error) => error,
        }
    }
}

async fn look(path: &Path, mode: &str, at: &str) -> Result<(), Look> {
    let refused = |error: sqlx::Error| match sqlite_code(&error) {
        Some(code::READONLY) if mode == "ro" => Look::OnlyForWriters,
        _ => Look::Refused(failed(error, at)),
    };
    let options = url(path, mode).and_then(|url| options(&url)).map_err(Look::Refused)?;
    let mut connection = options.connect().await.map_err(refused)?;
    let found = examine(&mut connection, path).await;
    connection.close().await.map_err(refused)?;
    let why = match found.map_err(refused)? {
        Found::New => return Ok(()),
        Found::Ours(version) => return schema::refuse_newer(version, at).map_err(Look::Refused),
        Found::Foreign(why) => {
            return Err(Look::Refused(StoreError::Foreign { at: at.into(), why: why.into() }));
        }
        Found::Damaged(why) => why,
    };
    Err(Look::Refused(StoreError::Corrupt { at: at.to_owned(), why }))
}

/// What a file of SQLite is to us.
enum Found {
    New,
    Ours(i64),
    Foreign(&'static str),
    Damaged(String),
}

async fn examine(connection: &mut AnyConnection, path: &Path) -> Result<Found, sqlx::Error> {
    raw_sql("PRAGMA busy_timeout = 30000").execute(&mut *connection).await?;
    let number = |row: (i64,)| row.0;
    // One snapshot for all questions: others may be making the tables just now.
    let mut snapshot = connection.begin().await?;
    let tables = "SELECT COUNT(*) FROM sqlite_master";
    let tables = number(sqlx::query_as(tables).fetch_one(&mut *snapshot).await?);
    if tables == 0 {
        return Ok(Found::New);
    }
    let id = number(sqlx::query_as("PRAGMA application_id").fetch_one(&mut *snapshot).await?);
    if id != APPLICATION_ID {
        return Ok(Found::Foreign("it holds the tables of another program"));
    }
    if fs::metadata(path)?.len() <= CHECKED_WHOLE {
        let (verdict,): (String,) = sqlx::query_as("PRAGMA quick_check(1)").fetch_one(&mut *snapshot).await?;
        if verdict != "ok" {
            return Ok(Found::Damaged(verdict.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
    let ours = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1";
    let ours = sqlx::query_as(ours).bind(schema::VERSION_TABLE);
    if number(ours.fetch_one(&mut *snapshot).await?) == 0 {
        return Ok(Found::Foreign("it does not tell its version"));
    }
    Ok(Found::Ours(number(sqlx::query_as(schema::VERSION_QUERY).fetch_one(&mut *snapshot).await?)))
}

/// Switches to write-ahead logging, which a file remembers. SQLite does not wait for others here, so we do.
async fn write_ahead(connection: &mut AnyConnection, at: &str) -> Result<(), StoreError> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match sqlx::query_as("PRAGMA journal_mode = WAL").fetch_one(&mut *connection).await {
            Ok((mode,)) => {
                let mode: String = mode;
                if mode == "wal" {
                    return Ok(());
                }
                let why = "its file system does not allow write-ahead logging".to_owned();
                return Err(StoreError::Unreachable { at: at.to_owned(), why });
            }
            Err(error) if sqlite_code(&error) == Some(code::BUSY) && Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Err(error) => return Err(failed(error, at)),
        }
    }
}

/// Makes or renews the tables in one transaction that excludes other writers: SQLite's part of sqlx has no lock for
/// this.
async fn prepare(connection: &mut AnyConnection, at: &str) -> Result<(), StoreError> {
    let (version,): (i64,) = sqlx::query_as("PRAGMA application_id").fetch_one(&mut *connection).await?;
    if version == APPLICATION_ID {
        let found: (i64,) = sqlx::query_as(schema::VERSION_QUERY).fetch_one(&mut *connection).await?;
        schema::refuse_newer(found.0, at)?;
        if found.0 == schema::SCHEMA_VERSION {
            return Ok(());
        }
    }
    let mut transaction =
        connection.begin_with("BEGIN IMMEDIATE").await.map_err(|error| failed(error, at))?;
    // `moss` as a number; what a pragma is set to cannot be bound.
    raw_sql("PRAGMA application_id = 0x6d6f7373").execute(&mut *transaction).await?;
    schema::migrate(&mut transaction, at).await?;
    Ok(transaction.commit().await?)
}

/// The URL of a file. Every byte that means something in a URL is escaped, so that any path is taken as it is.
fn url(path: &Path, mode: &str) -> Result<String, StoreError> {
    let failed = |why: String| StoreError::Unreachable { at: path.display().to_string(), why };
    let path = std::path::absolute(path).map_err(|error| failed(error.to_string()))?;
    let path = path.to_str().ok_or_else(|| failed("its path is no UTF-8".to_owned()))?;
    let mut url = "sqlite:".to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    Ok(url + "?mode=" + mode)
}

fn options(url: &str) -> Result<AnyConnectOptions, StoreError> {
    Ok(AnyConnectOptions::from_str(url)?)
}

/// Why a file cannot be opened.
fn failed(error: sqlx::Error, at: &str) -> StoreError {
    let (at, why) = (at.to_owned(), words(&error));
    match sqlite_code(&error) {
        Some(code::CORRUPT) => StoreError::Corrupt { at, why },
        Some(code::NOTADB) => StoreError::Foreign { at, why },
        Some(code::READONLY) => StoreError::Unreachable { at, why },
        Some(code::CANTOPEN) => {
            StoreError::Unreachable { at, why: format!("{why}; SQLite must write beside it") }
        }
        _ => error.into(),
    }
}
