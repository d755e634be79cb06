//! Exact values without types: what is asked, what is answered, and who answers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use mossa_game::{
    Assessment, BookProgress, InputError, InputKind, Playable, ProofCheck, Solution, SolveRequest, Solved,
    Solver, SpaceCounts, Strength, Value, Verdict,
};
use mossa_search::{News, Statistics, StopSignal, Table};
use serde::Serialize;

use crate::any::{Analysis, AnalysisLine, AnyGame, LineAssessment};
use crate::dispatch::line_texts;
use crate::erased::Erased;
use crate::exhaustive::Exhaustive;

/// What a solver remembers unless somebody says otherwise, in megabytes.
pub const DEFAULT_SOLVER_TABLE: usize = 128;

/// What is asked about a position.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// How much to find out.
    pub strength: Strength,
    /// Whether each move shall be solved, too.
    pub moves: bool,
    /// Whether best play is wanted, too.
    pub line: bool,
    /// Whether what is known beforehand may be looked up.
    pub book: bool,
    /// How many threads search.
    pub threads: usize,
    /// How many megabytes the solver may remember. The game keeps its solver: another number makes a new one that
    /// remembers nothing yet. `None` takes the one that is there, or makes one of usual size.
    pub megabytes: Option<usize>,
    /// When to give up.
    pub time: Option<Duration>,
    /// Whether moves shall be solved even by a prover, to which each of them is a question of its own that may take as
    /// long as the position.
    pub patient: bool,
    /// Whether the proof shall be replayed by something that does not trust the search.
    pub verify: bool,
}

impl Default for SolveOrder {
    fn default() -> SolveOrder {
        let SolveRequest { strength, moves, line, book, threads } = SolveRequest::default();
        SolveOrder {
            strength,
            moves,
            line,
            book,
            threads,
            megabytes: None,
            time: None,
            patient: false,
            verify: false,
        }
    }
}

impl SolveOrder {
    /// Only the value of the position.
    pub fn value_only() -> SolveOrder {
        SolveOrder { moves: false, line: false, ..SolveOrder::default() }
    }

    fn request(&self) -> SolveRequest {
        let SolveOrder { strength, moves, line, book, .. } = *self;
        SolveRequest { strength, moves, line, book, threads: self.threads.max(1) }
    }
}

/// A move and what it is worth to whoever makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveSolved {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value.
    #[serde(flatten)]
    pub value: Solved,
}

/// What is known of a position once it is solved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolutionReport {
    /// Its value for the player to move.
    #[serde(flatten)]
    pub value: Solved,
    /// A best move, the first of the line; `None` if the game is over, or if no line was asked for and none found.
    pub best: Option<String>,
    /// Each legal move in the game's order, if asked for, but those that nothing is proven of.
    pub moves: Vec<MoveSolved>,
    /// How many moves are left out of these because they are too far from the end of the game.
    #[serde(skip_serializing_if = "is_zero")]
    pub unsolved: usize,
    /// Best play by both sides, if asked for.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// How many positions of the game have which value, if the solver knows all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<SpaceCounts>,
    /// What a replay of the proof found, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<ProofCheck>,
}

impl SolutionReport {
    /// The moves that were solved, best first; equals stay in the game's order.
    pub fn ranked(&self) -> Vec<&MoveSolved> {
        let mut moves: Vec<&MoveSolved> = self.moves.iter().collect();
        moves.sort_by_key(|m| -rank(&m.value));
        moves
    }

    /// The same as an analysis with up to `lines` lines: that of best play, if there is one, and the other moves alone.
    pub fn analysis(&self, lines: usize) -> Analysis {
        let told = |moves: Vec<String>, value: &Solved| AnalysisLine {
            moves,
            value: LineAssessment::Mover(assessment(value)),
        };
        let best = (!self.line.is_empty()).then(|| told(self.line.clone(), &self.value));
        let others = self.ranked().into_iter().filter(|m| Some(&m.text) != self.line.first());
        let others = others.map(|m| told(vec![m.text.clone()], &m.value));
        let depth = self.value.plies.unwrap_or(self.line.len() as u32);
        Analysis {
            news: News::Iteration,
            depth,
            selective_depth: depth,
            nodes: self.nodes,
            seconds: self.seconds,
            lines: best.into_iter().chain(others).take(lines).collect(),
            statistics: Statistics { nodes: self.nodes, ..Statistics::default() },
            branching_factor: Statistics { nodes: self.nodes, ..Statistics::default() }
                .branching_factor(depth),
        }
    }
}

/// What is better for whoever moves is greater. Without distances, wins are equal.
fn rank(solved: &Solved) -> Value {
    Value::proven(solved.outcome, solved.plies.unwrap_or(0))
}

/// An exact value as analyses tell it.
pub fn assessment(solved: &Solved) -> Assessment {
    Assessment::Proven { outcome: solved.outcome, plies: solved.plies }
}

/// What a game brings to solve its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Brought {
    /// Nothing: the ordinary search must do.
    Nothing,
    /// A solver that says who wins, not how soon, or takes too long for a game: no help in choosing moves.
    Prover,
    /// A solver for perfect play.
    Solver {
        /// Whether it answers at once.
        quick: bool,
    },
}

/// What a game keeps to solve its positions; made when it is needed first.
pub(crate) struct Memory<G: Playable> {
    brought: OnceLock<Brought>,
    solver: Kept<dyn Solver<G>>,
    table: Kept<Table>,
    /// How many positions were listed so far; 0 if nobody lists any.
    pub(crate) listed: AtomicU64,
}

impl<G: Playable> Default for Memory<G> {
    fn default() -> Memory<G> {
        Memory {
            brought: OnceLock::new(),
            solver: Kept::default(),
            table: Kept::default(),
            listed: AtomicU64::new(0),
        }
    }
}

impl<G: Playable> Memory<G> {
    pub(crate) fn brought(&self, game: &G) -> Brought {
        // The smallest table will do to ask.
        *self.brought.get_or_init(|| match game.solver(0) {
            None => Brought::Nothing,
            Some(solver) if !solver.finds_distances() || !solver.is_for_play() => Brought::Prover,
            Some(solver) => Brought::Solver { quick: solver.is_quick() },
        })
    }

    fn solver(&self, game: &G, megabytes: Option<usize>) -> Result<Option<Arc<dyn Solver<G>>>, InputError> {
        if self.brought(game) == Brought::Nothing {
            return Ok(None);
        }
        let solver = self.solver.of_size(megabytes, |bytes| {
            // The solver takes its table without asking: look first whether there is so much.
            Vec::<u8>::new().try_reserve_exact(bytes).ok()?;
            game.solver(bytes).map(Arc::from)
        })?;
        Ok(Some(solver))
    }

    /// How far a solver that is at work has come, or a list of positions.
    pub(crate) fn progress(&self) -> Option<BookProgress> {
        let listed = self.listed.load(Relaxed);
        if listed > 0 {
            return Some(BookProgress { done: listed, total: listed });
        }
        self.solver.there()?.progress()
    }

    fn table(&self, megabytes: Option<usize>) -> Result<Arc<Table>, InputError> {
        self.table.of_size(megabytes, |bytes| Table::try_new(bytes >> 20).map(Arc::new))
    }
}

/// Something with its size in megabytes, kept until another size is wanted.
struct Kept<T: ?Sized>(Mutex<Option<(usize, Arc<T>)>>);

impl<T: ?Sized> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::new(None))
    }
}

impl<T: ?Sized> Kept<T> {
    /// What is kept.
    fn there(&self) -> Option<Arc<T>> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().map(|(_, there)| there.clone())
    }

    /// What is kept, if it has the size that is wanted, otherwise what `make` makes of so many bytes.
    fn of_size(
        &self,
        megabytes: Option<usize>,
        make: impl FnOnce(usize) -> Option<Arc<T>>,
    ) -> Result<Arc<T>, InputError> {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((size, there)) = &*place
            && megabytes.is_none_or(|wanted| wanted == *size)
        {
            return Ok(there.clone());
        }
        // The old one is given back before there is a new one, unless somebody still uses it.
        *place = None;
        let size = megabytes.unwrap_or(DEFAULT_SOLVER_TABLE);
        let made = make(size.saturating_mul(1 << 20)).ok_or_else(|| {
            let problem = format!("no memory for a table of {size} MB");
            InputError::new(InputKind::Setting, problem, "fewer megabytes")
        })?;
        *place = Some((size, made.clone()));
        Ok(made)
    }
}

/// Solves `position`; `None` if it was stopped, or if its time was over.
pub(crate) fn solve<G: Playable>(
    erased: &Erased<G>,
    position: &G::Position,
    order: &SolveOrder,
    stop: &StopSignal,
) -> Result<Option<SolutionReport>, InputError> {
    let began = Instant::now();
    let game = &erased.game;
    if game.players() != 2 {
        let problem = format!("a game for {} players cannot be solved", game.players());
        return Err(InputError::new(
            InputKind::Game,
            problem,
            "a game for two, or what each player can force",
        ));
    }
    if let Some(outcome) = game.result(position) {
        return Ok(Some(of_finished(outcome.verdict(game.to_move(position)))));
    }
    let deadline = order.time.and_then(|time| began.checked_add(time));
    let request = order.request();
    let solver =
        erased.memory.solver(game, order.megabytes)?.filter(|solver| suits(game, &**solver, position, order));
    if order.verify && !solver.as_ref().is_some_and(|solver| solver.gives_proofs()) {
        return Err(no_proofs(erased.name()));
    }
    let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let halt = || stop.is_stopped() || late();
    if let Some(refusal) = solver.as_ref().and_then(|solver| solver.refusal(game)) {
        return Err(refusal);
    }
    let counts = || solver.as_ref().and_then(|solver| solver.counts(game));
    let (solution, checked) = match &solver {
        Some(solver) => {
            let quick = solver.finds_distances() || is_short(game, position);
            let moves = request.moves && (order.patient || quick);
            let request = SolveRequest { moves, ..request };
            let Some(solution) = solver.solve(game, position, &request, &halt) else { return Ok(None) };
            if !order.verify {
                (solution, None)
            } else {
                let checked = solver.check(game, position, solution.value.outcome, &halt);
                let Some(checked) = checked else { return Ok(None) };
                (solution, Some(checked))
            }
        }
        None => {
            let table = erased.memory.table(order.megabytes)?;
            let exhaustive = Exhaustive::new(game, &erased.evaluator, &table, &request, deadline, stop);
            let Some(solution) = exhaustive.solve(position)? else { return Ok(None) };
            (solution, None)
        }
    };
    let counts = counts();
    let of_all = solver.is_none() && request.moves;
    let unsolved = if of_all { game.legal_moves(position).len() - solution.moves.len() } else { 0 };
    Ok(Some(SolutionReport { checked, counts, unsolved, ..told(game, position, &solution, began.elapsed()) }))
}

/// Positions with at most so many plies to their end are searched to it within a second or two, so that even a solver
/// that does not say how soon somebody wins is not needed.
const SHORT: u32 = 16;

/// Whether to ask the game's solver, or to search to the end, which also finds how soon somebody wins.
fn suits<G: Playable>(game: &G, solver: &dyn Solver<G>, position: &G::Position, order: &SolveOrder) -> bool {
    let weak = order.strength == Strength::Weak || order.verify;
    weak || solver.finds_distances() || !is_short(game, position)
}

fn is_short<G: Playable>(game: &G, position: &G::Position) -> bool {
    game.plies_left(position).is_some_and(|plies| plies <= SHORT)
}

fn no_proofs(game: &str) -> InputError {
    let problem = format!("{game} has no proofs to verify");
    InputError::new(InputKind::Game, problem, "a game whose solver gives proofs, such as mnk")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn of_finished(outcome: Verdict) -> SolutionReport {
    let plies = (outcome != Verdict::Draw).then_some(0);
    let value = Solved { outcome, plies, score: None };
    SolutionReport {
        value,
        best: None,
        moves: Vec::new(),
        unsolved: 0,
        line: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        counts: None,
        checked: None,
    }
}

fn told<G: Playable>(
    game: &G,
    position: &G::Position,
    solution: &Solution<G::Move>,
    elapsed: Duration,
) -> SolutionReport {
    let moves = solution.moves.iter();
    let moves = moves.map(|(m, value)| MoveSolved { text: game.move_text(position, *m), value: *value });
    let line = line_texts(game, position, &solution.line);
    SolutionReport {
        value: solution.value,
        best: line.first().cloned(),
        moves: moves.collect(),
        unsolved: 0,
        line,
        nodes: solution.nodes,
        seconds: elapsed.as_secs_f64(),
        counts: None,
        checked: None,
    }
}
