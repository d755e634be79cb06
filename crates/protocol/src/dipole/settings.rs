//! What a server may be told.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};

/// How games are played at a server.
#[derive(Clone)]
pub struct ServerSettings {
    /// The game, with where it begins and when pieces are counted.
    pub game: Arc<dyn AnyGame>,
    /// Where to begin, if not where the game does. Players are not told: the protocol has no words for it.
    pub position: Option<String>,
    /// How long a move may take.
    pub time: Duration,
    /// What a move may take longer without losing: lines travel, and machines are busy.
    pub grace: Duration,
    /// The pause before the first move.
    pub warm_up: Duration,
    /// What White and Black are called: the numbers of their groups, in the course.
    pub groups: [String; 2],
    /// How long to wait for a player to connect, from when its seat could be taken; for ever if not given.
    pub patience: Option<Duration>,
}

impl ServerSettings {
    /// As the course's server plays `game`, unless it is told otherwise.
    pub fn course(game: Arc<dyn AnyGame>) -> ServerSettings {
        ServerSettings {
            game,
            position: None,
            time: Duration::from_millis(1000),
            grace: Duration::from_millis(20),
            warm_up: Duration::from_secs(15),
            groups: ["0".to_owned(), "1".to_owned()],
            patience: None,
        }
    }
}

/// Dipole that begins at `start` (`course`, `steere`) and ends after `limit` moves of each player (a number, `none`).
pub fn game_called(start: &str, limit: &str) -> Result<Arc<dyn AnyGame>, InputError> {
    // Neither may bring further options.
    for (name, value, expected) in [("start", start, "course, steere"), ("limit", limit, "a number, or none")]
    {
        if !value.chars().all(char::is_alphanumeric) {
            return Err(InputError::new(InputKind::Options, format!("bad {name} `{value}`"), expected));
        }
    }
    mossa_engine::open(&format!("dipole:start={start},limit={limit}"))
}
