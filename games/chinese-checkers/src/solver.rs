//! Exact values of small games for two, from one analysis of all their positions.

use std::sync::{Mutex, OnceLock, TryLockError};
use std::time::Duration;

use mossa_game::{Game, Halt, Solution, SolveRequest, Solved, Solver, Verdict};
use mossa_solve::{Space, Table, Worth};

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};
use crate::space::Positions;

/// What is analysed without another word: half a minute's work and 200 MB on a usual machine.
const MOST_STATES: u64 = 100_000_000;

/// So many are analysed within what people call at once.
const QUICK_STATES: u64 = 100_000;

/// How often whoever waits for the table looks whether it is there.
const WAIT: Duration = Duration::from_millis(5);

/// Answers from a table of all positions, which it makes when it is asked first.
pub struct TableSolver {
    table: OnceLock<Table>,
    /// Whoever makes the table; everybody else waits for it.
    making: Mutex<()>,
    quick: bool,
}

impl TableSolver {
    /// `None` for games with more players or with too many positions.
    pub fn new<const W: usize>(game: &ChineseCheckers<W>) -> Option<TableSolver> {
        let states = Positions::new(game)?.states();
        let quick = states <= QUICK_STATES;
        (states <= MOST_STATES).then(|| TableSolver { table: OnceLock::new(), making: Mutex::new(()), quick })
    }

    /// The table, if nobody stops its making.
    fn table<const W: usize>(
        &self,
        positions: &Positions<'_, W>,
        threads: usize,
        halt: Halt<'_>,
    ) -> Option<&Table> {
        if let Some(table) = self.table.get() {
            return Some(table);
        }
        let _alone = loop {
            match self.making.try_lock() {
                Ok(alone) => break alone,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) if halt() => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(WAIT),
            }
        };
        if self.table.get().is_none() {
            let table = mossa_solve::solve(positions, threads, &|_| {}, halt).ok()?;
            // Nobody else can have been here.
            let _ = self.table.set(table);
        }
        self.table.get()
    }
}

/// What a table and the rules say together.
struct Known<'a, const W: usize> {
    game: &'a ChineseCheckers<W>,
    positions: &'a Positions<'a, W>,
    table: &'a Table,
}

impl<const W: usize> Known<'_, W> {
    /// What a position is worth to whoever is to move.
    fn value(&self, position: &Position<W>) -> Option<Solved> {
        if let Some(outcome) = self.game.outcome(position) {
            return Some(told(outcome.verdict(position.to_move()), Some(0)));
        }
        Some(match self.table.worth(self.positions.number(position)?)? {
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

    fn moves(&self, position: &Position<W>) -> Option<Vec<(Walk, Solved)>> {
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
        let positions = Positions::new(game)?;
        let table = self.table(&positions, request.threads, halt)?;
        let known = Known { game, positions: &positions, table };
        let moves = if request.moves { known.moves(position)? } else { Vec::new() };
        let line = if request.line { known.line(position)? } else { Vec::new() };
        Some(Solution { value: known.value(position)?, moves, line, nodes: positions.states() })
    }

    fn is_quick(&self) -> bool {
        self.quick
    }
}
