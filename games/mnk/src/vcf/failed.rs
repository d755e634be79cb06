//! Positions in which nothing was found.

/// Keys that share a place, of which those that took the least work are forgotten first.
const SHARING: usize = 4;

/// The low bits of an entry say how much work it took; the rest are those of the key, so that two keys are taken for
/// one in 2^56 cases.
const WORK_BITS: u32 = 8;

/// A set of keys that forgets when it is full. A key in the set by mistake costs a win that is overlooked; it never makes
/// one up.
#[derive(Clone, Debug)]
pub(super) struct Failed {
    /// 0 is no entry, as all work leaves a bit.
    places: Box<[[u64; SHARING]]>,
}

impl Failed {
    /// A set of at least so many keys.
    pub(super) fn new(keys: usize) -> Failed {
        let places = keys.div_ceil(SHARING).max(1).next_power_of_two();
        Failed { places: vec![[0; SHARING]; places].into_boxed_slice() }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> WORK_BITS) as usize & (self.places.len() - 1)
    }

    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        let same = |entry: &u64| (entry ^ key) >> WORK_BITS == 0 && *entry != 0;
        self.places[self.place(key)].iter().any(same)
    }

    /// Adds a key that is not there, after so many positions were visited for it.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, positions: u64) {
        let bits = u64::from(u64::BITS - positions.leading_zeros()).max(1);
        let entry = key >> WORK_BITS << WORK_BITS | bits;
        let place = self.place(key);
        let work = |entry: &&mut u64| **entry & ((1 << WORK_BITS) - 1);
        if let Some(least) = self.places[place].iter_mut().min_by_key(work) {
            *least = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_the_least_work_is_forgotten_first() {
        let mut failed = Failed::new(1);
        let keys: Vec<u64> = (1..=5).map(|i| i << WORK_BITS).collect();
        assert!(!failed.contains(0) && !failed.contains(keys[0]));
        for (key, positions) in keys.iter().zip([1000, 7, 100, 5000, 1]) {
            failed.insert(*key, positions);
            assert!(failed.contains(*key));
        }
        assert_eq!([0, 1, 2, 3, 4].map(|i| failed.contains(keys[i])), [true, false, true, true, true]);
        failed.insert(keys[1], 8);
        assert_eq!([0, 1, 2, 3, 4].map(|i| failed.contains(keys[i])), [true, true, true, true, false]);
    }

    #[test]
    fn many_keys_are_kept() {
        let mut failed = Failed::new(1 << 12);
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (1..=1000).for_each(|i| failed.insert(key(i), i));
        assert!((1..=1000).all(|i| failed.contains(key(i))));
        assert!(!(1001..=2000).any(|i| failed.contains(key(i))));
    }
}
