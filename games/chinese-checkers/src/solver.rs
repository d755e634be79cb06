//! Exact values of small games for two, from one analysis of all their positions.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, TryLockError};
use std::time::Duration;

use mossa_game::{
    BookProgress, Game, Halt, InputError, InputKind, Solution, SolveRequest, Solved, Solver, SpaceCounts,
    Verdict,
};
use mossa_solve::{Order, Progress, Table, Unsolved, Worth};

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};
use crate::space::{Numbers, Positions};

/// So much memory is taken without another word: enough for all stars with up to 3 pieces, which are analysed within half
/// a minute on a usual machine. More must be allowed.
const FREE_BYTES: u64 = 128 << 20;

/// So many positions are analysed within what people call at once.
const QUICK_STATES: u64 = 100_000;

/// So many positions are analysed in about two seconds, or one with two threads: once begun, that is not broken off, so that
/// whoever plays by the table has it after the first attempt.
const PATIENT_STATES: u64 = 5_000_000;

/// With more, nobody needs to ask: a terabyte would not hold them.
const MOST_STATES: u64 = 1 << 40;

/// How often whoever waits for the table looks whether it is there.
const WAIT: Duration = Duration::from_millis(5);

/// Answers from a table of all positions: one that was loaded, or one which it makes when it is asked first.
pub struct TableSolver {
    table: OnceLock<(Table, SpaceCounts)>,
    /// Whoever makes the table; everybody else waits for it.
    making: Mutex<()>,
    /// How many bytes the analysis needs, and how many it may take.
    needed: u64,
    allowed: u64,
    states: u64,
    /// How many states are done while the table is made.
    done: AtomicU64,
}

impl TableSolver {
    /// `None` for games with more players or with far too many positions.
    pub fn new<const W: usize>(game: &ChineseCheckers<W>, table_bytes: usize) -> Option<TableSolver> {
        let numbers = Numbers::new(game.board())?;
        let (rows, columns) = (numbers.rows(), numbers.columns());
        let states = rows * columns;
        (states <= MOST_STATES).then(|| TableSolver {
            table: OnceLock::new(),
            making: Mutex::new(()),
            needed: mossa_solve::bytes_needed(rows, columns),
            allowed: FREE_BYTES.max(table_bytes as u64),
            states,
            done: AtomicU64::new(0),
        })
    }

    /// The table, if nobody stops its making.
    fn table(&self, positions: &Positions, threads: usize, given: Halt<'_>) -> Option<&Table> {
        if let Some((table, _)) = self.table.get() {
            return Some(table);
        }
        let _alone = loop {
            match self.making.try_lock() {
                Ok(alone) => break alone,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if given() => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(WAIT),
            }
        };
        if self.table.get().is_none() {
            let watch = |progress: Progress| self.done.store(told_done(&progress), Relaxed);
            let halt = || self.states > PATIENT_STATES && given();
            let order = Order { threads, bytes: None, journal: None, watch: &watch, halt: &halt };
            let table = mossa_solve::solve(positions, &order);
            self.done.store(0, Relaxed);
            let table = table.ok()?;
            let counts = table.statistics().counts();
            // Nobody else can have been here.
            let _ = self.table.set((table, counts));
        }
        self.table.get().map(|(table, _)| table)
    }
}

/// How many states count as done: looking at all of them is half the work, going back from them the other half.
pub(crate) fn told_done(progress: &Progress) -> u64 {
    (progress.seen + progress.decided) / 2
}

/// Tells how much memory there should be.
pub(crate) fn too_large(states: u64, unsolved: &Unsolved, more: &str) -> InputError {
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let (problem, expected) = match unsolved {
        Unsolved::Memory { bytes, there } => {
            let there = there.map_or("less".to_owned(), |there| format!("{} MB", there >> 20));
            let needed = megabytes(*bytes);
            let problem = format!(
                "the values of {states} positions take {needed} MB while they are found, and {there} can be had"
            );
            (problem, format!("{more}{needed} MB, or fewer pieces"))
        }
        _ => {
            (format!("the values of {states} positions do not fit in a byte each"), "fewer pieces".to_owned())
        }
    };
    InputError::new(InputKind::Setting, problem, expected)
}

/// What a table and the rules say together.
pub(crate) struct Known<'a, const W: usize> {
    pub(crate) game: &'a ChineseCheckers<W>,
    pub(crate) numbers: &'a Numbers,
    pub(crate) table: &'a Table,
}

impl<const W: usize> Known<'_, W> {
    /// What a position is worth to whoever is to move.
    pub(crate) fn value(&self, position: &Position<W>) -> Option<Solved> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(told(outcome.verdict(position.to_move()), Some(0)));
        }
        Some(match self.table.worth(self.numbers.number(position)?)? {
            Worth::Win(plies) => told(Verdict::Win, Some(plies)),
            Worth::Loss(plies) => told(Verdict::Loss, Some(plies)),
            Worth::Draw => told(Verdict::Draw, None),
            Worth::Illegal => return None,
        })
    }

    /// What a move is worth to whoever makes it.
    fn move_value(&self, position: &Position<W>, walk: Walk) -> Option<Solved> {
        let mut after = position.clone();
        self.game.play(&mut after, walk);
        let value = self.value(&after)?;
        let outcome = match value.outcome {
            Verdict::Win => Verdict::Loss,
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss => Verdict::Win,
        };
        Some(told(outcome, value.plies.map(|plies| plies + 1)))
    }

    pub(crate) fn moves(&self, position: &Position<W>) -> Option<Vec<(Walk, Solved)>> {
        let moves = self.game.legal_moves(position).into_iter();
        moves.map(|walk| Some((walk, self.move_value(position, walk)?))).collect()
    }

    /// Best play to the end of the game; a drawn game has none, and one move will do.
    fn line(&self, position: &Position<W>) -> Option<Vec<Walk>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while self.game.result(&position).is_none() {
            let value = self.value(&position)?;
            let (walk, _) = self.moves(&position)?.into_iter().find(|(_, solved)| *solved == value)?;
            self.game.play(&mut position, walk);
            line.push(walk);
            if value.outcome == Verdict::Draw {
                break;
            }
        }
        Some(line)
    }
}

fn told(outcome: Verdict, plies: Option<u32>) -> Solved {
    Solved { outcome, plies, score: None }
}

impl<const W: usize> Known<'_, W> {
    fn solution(&self, position: &Position<W>, request: &SolveRequest, nodes: u64) -> Option<Solution<Walk>> {
        let moves = if request.moves { self.moves(position)? } else { Vec::new() };
        let line = if request.line { self.line(position)? } else { Vec::new() };
        Some(Solution { value: self.value(position)?, moves, line, nodes })
    }
}

impl<const W: usize> Solver<ChineseCheckers<W>> for TableSolver {
    fn solve(
        &self,
        game: &ChineseCheckers<W>,
        position: &Position<W>,
        request: &SolveRequest,
        halt: Halt<'_>,
    ) -> Option<Solution<Walk>> {
        if halt() {
            return None;
        }
        if let Some(loaded) = game.loaded().get().filter(|_| request.book) {
            let known = Known { game, numbers: &loaded.numbers, table: &loaded.table };
            return known.solution(position, request, 1);
        }
        let positions = Positions::new(game)?;
        let table = self.table(&positions, request.threads, halt)?;
        let known = Known { game, numbers: positions.numbers(), table };
        known.solution(position, request, self.states)
    }

    fn is_quick(&self) -> bool {
        self.states <= QUICK_STATES
    }

    fn is_for_play(&self) -> bool {
        self.needed <= FREE_BYTES
    }

    fn refusal(&self, game: &ChineseCheckers<W>) -> Option<InputError> {
        if game.loaded().get().is_some() || self.table.get().is_some() {
            return None;
        }
        let unsolved = mossa_solve::check_memory(self.needed, Some(self.allowed)).err()?;
        Some(too_large(self.states, &unsolved, "--table with at least "))
    }

    fn progress(&self) -> Option<BookProgress> {
        let done = self.done.load(Relaxed);
        (done > 0).then_some(BookProgress { done, total: self.states })
    }

    fn counts(&self, game: &ChineseCheckers<W>) -> Option<SpaceCounts> {
        let loaded = game.loaded().get().map(|loaded| loaded.counts);
        loaded.or_else(|| self.table.get().map(|(_, counts)| *counts))
    }
}
