//! The interface's side of UCI: a program as a player.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;

use super::messages::{CHESS960, Equipment, go_line, option_line, option_name, position_line, read_info};
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use crate::players::program::{Conversation, quoted, split_word};

/// What a program may take to start, and to set up what it needs: interpreters, networks and large tables included.
const START_PATIENCE: Duration = Duration::from_secs(20);

/// Our family of games that the protocol knows.
const FAMILY: &str = "chess";

/// Another program at a board.
pub struct UciPlayer {
    program: Conversation,
    equipment: Equipment,
    /// The game's beginning as FEN, if the protocol has no shorter word for it.
    start: Option<String>,
    chess960: bool,
    /// Whether it knows what it is to play with.
    equipped: bool,
}

impl UciPlayer {
    /// Starts the program of `words`, which is to play `game`.
    pub(in crate::players) fn start(
        words: &[String],
        game: &Arc<dyn AnyGame>,
        equipment: Equipment,
    ) -> Result<UciPlayer, InputError> {
        if game.info().name != FAMILY {
            let problem = format!("programs of UCI cannot play {}", game.name());
            return Err(InputError::new(InputKind::Setting, problem, "chess or chess:960"));
        }
        let chess960 = game.name() != FAMILY;
        Ok(UciPlayer {
            program: Conversation::start(words, "quit")?.with_any_bytes(),
            equipment,
            start: chess960.then(|| Arc::clone(game).start().text()),
            chess960,
            equipped: false,
        })
    }

    /// Greets the program and sets its options. One that it does not have is a mistake of whoever set it.
    fn equip(&mut self, stop: &StopSignal) -> Result<(), Fault> {
        self.program.say("uci\n".to_owned());
        let mut names = Vec::new();
        self.program.listen(START_PATIENCE, stop, |line| {
            names.extend(option_name(line));
            Ok((line.trim() == "uciok").then_some(()))
        })?;
        let mut options = self.equipment.options();
        options.extend(self.chess960.then(|| (CHESS960.to_owned(), "true".to_owned())));
        for (name, value) in options {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                return Err(Fault::Refused(format!("it has no option `{name}`")));
            }
            self.program.say(option_line(&name, &value));
        }
        self.equipped = true;
        Ok(())
    }

    /// Waits until the program has done what it was told.
    fn ready(&mut self, stop: &StopSignal) -> Result<(), Fault> {
        self.program.say("isready\n".to_owned());
        self.program.listen(START_PATIENCE, stop, |line| Ok((line.trim() == "readyok").then_some(())))
    }
}

impl Contestant for UciPlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.program.begin_turn()?;
        if !self.equipped {
            self.equip(game.stop)?;
        }
        self.program.say("ucinewgame\n".to_owned());
        self.ready(game.stop)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.program.begin_turn()?;
        self.program.was_quiet(is_remark)?;
        let start = turn.start.or(self.start.as_deref());
        let to_move = turn.position.to_move();
        let position = position_line(start, turn.position.history());
        self.program.say(position + &go_line(&turn.limits, turn.clocks, to_move));
        let mut choice = Choice::default();
        self.program.listen(turn.patience, turn.stop, |line| match split_word(line) {
            ("info", rest) => {
                read_info(rest, &mut choice);
                Ok(None)
            }
            ("bestmove", rest) => match split_word(rest).0 {
                "" => Err(Fault::Garbage(quoted(line))),
                text => Ok(Some(Answer::Move(Choice { text: text.to_owned(), ..choice.clone() }))),
            },
            // The protocol wants words that nobody knows to be passed over.
            _ => Ok(None),
        })
    }
}

/// What may be said although nobody asked: anything but a move.
fn is_remark(line: &str) -> bool {
    split_word(line).0 != "bestmove"
}
