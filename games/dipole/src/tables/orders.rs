//! Tables that people order: made, checked, loaded.

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use mossa_game::{
    BookError, BookProgress, EndgameTables, Halt, InputError, InputKind, Notation, Solved, TableCheck,
    TableInfo, TableOrder, TableVerdict, TablesInfo, Verdict, WrongEntry,
};

use super::build::{Unfilled, fill};
use super::entry::Entry;
use super::file::Which;
use super::forward::{Forward, MOST_KNOWN};
use super::probe::{Loaded, pairs};
use super::shelf::Shelf;
use super::{MOST_BYTES, MOST_PIECES};
use crate::board::SplitMix;
use crate::rules::Dipole;

/// Hears of progress.
type Watch<'a> = &'a (dyn Fn(BookProgress) + Sync);

/// Progress is told this often: people see it move, and it costs nothing.
const TELL_EVERY: Duration = Duration::from_millis(100);

impl<const CELLS: usize> EndgameTables for Dipole<CELLS> {
    /// As many as fit in a gigabyte of 2^30 bytes: 7 on 8x8, 5 on 10x10.
    fn most_pieces(&self) -> u32 {
        let fits = |pieces: usize| sizes::<CELLS>(pieces).sum::<u64>() <= MOST_BYTES;
        (2..=MOST_PIECES).take_while(|pieces| fits(*pieces)).last().unwrap_or(0) as u32
    }

    fn build(
        &self,
        order: &TableOrder<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TablesInfo, BookError> {
        let most = self.most_pieces();
        if !(2..=most).contains(&order.pieces) {
            let problem = format!("bad number of pieces `{}`", order.pieces);
            return Err(setting(problem, format!("from 2 to {most}, both players together")));
        }
        std::fs::create_dir_all(order.folder)
            .map_err(|error| BookError::Io(order.folder.display().to_string(), error))?;
        self.build_all(order, watch, halt)
    }

    fn verify(
        &self,
        check: &TableCheck<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TableVerdict, BookError> {
        let began = Instant::now();
        let tables = self.info(check.folder)?;
        let mut shelf = Shelf::default();
        for which in all::<CELLS>(tables.pieces as usize) {
            if halt() {
                return Err(BookError::Stopped);
            }
            // Read once with every byte, then mapped: a gigabyte of memory is better used otherwise.
            which.read(check.folder)?;
            if let Some(table) = which.map(check.folder)? {
                shelf.add(which.white, which.black, table);
            }
        }
        let wrong = self.check_sample(check, &shelf, tables.pieces as usize, watch, halt)?;
        Ok(TableVerdict { tables, checked: check.sample, wrong, elapsed: began.elapsed() })
    }

    fn info(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        let mut complete = Vec::new();
        let mut pieces = 0;
        if !folder.is_dir() {
            let problem = format!("no folder {}", folder.display());
            return Err(setting(problem, "a folder in which `mossa table build` wrote"));
        }
        for total in 2..=MOST_PIECES {
            let of_total = all::<CELLS>(total).filter(|which| which.white + which.black == total);
            let tables: Vec<TableInfo> = of_total
                .map(|which| which.info(folder))
                .collect::<Result<Option<_>, _>>()?
                .unwrap_or_default();
            if tables.is_empty() {
                break;
            }
            complete.extend(tables);
            pieces = total as u32;
        }
        if pieces == 0 {
            let side = self.board().side();
            let problem = format!("no endgame tables for {side}x{side} in {}", folder.display());
            return Err(setting(problem, "a folder in which `mossa table build` wrote"));
        }
        Ok(told(pieces, complete))
    }

    fn load(&self, folder: &Path) -> Result<TablesInfo, BookError> {
        let info = self.info(folder)?;
        let mut shelf = Shelf::default();
        for which in all::<CELLS>(info.pieces as usize) {
            if let Some(table) = which.map(folder)? {
                shelf.add(which.white, which.black, table);
            }
        }
        let loaded = Loaded { pieces: shelf.complete(), shelf };
        self.loaded().set(loaded).map_err(|_| {
            setting("endgame tables are loaded already".to_owned(), "one folder for each game")
        })?;
        Ok(info)
    }

    fn known_pieces(&self) -> u32 {
        self.covered() as u32
    }
}

impl<const CELLS: usize> Dipole<CELLS> {
    fn build_all(
        &self,
        order: &TableOrder<'_>,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<TablesInfo, BookError> {
        let pieces = order.pieces as usize;
        all::<CELLS>(pieces).for_each(|which| which.remove_leftovers(order.folder));
        let total = sizes::<CELLS>(pieces).sum();
        let mut done = 0;
        let mut shelf = Shelf::default();
        let mut tables = Vec::new();
        for (white, black) in pairs(pieces) {
            let both = which_both::<CELLS>(white, black);
            let there: Option<Vec<TableInfo>> =
                both.iter().map(|which| which.info(order.folder)).collect::<Result<_, _>>()?;
            let infos = match there {
                Some(infos) => {
                    for which in both.iter().filter(|_| white + black < pieces) {
                        if let Some(table) = which.read(order.folder)? {
                            shelf.add(which.white, which.black, table);
                        }
                    }
                    infos
                }
                None => self.build_pair(order, &both, &mut shelf, (done, total), watch, halt)?,
            };
            done += infos.iter().map(|info| info.positions).sum::<u64>();
            watch(BookProgress { done, total });
            tables.extend(infos);
        }
        tables.sort_by_key(|table| (table.pieces[0] + table.pieces[1], table.pieces[0]));
        Ok(told(order.pieces, tables))
    }

    /// Computes two tables, or one, and writes them. They are kept only if others need them.
    fn build_pair(
        &self,
        order: &TableOrder<'_>,
        both: &[Which],
        shelf: &mut Shelf,
        (before, total): (u64, u64),
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<Vec<TableInfo>, BookError> {
        let Which { white, black, .. } = both[0];
        let last = Cell::new(None::<Instant>);
        let tell = |done: u64| {
            if last.get().is_none_or(|last| last.elapsed() >= TELL_EVERY) {
                last.set(Some(Instant::now()));
                watch(BookProgress { done: before + done, total });
            }
        };
        let tables = fill(self.board(), shelf, [white, black], order.threads, &tell, halt).map_err(
            |why| match why {
                Unfilled::Stopped => BookError::Stopped,
                Unfilled::NoValue => {
                    let problem = format!("a game takes more than {} plies", Entry::MOST_PLIES);
                    setting(problem, "fewer pieces")
                }
            },
        )?;
        let mut infos = Vec::new();
        for (table, which) in tables.into_iter().zip(both) {
            infos.push(which.write(order.folder, &table)?);
            if white + black < order.pieces as usize {
                shelf.add(which.white, which.black, table);
            }
        }
        Ok(infos)
    }

    /// The entries of a random sample that a search finds wrong. Each table is as likely as any other, so that those
    /// with few positions are not left out.
    fn check_sample(
        &self,
        check: &TableCheck<'_>,
        shelf: &Shelf,
        pieces: usize,
        watch: Watch<'_>,
        halt: Halt<'_>,
    ) -> Result<Vec<WrongEntry>, BookError> {
        let tables: Vec<Which> = all::<CELLS>(pieces).collect();
        let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let state = Mutex::new((0, Vec::new()));
        let work = || {
            let mut forward = Forward::new(self, MOST_KNOWN / check.threads.max(1), halt);
            loop {
                let nth = next.fetch_add(1, Relaxed);
                if nth >= check.sample {
                    break;
                }
                let Some(wrong) = self.check_one(&tables, shelf, check.seed, nth, &mut forward) else {
                    stopped.store(true, Relaxed);
                    break;
                };
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                state.0 += 1;
                state.1.extend(wrong.map(|wrong| (nth, wrong)));
                watch(BookProgress { done: state.0, total: check.sample });
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..check.threads {
                // A thread that the system refuses is done without: this one is enough.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        if stopped.load(Relaxed) {
            return Err(BookError::Stopped);
        }
        let (_, mut wrong) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The same answer however many threads found it.
        wrong.sort_by_key(|(nth, _)| *nth);
        Ok(wrong.into_iter().map(|(_, wrong)| wrong).collect())
    }

    /// Whether the `nth` position of a sample is wrong; nothing if the search was stopped.
    fn check_one(
        &self,
        tables: &[Which],
        shelf: &Shelf,
        seed: u64,
        nth: u64,
        forward: &mut Forward<'_, CELLS>,
    ) -> Option<Option<WrongEntry>> {
        // Each position of the sample has its own numbers, whoever checks it.
        let mut random = SplitMix(seed ^ SplitMix(nth).next());
        let which = tables[(random.next() % tables.len() as u64) as usize];
        let index = which.index();
        let number = random.next() % index.entries();
        let (white, black) = index.unrank(number);
        let position = self.of_table(white, black);
        let bytes = shelf.table(which.white, which.black).map(super::shelf::Table::bytes);
        let byte = bytes.and_then(|bytes| bytes.get(number as usize).copied()).unwrap_or(0);
        let table = Entry::from_byte(byte).value().map(|(verdict, plies)| (verdict, u32::from(plies)));
        let found = forward.value(&position)?;
        Some((table != Some(found)).then(|| WrongEntry {
            position: self.position_text(&position),
            table: table.map(solved),
            found: solved(found),
        }))
    }
}

fn solved((outcome, plies): (Verdict, u32)) -> Solved {
    Solved { outcome, plies: Some(plies), score: None }
}

fn setting(problem: String, expected: impl Into<String>) -> BookError {
    InputError::new(InputKind::Setting, problem, expected).into()
}

/// The table with these numbers of pieces, and the one in which they are exchanged, if that is another.
fn which_both<const CELLS: usize>(white: usize, black: usize) -> Vec<Which> {
    let mut both = vec![Which { cells: CELLS, white, black }];
    if white != black {
        both.push(Which { cells: CELLS, white: black, black: white });
    }
    both
}

/// All tables with up to so many pieces of both players.
fn all<const CELLS: usize>(pieces: usize) -> impl Iterator<Item = Which> {
    (2..=pieces)
        .flat_map(|total| (1..total).map(move |white| Which { cells: CELLS, white, black: total - white }))
}

/// How many entries they have.
fn sizes<const CELLS: usize>(pieces: usize) -> impl Iterator<Item = u64> {
    all::<CELLS>(pieces).map(|which| which.index().entries())
}

fn told(pieces: u32, tables: Vec<TableInfo>) -> TablesInfo {
    let positions = tables.iter().map(|table| table.positions).sum();
    TablesInfo { pieces, complete: pieces, positions, bytes: positions, tables }
}

#[cfg(test)]
mod tests {
    use super::super::shelf::{Bytes, Table};
    use super::*;
    use crate::rules::Start;

    /// Such a file has the right checksums, and only the search can tell.
    #[test]
    fn wrong_entries_are_found() {
        let folder = std::env::temp_dir().join(format!("mossa-wrong-entries-{}", std::process::id()));
        let game = Dipole::<32>::new(Start::Course, None);
        game.build(&TableOrder { pieces: 2, names: &[], threads: 1, folder: &folder }, &|_| {}, &|| false)
            .unwrap();
        let which = Which { cells: 32, white: 1, black: 1 };
        let mut bytes = which.read(&folder).unwrap().unwrap().bytes().to_vec();
        // Every second entry says one ply more than is true, and one says nothing.
        bytes.iter_mut().step_by(2).for_each(|byte| *byte = if *byte < 128 { *byte + 1 } else { *byte - 1 });
        bytes[1] = 0;
        which.write(&folder, &Table::new(which.index(), Bytes::Owned(bytes)).unwrap()).unwrap();
        let check = TableCheck { folder: &folder, sample: 4000, seed: 9, threads: 2 };
        let verdict = game.verify(&check, &|_| {}, &|| false).unwrap();
        let (sample, wrong) = (verdict.checked, &verdict.wrong);
        assert!(
            wrong.len() as u64 > sample * 2 / 5 && (wrong.len() as u64) < sample * 3 / 5,
            "{}",
            wrong.len()
        );
        let off_by_one = |wrong: &WrongEntry| {
            let table = wrong.table?;
            Some(
                table.outcome == wrong.found.outcome
                    && table.plies == wrong.found.plies.map(|plies| plies + 1),
            )
        };
        assert!(wrong.iter().all(|wrong| off_by_one(wrong) != Some(false)));
        assert!(wrong.iter().any(|wrong| wrong.table.is_none()));
        // The same sample, whoever works on it.
        let alone = game.verify(&TableCheck { threads: 1, ..check }, &|_| {}, &|| false).unwrap();
        assert_eq!(alone.wrong, verdict.wrong);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
