//! Solvers that games bring, compared with plain minimax.

use mossa_game::{Playable, Solution, SolveRequest, Solved, Solver, Strength, Value, Verdict};

use crate::check::{Checked, require, same};
use crate::random::Random;
use crate::solver::{solve, solve_move};

/// So many random games are played to their end, unless they are longer than so many plies.
const GAMES: u64 = 20;
const PLIES: usize = 400;

/// How many positions plain minimax may visit for one position: what it takes for its moves is more than that.
const SOLVER_BUDGET: u32 = 4_000;

/// Late positions say nothing about tables and threads unless there are some of them in a row.
const MOST_CHECKED: usize = 12;

/// A table so small that a solver cannot rely on it, and one that holds everything near the end of a game.
const TABLES: [usize; 2] = [1 << 10, 1 << 20];

/// Checks the solver that `game` brings, if it does, in positions near the end of random games; panics with what is
/// wrong. [`check_family`](crate::check_family) does it, too.
#[track_caller]
pub fn check_solver<G: Playable>(game: &G) {
    let problem = try_solver(game).err();
    assert!(problem.is_none(), "{}", problem.unwrap_or_default());
}

/// What is wrong with the solver that `game` brings, if anything.
pub fn try_solver<G: Playable>(game: &G) -> Result<(), String> {
    for table_bytes in TABLES {
        let Some(solver) = game.solver(table_bytes) else { return Ok(()) };
        require(game.players() == 2, || "a solver for more than two players".to_owned())?;
        let check = Exact { game, solver: &*solver };
        for seed in 1..=GAMES {
            let mut moves = Vec::new();
            check.game_from(seed, &mut moves).map_err(|problem| {
                let options = game.options_text();
                let moves = moves.join(" ");
                format!("the solver at {options:?} with {table_bytes} bytes, after `{moves}`: {problem}")
            })?;
        }
    }
    Ok(())
}

struct Exact<'a, G: Playable> {
    game: &'a G,
    solver: &'a dyn Solver<G>,
}

/// What plain minimax finds.
struct Truth<M> {
    value: Solved,
    moves: Vec<(M, Solved)>,
}

impl<G: Playable> Exact<'_, G> {
    /// Plays a random game and goes back from its end as far as plain minimax can see.
    fn game_from(&self, seed: u64, texts: &mut Vec<String>) -> Checked {
        let mut random = Random::new(seed);
        let mut position = self.game.start();
        let mut before = Vec::new();
        while self.game.result(&position).is_none() {
            let moves = self.game.legal_moves(&position);
            let Some(m) = random.choose(&moves).filter(|_| before.len() < PLIES) else { return Ok(()) };
            texts.push(self.game.move_text(&position, m));
            before.push(position.clone());
            self.game.play(&mut position, m);
        }
        for mut position in before.into_iter().rev().take(MOST_CHECKED) {
            texts.pop();
            let Some(truth) = self.truth(&mut position) else { break };
            self.position(&position, &truth)?;
        }
        Ok(())
    }

    fn truth(&self, position: &mut G::Position) -> Option<Truth<G::Move>> {
        let value = told(solve(self.game, position, &mut { SOLVER_BUDGET })?.value);
        let mut moves = Vec::new();
        for m in self.game.legal_moves(position) {
            moves.push((m, told(solve_move(self.game, position, m, &mut { SOLVER_BUDGET })?)));
        }
        Some(Truth { value, moves })
    }

    fn position(&self, position: &G::Position, truth: &Truth<G::Move>) -> Checked {
        let all = SolveRequest::default();
        let halted = self.solver.solve(self.game, position, &all, &|| true);
        require(halted.is_none(), || "an answer, although it was told to stop before it began".to_owned())?;
        let strong = self.asked(position, &all)?;
        if self.solver.finds_distances() {
            self.strong(position, truth, &strong)?;
        }
        if self.solver.gives_proofs() {
            self.proof(position, truth.value.outcome)?;
        }
        for request in [
            SolveRequest { book: false, ..all.clone() },
            SolveRequest { threads: 2, ..all.clone() },
            SolveRequest { moves: false, line: false, ..all.clone() },
        ] {
            let again = self.asked(position, &request)?;
            same(|| format!("the value for {request:?}"), again.value, strong.value)?;
            let moves = if request.moves { &strong.moves[..] } else { &[] };
            same(|| format!("the moves for {request:?}"), &again.moves[..], moves)?;
        }
        self.weak(position, truth)
    }

    fn asked(&self, position: &G::Position, request: &SolveRequest) -> Result<Solution<G::Move>, String> {
        let solution = self.solver.solve(self.game, position, request, &|| false);
        solution.ok_or_else(|| format!("no answer to {request:?}, although nobody stopped it"))
    }

    fn strong(&self, position: &G::Position, truth: &Truth<G::Move>, found: &Solution<G::Move>) -> Checked {
        same(|| "the value".to_owned(), unscored(found.value), truth.value)?;
        let moves: Vec<_> = found.moves.iter().map(|(m, solved)| (*m, unscored(*solved))).collect();
        same(|| "the moves with their values".to_owned(), &moves, &truth.moves)?;
        let values = || std::iter::once(found.value).chain(found.moves.iter().map(|(_, solved)| *solved));
        values().try_for_each(score_fits)?;
        for (a, b) in values().flat_map(|a| values().map(move |b| (a, b))) {
            require(rank(a) <= rank(b) || a.score >= b.score, || format!("{a:?} is better than {b:?}"))?;
        }
        let best = found.moves.iter().map(|(_, solved)| *solved).max_by_key(|solved| rank(*solved));
        same(|| "the value against that of the best move".to_owned(), Some(found.value), best)?;
        self.line_keeps(position, found)
    }

    /// Played out, the line must end as promised, and when it was promised.
    fn line_keeps(&self, position: &G::Position, found: &Solution<G::Move>) -> Checked {
        let mover = self.game.to_move(position);
        let mut after = position.clone();
        for &m in &found.line {
            let played = self.game.try_play(&mut after, m);
            require(played.is_ok(), || format!("the line {:?} has the illegal {m:?}", found.line))?;
        }
        let ending = self.game.result(&after).map(|outcome| outcome.verdict(mover));
        same(|| format!("the end of the line {:?}", found.line), ending, Some(found.value.outcome))?;
        if let Some(plies) = found.value.plies {
            same(|| "the plies of the line".to_owned(), found.line.len(), plies as usize)?;
        }
        Ok(())
    }

    /// A proof of the right value holds, and of every other there is none.
    fn proof(&self, position: &G::Position, right: Verdict) -> Checked {
        for claimed in [Verdict::Win, Verdict::Draw, Verdict::Loss] {
            let Some(check) = self.solver.check(self.game, position, claimed, &|| false) else {
                return Err(format!("no check of {claimed:?}, although nobody stopped it"));
            };
            let holds = check.flaw.is_none();
            require(holds == (claimed == right), || {
                format!("{right:?}, and a check of {claimed:?}: {check:?}")
            })?;
        }
        Ok(())
    }

    /// A weak solution knows who wins, and a move that keeps it so.
    fn weak(&self, position: &G::Position, truth: &Truth<G::Move>) -> Checked {
        let found =
            self.asked(position, &SolveRequest { strength: Strength::Weak, ..SolveRequest::default() })?;
        let outcome = |what: &dyn Fn() -> String, found: Solved, expected: Solved| {
            same(what, found.outcome, expected.outcome)?;
            same(what, found.plies, found.plies.and(expected.plies))?;
            score_fits(found)
        };
        outcome(&|| "the weak value".to_owned(), found.value, truth.value)?;
        same(|| "the number of weak moves".to_owned(), found.moves.len(), truth.moves.len())?;
        for ((m, weak), (expected, strong)) in found.moves.iter().zip(&truth.moves) {
            same(|| "the weak moves".to_owned(), m, expected)?;
            outcome(&|| format!("the weak value of {m:?}"), *weak, *strong)?;
        }
        let first = found.line.first();
        let first = truth.moves.iter().find(|(m, _)| Some(m) == first).map(|(_, solved)| solved.outcome);
        same(|| "the first move of the weak line".to_owned(), first, Some(truth.value.outcome))
    }
}

/// A value of plain minimax as solvers tell it.
fn told(value: Value) -> Solved {
    let outcome = match value {
        value if value.is_win() => Verdict::Win,
        value if value.is_loss() => Verdict::Loss,
        _ => Verdict::Draw,
    };
    Solved { outcome, plies: value.plies(), score: None }
}

fn unscored(solved: Solved) -> Solved {
    Solved { score: None, ..solved }
}

/// What is better for whoever moves is greater: a faster win, a slower loss.
fn rank(solved: Solved) -> Value {
    Value::proven(solved.outcome, solved.plies.unwrap_or(0))
}

fn score_fits(solved: Solved) -> Checked {
    let Some(score) = solved.score else { return Ok(()) };
    let sign = match solved.outcome {
        Verdict::Win => 1,
        Verdict::Draw => 0,
        Verdict::Loss => -1,
    };
    same(|| format!("the sign of the score of {solved:?}"), score.signum(), sign)
}
