//! The manager's side of the Gomocup protocol: a program as a player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, Player};
use mossa_search::StopSignal;

use super::cell::Cell;
use super::messages::{Said, Times, board_lines, said, start_line};
use super::stones::{Stone, read_position};
use super::terms::Terms;
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use crate::players::program::{Conversation, quoted};

/// What a program may take to start and to set up a board: interpreters and large networks included.
const START_PATIENCE: Duration = Duration::from_secs(10);

/// The line that asks a program to leave.
const FAREWELL: &str = "END";

/// What `INFO game_type` says: the opponent is a program.
const AGAINST_A_PROGRAM: u32 = 1;

/// The memory that Gomocup's tournaments give to a program, in megabytes.
const TOURNAMENT_MEGABYTES: u64 = 350;

/// What a program is told that it may use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::players) struct Provisions {
    /// Megabytes of memory; those of Gomocup's tournaments if nothing is said.
    pub(in crate::players) megabytes: Option<u64>,
    /// Threads, if anything is to be said of them.
    pub(in crate::players) threads: Option<usize>,
    /// Where it may keep files from game to game; nowhere if nothing is said, so that games do not depend on earlier ones.
    pub(in crate::players) folder: Option<String>,
}

impl Provisions {
    fn lines(&self) -> String {
        let bytes = self.megabytes.unwrap_or(TOURNAMENT_MEGABYTES).saturating_mul(1 << 20);
        let threads = self.threads.map_or(String::new(), |n| format!("INFO thread_num {n}\n"));
        let folder = self.folder.as_ref().map_or(String::new(), |folder| format!("INFO folder {folder}\n"));
        format!("INFO max_memory {bytes}\n{threads}{folder}")
    }
}

/// Another program at a board.
pub struct GomocupPlayer {
    words: Vec<String>,
    terms: Terms,
    provisions: Provisions,
    program: Conversation,
    /// Whether the program has a board.
    has_board: bool,
    /// The limits that it was told in this game, without what is left of them.
    told: Option<Times>,
    /// The moves that it has on its board, if that is what they led to.
    known: Vec<Cell>,
}

impl GomocupPlayer {
    /// Starts the program of `words`, which is to play `game`.
    pub(in crate::players) fn start(
        words: &[String],
        game: &Arc<dyn AnyGame>,
        provisions: Provisions,
    ) -> Result<GomocupPlayer, InputError> {
        let terms = Terms::of(&**game)?;
        Ok(GomocupPlayer {
            words: words.to_vec(),
            terms,
            provisions,
            program: Conversation::start(words, FAREWELL)?.with_any_bytes(),
            has_board: false,
            told: None,
            known: Vec::new(),
        })
    }

    /// Has the program clear its board, or begin anew if it cannot.
    fn empty_board(&mut self, stop: &StopSignal) -> Result<(), Fault> {
        if self.has_board && !self.cleared(stop)? {
            self.has_board = false;
            // Not both at once, since they may want the same files.
            self.program.leave();
            self.program = Conversation::start(&self.words, FAREWELL)
                .map(Conversation::with_any_bytes)
                .map_err(|error| Fault::Crashed(format!("does not start again: {}", error.problem)))?;
        }
        if !self.has_board {
            self.program.say(start_line(&self.terms));
            self.program.listen(START_PATIENCE, stop, |line| match said(line) {
                Some(Said::Ok) => Ok(Some(())),
                Some(Said::Remark) => Ok(None),
                Some(Said::Error | Said::Unknown) => Err(Fault::Refused(quoted(line))),
                _ => Err(Fault::Garbage(format!("{} instead of `OK`", quoted(line)))),
            })?;
            self.has_board = true;
        }
        self.known.clear();
        self.told = None;
        Ok(())
    }

    /// Whether the program clears its board when it is told to.
    fn cleared(&mut self, stop: &StopSignal) -> Result<bool, Fault> {
        self.program.was_quiet(harmless)?;
        self.program.say("RESTART\n".to_owned());
        let heard = self.program.listen(START_PATIENCE, stop, |line| match said(line) {
            Some(Said::Ok) => Ok(Some(true)),
            Some(Said::Remark) => Ok(None),
            _ => Ok(Some(false)),
        });
        // Whoever crashes or says nothing may still be able to begin anew.
        match heard {
            Err(Fault::Stopped) => Err(Fault::Stopped),
            other => Ok(other.unwrap_or(false)),
        }
    }

    /// All that is said in a turn.
    fn turn_lines(&mut self, turn: &Turn<'_>, moves: &[Cell]) -> Result<String, Fault> {
        let times = Times::of(&turn.limits)
            .ok_or_else(|| Fault::Refused("its protocol needs a limit of time".to_owned()))?;
        // A clock runs down, but that is no other limit.
        let limits = match (self.told, times.left) {
            (Some(told), Some(_)) if told.left.is_some() => told,
            _ => times,
        };
        let mut text = String::new();
        if self.told.replace(limits) != Some(limits) {
            text += &limits.limit_lines();
        }
        text += &times.left_line();
        // A board that the program has is as good as the usual start.
        let usual = turn.start.is_none() || !self.known.is_empty();
        match moves.split_last() {
            None if usual => text += "BEGIN\n",
            Some((last, before)) if usual && before == self.known => text += &format!("TURN {last}\n"),
            _ => text += &board_lines(&stones(turn, moves)?, turn.position.to_move()),
        }
        Ok(text)
    }

    /// Waits for a move; a suggestion is accepted.
    fn wait(&mut self, turn: &Turn<'_>) -> Result<Cell, Fault> {
        let deadline = Instant::now().checked_add(turn.patience);
        let mut unknown = None;
        loop {
            let left = deadline.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()));
            let heard = self.program.listen(left, turn.stop, |line| match said(line) {
                Some(Said::Remark) => Ok(None),
                // Some programs say it to each INFO that they do not know, although nobody asked.
                Some(Said::Unknown) => {
                    unknown = Some(quoted(line));
                    Ok(None)
                }
                Some(answer @ (Said::Move(_) | Said::Suggest(_))) => Ok(Some(answer)),
                Some(Said::Error) => Err(Fault::Refused(quoted(line))),
                Some(Said::Ok) | None => Err(Fault::Garbage(quoted(line))),
            });
            match heard {
                Ok(Said::Suggest(cell)) => self.program.say(format!("PLAY {cell}\n")),
                Ok(Said::Move(cell)) => return Ok(cell),
                // Nobody is late who has said that it does not know what to do.
                Err(Fault::Silent(_)) if unknown.is_some() => {
                    return Err(Fault::Refused(unknown.unwrap_or_default()));
                }
                Err(Fault::Silent(_)) => return Err(Fault::Silent(turn.patience)),
                Ok(_) => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl Contestant for GomocupPlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.program.begin_turn()?;
        let terms = Terms::of(&**game.game).map_err(|error| Fault::Refused(error.problem))?;
        let same_board = (terms.width, terms.height) == (self.terms.width, self.terms.height);
        self.has_board &= same_board;
        self.terms = terms;
        self.empty_board(game.stop)?;
        let rule = self.terms.rule.number();
        let lines = self.provisions.lines();
        self.program.say(format!("{lines}INFO game_type {AGAINST_A_PROGRAM}\nINFO rule {rule}\n"));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.program.begin_turn()?;
        let moves = moves_to(turn.position, &self.terms)?;
        let goes_on = moves.split_last().is_some_and(|(_, before)| before == self.known);
        if !goes_on && !self.known.is_empty() {
            self.empty_board(turn.stop)?;
        }
        let lines = self.turn_lines(turn, &moves)?;
        self.program.was_quiet(harmless)?;
        self.program.say(lines);
        let cell = self.wait(turn)?;
        self.known = moves;
        self.known.push(cell);
        Ok(Answer::Move(Choice { text: cell.as_move(), ..Choice::default() }))
    }
}

/// What may be said although nobody asked: remarks, and complaints about an INFO.
fn harmless(line: &str) -> bool {
    matches!(said(line), Some(Said::Remark | Said::Error | Said::Unknown))
}

/// The moves that led to `position`.
fn moves_to(position: &dyn AnyPosition, terms: &Terms) -> Result<Vec<Cell>, Fault> {
    let cell = |text: &String| Cell::of_move(text, terms.height);
    position.history().iter().map(cell).collect::<Option<_>>().ok_or_else(cannot_tell)
}

/// All stones in the order of the moves; those of an unusual start come first, of both players in turn.
fn stones(turn: &Turn<'_>, moves: &[Cell]) -> Result<Vec<Stone>, Fault> {
    let before = turn.start.map_or(Some(Vec::new()), read_position).ok_or_else(cannot_tell)?;
    let (mut first, mut second): (Vec<Stone>, Vec<Stone>) =
        before.into_iter().partition(|stone| stone.player == Player::FIRST);
    let mut stones = Vec::new();
    first.reverse();
    second.reverse();
    while !first.is_empty() || !second.is_empty() {
        stones.extend(first.pop());
        stones.extend(second.pop());
    }
    let to_move = turn.position.to_move();
    for (index, cell) in moves.iter().enumerate() {
        let own = (moves.len() - index).is_multiple_of(2);
        stones.push(Stone { cell: *cell, player: if own { to_move } else { to_move.opponent() } });
    }
    Ok(stones)
}

fn cannot_tell() -> Fault {
    Fault::Refused("its protocol cannot tell of this position".to_owned())
}
