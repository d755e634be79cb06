//! Values of whole positions, remembered: a search comes to a quarter of its positions again, by other moves or at the next
//! depth.

use std::cell::Cell;

/// 512 KB, within the second cache of a processor.
const ENTRIES: usize = 1 << 16;

/// The bits of an entry that hold a value; the others hold those bits of the key that do not choose the entry.
const VALUE_BITS: u32 = ENTRIES.trailing_zeros();
const _: () = assert!(VALUE_BITS == i16::BITS);

thread_local! {
    /// Each thread has its own. An empty entry says that the key 0 is worth 0, and no position is known with that key.
    static CACHE: Box<[Cell<u64>]> = vec![Cell::new(0); ENTRIES].into_boxed_slice();
}

/// White's value of the position with `key`: remembered, or computed now.
#[inline]
pub(super) fn value(key: u64, compute: impl FnOnce() -> i32) -> i32 {
    CACHE.with(|cache| {
        let slot = &cache[key as usize % ENTRIES];
        let known = slot.get();
        if known >> VALUE_BITS == key >> VALUE_BITS {
            return i32::from(known as u16 as i16);
        }
        let value = compute();
        // Values that do not fit are not remembered; there are none in games.
        if let Ok(small) = i16::try_from(value) {
            slot.set(key >> VALUE_BITS << VALUE_BITS | u64::from(small as u16));
        }
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_remembered_by_the_whole_key() {
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(value(key, || -300), -300);
        assert_eq!(value(key, || 5), -300);
        assert_eq!(value(key ^ 1 << 63, || 7), 7, "same entry, other key");
        assert_eq!(value(key, || 5), 5, "forgotten");
        assert_eq!(value(key + 1, || 40_000), 40_000);
        assert_eq!(value(key + 1, || 1), 1, "too large to remember");
    }
}
