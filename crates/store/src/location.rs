//! Where a database is.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use mossa_game::{InputError, InputKind};
use sqlx::postgres::PgConnectOptions;

/// The variable that names the database if no option does.
pub const DATABASE_VARIABLE: &str = "MOSSA_DB";

/// Where a database is: a file, a server, or nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Location(pub(crate) Place);

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// SQLite in this process, gone with it.
    Memory,
    /// SQLite in a file. `usual` says that nobody chose it, so that its folder may be made.
    File { path: PathBuf, usual: bool },
    /// PostgreSQL.
    Server { url: String },
}

impl Location {
    /// A path, `sqlite:PATH`, `:memory:`, or the URL of a PostgreSQL database.
    pub fn parse(text: &str) -> Result<Location, InputError> {
        let text = text.trim();
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Location::server(text);
        }
        let path = match text.split_once("://") {
            Some(("sqlite", path)) => path,
            Some((scheme, _)) => return Err(bad(format!("a database at {scheme}://"))),
            None => text.strip_prefix("sqlite:").unwrap_or(text),
        };
        match path {
            "" => Err(bad("a database without a name")),
            _ if path.contains('\0') => Err(bad("a path with a zero byte")),
            ":memory:" => Ok(Location(Place::Memory)),
            path => Ok(Location(Place::File { path: path.into(), usual: false })),
        }
    }

    fn server(url: &str) -> Result<Location, InputError> {
        match PgConnectOptions::from_str(url) {
            Ok(_) => Ok(Location(Place::Server { url: url.to_owned() })),
            // What exactly is wrong may quote the password.
            Err(_) => Err(InputError::new(
                InputKind::Setting,
                "an unreadable URL of PostgreSQL",
                "one such as postgres://user:password@host:5432/database",
            )),
        }
    }

    /// The database in this file.
    pub fn file(path: impl Into<PathBuf>) -> Location {
        Location(Place::File { path: path.into(), usual: false })
    }

    /// The database that `option` or else [`MOSSA_DB`](DATABASE_VARIABLE) names, or else `mossa.db` in the user's
    /// data directory.
    pub fn choose(option: Option<&str>) -> Result<Location, InputError> {
        let named = match option {
            Some(option) => Some(option.to_owned()),
            None => match std::env::var_os(DATABASE_VARIABLE).filter(|value| !value.is_empty()) {
                Some(value) => Some(value.into_string().map_err(|_| bad("MOSSA_DB that is no UTF-8"))?),
                None => None,
            },
        };
        match named {
            Some(named) => Location::parse(&named),
            None => {
                let (data, home) = (std::env::var_os("XDG_DATA_HOME"), std::env::var_os("HOME"));
                let path = usual_file(data, home).ok_or_else(|| {
                    let expected = "HOME, MOSSA_DB or --db FILE";
                    InputError::new(
                        InputKind::Setting,
                        "no place for the database: HOME is not set",
                        expected,
                    )
                })?;
                Ok(Location(Place::File { path, usual: true }))
            }
        }
    }
}

/// Where programs keep data of a user, as freedesktop.org's Base Directory Specification has it: a relative path there
/// does not count.
fn usual_file(data: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let data = data.map(PathBuf::from).filter(|path| path.is_absolute());
    let home = home.filter(|home| !home.is_empty()).map(|home| Path::new(&home).join(".local/share"));
    Some(data.or(home)?.join("mossa").join("mossa.db"))
}

fn bad(problem: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, "a file, or postgres://user@host/database")
}

/// For people, and without passwords.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Memory => f.write_str(":memory:"),
            Place::File { path, .. } => write!(f, "{}", path.display()),
            Place::Server { url } => match PgConnectOptions::from_str(url) {
                Ok(options) => {
                    let database = options.get_database().unwrap_or(options.get_username());
                    write!(f, "postgres://{}:{}/{database}", options.get_host(), options.get_port())
                }
                Err(_) => f.write_str("postgres://"),
            },
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        Location::parse(text).unwrap().0
    }

    #[test]
    fn paths_and_urls_are_told_apart() {
        let file = |path: &str| Place::File { path: path.into(), usual: false };
        assert!(place("games.db") == file("games.db"));
        assert!(place("sqlite:games.db") == file("games.db"));
        assert!(place("sqlite:///tmp/games.db") == file("/tmp/games.db"));
        assert!(place(":memory:") == Place::Memory);
        assert!(place("sqlite::memory:") == Place::Memory);
        assert!(matches!(place("postgres://me@host/db"), Place::Server { .. }));
    }

    #[test]
    fn other_schemes_are_refused() {
        for bad in ["mysql://host/db", "http://host", "", "sqlite:"] {
            let error = Location::parse(bad).unwrap_err().to_string();
            assert!(error.contains("postgres://user@host/database"), "{error}");
        }
        let error = Location::parse("postgres://me:secret@host:notaport/db").unwrap_err().to_string();
        assert!(error.contains("unreadable URL") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn passwords_are_not_told() {
        let location = Location::parse("postgres://me:secret@host:5433/db").unwrap();
        assert_eq!(location.to_string(), "postgres://host:5433/db");
        assert!(!format!("{location:?}").contains("secret"));
    }

    #[test]
    fn the_usual_place_is_that_of_the_user() {
        let usual = |data: &str, home: &str| usual_file(Some(data.into()), Some(home.into()));
        assert_eq!(usual("/data", "/home/me"), Some("/data/mossa/mossa.db".into()));
        assert_eq!(usual("", "/home/me"), Some("/home/me/.local/share/mossa/mossa.db".into()));
        assert_eq!(usual("relative", "/home/me"), Some("/home/me/.local/share/mossa/mossa.db".into()));
        assert_eq!(usual("", ""), None);
    }

    #[test]
    fn an_option_goes_before_everything() {
        assert!(Location::choose(Some("x.db")).unwrap() == Location::file("x.db"));
    }
}
