//! What is known of positions: a bound on the score, in one word that is read and written at once.
//!
//! ```text
//!  63                                9 8               1 0
//! [ what the index leaves of the key | score + 64, + 1 | lower ]
//! ```
//!
//! The key of a position is multiplied by an odd number modulo 2^bits, which only renames keys: the highest bits are
//! the index, and the rest tells the keys of one slot apart without any doubt, as long as it fits 55 bits. That is so on
//! every board of up to 55 bits plus those of the index (9x7 and smaller in all tables of usual size). On larger boards
//! the highest 55 bits of the rest are compared; that two positions of one slot agree in them is as likely as for
//! random numbers: once in 2^55.

use std::io;
use std::sync::atomic::Ordering::Relaxed;

use mossa_memory::Slots;

use crate::geometry::{Geometry, Word};

/// What a table says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is at least this.
    Lower(i32),
    /// The score is at most this.
    Upper(i32),
}

/// Where a position has its slot, and what tells it apart there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    index: usize,
    tag: u64,
}

/// A table of bounds. Newer ones replace older ones.
#[derive(Debug)]
pub struct Table<G: Geometry> {
    slots: Slots,
    index_bits: u32,
    key_bits: u32,
    multiplier: G::Word,
    mask: G::Word,
}

/// Bits of an entry that hold the bound.
const BOUND_BITS: u32 = 9;
/// No board has more than 128 cells, so no score is beyond 64.
const OFFSET: i32 = 64;
/// The digits of the golden ratio, made odd: neighbouring keys end up far apart (D. Knuth, TAOCP 3, 6.4).
const GOLDEN: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

impl<G: Geometry> Table<G> {
    /// A table of 2^`index_bits` entries, or fewer where the board does not have so many positions.
    pub fn new(board: G, index_bits: u32) -> io::Result<Table<G>> {
        let key_bits = board.width() * (board.height() + 1);
        let index_bits = index_bits.min(key_bits);
        let slots = Slots::new(1 << index_bits)?;
        // The leading digits must not get lost when the word is narrow.
        let multiplier = G::Word::narrow(GOLDEN >> (128 - G::Word::BITS)) | G::Word::ONE;
        let mask = G::Word::ZERO.minus(G::Word::ONE) >> (G::Word::BITS - key_bits);
        Ok(Table { slots, index_bits, key_bits, multiplier, mask })
    }

    /// How many index bits make a table of at most `bytes`; at least 2^10 entries.
    pub fn index_bits(bytes: usize) -> u32 {
        (bytes / size_of::<u64>()).checked_ilog2().unwrap_or(0).max(10)
    }

    /// Where the position with this key is kept.
    #[inline]
    pub fn place(&self, key: G::Word) -> Place {
        let mixed = key.times(self.multiplier) & self.mask;
        let rest = self.key_bits - self.index_bits;
        let index = mixed.wide() >> rest;
        // The bits directly below the index: they depend on all bits of the key, the lowest ones of a product do not.
        let kept = rest.min(64 - BOUND_BITS);
        let tag = if kept == 0 { 0 } else { ((mixed.wide() >> (rest - kept)) as u64) << (64 - kept) };
        Place { index: index as usize, tag }
    }

    /// The word at a place: to be asked for early, since it may come from far away, and understood later.
    #[inline]
    pub fn fetch(&self, place: Place) -> u64 {
        self.slots[place.index].load(Relaxed)
    }

    /// What a fetched word says about the position of `place`.
    #[inline]
    pub fn read(place: Place, word: u64) -> Option<Bound> {
        const BOUND: u64 = (1 << BOUND_BITS) - 1;
        let value = (word & BOUND) as i32;
        if word & !BOUND != place.tag || value == 0 {
            return None;
        }
        let score = (value >> 1) - 1 - OFFSET;
        Some(if value & 1 == 1 { Bound::Lower(score) } else { Bound::Upper(score) })
    }

    /// Remembers a bound.
    #[inline]
    pub fn write(&self, place: Place, bound: Bound) {
        let value = match bound {
            Bound::Lower(score) => (score + OFFSET + 1) << 1 | 1,
            Bound::Upper(score) => (score + OFFSET + 1) << 1,
        };
        self.slots[place.index].store(place.tag | value as u64, Relaxed);
    }
}

/// The key of a position: for each column of n stones the bits of the mover's plus 2^n - 1, which no two columns
/// with different stones share.
#[inline]
pub fn key<W: Word>(mover: W, occupied: W) -> W {
    mover.plus(occupied)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::geometry::{Any, Standard};

    #[test]
    fn bounds_come_back_and_other_positions_find_nothing() {
        fn check<G: Geometry>(board: G, bits: u32) {
            let table = Table::new(board, bits).unwrap();
            let mut step = 12345u64;
            for _ in 0..5000 {
                step = step.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let key = G::Word::narrow(u128::from(step) * u128::from(step)) & table.mask;
                let place = table.place(key);
                let score = (step % 129) as i32 - 64;
                let bound = if step & 128 == 0 { Bound::Lower(score) } else { Bound::Upper(score) };
                table.write(place, bound);
                assert_eq!(Table::<G>::read(place, table.fetch(place)), Some(bound));
            }
            // Positions that differ on one side only, as those of one search do: all are told apart.
            for side in [0, table.key_bits.saturating_sub(20)] {
                let mut seen = HashSet::new();
                for low in 0..1u128 << table.key_bits.min(18) {
                    let place = table.place(G::Word::narrow((low << side) | 0x5555) & table.mask);
                    seen.insert((place.index, place.tag, low & 0x5555 == 0 || side > 16));
                }
                let keys: HashSet<_> = (0..1u128 << table.key_bits.min(18))
                    .map(|low| {
                        (G::Word::narrow((low << side) | 0x5555) & table.mask, low & 0x5555 == 0 || side > 16)
                    })
                    .collect();
                assert_eq!(seen.len(), keys.len(), "{board:?}");
            }
        }
        check(Standard::default(), 10);
        check(Any::<u64>::new(8, 7).unwrap(), 12);
        check(Any::<u64>::new(4, 4).unwrap(), 20);
        check(Any::<u64>::new(4, 4).unwrap(), 24);
        check(Any::<u128>::new(9, 7).unwrap(), 17);
        check(Any::<u128>::new(10, 7).unwrap(), 18);
        check(Any::<u128>::new(16, 7).unwrap(), 17);
    }
}
