//! Proof numbers, and the table that remembers them.
//!
//! ```text
//! entry = 16 bytes = key ^ data, data
//! data  63      48 47        24 23         0
//!      [ move + 1 |   delta    |    phi     ]
//! ```

use std::sync::atomic::Ordering::Relaxed;

use mossa_memory::Slots;

use crate::board::CellIndex;

/// How far a position is from being decided, as the player to move sees it (A. Nagai's notation): at least so many
/// positions must turn out well for the mover's wish to be proven (`phi`), or refuted (`delta`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// 0 if the player to move has got what they want.
    pub phi: u32,
    /// 0 if they cannot get it.
    pub delta: u32,
}

impl Numbers {
    /// In place of numbers that are no longer of interest.
    pub const INFINITE: u32 = (1 << 24) - 1;

    /// The player to move gets what they want.
    pub const PROVEN: Numbers = Numbers { phi: 0, delta: Self::INFINITE };
    /// The player to move does not.
    pub const REFUTED: Numbers = Numbers { phi: Self::INFINITE, delta: 0 };

    /// Whether the question is answered.
    #[inline]
    pub fn is_decided(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// How far it is from being decided.
    pub numbers: Numbers,
    /// The move that proved it, as it is on the board that the key stands for.
    pub best: Option<CellIndex>,
}

impl Known {
    #[inline]
    fn encode(self) -> u64 {
        let best = self.best.map_or(0, |cell| u64::from(cell.0) + 1);
        best << 48 | u64::from(self.numbers.delta) << 24 | u64::from(self.numbers.phi)
    }

    #[inline]
    fn decode(data: u64) -> Known {
        let part = |shift: u32| (data >> shift) as u32 & Numbers::INFINITE;
        let best = ((data >> 48) as u16).checked_sub(1).map(CellIndex);
        Known { numbers: Numbers { phi: part(0), delta: part(24) }, best }
    }
}

/// How many entries share a cache line.
const ENTRIES: usize = 4;

/// Numbers by key; threads share it.
pub struct NumberTable {
    words: Slots,
    buckets: usize,
}

impl NumberTable {
    /// A table of at most `bytes`; `None` if there is not so much memory.
    pub fn new(bytes: usize) -> Option<NumberTable> {
        let buckets = (bytes / 64).max(1);
        Some(NumberTable { words: Slots::new(buckets * 2 * ENTRIES).ok()?, buckets })
    }

    #[inline]
    fn first(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * 2 * ENTRIES
    }

    /// What is known of the position with `key`.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let first = self.first(key);
        (0..ENTRIES).find_map(|entry| {
            let data = self.words[first + 2 * entry + 1].load(Relaxed);
            (data != 0 && self.words[first + 2 * entry].load(Relaxed) ^ data == key)
                .then(|| Known::decode(data))
        })
    }

    /// Remembers `known`, in place of what is easiest to find again. What is decided stays longest: it is never
    /// undecided again, and all above it rests on it.
    pub fn put(&self, key: u64, known: Known) {
        let first = self.first(key);
        let (mut victim, mut least) = (0, u64::MAX);
        for entry in 0..ENTRIES {
            let data = self.words[first + 2 * entry + 1].load(Relaxed);
            if data == 0 || self.words[first + 2 * entry].load(Relaxed) ^ data == key {
                if data != 0 && Known::decode(data).numbers.is_decided() && !known.numbers.is_decided() {
                    return;
                }
                victim = entry;
                break;
            }
            let numbers = Known::decode(data).numbers;
            // Those of one bucket differ in their keys' low bits, which say who goes first among equals.
            let worth = if numbers.is_decided() {
                1 << 40
            } else {
                u64::from(numbers.phi) + u64::from(numbers.delta)
            };
            let worth = worth << 8 | (self.words[first + 2 * entry].load(Relaxed).wrapping_add(key) & 0xFF);
            if worth < least {
                (victim, least) = (entry, worth);
            }
        }
        let data = known.encode();
        self.words[first + 2 * victim + 1].store(data, Relaxed);
        self.words[first + 2 * victim].store(key ^ data, Relaxed);
    }

    /// Asks the memory for what [`get`](NumberTable::get) will look at soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.words.prefetch(self.first(key));
    }
}
