//! Many positions, one after the other on each core, with one table for all.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use mossa_game::Halt;

use super::near_bits;
use super::score::Scale;
use super::search::{Root, Shared, Worker};
use super::table::Table;
use crate::geometry::{Geometry, Word};

/// Threads and the table that they share.
pub struct Bench<G: Geometry> {
    board: G,
    far: Table<G>,
    threads: usize,
}

impl<G: Geometry> Bench<G> {
    /// `threads` of them, with a table of at most `table_bytes`.
    pub fn new(board: G, table_bytes: usize, threads: usize) -> io::Result<Bench<G>> {
        let far = Table::new(board, Table::<G>::index_bits(table_bytes))?;
        Ok(Bench { board, far, threads: threads.max(1) })
    }

    /// Solves all positions, given as the mover's and all stones, in which nobody can win at once. Each thread takes
    /// `part` of them at a time and hands over their scores with the number of the first; `false` if `halt` ended it.
    pub fn parts(
        &self,
        positions: &[(G::Word, G::Word)],
        part: usize,
        halt: Halt<'_>,
        finished: impl Fn(usize, &[i32]) + Sync,
    ) -> bool {
        let next = AtomicUsize::new(0);
        let solved = AtomicUsize::new(0);
        let counted = |first: usize, scores: &[i32]| {
            finished(first, scores);
            solved.fetch_add(scores.len(), Relaxed);
        };
        std::thread::scope(|scope| {
            let work = || self.work(positions, part, halt, &next, &counted);
            for _ in 1..self.threads {
                // A thread that the system refuses is done without.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        solved.into_inner() == positions.len()
    }

    /// The same for one position after the other.
    pub fn each(
        &self,
        positions: &[(G::Word, G::Word)],
        halt: Halt<'_>,
        finished: impl Fn(&(G::Word, G::Word), i32) + Sync,
    ) -> bool {
        self.parts(positions, 1, halt, |first, scores| {
            for (position, score) in positions[first..].iter().zip(scores) {
                finished(position, *score);
            }
        })
    }

    /// One thread's work; `None` if it was stopped.
    fn work(
        &self,
        positions: &[(G::Word, G::Word)],
        part: usize,
        halt: Halt<'_>,
        next: &AtomicUsize,
        finished: &(impl Fn(usize, &[i32]) + Sync),
    ) -> Option<()> {
        // Without memory for a table of its own the thread makes do with the shared one.
        let own = Table::new(self.board, near_bits(self.board)).ok();
        let near = own.as_ref().unwrap_or(&self.far);
        let done = AtomicBool::new(false);
        let shared = Shared { board: self.board, far: &self.far, book: None, halt, done: &done };
        let mut worker = Worker::new(shared, near, 0);
        let scale = Scale::new(self.board.cells());
        let mut guess = None;
        loop {
            let first = next.fetch_add(part, Relaxed);
            if first >= positions.len() {
                return Some(());
            }
            let mut scores = Vec::with_capacity(part);
            for &(mover, occupied) in &positions[first..positions.len().min(first + part)] {
                let stones = occupied.count();
                let root = Root { mover, occupied, least: -scale.win(stones, 1), most: scale.win(stones, 2) };
                guess = Some(worker.score(root, guess)?);
                scores.extend(guess);
            }
            finished(first, &scores);
        }
    }
}
