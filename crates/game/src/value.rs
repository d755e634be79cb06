//! What a position is worth to the player to move.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Serialize};

use crate::outcome::Verdict;

/// A value for the player to move, in a range that fits 16 bits of a table entry:
///
/// ```text
///  -32000 ........ -29000 | -28999 ..... 0 ..... 28999 | 29000 ........ 32000
///  lost now  lost in 3000 |   what evaluations guess   | won in 3000  won now
/// ```
///
/// The outer ranges are proven results with their distance in plies, so that a
/// faster win compares as better and a slower loss as less bad. A draw is 0;
/// whether a 0 is a proven draw or a guess is known to the search that found it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(i32);

impl Value {
    /// The longest distance of a proven result, in plies; longer ones are counted as this long. It leaves most of 16
    /// bits to guesses, and is more than any search sees ahead.
    pub const MOST_PLIES: u32 = 3000;
    const WON_NOW: i32 = 32_000;
    const PROVEN: i32 = Self::WON_NOW - Self::MOST_PLIES as i32;

    /// Neither side is better; also the value of a drawn game.
    pub const DRAW: Value = Value(0);
    /// Below every value that a position can have.
    pub const MIN: Value = Value(-Self::WON_NOW - 1);
    /// Above every value that a position can have.
    pub const MAX: Value = Value(Self::WON_NOW + 1);
    /// The most that an evaluation may claim without proof.
    pub const BEST_GUESS: Value = Value(Self::PROVEN - 1);

    /// An evaluation's guess, kept inside the range of guesses.
    #[inline]
    pub const fn guess(score: i32) -> Value {
        const BEST: i32 = Value::BEST_GUESS.0;
        if score > BEST {
            Value(BEST)
        } else if score < -BEST {
            Value(-BEST)
        } else {
            Value(score)
        }
    }

    /// The player to move wins in `plies`.
    #[inline]
    pub const fn win_in(plies: u32) -> Value {
        let plies = if plies > Self::MOST_PLIES { Self::MOST_PLIES } else { plies };
        Value(Self::WON_NOW - plies as i32)
    }

    /// The player to move loses in `plies`.
    #[inline]
    pub const fn loss_in(plies: u32) -> Value {
        Value(-Value::win_in(plies).0)
    }

    /// The value of a proven result that is `plies` away.
    #[inline]
    pub const fn proven(verdict: Verdict, plies: u32) -> Value {
        match verdict {
            Verdict::Win => Value::win_in(plies),
            Verdict::Draw => Value::DRAW,
            Verdict::Loss => Value::loss_in(plies),
        }
    }

    /// The number itself.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The value with the number `raw`, which must be in range.
    #[inline]
    pub const fn from_raw(raw: i32) -> Value {
        debug_assert!(raw >= Value::MIN.0 && raw <= Value::MAX.0);
        Value(raw)
    }

    /// Whether this is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::PROVEN
    }

    /// Whether this is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::PROVEN
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// In how many plies the proven win or loss comes.
    pub const fn plies(self) -> Option<u32> {
        if self.is_decided() { Some((Self::WON_NOW - self.0.abs()) as u32) } else { None }
    }

    /// This value moved by a guess's difference, without leaving the range of guesses or becoming a guess when proven.
    #[inline]
    pub const fn shifted(self, difference: i32) -> Value {
        if self.is_decided() { self } else { Value::guess(self.0 + difference) }
    }

    /// The same result seen from a position `plies` earlier: wins and losses move that much further away.
    #[inline]
    pub const fn delayed(self, plies: u32) -> Value {
        if self.is_win() {
            let v = self.0 - plies as i32;
            Value(if v < Self::PROVEN { Self::PROVEN } else { v })
        } else if self.is_loss() {
            let v = self.0 + plies as i32;
            Value(if v > -Self::PROVEN { -Self::PROVEN } else { v })
        } else {
            self
        }
    }

    /// The inverse of [`Value::delayed`].
    #[inline]
    pub const fn hastened(self, plies: u32) -> Value {
        if self.is_win() {
            let v = self.0 + plies as i32;
            Value(if v > Self::WON_NOW { Self::WON_NOW } else { v })
        } else if self.is_loss() {
            let v = self.0 - plies as i32;
            Value(if v < -Self::WON_NOW { -Self::WON_NOW } else { v })
        } else {
            self
        }
    }

    /// What to tell people: proven results as such, a draw only if the search `exhausted` all lines that matter.
    /// Without that, a win or loss is certain, too, but may come sooner than its distance says.
    pub fn assessment(self, exhausted: bool) -> Assessment {
        if self.is_win() {
            Assessment::Proven { outcome: Verdict::Win, plies: self.plies() }
        } else if self.is_loss() {
            Assessment::Proven { outcome: Verdict::Loss, plies: self.plies() }
        } else if exhausted && self == Value::DRAW {
            Assessment::Proven { outcome: Verdict::Draw, plies: None }
        } else {
            Assessment::Guess { score: self.0 }
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.assessment(false).fmt(f)
    }
}

/// A value as people and programs read it: `{"outcome": "win", "plies": 5}` or `{"score": 12}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Assessment {
    /// A result that is certain.
    Proven {
        /// Who wins, as seen by the player to move.
        outcome: Verdict,
        /// How many plies away it is; draws have no distance.
        plies: Option<u32>,
    },
    /// What the evaluation makes of it.
    Guess {
        /// The evaluation's number, positive for the player to move.
        score: i32,
    },
}

/// `win in 5`, `loss in 4`, `draw`, `+12`; the same text is read back by [`Assessment::from_str`](std::str::FromStr).
impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assessment::Proven { outcome, plies: Some(plies) } => write!(f, "{outcome} in {plies}"),
            Assessment::Proven { outcome, plies: None } => write!(f, "{outcome}"),
            Assessment::Guess { score: 0 } => f.write_str("0"),
            Assessment::Guess { score } => write!(f, "{score:+}"),
        }
    }
}

impl std::str::FromStr for Assessment {
    type Err = crate::InputError;

    fn from_str(text: &str) -> Result<Assessment, Self::Err> {
        let (word, plies) = match text.split_once(" in ") {
            Some((word, plies)) => (word, plies.parse().ok()),
            None => (text, None),
        };
        let outcome = match word {
            "win" => Some(Verdict::Win),
            "draw" => Some(Verdict::Draw),
            "loss" => Some(Verdict::Loss),
            _ => None,
        };
        match (outcome, text.parse()) {
            (Some(outcome), _) if plies.is_some() || word == text => {
                Ok(Assessment::Proven { outcome, plies })
            }
            (None, Ok(score)) => Ok(Assessment::Guess { score }),
            _ => Err(crate::InputError::new(
                crate::InputKind::Record,
                format!("unreadable value \"{text}\""),
                "`win in 5`, `loss in 4`, `draw` or a number",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_win_and_a_slower_loss_are_better() {
        assert!(Value::win_in(3) > Value::win_in(5));
        assert!(Value::loss_in(6) > Value::loss_in(4));
        assert!(Value::win_in(Value::MOST_PLIES) > Value::BEST_GUESS);
        assert!(-Value::BEST_GUESS > Value::loss_in(u32::MAX));
        assert!(Value::MAX > Value::win_in(0) && Value::MIN < Value::loss_in(0));
    }

    #[test]
    fn distances_survive_the_way_into_a_table_and_back() {
        for value in [Value::win_in(7), Value::loss_in(12), Value::guess(-31), Value::DRAW] {
            assert_eq!(value.hastened(5).delayed(5), value);
        }
        assert_eq!(Value::win_in(2).delayed(3), Value::win_in(5));
    }

    #[test]
    fn guesses_never_look_like_proofs() {
        assert!(!Value::guess(i32::MAX).is_decided() && !Value::guess(i32::MIN).is_decided());
        assert!(!Value::BEST_GUESS.shifted(1000).is_decided());
        assert_eq!(Value::win_in(4).shifted(-500), Value::win_in(4));
    }

    #[test]
    fn assessments_round_trip_as_text_and_json() {
        let all = [Value::win_in(5), Value::loss_in(4), Value::DRAW, Value::guess(12), Value::guess(-12)];
        for assessment in all.into_iter().flat_map(|v| [v.assessment(true), v.assessment(false)]) {
            assert_eq!(assessment.to_string().parse::<Assessment>().unwrap(), assessment);
            let json = serde_json::to_string(&assessment).unwrap();
            assert_eq!(serde_json::from_str::<Assessment>(&json).unwrap(), assessment);
        }
        for text in ["", "win in", "won", "win in x", "1.5"] {
            assert!(text.parse::<Assessment>().is_err(), "{text}");
        }
    }
}
