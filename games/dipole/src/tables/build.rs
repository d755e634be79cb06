//! Fills tables: layer by layer, each position from what its moves lead to.
//!
//! The tables (w, b) and (b, w) are filled together, for a move on the board leads from one to the other. Captures and
//! exits lead to tables with fewer pieces, which are finished. A pass leads to a position of the same layer; but that
//! one is no pass (see [`Dipole::must_pass`](crate::Dipole::must_pass)), so its value follows from earlier layers and is
//! found on the way.
//!
//! For each placement of Black all of White are gone through, since all that their moves on the board lead to lies in one
//! block of the other table, which the processor's cache holds.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use mossa_game::Halt;

use super::entry::Entry;
use super::index::Index;
use super::layers::Layers;
use super::placement::Placement;
use super::shelf::{Bytes, Shelf, Table};
use super::successors::{Black, Same, Successors};
use crate::board::Board;

/// About so many positions are done between two questions whether to stop: some milliseconds.
const UNIT: usize = 1 << 15;

/// A table that is being filled.
struct Unfinished {
    index: Index,
    bytes: Vec<AtomicU8>,
    /// Placements of as many pieces as White has here.
    layers: Layers,
}

/// Tables that are filled together: White's and Black's numbers of pieces exchanged. One if they are equal.
struct Pair<'a, const CELLS: usize> {
    tables: Vec<Unfinished>,
    successors: Successors<'a, CELLS>,
}

/// Why tables could not be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfilled {
    /// Somebody said so.
    Stopped,
    /// A value does not fit an entry, or a table of fewer pieces is not there.
    NoValue,
}

/// Placements of Black, and of White for each of them.
struct Unit {
    table: usize,
    black: Range<usize>,
    white: Range<usize>,
}

/// Computes the table in which White and Black have so many pieces, and the one in which these are exchanged if they are
/// not the same. `shelf` must have all tables with fewer pieces of either. `watch` hears how many positions are done,
/// always on this thread.
pub(super) fn fill<const CELLS: usize>(
    board: &Board<CELLS>,
    shelf: &Shelf,
    pieces: [usize; 2],
    threads: usize,
    watch: &dyn Fn(u64),
    halt: Halt<'_>,
) -> Result<Vec<Table>, Unfilled> {
    let [white, black] = pieces;
    let mut tables = vec![Unfinished::new(board, white, black)];
    if white != black {
        tables.push(Unfinished::new(board, black, white));
    }
    let pair = Pair { tables, successors: Successors { board, shelf } };
    let work = Work {
        halt,
        done: AtomicU64::new(0),
        halted: AtomicBool::new(false),
        failed: AtomicBool::new(false),
    };
    for rows in 0..pair.rows() {
        let units = pair.units(rows);
        let next = AtomicUsize::new(0);
        let run = |watch: &dyn Fn(u64)| pair.run(&units, &next, &work, watch);
        std::thread::scope(|scope| {
            for _ in 1..threads.min(units.len()) {
                // A thread that the system refuses is done without: this one is enough.
                if std::thread::Builder::new().spawn_scoped(scope, || run(&|_| {})).is_err() {
                    break;
                }
            }
            run(watch);
        });
        if work.failed.load(Relaxed) {
            return Err(Unfilled::NoValue);
        }
        if work.halted.load(Relaxed) {
            return Err(Unfilled::Stopped);
        }
    }
    let finished = pair.tables.into_iter().filter_map(Unfinished::finished);
    Ok(finished.collect())
}

/// What threads share.
struct Work<'a> {
    halt: Halt<'a>,
    done: AtomicU64,
    halted: AtomicBool,
    failed: AtomicBool,
}

impl Unfinished {
    fn new<const CELLS: usize>(board: &Board<CELLS>, white: usize, black: usize) -> Unfinished {
        let index = Index::new(CELLS, white, black);
        Unfinished {
            bytes: (0..index.entries()).map(|_| AtomicU8::new(0)).collect(),
            layers: Layers::of(&index, board.side() as u32 / 2),
            index,
        }
    }

    fn finished(self) -> Option<Table> {
        let bytes = self.bytes.into_iter().map(AtomicU8::into_inner).collect();
        Table::new(self.index, Bytes::Owned(bytes))
    }

    #[inline]
    fn entry(&self, number: u64) -> Entry {
        Entry::from_byte(self.bytes[number as usize].load(Relaxed))
    }
}

impl<const CELLS: usize> Pair<'_, CELLS> {
    /// One more than the most rows that can be ahead of both players together.
    fn rows(&self) -> usize {
        let layers = |table: usize| self.tables[table].layers.count();
        layers(0) + layers(self.other(0)) - 1
    }

    /// The table in which the numbers of pieces are exchanged.
    fn other(&self, table: usize) -> usize {
        self.tables.len() - 1 - table
    }

    /// The positions with so many rows ahead of both players together.
    fn units(&self, rows: usize) -> Vec<Unit> {
        let mut units = Vec::new();
        for table in 0..self.tables.len() {
            let (whites, blacks) = (&self.tables[table].layers, &self.tables[self.other(table)].layers);
            for of_black in 0..=rows {
                let (white, black) = (whites.layer(rows - of_black), blacks.layer(of_black));
                if white.is_empty() {
                    continue;
                }
                let together = (UNIT / white.len()).max(1);
                for start in black.clone().step_by(together) {
                    let black = start..(start + together).min(black.end);
                    units.push(Unit { table, black, white: white.clone() });
                }
            }
        }
        units
    }

    /// Does units until there are no more.
    fn run(&self, units: &[Unit], next: &AtomicUsize, work: &Work<'_>, watch: &dyn Fn(u64)) {
        while let Some(unit) = units.get(next.fetch_add(1, Relaxed)) {
            if work.failed.load(Relaxed) || work.halted.load(Relaxed) || (work.halt)() {
                work.halted.store(true, Relaxed);
                return;
            }
            match self.fill(unit) {
                Some(done) => watch(work.done.fetch_add(done, Relaxed) + done),
                None => work.failed.store(true, Relaxed),
            }
        }
    }

    /// Fills in the positions of a unit and counts them; nothing if one has no value.
    fn fill(&self, unit: &Unit) -> Option<u64> {
        let (here, there) = (&self.tables[unit.table], &self.tables[self.other(unit.table)]);
        let same = Same { index: &there.index, entry: |number| there.entry(number) };
        let (mut done, mut all) = (0, true);
        for &turned in there.layers.placements(unit.black.clone()) {
            let black = Black::new::<CELLS>(turned, same.index);
            for &white in here.layers.placements(unit.white.clone()) {
                if !black.is_apart(white) {
                    continue;
                }
                let best = self.successors.best(white, &black, &same);
                let entry = best.unwrap_or_else(|| self.after_pass(here, white, turned).before());
                all &= entry != Entry::UNKNOWN;
                let number = here.index.block(white) + black.within(white);
                here.bytes[number as usize].store(entry.byte(), Relaxed);
                done += 1;
            }
        }
        all.then_some(done)
    }

    /// The value of the position after a pass in table `here`, for who is then to move.
    fn after_pass(&self, here: &Unfinished, white: Placement, turned: Placement) -> Entry {
        let same = Same { index: &here.index, entry: |number| here.entry(number) };
        let passed = Black::new::<CELLS>(white, same.index);
        // Passes do not follow each other: there is a value.
        self.successors.best(turned, &passed, &same).unwrap_or(Entry::UNKNOWN)
    }
}
