//! Sets of holes as bitboards: hole `h` is bit `h % 64` of word `h / 64`; holes are numbered row by row from above.

use crate::board::Hole;

/// A set of holes of a board with up to 64 `W` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holes<const W: usize>([u64; W]);

impl<const W: usize> Holes<W> {
    /// No hole.
    pub const EMPTY: Holes<W> = Holes([0; W]);

    /// The holes of these words.
    #[inline]
    pub(crate) fn from_words(words: [u64; W]) -> Holes<W> {
        Holes(words)
    }

    /// The words, the first holes first.
    #[inline]
    pub(crate) fn words(&self) -> [u64; W] {
        self.0
    }

    /// These holes.
    pub fn of(holes: impl IntoIterator<Item = Hole>) -> Holes<W> {
        let mut set = Holes::EMPTY;
        holes.into_iter().for_each(|hole| set.insert(hole));
        set
    }

    /// Adds `hole`.
    #[inline]
    pub fn insert(&mut self, hole: Hole) {
        self.0[hole.index() / 64] |= 1 << (hole.index() % 64);
    }

    /// Adds `hole` if it is not in the set, removes it if it is.
    #[inline]
    pub fn toggle(&mut self, hole: Hole) {
        self.0[hole.index() / 64] ^= 1 << (hole.index() % 64);
    }

    /// Takes `hole` out of the set, if it is in it.
    #[inline]
    pub fn remove(&mut self, hole: Hole) {
        self.0[hole.index() / 64] &= !(1 << (hole.index() % 64));
    }

    /// Whether `hole` is in the set.
    #[inline]
    pub fn contains(&self, hole: Hole) -> bool {
        self.0[hole.index() / 64] >> (hole.index() % 64) & 1 != 0
    }

    /// The holes that are in both sets.
    #[inline]
    #[must_use]
    pub fn among(&self, other: &Holes<W>) -> Holes<W> {
        Holes(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The holes that are in either set.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Holes<W>) -> Holes<W> {
        Holes(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The holes of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Holes<W>) -> Holes<W> {
        Holes(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether all holes of this set are in the other.
    #[inline]
    pub fn is_within(&self, other: &Holes<W>) -> bool {
        (0..W).all(|i| self.0[i] & !other.0[i] == 0)
    }

    /// Whether some hole is in both sets.
    #[inline]
    pub fn meets(&self, other: &Holes<W>) -> bool {
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    /// Whether no hole is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many holes are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes the first hole out of the set.
    #[inline]
    pub fn take_first(&mut self) -> Option<Hole> {
        for (word, bits) in self.0.iter_mut().enumerate() {
            if *bits != 0 {
                let hole = word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Hole(hole as u8));
            }
        }
        None
    }

    /// The hole with the least number.
    #[inline]
    pub fn first(&self) -> Option<Hole> {
        let word = self.0.iter().position(|bits| *bits != 0)?;
        Some(Hole((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// The hole with the greatest number.
    #[inline]
    pub fn last(&self) -> Option<Hole> {
        let word = self.0.iter().rposition(|bits| *bits != 0)?;
        Some(Hole((word * 64 + 63) as u8 - self.0[word].leading_zeros() as u8))
    }

    /// The holes, in order.
    #[inline]
    pub fn iter(self) -> HoleIter<W> {
        HoleIter { words: self.0, word: 0 }
    }
}

/// The holes of a set, in order.
#[derive(Clone, Debug)]
pub struct HoleIter<const W: usize> {
    words: [u64; W],
    /// All words before this one are done.
    word: usize,
}

impl<const W: usize> Iterator for HoleIter<W> {
    type Item = Hole;

    #[inline]
    fn next(&mut self) -> Option<Hole> {
        while self.word < W {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let hole = self.word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Hole(hole as u8));
            }
            self.word += 1;
        }
        None
    }
}
