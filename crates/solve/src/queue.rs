//! The states of a layer: one bit for each state, row by row.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A set of states by their places in the queue. Every row begins with a word of its own.
pub(crate) struct Queue {
    words: Vec<AtomicU64>,
    words_of_row: usize,
}

impl Queue {
    /// How many bytes it needs.
    pub(crate) const fn bytes(rows: u64, columns: u64) -> u64 {
        rows.saturating_mul(columns.div_ceil(64)).saturating_mul(8)
    }

    /// An empty one; `None` if there is not so much memory.
    pub(crate) fn new(rows: u64, columns: u64) -> Option<Queue> {
        let words_of_row = usize::try_from(columns.div_ceil(64)).ok()?;
        let count = usize::try_from(rows).ok()?.checked_mul(words_of_row)?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, || AtomicU64::new(0));
        Some(Queue { words, words_of_row })
    }

    #[inline]
    pub(crate) fn insert(&self, (row, column): (u64, u64)) {
        let word = row as usize * self.words_of_row + column as usize / 64;
        self.words[word].fetch_or(1 << (column % 64), Relaxed);
    }

    /// Takes out all states of a row, and gives their columns.
    pub(crate) fn take(&self, row: u64) -> impl Iterator<Item = u64> {
        let first = row as usize * self.words_of_row;
        let words = self.words[first..first + self.words_of_row].iter().enumerate();
        words.flat_map(|(number, word)| {
            // Most words are empty in most layers, and a plain look is cheaper than taking.
            let mut bits = if word.load(Relaxed) == 0 { 0 } else { word.swap(0, Relaxed) };
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(number as u64 * 64 + u64::from(bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_once_and_in_order() {
        let queue = Queue::new(3, 130).unwrap();
        for place in [(1, 129), (0, 5), (1, 0), (1, 64), (2, 63), (1, 63)] {
            queue.insert(place);
        }
        let rows: Vec<Vec<u64>> = (0..3).map(|row| queue.take(row).collect()).collect();
        assert_eq!(rows, [vec![5], vec![0, 63, 64, 129], vec![63]]);
        assert!((0..3).all(|row| queue.take(row).next().is_none()));
        assert_eq!(Queue::bytes(3, 130), 3 * 3 * 8);
    }
}
