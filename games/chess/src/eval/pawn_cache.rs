//! What pawn structures are worth, remembered: most positions of a search have the pawns of some position before.
//!
//! Each thread has a cache of its own. An entry holds the pawns themselves, so that it is right whatever the key says.

use std::cell::Cell;

use super::pawns;
use super::score::Score;
use super::tally::Total;
use crate::bitboard::Bitboard;
use crate::piece::Color;

/// 64 KB: large enough for nearly all structures of a search, small enough for the second cache of a processor.
const ENTRIES: usize = 2048;

/// The pawns of White and Black, what they are worth, and which are passed.
#[derive(Clone, Copy)]
struct Entry {
    pawns: [Bitboard; 2],
    scores: [Score; 2],
    passed: Bitboard,
}

/// No pawns are worth nothing, so the empty entry is true.
const EMPTY: Entry = Entry { pawns: [Bitboard::NONE; 2], scores: [Score::ZERO; 2], passed: Bitboard::NONE };

thread_local! {
    static CACHE: [Cell<Entry>; ENTRIES] = const { [const { Cell::new(EMPTY) }; ENTRIES] };
}

/// Adds what the pawns are worth to both sides; the passed pawns of both are the answer.
#[inline(always)]
pub(super) fn count(total: &mut Total, key: u64, pawns: [Bitboard; 2]) -> Bitboard {
    CACHE.with(|cache| {
        let slot = &cache[key as usize % ENTRIES];
        let mut entry = slot.get();
        if entry.pawns != pawns {
            entry = fresh(pawns);
            slot.set(entry);
        }
        total.sides[0] += entry.scores[0];
        total.sides[1] += entry.scores[1];
        entry.passed
    })
}

#[inline(never)]
fn fresh(pawns: [Bitboard; 2]) -> Entry {
    let mut total = Total { sides: [Score::ZERO; 2] };
    let passed = pawns::count(&mut total, Color::White, pawns[0], pawns[1])
        | pawns::count(&mut total, Color::Black, pawns[1], pawns[0]);
    Entry { pawns, scores: total.sides, passed }
}
