//! The values of all positions in files: one for each board with its rules.
//!
//! In this game no piece leaves the board. So there is one table, and it knows the whole game.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mossa_game::{
    BookError, BookProgress, EndgameTables, Game, Halt, InputError, InputKind, Notation, Solved, SpaceCounts,
    TableCheck, TableInfo, TableOrder, TableVerdict, TablesInfo, Verdict, WrongEntry,
};
use mossa_solve::{Journal, Order, Space, Statistics, Table, Unsolved, Worth, file};

use crate::board::SplitMix;
use crate::position::Position;
use crate::rules::ChineseCheckers;
use crate::solver::{Known, told_done, too_large};
use crate::space::{Numbers, Positions};

/// Hears of progress.
type Watch<'a> = &'a (dyn Fn(BookProgress) + Sync);

/// So much work is lost at most when it is broken off, and the layer that was not finished.
const KEEP_EVERY: Duration = Duration::from_secs(60);

/// A table that a game uses.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) numbers: Numbers,
    pub(crate) table: Table,
    pub(crate) counts: SpaceCounts,
}

impl<const W: usize> ChineseCheckers<W> {
    /// Who wins for the player to move, and in how many plies, as the loaded table says; nothing without one.
    #[inline]
    pub(crate) fn looked_up(&self, position: &Position<W>) -> Option<(Verdict, u32)> {
        let loaded = self.loaded().get()?;
        match loaded.table.worth(loaded.numbers.number(position)?)? {
            Worth::Win(plies) => Some((Verdict::Win, plies)),
            Worth::Loss(plies) => Some((Verdict::Loss, plies)),
            Worth::Draw => Some((Verdict::Draw, 0)),
            Worth::Illegal => None,
        }
    }

    /// The name of the game with its options: what a file must be about.
    fn table_name(&self) -> String {
        format!("chinese-checkers:{}", self.options_text())
    }

    /// `chinese-checkers-pieces-3.table`
    fn table_path(&self, folder: &Path) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.table_name().chars().map(plain).collect();
        folder.join(format!("{}.table", name.trim_end_matches('-')))
    }

    fn numbers(&self) -> Result<Numbers, BookError> {
        Numbers::new(self.board()).ok_or_else(|| {
            let problem = format!("{} has too many positions to number them", self.table_name());
            setting(problem, "two players with fewer pieces, and no limit of plies")
        })
    }

    fn read_table(&self, folder: &Path) -> Result<Table, BookError> {
        let numbers = self.numbers()?;
        let (path, states) = (self.table_path(folder), numbers.rows() * numbers.columns());
        file::read(&path, &self.table_name(), states)?.ok_or_else(|| self.missing(folder))
    }

    fn missing(&self, folder: &Path) -> BookError {
        let problem = match folder.is_dir() {
            true => format!("no table of {} in {}", self.table_name(), folder.display()),
            false => format!("no folder {}", folder.display()),
        };
        setting(problem, "a folder in which `mossa table build` wrote")
    }

    fn told(&self, statistics: &Statistics, bytes: u64) -> TablesInfo {
        let pieces = self.board().pieces as u32;
        let counts = statistics.counts();
        let table = TableInfo {
            name: None,
            pieces: [pieces; 2],
            positions: counts.states - counts.illegal,
            wins: counts.wins,
            losses: counts.losses,
            longest: counts.longest_win.max(counts.longest_loss),
        };
        let pieces = 2 * pieces;
        TablesInfo { pieces, complete: pieces, positions: table.positions, bytes, tables: vec![table] }
    }

    /// The values of all positions, with what an earlier attempt found.
    fn solve_all(
        &self,
        order: &TableOrder<'_>,
        journal: Journal<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<Table, BookError> {
        let numbers = self.numbers()?;
        let states = numbers.rows() * numbers.columns();
        let refused = |unsolved: &Unsolved| setting_error(too_large(states, unsolved, "a machine with "));
        mossa_solve::check_memory(mossa_solve::bytes_needed(numbers.rows(), numbers.columns()), None)
            .map_err(|unsolved| refused(&unsolved))?;
        let positions = Positions::new(self)
            .ok_or_else(|| setting("the board has too many positions".to_owned(), "fewer pieces"))?;
        let watch = |progress: mossa_solve::Progress| {
            watch(BookProgress { done: told_done(&progress), total: states });
        };
        let asked =
            Order { threads: order.threads, bytes: None, journal: Some(journal), watch: &watch, halt };
        mossa_solve::solve(&positions, &asked).map_err(|unsolved| match unsolved {
            Unsolved::Stopped => BookError::Stopped,
            Unsolved::Journal(error) => error,
            unsolved => refused(&unsolved),
        })
    }

    /// The entries of a random sample that do not follow from those of the positions after them.
    fn check_sample(
        &self,
        check: &TableCheck<'_>,
        table: &Table,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<Vec<WrongEntry>, BookError> {
        let positions = Positions::new(self).ok_or_else(|| self.missing(check.folder))?;
        let known = Known { game: self, numbers: positions.numbers(), table };
        let mut random = SplitMix(check.seed);
        let (mut checked, mut wrong) = (0, Vec::new());
        let told = Cell::new(Instant::now());
        while checked < check.sample {
            if halt() {
                return Err(BookError::Stopped);
            }
            let state = random.next() % positions.states();
            if table.worth(state) == Some(Worth::Illegal) {
                continue;
            }
            let position = positions.position(self, state);
            wrong.extend(self.check_one(&known, &position));
            checked += 1;
            if told.get().elapsed() >= Duration::from_millis(100) {
                told.set(Instant::now());
                watch(BookProgress { done: checked, total: check.sample });
            }
        }
        Ok(wrong)
    }

    /// What is wrong with the value of a position, if anything is.
    fn check_one(&self, known: &Known<'_, W>, position: &Position<W>) -> Option<WrongEntry> {
        let table = known.table.worth(known.numbers.number(position)?).and_then(told_worth);
        let found = match self.result(position) {
            Some(outcome) => {
                let outcome = outcome.verdict(position.to_move());
                let plies = (outcome != Verdict::Draw).then_some(0);
                Solved { outcome, plies, score: None }
            }
            None => self.best(known, position)?,
        };
        let text = || self.position_text(position);
        (table != Some(found)).then(|| WrongEntry { position: text(), table, found })
    }

    /// The value of the best move: the soonest win, else a draw, else the latest loss. Moves that make the opponent win
    /// are none, unless there is no other.
    fn best(&self, known: &Known<'_, W>, position: &Position<W>) -> Option<Solved> {
        let helps = |value: &Solved| value.outcome == Verdict::Loss && value.plies == Some(1);
        let moves = known.moves(position)?;
        let sensible = moves.iter().map(|(_, value)| *value).filter(|value| !helps(value));
        let rank = |value: &Solved| {
            let plies = i64::from(value.plies.unwrap_or(0));
            match value.outcome {
                Verdict::Win => 1000 - plies,
                Verdict::Draw => 0,
                Verdict::Loss => plies - 1000,
            }
        };
        sensible.max_by_key(rank).or_else(|| moves.first().map(|(_, value)| *value))
    }
}

fn told_worth(worth: Worth) -> Option<Solved> {
    let (outcome, plies) = match worth {
        Worth::Win(plies) => (Verdict::Win, Some(plies)),
        Worth::Loss(plies) => (Verdict::Loss, Some(plies)),
        Worth::Draw => (Verdict::Draw, None),
        Worth::Illegal => return None,
    };
    Some(Solved { outcome, plies, score: None })
}

fn setting(problem: String, expected: impl Into<String>) -> BookError {
    setting_error(InputError::new(InputKind::Setting, problem, expected))
}

fn setting_error(error: InputError) -> BookError {
    error.into()
}

impl<const W: usize> EndgameTables for ChineseCheckers<W> {
    fn most_pieces(&self) -> u32 {
        2 * self.board().pieces as u32
    }

    fn constant_pieces(&self) -> Option<u32> {
        Some(self.most_pieces())
    }

    fn build(
        &self,
        order: &TableOrder<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TablesInfo, BookError> {
        if order.pieces != self.most_pieces() {
            let problem = format!("bad number of pieces `{}`", order.pieces);
            return Err(setting(problem, format!("{}, those of both players together", self.most_pieces())));
        }
        fs::create_dir_all(order.folder)
            .map_err(|error| BookError::Io(order.folder.display().to_string(), error))?;
        let (name, path) = (self.table_name(), self.table_path(order.folder));
        if let Some((statistics, bytes)) = file::statistics(&path, &name)? {
            return Ok(self.told(&statistics, bytes));
        }
        let part = path.with_extension("part");
        let journal = Journal { path: &part, name: &name, every: KEEP_EVERY };
        let table = self.solve_all(order, journal, watch, halt)?;
        let bytes = file::write(&path, &name, &table)?;
        journal.remove()?;
        Ok(self.told(&table.statistics(), bytes))
    }

    fn verify(
        &self,
        check: &TableCheck<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TableVerdict, BookError> {
        let began = Instant::now();
        let tables = self.info(check.folder)?;
        let table = self.read_table(check.folder)?;
        let wrong = self.check_sample(check, &table, watch, halt)?;
        Ok(TableVerdict { tables, checked: check.sample, wrong, elapsed: began.elapsed() })
    }

    fn info(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        self.numbers()?;
        let found = file::statistics(&self.table_path(folder), &self.table_name())?;
        let (statistics, bytes) = found.ok_or_else(|| self.missing(folder))?;
        Ok(self.told(&statistics, bytes))
    }

    fn load(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        let info = self.info(folder)?;
        let table = self.read_table(folder)?;
        let counts = table.statistics().counts();
        let loaded = Loaded { numbers: self.numbers()?, table, counts };
        self.loaded()
            .set(loaded)
            .map_err(|_| setting("a table is loaded already".to_owned(), "one folder for each game"))?;
        Ok(info)
    }

    fn known_pieces(&self) -> u32 {
        if self.loaded().get().is_some() { self.most_pieces() } else { 0 }
    }
}
