//! The report's states, as ranges of values.
//!
//! A state comes first, the score only decides between positions in the same state. Wins and losses are results, and
//! so are certain draws; the other states share the range of guesses:
//!
//! ```text
//!  loss | -28997 .. -14499 | -14498 ..... 0 ..... 14498 | 14499 .. 28997 | win
//!       |    can't win     | not defined (draw: just 0) |   can't lose   |
//! ```

use mossa_game::Value;

/// What is known of a position that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No line is open for the opponent of the player to move.
    CantLose,
    /// Both can still win. (The report puts certain draws at the same level.)
    NotDefined,
    /// No line is open for the player to move.
    CantWin,
}

impl State {
    /// The state when so many lines are open for the player who is asked and for the opponent; `None` if it is a
    /// certain draw.
    #[inline]
    pub fn of(mine: u16, yours: u16) -> Option<State> {
        match (mine > 0, yours > 0) {
            (true, true) => Some(State::NotDefined),
            (true, false) => Some(State::CantLose),
            (false, true) => Some(State::CantWin),
            (false, false) => None,
        }
    }

    /// What the state itself adds to a value.
    #[inline]
    pub fn base(self) -> i32 {
        match self {
            State::CantLose => BAND,
            State::NotDefined => 0,
            State::CantWin => -BAND,
        }
    }
}

/// The width of each state's range: half of what there is on either side of 0.
const BAND: i32 = Value::BEST_GUESS.raw() / 2;

/// Squeezes scores into the range of a state, in a small floating-point format.
///
/// A score below 2^(f+1) stays as it is. A larger one loses its last e bits, as many as it takes to leave f + 1 of
/// them, and becomes e 2^f plus what is left. Each e begins where the one before ends, so a larger score never
/// becomes a smaller number. f is as large as the largest score of the board allows: small boards lose nothing,
/// and no board has less than 9 significant bits, the precision of 1/256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squeeze {
    fraction_bits: u32,
}

impl Squeeze {
    /// For scores from `-most` to `most`, which is below 2^62.
    pub fn new(most: i64) -> Squeeze {
        let fits = |bits: &u32| Squeeze { fraction_bits: *bits }.squeeze(most) < BAND;
        // With 13 bits all that fits stays as it is. With 8 even 2^62 fits: 53 times 2^8, and at most 2^9 - 1 more.
        Squeeze { fraction_bits: (9..=13).rev().find(fits).unwrap_or(8) }
    }

    /// The number that stands for `score`.
    #[inline]
    pub fn squeeze(self, score: i64) -> i32 {
        let size = score.unsigned_abs();
        let bits = u64::BITS - size.leading_zeros();
        let lost = bits.saturating_sub(self.fraction_bits + 1);
        let code = (u64::from(lost) << self.fraction_bits) + (size >> lost);
        if score < 0 { -(code as i32) } else { code as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All small scores, and those around every power of two and of ten.
    fn scores() -> Vec<i64> {
        let powers = (0..62).map(|e| 1_i64 << e).chain((0..19).map(|e| 10_i64.pow(e)));
        let near = powers.flat_map(|power| (-3..=3).map(move |d| power + d).chain([power + power / 3]));
        let mut scores: Vec<i64> = near.chain(0..70_000).filter(|s| (0..1 << 62).contains(s)).collect();
        scores.sort_unstable();
        scores
    }

    #[test]
    fn squeezing_keeps_the_order_and_stays_inside_the_range() {
        let scores = scores();
        for bits in 1..=62 {
            let most = (1_i64 << bits) - 1;
            let squeeze = Squeeze::new(most);
            let inside = &scores[..scores.partition_point(|score| *score <= most)];
            for pair in inside.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|score| squeeze.squeeze(score));
                assert!(a <= b && b < BAND, "{pair:?} below 2^{bits} become {a} and {b}");
                assert_eq!(squeeze.squeeze(-pair[1]), -b);
            }
        }
    }

    #[test]
    fn scores_that_fit_stay_as_they_are_and_others_are_off_by_less_than_a_256th() {
        let most = i64::from(BAND) - 1;
        assert!((0..=most).all(|score| i64::from(Squeeze::new(most).squeeze(score)) == score));
        for (most, bits) in
            [(most, 13), (most + 1, 12), ((1 << 17) - 1, 11), ((1 << 40) - 1, 8), ((1 << 62) - 1, 8)]
        {
            assert_eq!(Squeeze::new(most), Squeeze { fraction_bits: bits }, "{most}");
        }
        let squeeze = Squeeze::new((1 << 62) - 1);
        for score in scores().into_iter().filter(|score| (512..1 << 61).contains(score)) {
            assert!(squeeze.squeeze(score + score / 256 + 1) > squeeze.squeeze(score), "{score}");
        }
    }

    #[test]
    fn a_better_state_is_worth_more_than_any_score() {
        let most = BAND - 1;
        assert!(State::CantLose.base() > State::NotDefined.base() + most);
        assert!(State::NotDefined.base() - most > State::CantWin.base());
        assert!(State::CantLose.base() + most <= Value::BEST_GUESS.raw());
        assert_eq!((BAND, State::CantWin.base()), (14_499, -14_499));
    }

    #[test]
    fn who_has_no_open_line_cannot_win() {
        assert_eq!(State::of(3, 1), Some(State::NotDefined));
        assert_eq!(State::of(3, 0), Some(State::CantLose));
        assert_eq!(State::of(0, 1), Some(State::CantWin));
        assert_eq!(State::of(0, 0), None);
    }
}
