//! Exact values for games that bring no solver: the ordinary search, without limits, until nothing is guessed.

use std::time::Instant;

use mossa_game::{InputError, InputKind, Playable, Solution, SolveRequest, Solved, Strength, Value, Verdict};
use mossa_search::alphabeta::{self, MOST_PLIES};
use mossa_search::{Features, Limits, LineValue, Request, StopSignal, Table, TimeControl};

/// Solves positions of a game of two by searching them to the end.
pub(crate) struct Exhaustive<'a, G: Playable> {
    game: &'a G,
    evaluator: &'a G::Evaluator,
    table: &'a Table,
    request: &'a SolveRequest,
    deadline: Option<Instant>,
    stop: &'a StopSignal,
    nodes: u64,
}

/// A value, or nothing if the search was stopped before it had one.
type Found<T> = Result<Option<T>, InputError>;

/// Goes on with what was found; leaves if nothing was.
macro_rules! found {
    ($found:expr) => {
        match $found? {
            Some(found) => found,
            None => return Ok(None),
        }
    };
}

/// Whether the search ended because it can see no further.
fn is_too_far(error: &InputError) -> bool {
    error.kind == InputKind::Position
}

impl<'a, G: Playable> Exhaustive<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        evaluator: &'a G::Evaluator,
        table: &'a Table,
        request: &'a SolveRequest,
        deadline: Option<Instant>,
        stop: &'a StopSignal,
    ) -> Exhaustive<'a, G> {
        Exhaustive { game, evaluator, table, request, deadline, stop, nodes: 0 }
    }

    /// Solves a position that is not over. Once its value is known, it is told, even if other moves are too far from the end:
    /// such moves are left out.
    pub(crate) fn solve(mut self, position: &G::Position) -> Found<Solution<G::Move>> {
        let (value, line) = found!(self.search(position));
        let mut moves = Vec::new();
        if self.request.moves {
            for m in self.game.legal_moves(position) {
                match self.value_of(position, m) {
                    Err(error) if is_too_far(&error) => {
                        if line.first() == Some(&m) {
                            moves.push((m, self.told(value)));
                        }
                    }
                    found => {
                        let value = found!(found);
                        moves.push((m, self.told(value)));
                    }
                }
            }
        }
        let to_the_end = self.request.line && self.request.strength == Strength::Strong;
        let line = match to_the_end && !self.ends_well(position, value, &line) {
            true => match self.best_play(position) {
                // Its first move is right, and what follows was not confirmed.
                Err(error) if is_too_far(&error) => line.into_iter().take(1).collect(),
                found => found!(found),
            },
            false => line,
        };
        Ok(Some(Solution { value: self.told(value), moves, line, nodes: self.nodes }))
    }

    /// What the player to move gets, and a line. After a weak search the value's distance means nothing.
    fn search(&mut self, position: &G::Position) -> Found<(Value, Vec<G::Move>)> {
        let time = match self.deadline {
            Some(deadline) => TimeControl::PerMove(deadline.saturating_duration_since(Instant::now())),
            None => TimeControl::Unlimited,
        };
        let asked = Request {
            limits: Limits { time, ..Limits::default() },
            threads: self.request.threads,
            features: Features::ALL,
            ..Request::default()
        };
        let weak = self.request.strength == Strength::Weak;
        let enough = self.stop.for_part();
        let report = alphabeta::search(
            self.game,
            self.evaluator,
            position,
            &asked,
            self.table,
            &enough,
            &mut |found| {
                // A win or a loss is certain before its distance is.
                let first = found.lines.first();
                if weak
                    && first.is_some_and(
                        |line| matches!(line.value, LineValue::Mover { value, .. } if value.is_decided()),
                    )
                {
                    enough.stop();
                }
            },
        );
        self.nodes += report.statistics.nodes;
        let Some(first) = report.lines.first() else { return Ok(None) };
        match first.value {
            LineValue::Mover { value, exhausted } if exhausted || (weak && value.is_decided()) => {
                Ok(Some((value, first.moves.clone())))
            }
            _ if report.depth as usize + 1 >= MOST_PLIES => {
                let problem = format!("nothing is proven after {} plies", report.depth);
                Err(InputError::new(InputKind::Position, problem, "a position that is nearer to its end"))
            }
            _ => Ok(None),
        }
    }

    /// What `m` is worth to whoever makes it.
    fn value_of(&mut self, position: &G::Position, m: G::Move) -> Found<Value> {
        let mover = self.game.to_move(position);
        let mut after = position.clone();
        self.game.play(&mut after, m);
        if let Some(outcome) = self.game.result(&after) {
            return Ok(Some(Value::proven(outcome.verdict(mover), 1)));
        }
        let (value, _) = found!(self.search(&after));
        let same_side = self.game.to_move(&after) == mover;
        let value = value.delayed(1);
        Ok(Some(if same_side { value } else { -value }))
    }

    /// Whether `line`, played out, ends as and when `value` says. What the table adds to a line may be less than best.
    fn ends_well(&self, position: &G::Position, value: Value, line: &[G::Move]) -> bool {
        let mover = self.game.to_move(position);
        let mut after = position.clone();
        let legal = line.iter().all(|&m| self.game.try_play(&mut after, m).is_ok());
        let verdict = self.game.result(&after).map(|outcome| outcome.verdict(mover));
        legal && verdict.is_some_and(|verdict| Value::proven(verdict, line.len() as u32) == value)
    }

    /// Best play from `position` to the end of the game, each move from a search of its own, which finds most of its
    /// work done in the table.
    fn best_play(&mut self, position: &G::Position) -> Found<Vec<G::Move>> {
        let mut here = position.clone();
        let mut line = Vec::new();
        while self.game.result(&here).is_none() && line.len() < MOST_PLIES {
            let (_, moves) = found!(self.search(&here));
            let Some(&best) = moves.first() else { break };
            line.push(best);
            self.game.play(&mut here, best);
        }
        Ok(Some(line))
    }

    fn told(&self, value: Value) -> Solved {
        let outcome = match value {
            value if value.is_win() => Verdict::Win,
            value if value.is_loss() => Verdict::Loss,
            _ => Verdict::Draw,
        };
        let plies = value.plies().filter(|_| self.request.strength == Strength::Strong);
        Solved { outcome, plies, score: None }
    }
}
