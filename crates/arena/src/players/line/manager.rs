//! The arena's side of the line protocol: a program as a player.

use std::time::Duration;

use mossa_game::{InputError, Outcome};

use super::messages::{HELLO, VERSION, game_line, read_info, turn_lines};
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use crate::players::program::{Conversation, quoted, split_word};

/// What a program may take to start and say that it is ready: interpreters and large tables included.
const HELLO_PATIENCE: Duration = Duration::from_secs(10);

/// Another program at a board.
pub struct LinePlayer {
    program: Conversation,
    /// Whether it has answered the greeting.
    ready: bool,
    hello_patience: Duration,
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
        Ok(LinePlayer::greeted(Conversation::start(words, "quit")?))
    }

    pub(super) fn greeted(program: Conversation) -> LinePlayer {
        program.say(format!("{HELLO} {VERSION}\n"));
        LinePlayer { program, ready: false, hello_patience: HELLO_PATIENCE }
    }
}

impl Contestant for LinePlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.program.begin_turn()?;
        if self.ready {
            self.program.was_quiet(|_| false)?;
        } else {
            self.program.listen(self.hello_patience, game.stop, |line| match split_word(line) {
                ("ready", _) => Ok(Some(())),
                ("error", reason) => Err(Fault::Refused(quoted(reason))),
                _ => Err(Fault::Garbage(format!("{} instead of `ready`", quoted(line)))),
            })?;
            self.ready = true;
        }
        self.program.say(game_line(game));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.program.begin_turn()?;
        let lines = turn_lines(turn);
        self.program.was_quiet(|_| false)?;
        self.program.say(lines);
        let mut choice = Choice::default();
        self.program.listen(turn.patience, turn.stop, |line| {
            Ok(match said(line, &mut choice).ok_or_else(|| Fault::Garbage(quoted(line)))? {
                Said::Info => None,
                Said::Move(text) => Some(Answer::Move(Choice { text, ..choice.clone() })),
                Said::Resign => Some(Answer::Resign),
                Said::Error(reason) => return Err(Fault::Refused(quoted(&reason))),
            })
        })
    }

    fn finish(&mut self, outcome: &Outcome) {
        if !self.program.is_over() {
            self.program.say(format!("result {outcome}\n"));
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use mossa_game::Player;
    use mossa_search::StopSignal;

    #[test]
    fn a_program_that_never_says_ready_is_given_up() {
        let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/never_ready.py");
        let words = ["python3", "-B", bot].map(str::to_owned);
        let patience = Duration::from_millis(100);
        let mut player = LinePlayer { hello_patience: patience, ..LinePlayer::start(&words).unwrap() };
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let new = NewGame { game: &game, seat: Player::FIRST, seed: 0, stop: &StopSignal::new() };
        assert_eq!(player.begin(&new), Err(Fault::Silent(patience)));
        assert!(player.program.is_over());
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
