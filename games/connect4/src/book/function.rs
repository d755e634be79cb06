//! A function from keys to small numbers that does not store the keys.
//!
//! Every key has three places in an array of numbers; what they have in common (their exclusive or) is its value. Such
//! numbers can be found as long as the places can be *peeled*: again and again some place belongs to one remaining key
//! only, which is put aside; filled in the reverse order, each key still has a place of its own to set right.
//! With places in three neighbouring segments the array needs only about 1.13 numbers for a key (T. Graf and D. Lemire,
//! "Binary fuse filters", 2022, give the sizes that are used here).
//!
//! A key that was not there when the function was built gets an arbitrary number.

use crate::mixing::{GOLDEN, finalised};

/// A function, built once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    keys: u32,
    bits: u32,
    seed: u64,
    /// A power of two.
    segment: u32,
    segments: u32,
    /// The numbers, `bits` wide, one after the other; some bytes more, so that any number can be read as part of eight.
    packed: Vec<u8>,
}

/// Places of a key.
const PLACES: usize = 3;
/// A failure to peel is rare (less than one in a hundred for large sets); so many in a row do not happen.
const ATTEMPTS: u64 = 100;
/// Bytes after the last number.
const PADDING: usize = 8;

impl Function {
    /// The function that gives each key its value, all of which are below 2^`bits`. Keys must be different;
    /// `None` if they are not, if a value is too large, or if there are too many keys.
    pub fn build(entries: &[(u64, u16)], bits: u32) -> Option<Function> {
        let keys = u32::try_from(entries.len()).ok()?;
        if entries.iter().any(|(_, value)| u32::from(*value) >> bits != 0) {
            return None;
        }
        let (segment, segments) = sizes(entries.len());
        let places = segment as usize * (segments as usize + PLACES - 1);
        for seed in 1..=ATTEMPTS {
            let packed = vec![0; (places * bits as usize).div_ceil(8) + PADDING];
            let mut function = Function { keys, bits, seed, segment, segments, packed };
            if let Some(order) = function.peel(entries, places) {
                for (entry, place) in order.into_iter().rev() {
                    let (key, value) = entries[entry as usize];
                    function.set(place as usize, 0);
                    function.set(place as usize, value ^ function.get(key));
                }
                return Some(function);
            }
        }
        None
    }

    /// How many keys have a value.
    pub fn len(&self) -> usize {
        self.keys as usize
    }

    /// Whether no key has a value.
    pub fn is_empty(&self) -> bool {
        self.keys == 0
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> u16 {
        self.places(key).into_iter().fold(0, |value, place| value ^ self.at(place))
    }

    /// The order in which entries find a place of their own.
    fn peel(&self, entries: &[(u64, u16)], places: usize) -> Option<Vec<(u32, u32)>> {
        // For every place: how many entries have it, and the exclusive or of their numbers.
        let mut taken = vec![(0u32, 0u32); places];
        for (entry, (key, _)) in entries.iter().enumerate() {
            for place in self.places(*key) {
                taken[place].0 += 1;
                taken[place].1 ^= entry as u32;
            }
        }
        let mut single: Vec<usize> = (0..places).filter(|&place| taken[place].0 == 1).collect();
        let mut order = Vec::with_capacity(entries.len());
        while let Some(place) = single.pop() {
            let (count, entry) = taken[place];
            if count != 1 {
                continue;
            }
            order.push((entry, place as u32));
            for other in self.places(entries[entry as usize].0) {
                taken[other].0 -= 1;
                taken[other].1 ^= entry;
                if taken[other].0 == 1 {
                    single.push(other);
                }
            }
        }
        (order.len() == entries.len()).then_some(order)
    }

    #[inline]
    fn places(&self, key: u64) -> [usize; PLACES] {
        let hash = finalised(key ^ self.seed.wrapping_mul(GOLDEN));
        let first = ((u128::from(hash) * u128::from(self.segments)) >> 64) as usize;
        let (segment, bits) = (self.segment as usize, self.segment.trailing_zeros());
        std::array::from_fn(|i| {
            (first + i) * segment + ((hash >> (bits * i as u32)) as usize & (segment - 1))
        })
    }

    #[inline]
    fn at(&self, place: usize) -> u16 {
        let bit = place * self.bits as usize;
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.packed[bit / 8..bit / 8 + 4]);
        ((u32::from_le_bytes(bytes) >> (bit % 8)) & ((1 << self.bits) - 1)) as u16
    }

    fn set(&mut self, place: usize, value: u16) {
        let bit = place * self.bits as usize;
        let mask = ((1u32 << self.bits) - 1) << (bit % 8);
        let slot = &mut self.packed[bit / 8..bit / 8 + 4];
        let mut bytes = [0; 4];
        bytes.copy_from_slice(slot);
        let word = u32::from_le_bytes(bytes) & !mask | u32::from(value) << (bit % 8);
        slot.copy_from_slice(&word.to_le_bytes());
    }

    /// The function as bytes.
    pub fn to_bytes(&self, out: &mut Vec<u8>) {
        for number in [self.keys, self.bits, self.segment, self.segments] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.seed.to_le_bytes());
        out.extend((self.packed.len() as u32).to_le_bytes());
        out.extend(&self.packed);
    }

    /// The function at the beginning of `bytes`, and what follows it; `None` if there is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<(Function, &[u8])> {
        let (head, rest) = bytes.split_at_checked(28)?;
        let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
        let (keys, bits, segment, segments) = (number(0)?, number(4)?, number(8)?, number(12)?);
        let seed = u64::from_le_bytes(head.get(16..24)?.try_into().ok()?);
        let (packed, rest) = rest.split_at_checked(number(24)? as usize)?;
        let places = (segment as usize).checked_mul((segments as usize).checked_add(PLACES - 1)?)?;
        let fits = segment.is_power_of_two()
            && segments > 0
            && (1..=16).contains(&bits)
            && packed.len() == places.checked_mul(bits as usize)?.div_ceil(8) + PADDING;
        fits.then(|| (Function { keys, bits, seed, segment, segments, packed: packed.to_vec() }, rest))
    }
}

/// The length of a segment and how many there are, without the last two.
fn sizes(keys: usize) -> (u32, u32) {
    let n = (keys.max(2)) as f64;
    // Both formulas are fitted, see the reference above.
    let segment = 1u32 << ((n.ln() / 3.33f64.ln() + 2.25).floor() as u32).clamp(2, 18);
    let factor = (0.875 + 0.25 * 1e6f64.ln() / n.ln()).max(1.125);
    let places = (n * factor).ceil() as u32 + 2;
    (segment, places.div_ceil(segment).saturating_sub(PLACES as u32 - 1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_gets_its_value_back() {
        for (keys, bits) in [(0, 1), (1, 5), (2, 6), (7, 5), (100, 7), (5000, 5), (200_000, 5)] {
            let entries: Vec<(u64, u16)> =
                (0..keys).map(|i| (i * i * 77 + 3 * i, (finalised(i) % (1 << bits)) as u16)).collect();
            let function = Function::build(&entries, bits).unwrap();
            assert!(entries.iter().all(|&(key, value)| function.get(key) == value), "{keys}");
            let mut bytes = Vec::new();
            function.to_bytes(&mut bytes);
            if keys >= 200_000 {
                assert!(bytes.len() * 8 < keys as usize * bits as usize * 120 / 100, "{}", bytes.len());
            }
            bytes.extend([1, 2, 3]);
            assert_eq!(Function::from_bytes(&bytes), Some((function, &[1, 2, 3][..])));
            assert!((0..bytes.len() - 3).all(|cut| Function::from_bytes(&bytes[..cut]).is_none()));
        }
    }

    #[test]
    fn equal_keys_and_large_values_are_refused() {
        assert!(Function::build(&[(5, 1), (5, 2)], 3).is_none());
        assert!(Function::build(&[(5, 8)], 3).is_none());
    }
}
