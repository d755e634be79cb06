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

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mossa_arena::players::PlayerSpec;
use mossa_arena::players::line::end_group;
use mossa_arena::players::spec::command_words;
use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;

use super::client::{Client, ClientFailure};
use super::messages::Side;
use super::thinker::ArenaThinker;
use super::timing::Timed;

/// Where a command gets the address of the server.
const HOST: &str = "{host}";
/// Where a command gets the port of the server.
const PORT: &str = "{port}";

/// How long a program may take to end by itself after its game.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often it is looked whether a program has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long one of our players tries to connect, which on one machine takes no time.
const CONNECT: Duration = Duration::from_secs(5);

/// Somebody who plays in a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Ours(PlayerSpec),
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
        Ok(Entrant { name, kind: Kind::Ours(spec) })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a player of ours who cannot play `game`.
    pub fn check(&self, game: &Arc<dyn AnyGame>) -> Result<(), InputError> {
        match &self.kind {
            Kind::Ours(spec) => ArenaThinker::new(spec.clone(), Duration::from_millis(1), 0).check(game),
            Kind::Program(_) => Ok(()),
        }
    }

    /// Sends it to the server at `address`. What a program prints is kept in files that begin with `keep`, if given.
    pub(crate) fn send(&self, visit: &Visit<'_>, keep: Option<&Path>) -> Result<Guest, InputError> {
        match &self.kind {
            Kind::Ours(spec) => Ok(Guest::Ours(Ours::start(spec.clone(), visit))),
            Kind::Program(words) => {
                Program::start(words, visit.address, keep).map(Guest::Program).map_err(|wrong| {
                    let program = words.first().map_or("", String::as_str);
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

/// Somebody at a server. Whoever is still there when this is dropped is ended.
pub(crate) enum Guest {
    Ours(Ours),
    Program(Program),
}

impl Guest {
    /// Waits for the end of a guest whose game is over; tells what went wrong with it, if anything did.
    pub(crate) fn leave(self) -> Option<String> {
        match self {
            Guest::Ours(mut ours) => ours.leave(),
            Guest::Program(mut program) => program.leave(),
        }
    }
}

/// One of our players, on a thread of its own.
pub(crate) struct Ours {
    thread: Option<JoinHandle<Result<(), String>>>,
    stop: StopSignal,
}

impl Ours {
    fn start(spec: PlayerSpec, visit: &Visit<'_>) -> Ours {
        let stop = visit.stop.for_part();
        let (game, address, side) = (Arc::clone(visit.game), visit.address, visit.side);
        let (time, seed, signal) = (client_time(visit.time), visit.seed, stop.clone());
        let play = move || -> Result<(), String> {
            let thinker = Box::new(ArenaThinker::new(spec, time, seed));
            let mut timed = Timed::start(thinker, &game, side, &signal).map_err(|error| error.to_string())?;
            let play = |timed: &mut Timed| -> Result<(), ClientFailure> {
                let client = Client::connect(&address.to_string(), CONNECT)?;
                client.play(game.start(), timed, time, &signal, &mut |_| {}).map(drop)
            };
            play(&mut timed).map_err(|failure| failure.to_string())
        };
        let thread = thread::Builder::new().name("player".to_owned()).spawn(play).ok();
        Ours { thread, stop }
    }

    fn leave(&mut self) -> Option<String> {
        let ended = self.thread.take()?.join();
        ended.map_or_else(|_| Some("failed".to_owned()), Result::err)
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        self.stop.stop();
        let _ = self.leave();
    }
}

/// Another program, which leads a process group of its own.
pub(crate) struct Program {
    child: Child,
    ended: bool,
}

impl Program {
    fn start(words: &[String], address: SocketAddr, keep: Option<&Path>) -> io::Result<Program> {
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        let filled = words.iter().map(|word| word.replace(HOST, &host).replace(PORT, &port));
        let filled: Vec<String> = filled.collect();
        let (program, arguments) = filled.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        let output = |ending: &str| match keep {
            Some(path) => File::create(path.with_extension(ending)).map(Stdio::from),
            None => Ok(Stdio::null()),
        };
        command.args(arguments).stdin(Stdio::null()).stdout(output("out")?).stderr(output("err")?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Program { child: command.spawn()?, ended: false })
    }

    /// Gives the program a moment to end by itself, and ends it if it does not. The group is ended before the program is
    /// waited for, because only until then its number cannot belong to somebody else.
    fn leave(&mut self) -> Option<String> {
        let deadline = Instant::now() + FAREWELL;
        while !self.ended && Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(LOOK_EVERY),
                Ok(Some(status)) => {
                    self.ended = true;
                    return (!status.success()).then(|| format!("ended with {status}"));
                }
                Err(_) => break,
            }
        }
        self.end();
        None
    }

    fn end(&mut self) {
        if !std::mem::replace(&mut self.ended, true) {
            end_group(self.child.id());
            // Where there are no groups, or no shell: at least the program itself.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
