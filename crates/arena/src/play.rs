//! One game between players who sit at a board, from its opening to its result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{GameRecord, InputError, Outcome, Player, RecordedMove, Seat};
use mossa_search::StopSignal;

use crate::adjudication::{Referee, Rules};
use crate::budget::{Budget, SeatClock};
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use crate::openings::Opening;
use crate::played::{Effort, Ending};

/// Somebody in a seat.
pub struct Sitting<'a> {
    /// Who makes the moves.
    pub contestant: &'a mut dyn Contestant,
    /// Which player this is: the same may sit in several seats.
    pub player: usize,
    /// What the record calls him.
    pub name: &'a str,
    /// How much he may think.
    pub budget: Budget,
    /// Where his randomness begins.
    pub seed: u64,
}

/// What holds for a game whoever plays it.
pub struct Conditions<'a> {
    /// The game with its options.
    pub game: &'a Arc<dyn AnyGame>,
    /// Where it begins.
    pub opening: &'a Opening,
    /// When it ends before the board shows a result.
    pub rules: &'a Rules,
    /// What a player may exceed its time by without losing.
    pub margin: Duration,
    /// How long to wait for a player whose time is not limited.
    pub patience: Duration,
    /// The run is being ended.
    pub stop: &'a StopSignal,
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its moves and its result.
    pub record: GameRecord,
    /// Why it ended.
    pub ending: Ending,
    /// What each seat spent.
    pub effort: Vec<Effort>,
}

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The run was stopped.
    Stopped,
    /// The opening cannot be played.
    Opening(InputError),
}

/// Plays a game. Faults of players end it by forfeit; there is a result unless the run is stopped.
pub fn play(conditions: &Conditions<'_>, sitting: &mut [Sitting<'_>]) -> Result<Finished, Unfinished> {
    let position = conditions.opening.position(conditions.game).map_err(Unfinished::Opening)?;
    let clock = |seat: &Sitting<'_>| SeatClock::new(seat.budget, conditions.margin);
    let mut game = InProgress {
        conditions,
        clocks: sitting.iter().map(clock).collect(),
        players: sitting.iter().map(|seat| seat.player).collect(),
        effort: vec![Effort::default(); sitting.len()],
        moves: position.history().iter().map(|text| recorded(text)).collect(),
        referee: Referee::new(conditions.rules, conditions.game),
        position,
    };
    let (outcome, ending) = game.play(sitting)?;
    sitting.iter_mut().for_each(|seat| seat.contestant.finish(&outcome));
    let record = GameRecord {
        game: conditions.game.name().to_owned(),
        players: sitting.iter().map(|seat| Seat { name: seat.name.to_owned() }).collect(),
        start: conditions.opening.start.clone(),
        tags: Vec::new(),
        moves: game.moves,
        result: Some(outcome),
    };
    Ok(Finished { record, ending, effort: game.effort })
}

fn recorded(text: &str) -> RecordedMove {
    RecordedMove { text: text.to_owned(), ..RecordedMove::default() }
}

struct InProgress<'a> {
    conditions: &'a Conditions<'a>,
    position: Box<dyn AnyPosition>,
    clocks: Vec<SeatClock>,
    /// Who sits in each seat.
    players: Vec<usize>,
    effort: Vec<Effort>,
    moves: Vec<RecordedMove>,
    referee: Referee,
}

/// How a game ended and why.
type End = (Outcome, Ending);

impl InProgress<'_> {
    fn play(&mut self, sitting: &mut [Sitting<'_>]) -> Result<End, Unfinished> {
        for (index, seat) in sitting.iter_mut().enumerate() {
            let new = NewGame {
                game: self.conditions.game,
                seat: Player::new(index),
                seed: seat.seed,
                stop: self.conditions.stop,
            };
            if let Err(fault) = seat.contestant.begin(&new) {
                return self.forfeit(index, &fault);
            }
        }
        loop {
            if let Some(outcome) = self.position.result() {
                return Ok((outcome, Ending::Rules));
            }
            if self.conditions.stop.is_stopped() {
                return Err(Unfinished::Stopped);
            }
            let seat = self.position.to_move().index();
            let Some(sitter) = sitting.get_mut(seat) else { return Err(Unfinished::Stopped) };
            if let Some(end) = self.turn(seat, sitter.contestant)? {
                return Ok(end);
            }
        }
    }

    /// One turn; the end of the game if this was the last.
    fn turn(&mut self, seat: usize, contestant: &mut dyn Contestant) -> Result<Option<End>, Unfinished> {
        let left: Vec<Option<Duration>> = self.clocks.iter().map(SeatClock::left).collect();
        let turn = Turn {
            position: &*self.position,
            start: self.conditions.opening.start.as_deref(),
            limits: self.clocks[seat].limits(),
            clocks: &left,
            patience: self.clocks[seat].allowed().unwrap_or(self.conditions.patience),
            stop: self.conditions.stop,
        };
        let began = Instant::now();
        let answer = contestant.choose(&turn);
        let used = began.elapsed();
        let choice = match answer {
            Ok(Answer::Move(choice)) => choice,
            Ok(Answer::Resign) => return Ok(Some(self.lost(seat, Ending::Resignation { seat }))),
            // A program that was waited for until its time was over has lost on time.
            Err(Fault::Silent(_)) if self.clocks[seat].allowed().is_some() => {
                let late = self.clocks[seat].stop(used).err().unwrap_or_default();
                return self.forfeit(seat, &Fault::Overstepped(late)).map(Some);
            }
            Err(fault) => return self.forfeit(seat, &fault).map(Some),
        };
        // A search that was broken off by the end of the run has no move worth keeping.
        if self.conditions.stop.is_stopped() {
            return Err(Unfinished::Stopped);
        }
        if let Err(late) = self.clocks[seat].stop(used) {
            return self.forfeit(seat, &Fault::Overstepped(late)).map(Some);
        }
        match self.position.play(&choice.text) {
            Err(error) => {
                let reason = format!("{} (expected {})", error.problem, error.expected);
                self.forfeit(seat, &Fault::Illegal(reason)).map(Some)
            }
            Ok(played) => {
                self.note(seat, &choice, used, played.text);
                let end = self.adjudicated(seat, &choice);
                // A referee whose search was broken off might have said something else.
                let broken = self.conditions.stop.is_stopped() && end.is_some();
                if broken { Err(Unfinished::Stopped) } else { Ok(end) }
            }
        }
    }

    fn note(&mut self, seat: usize, choice: &Choice, used: Duration, text: String) {
        let millis = u64::try_from(used.as_millis()).ok();
        self.moves.push(RecordedMove {
            text,
            millis,
            value: choice.value,
            depth: choice.depth,
            remark: None,
        });
        self.effort[seat].add(&Effort {
            moves: 1,
            micros: used.as_micros() as u64,
            nodes: choice.nodes.unwrap_or(0),
            depths: choice.depth.unwrap_or(0).into(),
            depths_told: choice.depth.is_some().into(),
        });
    }

    /// Whether the referee ends the game after this move. What the board shows comes first.
    fn adjudicated(&mut self, seat: usize, choice: &Choice) -> Option<End> {
        if self.position.result().is_some() {
            return None;
        }
        self.referee.moved(Player::new(seat), choice.value, &*self.position, self.conditions.stop)
    }

    fn forfeit(&self, seat: usize, fault: &Fault) -> Result<End, Unfinished> {
        match fault {
            Fault::Stopped => Err(Unfinished::Stopped),
            fault => {
                let late = matches!(fault, Fault::Silent(_) | Fault::Overstepped(_));
                Ok(self.lost(seat, Ending::Forfeit { seat, reason: fault.to_string(), late }))
            }
        }
    }

    /// Whoever sits in `seat` is last, in all seats that he has; all others share the first place.
    fn lost(&self, seat: usize, ending: Ending) -> End {
        let loser = self.players[seat];
        let places: Vec<u8> =
            self.players.iter().map(|player| if *player == loser { 2 } else { 1 }).collect();
        let outcome = Outcome::from_places(&places).unwrap_or_else(|| Outcome::draw(self.clocks.len()));
        (outcome, ending)
    }
}
