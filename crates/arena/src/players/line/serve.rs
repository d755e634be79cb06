//! The program's side of the line protocol: our players for other people's arenas.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, InputKind};
use mossa_search::{Limits, StopSignal};

use super::messages::{HELLO, START, VERSION, info_line, read_clocks, read_game, read_go, read_position};
use crate::budget::TimeRule;
use crate::contestant::{Answer, Contestant, Fault, NewGame, Turn};
use crate::players::PlayerSpec;
use crate::players::program::{Read, read_line, split_word};

/// The longest line of a manager, in bytes: a board of 10 000 cells has fewer than 100 KB of legal moves.
const LONGEST_LINE: usize = 1 << 20;
/// How many lines may wait while the player thinks; a manager says nothing then.
const WAITING_LINES: usize = 16;
/// How long to think if neither the manager nor the player's own settings say it.
const WITHOUT_LIMITS: Duration = Duration::from_secs(1);
/// When the input is over, a search may end by its own limits for so long: whoever wrote a whole session into a pipe
/// gets its moves. Then it is stopped, for a manager that is gone waits for nothing.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// One of our players for other people's arenas.
pub struct Bot {
    spec: PlayerSpec,
}

impl Bot {
    /// A player for other people's arenas. It keeps no clock for a game, because its manager does.
    pub fn new(spec: PlayerSpec) -> Result<Bot, InputError> {
        if matches!(spec.budget().time, Some(TimeRule::PerGame { .. })) {
            let problem = format!("{} has a clock for the game, which the arena keeps", spec.name());
            let expected = "time=MS, nodes=N, depth=N, or no limit";
            return Err(InputError::new(InputKind::Setting, problem, expected));
        }
        Ok(Bot { spec })
    }

    /// Plays until `input` says `quit` or ends. `open` knows the games by name.
    pub fn serve(
        &self,
        input: impl BufRead + Send + 'static,
        output: &mut impl Write,
        open: impl Fn(&str) -> Result<Arc<dyn AnyGame>, InputError>,
    ) -> io::Result<()> {
        let stop = StopSignal::new();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let ending = stop.clone();
        thread::Builder::new().name("line input".to_owned()).spawn(move || {
            read_to_end(input, &sender);
            drop(sender);
            thread::sleep(AFTER_THE_END);
            ending.stop();
        })?;
        let mut desk = Desk { spec: &self.spec, open, game: Err(NO_GAME.to_owned()), stop };
        desk.work(&lines, output)
    }
}

const NO_GAME: &str = "no game has begun";
const NO_POSITION: &str = "no position was given";

/// Hands over lines until one says `quit`, or there are no more.
fn read_to_end(mut input: impl BufRead, lines: &SyncSender<String>) {
    let mut bytes = Vec::new();
    while let Ok(Read::Line(line)) = read_line(&mut input, LONGEST_LINE, &mut bytes, |_| {}) {
        if split_word(&line).0 == "quit" || lines.send(line).is_err() {
            return;
        }
    }
}

/// Where a bot works.
struct Desk<'a, Open> {
    spec: &'a PlayerSpec,
    open: Open,
    /// The game that is played, or why there is none.
    game: Result<InGame, String>,
    stop: StopSignal,
}

struct InGame {
    game: Arc<dyn AnyGame>,
    contestant: Box<dyn Contestant>,
    /// The position, or why there is none.
    position: Result<Given, String>,
    clocks: Vec<Option<Duration>>,
}

/// A position as the manager gave it.
struct Given {
    start: Option<String>,
    position: Box<dyn AnyPosition>,
}

impl<Open> Desk<'_, Open>
where
    Open: Fn(&str) -> Result<Arc<dyn AnyGame>, InputError>,
{
    fn work(&mut self, lines: &Receiver<String>, output: &mut impl Write) -> io::Result<()> {
        for line in lines {
            let answer = match split_word(&line) {
                (HELLO, VERSION) => {
                    format!("ready mossa {} {}\n", env!("CARGO_PKG_VERSION"), self.spec.name())
                }
                (HELLO, other) => format!("error version {other} is not known, only {VERSION}\n"),
                ("game", rest) => {
                    self.game = self.begin(rest);
                    continue;
                }
                ("position", rest) => {
                    if let Ok(game) = &mut self.game {
                        game.position = given(&game.game, rest);
                    }
                    continue;
                }
                ("clock", rest) => {
                    if let Ok(game) = &mut self.game {
                        let players = game.game.players();
                        game.clocks = read_clocks(rest, players).unwrap_or_else(|| vec![None; players]);
                    }
                    continue;
                }
                ("result", rest) => {
                    if let (Ok(game), Ok(outcome)) = (&mut self.game, rest.parse()) {
                        game.contestant.finish(&outcome);
                    }
                    continue;
                }
                ("go", rest) => match self.go(rest) {
                    Ok(answer) => answer,
                    Err(reason) => format!("error {reason}\n"),
                },
                // Whatever else a manager may come to say is not for us.
                _ => continue,
            };
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
        Ok(())
    }

    fn begin(&self, text: &str) -> Result<InGame, String> {
        let line = read_game(text).ok_or_else(|| format!("unreadable game: {text}"))?;
        let game = (self.open)(line.name).map_err(|error| error.to_string())?;
        if game.players() != line.players {
            return Err(format!("{} is a game for {}, not {}", game.name(), game.players(), line.players));
        }
        // No clock runs yet.
        game.prepare();
        let mut contestant = self.spec.seat_by_turns(&game).map_err(|error| error.to_string())?;
        let new = NewGame { game: &game, seat: line.seat, seed: line.seed, stop: &self.stop };
        contestant.begin(&new).map_err(|fault| fault.to_string())?;
        let clocks = vec![None; line.players];
        Ok(InGame { game, contestant, position: Err(NO_POSITION.to_owned()), clocks })
    }

    /// The answer to `go`, or why there is none.
    fn go(&mut self, text: &str) -> Result<String, String> {
        let mut limits = read_go(text).ok_or_else(|| format!("unreadable limits: {text}"))?;
        if limits == Limits::default() && self.spec.budget().is_unlimited() {
            limits = Limits::per_move(WITHOUT_LIMITS);
        }
        let game = self.game.as_mut().map_err(|reason| reason.clone())?;
        let given = game.position.as_ref().map_err(Clone::clone)?;
        let turn = Turn {
            position: &*given.position,
            start: given.start.as_deref(),
            limits,
            clocks: &game.clocks,
            patience: Duration::MAX,
            stop: &self.stop,
        };
        match game.contestant.choose(&turn) {
            Ok(Answer::Move(choice)) => Ok(format!("{}move {}\n", info_line(&choice), choice.text)),
            Ok(Answer::Resign) => Ok("resign\n".to_owned()),
            Err(Fault::Stopped) => Err("stopped".to_owned()),
            Err(fault) => Err(fault.to_string()),
        }
    }
}

/// The position that stands behind `position`, with its moves played.
fn given(game: &Arc<dyn AnyGame>, text: &str) -> Result<Given, String> {
    let (start, moves) = read_position(text).ok_or("a position without the word `moves`")?;
    let start = (start != START).then(|| start.to_owned());
    let mut position = match &start {
        Some(text) => Arc::clone(game).position(text).map_err(|error| error.to_string())?,
        None => Arc::clone(game).start(),
    };
    for m in moves {
        position.play(m).map_err(|error| error.to_string())?;
    }
    Ok(Given { start, position })
}
