//! Who plays in a league: our players, and other people's programs.
//!
//! ```text
//! SPEC                                  level:8          a player of the arena, in this program
//! NAME=SPEC                             strong=level:8   the same with a name
//! NAME=COMMAND with {port}              java=java -jar P.jar {host} {port}
//! ```
//!
//! A command is words separated by blanks; a word with blanks stands in "double" or 'single' quotes. It is started anew for
//! each game, connects to `{host}` at `{port}`, and is ended with its game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use mossa_arena::players::PlayerSpec;
use mossa_arena::players::program::command_words;
use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;

use super::guest::{Guest, Ours, Prints, Program};
use super::messages::Side;
use crate::thinker::ArenaThinker;

/// Where a command gets the address of the server.
const HOST: &str = "{host}";
/// Where a command gets the port of the server.
const PORT: &str = "{port}";

/// Somebody who plays in a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Ours(Box<PlayerSpec>),
    Program(Vec<String>),
}

/// What one of our players takes of the time that the server gives: as 950 ms of the course's 1000.
pub fn client_time(server: Duration) -> Duration {
    server - server / 20
}

impl Entrant {
    /// Reads an entrant from its text: see the head of this module.
    pub fn parse(text: &str) -> Result<Entrant, InputError> {
        let text = text.trim();
        let (name, rest) = match text.split_once('=') {
            Some((name, rest)) if is_name(name.trim()) => (Some(name.trim()), rest.trim()),
            _ => (None, text),
        };
        if let Some(name) = name.filter(|_| rest.contains(PORT)) {
            return Ok(Entrant { name: name.to_owned(), kind: Kind::Program(command_words(rest)?) });
        }
        if rest.contains(PORT) {
            let problem = format!("a program without a name: `{text}`");
            return Err(error(problem, format!("NAME={text}")));
        }
        let spec = PlayerSpec::parse(rest).map_err(|wrong| {
            let expected = format!("{}; or a program as NAME=COMMAND {HOST} {PORT}", wrong.expected);
            error(wrong.problem, expected)
        })?;
        let name = name.map_or_else(|| spec.name(), str::to_owned);
        Ok(Entrant { name, kind: Kind::Ours(Box::new(spec)) })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a player of ours who cannot play `game`.
    pub fn check(&self, game: &Arc<dyn AnyGame>) -> Result<(), InputError> {
        match &self.kind {
            Kind::Ours(spec) => ArenaThinker::new((**spec).clone(), Duration::from_millis(1), 0).check(game),
            Kind::Program(_) => Ok(()),
        }
    }

    /// Whether it is another program, which may print.
    pub(crate) fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Sends it to a server. What a program prints goes to `prints`.
    pub(crate) fn send(&self, visit: &Visit<'_>, prints: Option<Prints>) -> Result<Guest, InputError> {
        match &self.kind {
            Kind::Ours(spec) => Ok(Guest::Ours(Ours::start((**spec).clone(), visit))),
            Kind::Program(words) => {
                let (host, port) = (visit.address.ip().to_string(), visit.address.port().to_string());
                let filled = words.iter().map(|word| word.replace(HOST, &host).replace(PORT, &port));
                let filled: Vec<String> = filled.collect();
                Program::start(&filled, prints).map(Guest::Program).map_err(|wrong| {
                    let program = filled.first().map_or("", String::as_str);
                    error(
                        format!("{}: cannot start `{program}`: {wrong}", self.name),
                        "a program that can be started",
                    )
                })
            }
        }
    }
}

/// Where a player is sent.
pub(crate) struct Visit<'a> {
    pub(crate) game: &'a Arc<dyn AnyGame>,
    pub(crate) address: SocketAddr,
    pub(crate) side: Side,
    /// What the server gives for a move.
    pub(crate) time: Duration,
    pub(crate) seed: u64,
    pub(crate) stop: &'a StopSignal,
}

fn error(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

/// Names are words of a table; what begins a player of the arena (`mossa:time=1`) is none.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_. ".contains(c))
}
