//! Points of the middlegame and of the endgame in one number, so that both are added at once.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// All pieces of the start.
pub const FULL_PHASE: i32 = 24;

/// What a piece counts for the phase of the game: by what it can attack.
pub(crate) const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// A pair of points: those of the endgame in the upper 16 bits, those of the middlegame in the lower.
///
/// A negative lower half borrows one from the upper, which [`Score::end`] gives back; so sums, differences and
/// multiples are those of both halves, as long as each stays within 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Score(i32);

impl Score {
    /// Nothing.
    pub const ZERO: Score = Score(0);

    /// Points of the middlegame and the endgame.
    pub const fn new(middle: i16, end: i16) -> Score {
        Score(((end as i32) << 16).wrapping_add(middle as i32))
    }

    /// The sum, for tables that the compiler makes.
    pub(super) const fn plus(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }

    /// The points of the middlegame.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The points of the endgame.
    #[inline]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// What counts when so much of the middlegame is left, 0 to [`FULL_PHASE`].
    #[inline]
    pub const fn at(self, phase: i32) -> i32 {
        (self.middle() * phase + self.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline]
    fn mul(self, times: i32) -> Score {
        Score(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middle(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_added_and_multiplied_alone() {
        for (a, b) in
            [((3, -7), (-5, 9)), ((-1, -1), (-300, 400)), ((0, -1), (-1, 0)), ((1200, -900), (-1300, 900))]
        {
            let (x, y) = (Score::new(a.0, a.1), Score::new(b.0, b.1));
            for times in [-9, -1, 0, 1, 2, 8] {
                let sum = x * times + y;
                let expected =
                    (i32::from(a.0) * times + i32::from(b.0), i32::from(a.1) * times + i32::from(b.1));
                assert_eq!((sum.middle(), sum.end()), expected);
                assert_eq!(sum - y, x * times);
            }
        }
    }

    #[test]
    fn the_phase_weighs() {
        let score = Score::new(-100, 200);
        assert_eq!([score.at(0), score.at(12), score.at(FULL_PHASE)], [200, 50, -100]);
    }
}
