//! The arena's side of the line protocol: a program as a player.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use mossa_game::{InputError, InputKind, Outcome};
use mossa_search::StopSignal;

use super::messages::{HELLO, VERSION, game_line, quoted, read_info, split_word, turn_lines};
use super::process::{Event, LONGEST_LINE, Nothing, Process};
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};

/// What a program may take to start and say that it is ready: interpreters and large tables included.
const HELLO_PATIENCE: Duration = Duration::from_secs(10);
/// The most lines in one turn; a search that tells of every improvement has some hundred.
const MOST_LINES: usize = 10_000;
/// The most bytes in one turn: a hundred for each of these lines.
const MOST_BYTES: usize = 100 * MOST_LINES;

/// Another program at a board.
pub struct LinePlayer {
    process: Process,
    state: State,
    hello_patience: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It was started and greeted.
    Greeted,
    /// It has answered the greeting.
    Ready,
    /// It did something wrong and was ended.
    Ended,
}

/// What a program says in its turn.
enum Said {
    /// Something that may be left out.
    Info,
    Move(String),
    Resign,
    Error(String),
}

impl LinePlayer {
    /// Starts the program of `words` and greets it.
    pub(crate) fn start(words: &[String]) -> Result<LinePlayer, InputError> {
        let process = Process::start(words).map_err(|error| {
            let program = words.first().map_or("", String::as_str);
            let problem = format!("cannot start `{program}`: {error}");
            InputError::new(InputKind::Setting, problem, "a program that can be run from here")
        })?;
        Ok(LinePlayer::greeted(process))
    }

    pub(super) fn greeted(process: Process) -> LinePlayer {
        process.send(format!("{HELLO} {VERSION}\n"));
        LinePlayer { process, state: State::Greeted, hello_patience: HELLO_PATIENCE }
    }

    /// Whatever the program said although nobody asked was not an answer, and must not become one.
    fn was_quiet(&mut self) -> Result<(), Fault> {
        for _ in 0..MOST_LINES {
            match self.process.meanwhile() {
                None => return Ok(()),
                Some(Event::Line(line)) if line.trim().is_empty() => {}
                Some(Event::Line(line)) => {
                    let reason = format!("{} although it was not its turn", quoted(&line));
                    return Err(self.ended(Fault::Garbage(reason)));
                }
                Some(event) => return Err(self.misbehaved(event)),
            }
        }
        Err(self.ended(too_many_lines()))
    }

    /// The lines of a turn, one by one, until `take` makes something of one.
    fn listen<T>(
        &mut self,
        patience: Duration,
        stop: &StopSignal,
        mut take: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now().checked_add(patience);
        let mut bytes = 0;
        for _ in 0..MOST_LINES {
            let line = match self.process.next(deadline, stop) {
                Ok(Event::Line(line)) => line,
                Ok(event) => return Err(self.misbehaved(event)),
                Err(nothing) => return Err(self.heard_nothing(nothing, patience)),
            };
            bytes += line.len();
            if bytes > MOST_BYTES {
                let reason = format!("more than {MOST_BYTES} bytes in one turn");
                return Err(self.ended(Fault::Flooded(reason)));
            }
            if line.trim().is_empty() {
                continue;
            }
            match take(&line) {
                Ok(None) => {}
                Ok(Some(found)) => return Ok(found),
                Err(fault) => return Err(self.ended(fault)),
            }
        }
        Err(self.ended(too_many_lines()))
    }

    /// Ends the program because of `fault`.
    fn ended(&mut self, fault: Fault) -> Fault {
        self.process.end();
        self.state = State::Ended;
        fault
    }

    fn heard_nothing(&mut self, nothing: Nothing, patience: Duration) -> Fault {
        let unfinished = self.process.unfinished();
        self.ended(match nothing {
            Nothing::Stopped => Fault::Stopped,
            Nothing::TooLate if unfinished.is_empty() => Fault::Silent(patience),
            Nothing::TooLate => {
                let waited = patience.as_millis();
                let shown = quoted(&unfinished);
                Fault::Garbage(format!("{shown} without an end of line, and nothing more within {waited} ms"))
            }
        })
    }

    /// The fault that lies in an event other than a line.
    fn misbehaved(&mut self, event: Event) -> Fault {
        match event {
            Event::Line(line) => self.ended(Fault::Garbage(quoted(&line))),
            Event::NotText(shown) => {
                self.ended(Fault::Garbage(format!("{}, which is not UTF-8", quoted(&shown))))
            }
            Event::TooLong => self.ended(Fault::Flooded(format!("a line of more than {LONGEST_LINE} bytes"))),
            Event::ErrorFlood => self.ended(Fault::Flooded("too much on its error output".to_owned())),
            Event::OutputClosed => self.crashed("closed its output"),
            Event::InputClosed => self.crashed("closed its input"),
        }
    }

    /// How a program ended that ended by itself. One that went on has only done what `otherwise` says.
    fn crashed(&mut self, otherwise: &str) -> Fault {
        self.state = State::Ended;
        let ended = self.process.end().and_then(ending);
        let reason = ended.unwrap_or_else(|| otherwise.to_owned());
        let words = self.process.last_words();
        let words =
            if words.is_empty() { words } else { format!("; its last words: {}", quoted_end(&words)) };
        Fault::Crashed(reason + &words)
    }
}

impl Contestant for LinePlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.process.begin_turn();
        match self.state {
            State::Ended => return Err(Fault::Crashed("was ended because of a fault".to_owned())),
            State::Ready => self.was_quiet()?,
            State::Greeted => {
                self.listen(self.hello_patience, game.stop, |line| match split_word(line) {
                    ("ready", _) => Ok(Some(())),
                    ("error", reason) => Err(Fault::Refused(quoted(reason))),
                    _ => Err(Fault::Garbage(format!("{} instead of `ready`", quoted(line)))),
                })?;
                self.state = State::Ready;
            }
        }
        self.process.send(game_line(game));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        if self.state == State::Ended {
            return Err(Fault::Crashed("was ended because of a fault".to_owned()));
        }
        self.process.begin_turn();
        let lines = turn_lines(turn);
        self.was_quiet()?;
        self.process.send(lines);
        let mut choice = Choice::default();
        self.listen(turn.patience, turn.stop, |line| {
            Ok(match said(line, &mut choice).ok_or_else(|| Fault::Garbage(quoted(line)))? {
                Said::Info => None,
                Said::Move(text) => Some(Answer::Move(Choice { text, ..choice.clone() })),
                Said::Resign => Some(Answer::Resign),
                Said::Error(reason) => return Err(Fault::Refused(quoted(&reason))),
            })
        })
    }

    fn finish(&mut self, outcome: &Outcome) {
        if self.state != State::Ended {
            self.process.send(format!("result {outcome}\n"));
        }
    }
}

/// What a line means; `None` if it means nothing. What it tells of the search is added to `known`.
fn said(line: &str, known: &mut Choice) -> Option<Said> {
    let (word, rest) = split_word(line);
    match word {
        "info" => read_info(rest, known).map(|()| Said::Info),
        "move" if !rest.is_empty() && !rest.contains(char::is_whitespace) => {
            Some(Said::Move(rest.to_owned()))
        }
        "resign" if rest.is_empty() => Some(Said::Resign),
        "error" => Some(Said::Error(rest.to_owned())),
        _ => None,
    }
}

fn too_many_lines() -> Fault {
    Fault::Flooded(format!("more than {MOST_LINES} lines in one turn"))
}

/// How a program ended, unless it was ended from here.
fn ending(status: ExitStatus) -> Option<String> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        /// The signal that ends programs from here (POSIX).
        const SIGKILL: i32 = 9;
        return (signal != SIGKILL).then(|| format!("ended by signal {signal}"));
    }
    status.code().map(|code| format!("ended with status {code}"))
}

/// The end of `text` in quotes: the last words say most.
fn quoted_end(text: &str) -> String {
    /// Two or three lines of an error message.
    const MOST: usize = 240;
    let skipped = text.chars().count().saturating_sub(MOST);
    let mut shown: String = text.chars().skip(skipped).collect();
    if skipped > 0 {
        shown.insert(0, '\u{2026}');
    }
    format!("{shown:?}")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use mossa_game::Player;

    #[test]
    fn a_program_that_never_says_ready_is_given_up() {
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/never_ready.py");
        let words = ["python3", "-B", bot].map(str::to_owned);
        let patience = Duration::from_millis(100);
        let mut player = LinePlayer { hello_patience: patience, ..LinePlayer::start(&words).unwrap() };
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let new = NewGame { game: &game, seat: Player::FIRST, seed: 0, stop: &StopSignal::new() };
        assert_eq!(player.begin(&new), Err(Fault::Silent(patience)));
        assert_eq!(player.state, State::Ended);
    }

    #[test]
    fn only_the_words_of_the_protocol_are_understood() {
        let understood = |line: &str| said(line, &mut Choice::default()).is_some();
        for line in ["move b2", "  move  b2 ", "resign", "error", "error too small", "info", "info depth 3"] {
            assert!(understood(line), "{line}");
        }
        for line in
            ["move", "move b2 c3", "resign now", "b2", "moveb2", "MOVE b2", "info depth", "ready", "quit"]
        {
            assert!(!understood(line), "{line}");
        }
    }
}
