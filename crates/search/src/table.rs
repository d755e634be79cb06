//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! ```text
//! bucket = one cache line = 4 entries      entry = 16 bytes = key ^ data, data
//!
//! data  63            32 31   16 15        14   8 7          2 1     0
//!      [ packed move + 1 | value | exhausted | depth | generation | bound ]
//! ```
//!
//! An entry is written in two halves that another thread may interleave. The
//! key is stored xor the data, so a torn entry does not match any key that is
//! looked up (R. Hyatt and T. Mann, "A lock-less transposition table", 2002).

use std::any::Any;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use mossa_game::Value;
use mossa_memory::Slots;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at least this.
    Lower = 1,
    /// The true value is at most this.
    Upper = 2,
    /// The true value is this.
    Exact = 3,
}

impl Bound {
    /// Whether the stored value limits the true one from below.
    #[inline]
    pub const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether the stored value limits the true one from above.
    #[inline]
    pub const fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The best move, packed.
    pub best: Option<u32>,
    /// The value; wins and losses are counted from this position.
    pub value: Value,
    /// How deep it was searched: 0 to [`Stored::MOST_DEPTH`].
    pub depth: u8,
    /// Whether no deeper search can change this, because nothing that matters was guessed.
    pub exhausted: bool,
    /// What the value says.
    pub bound: Bound,
}

impl Stored {
    /// The greatest depth that fits an entry.
    pub const MOST_DEPTH: u8 = 127;

    #[inline]
    fn encode(&self, generation: u8) -> u64 {
        let best = self.best.map_or(0, |packed| u64::from(packed) + 1);
        let value = self.value.raw() as i16 as u16;
        best << 32
            | u64::from(value) << 16
            | u64::from(self.exhausted) << 15
            | u64::from(self.depth & Stored::MOST_DEPTH) << 8
            | u64::from(generation) << 2
            | self.bound as u64
    }

    #[inline]
    fn decode(data: u64) -> Option<Stored> {
        let bound = match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = ((data >> 32) as u32).checked_sub(1);
        let value = Value::from_raw(i32::from((data >> 16) as u16 as i16));
        let depth = (data >> 8) as u8 & Stored::MOST_DEPTH;
        Some(Stored { best, value, depth, exhausted: data >> 15 & 1 != 0, bound })
    }
}

/// How many words of 64 bits a cache line has.
const WORDS: usize = 8;
/// How many entries share a cache line; each is two words.
const ENTRIES: usize = WORDS / 2;
const CACHE_LINE: usize = WORDS * size_of::<u64>();

/// Key xor data, data.
type Entry = [AtomicU64; 2];
/// A cache line of entries.
type Bucket = [Entry; ENTRIES];

/// Generations are counted modulo this; six bits of an entry hold one.
const GENERATIONS: u8 = 64;

/// An entry that is one search older counts as this much shallower.
/// 4 keeps the deep results of the last moves of a game and lets go of what lies further back.
const DEPTH_PER_GENERATION: i32 = 4;

/// A table of fixed size. It belongs to one game with one choice of options: other games may give other positions
/// the same keys.
pub struct Table {
    /// The buckets one after the other; the first is at the beginning of a page.
    words: Slots,
    buckets: usize,
    generation: AtomicU8,
    /// What threads learned beside positions, between two searches.
    lessons: Mutex<Vec<Box<dyn Any + Send>>>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} entries)", self.buckets * ENTRIES)
    }
}

impl Table {
    /// A table of about `megabytes`, at least one bucket. The memory is taken as it is first used.
    /// If there is not so much, the table is half as large, or a quarter, and so on.
    pub fn new(megabytes: usize) -> Table {
        Table::with_buckets(Self::buckets_in(megabytes))
    }

    /// A table of about `megabytes`; `None` if there is not so much memory.
    pub fn try_new(megabytes: usize) -> Option<Table> {
        Table::try_with_buckets(Self::buckets_in(megabytes))
    }

    fn buckets_in(megabytes: usize) -> usize {
        megabytes.saturating_mul(1 << 20) / CACHE_LINE
    }

    /// A table of `buckets` cache lines, at least one; fewer if there is not so much memory.
    pub fn with_buckets(buckets: usize) -> Table {
        let mut buckets = buckets.max(1);
        loop {
            match Table::try_with_buckets(buckets) {
                Some(table) => return table,
                None => buckets = (buckets / 2).max(1),
            }
        }
    }

    fn try_with_buckets(buckets: usize) -> Option<Table> {
        let buckets = buckets.max(1);
        let words = Slots::new(buckets.checked_mul(WORDS)?).ok()?;
        Some(Table { words, buckets, generation: AtomicU8::new(0), lessons: Mutex::default() })
    }

    /// Has the system provide all of the memory now, before a clock runs; see [`Slots::populate`].
    pub fn populate(&self) {
        self.words.populate();
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        if let Ok(mut lessons) = self.lessons.lock() {
            lessons.clear();
        }
    }

    /// Keeps what a thread learned beside positions for the next search.
    pub(crate) fn keep(&self, lesson: Box<dyn Any + Send>) {
        if let Ok(mut lessons) = self.lessons.lock() {
            lessons.push(lesson);
        }
    }

    /// Something that a thread [kept](Table::keep); nobody else gets it.
    pub(crate) fn kept<T: 'static>(&self) -> Option<Box<T>> {
        self.lessons.lock().ok()?.pop()?.downcast().ok()
    }

    /// Begins a new search: what is in the table counts as older from now on.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Asks for the entries of `key`, which will be looked at soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.words.prefetch(self.index(key) * WORDS);
    }

    /// What is known of the position with `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Stored> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                return Stored::decode(data);
            }
        }
        None
    }

    /// Remembers `stored` for `key`, in place of what is worth least in its bucket.
    #[inline]
    pub fn store(&self, key: u64, mut stored: Stored) {
        let generation = self.generation.load(Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        for (i, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                match Stored::decode(data) {
                    Some(old) if keeps(&old, data, generation, &stored) => return,
                    Some(old) => stored.best = stored.best.or(old.best),
                    None => {}
                }
                victim = i;
                break;
            }
            let worth = worth(data, generation);
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        let data = stored.encode(generation);
        let [check, place] = &bucket[victim];
        place.store(data, Relaxed);
        check.store(key ^ data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let entries = self.all_entries();
        let sample = &entries[..entries.len().min(4000)];
        let used = sample.iter().filter(|[_, data]| {
            let data = data.load(Relaxed);
            data & 3 != 0 && age(data, generation) == 0
        });
        (used.count() * 1000 / sample.len()) as u32
    }

    /// The number of the bucket of `key`: the key as a fraction of 2^64, scaled to the number of buckets.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn all_entries(&self) -> &[Entry] {
        self.words.as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.all_entries().as_chunks().0[self.index(key)]
    }
}

#[inline]
fn age(data: u64, generation: u8) -> i32 {
    let stored = (data >> 2) as u8 % GENERATIONS;
    i32::from((generation + GENERATIONS - stored) % GENERATIONS)
}

/// How much an entry deserves to stay.
#[inline]
fn worth(data: u64, generation: u8) -> i32 {
    if data & 3 == 0 {
        return i32::MIN;
    }
    let depth = (data >> 8) as u8 & Stored::MOST_DEPTH;
    i32::from(depth) - DEPTH_PER_GENERATION * age(data, generation)
}

/// Whether an `old` entry of the same position is better than a `new` one: certain, or much deeper and from this search.
#[inline]
fn keeps(old: &Stored, data: u64, generation: u8, new: &Stored) -> bool {
    if old.exhausted != new.exhausted {
        // A win that comes sooner is certain, too, and says more; likewise a loss.
        let sooner =
            (new.value.is_win() && new.value > old.value) || (new.value.is_loss() && new.value < old.value);
        return old.exhausted && !sooner;
    }
    let deeper = new.depth.saturating_add(2) < old.depth && age(data, generation) == 0;
    !old.exhausted && new.bound != Bound::Exact && deeper
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(depth: u8, value: i32) -> Stored {
        Stored { best: Some(7), value: Value::guess(value), depth, exhausted: false, bound: Bound::Lower }
    }

    #[test]
    fn entries_are_cache_lines_and_survive_encoding() {
        for buckets in 1..20 {
            let table = Table::with_buckets(buckets);
            for key in [0, u64::MAX / 3, u64::MAX] {
                assert_eq!(table.bucket(key).as_ptr().addr() % CACHE_LINE, 0);
            }
        }
        for value in [Value::win_in(0), Value::loss_in(2999), Value::guess(-1), Value::DRAW] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for best in [None, Some(0), Some(i32::MAX as u32)] {
                    let stored = Stored { best, value, depth: 100, exhausted: bound == Bound::Lower, bound };
                    assert_eq!(Stored::decode(stored.encode(63)), Some(stored));
                }
            }
        }
    }

    #[test]
    fn memory_that_is_not_there_is_no_disaster() {
        assert!(Table::try_new(usize::MAX).is_none());
        assert!(Table::try_with_buckets(usize::MAX / 2).is_none());
        assert!(Table::try_new(1).is_some());
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_age() {
        let table = Table::with_buckets(1);
        (0..4).for_each(|key| table.store(key + 1, stored(10 + key as u8, 0)));
        table.store(99, stored(1, 5));
        assert_eq!(table.probe(1), None, "the shallowest goes");
        assert_eq!(table.probe(99), Some(stored(1, 5)));
        for _ in 0..3 {
            table.next_generation();
        }
        (0..4).for_each(|key| table.store(key + 201, stored(5, 1)));
        assert!((0..4).all(|key| table.probe(key + 201).is_some()), "old results make room");
    }

    #[test]
    fn an_exhausted_entry_is_never_replaced_by_a_guess_about_the_same_position() {
        let table = Table::with_buckets(1);
        let proven = Stored { exhausted: true, ..stored(4, 3) };
        table.store(5, proven);
        table.store(5, stored(60, -8));
        assert_eq!(table.probe(5), Some(proven));
        let won = Stored { value: Value::win_in(9), ..stored(3, 0) };
        table.store(5, won);
        assert_eq!(table.probe(5), Some(won), "a win says more");
    }

    #[test]
    fn a_best_move_is_kept_when_a_new_entry_has_none() {
        let table = Table::with_buckets(1);
        table.store(5, stored(3, 3));
        table.store(5, Stored { best: None, ..stored(4, 1) });
        assert_eq!(table.probe(5), Some(stored(4, 1)));
    }

    #[test]
    fn threads_that_write_at_once_never_read_a_mixture() {
        let table = Table::with_buckets(2);
        let value_of = |key: u64| (key % 20_000) as i32;
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..50_000u64 {
                        let key = (i * 4 + thread).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        table.store(key, stored((i % 100) as u8, value_of(key)));
                        let other = (i * 4 + (thread + 1) % 4).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        if let Some(found) = table.probe(other) {
                            assert_eq!(found.value, Value::guess(value_of(other)));
                        }
                    }
                });
            }
        });
    }
}
