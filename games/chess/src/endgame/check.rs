//! Tables compared with what follows from the moves.
//!
//! The value of a position must be that of its best move, and what a move is worth says the table of the position after
//! it. The moves are those of the rules, which know nothing of how tables were made. If every position of every table
//! agreed, the values could only be wrong by saying nothing: a draw where there is a win that no position begins.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use mossa_game::{BookError, BookProgress, Halt, Notation, Solved, TableCheck, Verdict, WrongEntry};
use mossa_solve::Worth;

use super::index::Index;
use super::material::Material;
use super::shelf::Shelf;
use super::space::possible;
use crate::position::Position;
use crate::rules::Chess;

/// The entries of a random sample that do not follow from those of the positions after them. Each table is as likely as
/// any other.
pub(super) fn sample(
    game: &Chess,
    shelf: &Shelf,
    order: &TableCheck<'_>,
    watch: &(dyn Fn(BookProgress) + Sync),
    halt: Halt<'_>,
) -> Result<Vec<WrongEntry>, BookError> {
    let tables: Vec<Material> = Material::all().filter(|material| shelf.table(*material).is_some()).collect();
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let state = Mutex::new((0, Vec::new()));
    let work = || {
        loop {
            let nth = next.fetch_add(1, Relaxed);
            if nth >= order.sample || stopped.load(Relaxed) {
                break;
            }
            if halt() {
                stopped.store(true, Relaxed);
                break;
            }
            let position = drawn(&tables, order.seed, nth);
            let wrong = position.and_then(|position| check_one(game, shelf, &position));
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.0 += 1;
            state.1.extend(wrong.map(|wrong| (nth, wrong)));
            watch(BookProgress { done: state.0, total: order.sample });
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..order.threads {
            // A thread that the system refuses is done without.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    if stopped.into_inner() {
        return Err(BookError::Stopped);
    }
    let (_, mut wrong) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    wrong.sort_by_key(|(nth, _)| *nth);
    Ok(wrong.into_iter().map(|(_, wrong)| wrong).collect())
}

/// A position of a table by chance; each of the sample has its own numbers, whoever checks it.
fn drawn(tables: &[Material], seed: u64, nth: u64) -> Option<Position> {
    let mut random = SplitMix(seed ^ SplitMix(nth).next());
    let count = tables.len() as u64;
    let index = Index::of(tables.get((random.next() % count.max(1)) as usize)?.number());
    // More than a third of all numbers are positions: so many failures do not happen.
    (0..1000).find_map(|_| possible(index, random.next() % index.states()))
}

/// What is wrong with the value of a position, if anything is.
fn check_one(game: &Chess, shelf: &Shelf, position: &Position) -> Option<WrongEntry> {
    let table = shelf.worth(position);
    let found = best(shelf, position)?;
    (table != Some(found)).then(|| WrongEntry {
        position: game.position_text(position),
        table: table.and_then(solved),
        found: solved(found).unwrap_or(Solved { outcome: Verdict::Draw, plies: None, score: None }),
    })
}

/// What the best move brings, as the tables say; nothing if one of them is missing.
fn best(shelf: &Shelf, position: &Position) -> Option<Worth> {
    let mut moves = Vec::new();
    let _ = position.moves(&mut moves);
    let mut best = None;
    for m in moves {
        let mut after = *position;
        after.play(m);
        let worth = shelf.worth(&after)?.before();
        best = Some(best.map_or(worth, |best: Worth| best.better(worth)));
    }
    let without_moves = if position.checkers().has_any() { Worth::Loss(0) } else { Worth::Draw };
    Some(best.unwrap_or(without_moves))
}

/// As the contract tells values; nothing for what cannot be.
pub(super) fn solved(worth: Worth) -> Option<Solved> {
    let (outcome, plies) = match worth {
        Worth::Win(plies) => (Verdict::Win, Some(plies)),
        Worth::Loss(plies) => (Verdict::Loss, Some(plies)),
        Worth::Draw => (Verdict::Draw, None),
        Worth::Illegal => return None,
    };
    Some(Solved { outcome, plies, score: None })
}

/// The generator of G. Steele, D. Lea and C. Flood (2014): any number is a good beginning.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
