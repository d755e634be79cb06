//! What the prover remembers of positions.

use mossa_game::Move as _;

use super::numbers::Numbers;
use crate::moves::ChessMove;

/// Entries that share a place, of which the one that took the least work is forgotten first.
const SHARING: usize = 4;

/// The most entries: 24 bytes each, 24 MB.
const MOST_ENTRIES: usize = 1 << 20;

/// Most positions belong to the last two moves and are not remembered: with an entry for so many as these, searches visit as many
/// positions as with more room, and a small table stays in the processor's cache.
const POSITIONS_FOR_ENTRY: u64 = 8;

/// What is known of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Known {
    /// A mate in so many moves is proven; 0 if none is.
    pub(super) proven: u8,
    /// That there is no mate in so many moves is proven; 0 says nothing.
    pub(super) disproven: u8,
    /// With how many moves left `numbers` were found.
    pub(super) moves: u8,
    /// How far a proof and a disproof seemed to be.
    pub(super) numbers: Numbers,
    /// The attacker's move of the proof.
    pub(super) best: Option<ChessMove>,
    /// The logarithm of how many positions were visited for it.
    pub(super) work: u8,
}

impl Known {
    /// Whether there is a mate in `moves` moves, if that is known.
    #[inline]
    pub(super) fn says(&self, moves: u8) -> Option<bool> {
        if self.proven != 0 && self.proven <= moves {
            Some(true)
        } else if self.disproven >= moves {
            Some(false)
        } else {
            None
        }
    }

    /// ```text
    /// first word    proof number 32 | disproof number 32
    /// second word   proven 8 | disproven 8 | moves 8 | work 8 | best + 1: 32
    /// ```
    #[inline]
    fn packed(&self) -> [u64; 2] {
        let best = self.best.map_or(0, |m| u64::from(m.pack()) + 1);
        let small = [self.proven, self.disproven, self.moves, self.work];
        let small = small.iter().rev().fold(0, |all, part| all << 8 | u64::from(*part));
        [u64::from(self.numbers.proof) | u64::from(self.numbers.disproof) << 32, small | best << 32]
    }

    #[inline]
    fn unpacked(numbers: u64, rest: u64) -> Known {
        let best = rest >> 32;
        Known {
            proven: rest as u8,
            disproven: (rest >> 8) as u8,
            moves: (rest >> 16) as u8,
            work: (rest >> 24) as u8,
            numbers: Numbers { proof: numbers as u32, disproof: (numbers >> 32) as u32 },
            best: best.checked_sub(1).map(|bits| ChessMove::unpack(bits as u32)),
        }
    }
}

/// One entry: a key and what is known. All zero is none.
type Entry = [u64; 3];

/// A table that is made for the questions about one position. Memory that was never written to costs nothing: the system hands it out page by
/// page.
pub(super) struct ProofTable {
    places: Vec<[Entry; SHARING]>,
}

impl ProofTable {
    /// A table for a search of so many positions.
    pub(super) fn new(positions: u64) -> ProofTable {
        let mut places = vec![[[0; 3]; SHARING]; Self::places_for(positions)];
        // A table that grows is filled at once, while somebody may wait for the end.
        mossa_memory::prefer_huge(&mut places);
        ProofTable { places }
    }

    fn places_for(positions: u64) -> usize {
        let entries = usize::try_from(positions / POSITIONS_FOR_ENTRY).unwrap_or(MOST_ENTRIES);
        (entries.clamp(SHARING, MOST_ENTRIES) / SHARING).next_power_of_two()
    }

    /// Makes room for a search of so many positions in all, if there is less.
    pub(super) fn grow(&mut self, positions: u64) {
        if Self::places_for(positions) <= self.places.len() {
            return;
        }
        let mut grown = ProofTable::new(positions);
        for entry in self.places.as_flattened().iter().filter(|entry| entry[2] != 0) {
            grown.put(entry[0], &Known::unpacked(entry[1], entry[2]));
        }
        *self = grown;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Known {
        let entries = &self.places[self.place(key)];
        let found = entries.iter().find(|entry| entry[0] == key && entry[2] != 0);
        found.map_or(Known::default(), |entry| Known::unpacked(entry[1], entry[2]))
    }

    /// Remembers it, instead of what was known of the position before.
    #[inline]
    pub(super) fn put(&mut self, key: u64, known: &Known) {
        let place = self.place(key);
        let [numbers, rest] = known.packed();
        let entries = &mut self.places[place];
        let place = entries.iter().position(|entry| entry[0] == key && entry[2] != 0).unwrap_or_else(|| {
            let work = |entry: &Entry| if entry[2] == 0 { 0 } else { 1 + (entry[2] >> 24 & 0xff) };
            (0..SHARING).min_by_key(|i| work(&entries[*i])).unwrap_or(0)
        });
        entries[place] = [key, numbers, rest];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn known(work: u8) -> Known {
        let numbers = Numbers { proof: 7, disproof: u32::MAX };
        let best = Some(ChessMove::plain(Square::new(63), Square::new(62)));
        Known { proven: 3, disproven: 2, moves: 5, numbers, best, work }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = ProofTable::new(1000);
        assert_eq!(table.get(0), Known::default());
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            table.put(key, &known(9));
            assert_eq!(table.get(key), known(9));
            table.put(key, &Known { best: None, ..known(1) });
            assert_eq!(table.get(key), Known { best: None, ..known(1) });
        }
    }

    #[test]
    fn a_table_that_grows_forgets_nothing() {
        let mut table = ProofTable::new(40_000);
        let keys = || (1..=200_u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, &known(key as u8)));
        let before: Vec<Known> = keys().map(|key| table.get(key)).collect();
        let places = table.places.len();
        table.grow(10_000_000);
        let grown = table.places.len();
        assert!(grown > places);
        assert!(keys().map(|key| table.get(key)).eq(before));
        table.grow(10);
        assert_eq!(table.places.len(), grown, "tables do not shrink");
    }

    #[test]
    fn what_took_the_least_work_is_forgotten_first() {
        let mut table = ProofTable::new(1);
        for (key, work) in [(1, 5), (2, 3), (3, 7), (4, 4), (5, 1)] {
            table.put(key, &known(work));
        }
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).moves), [5, 0, 5, 5, 5]);
    }

    #[test]
    fn fewer_moves_than_proven_are_open() {
        let known = known(0);
        assert_eq!(
            [1, 2, 3, 4].map(|moves| known.says(moves)),
            [Some(false), Some(false), Some(true), Some(true)]
        );
        let open = Known { disproven: 1, ..known };
        assert_eq!([1, 2, 3].map(|moves| open.says(moves)), [Some(false), None, Some(true)]);
    }
}
