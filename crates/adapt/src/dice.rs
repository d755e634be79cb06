//! Randomness that is the same on every machine.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Dice that begin at a seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The dice of one thing among many that share a seed.
    pub(crate) fn of(seed: u64, thing: u64) -> Dice {
        Dice::new(Dice::new(seed).0.next_u64() ^ thing)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// At least 0 and below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number below `bound`: a fraction of 2^64, scaled.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Whether something happens that does in so many of a hundred cases.
    pub(crate) fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }
}
