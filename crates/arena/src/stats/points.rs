//! Points by the rules of a league or a course.

use std::fmt;
use std::str::FromStr;

use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};

/// The most points that a game may give: more is a slip of the finger.
const MOST_POINTS: f64 = 1000.0;

/// What a game gives.
///
/// Written as three numbers: `1/0.5/0` is win/draw/loss. If the second number is the largest, it is a system that
/// rewards winning from the worse seat: `2/3/1` is win as the first to move/win from another seat/draw, a loss gives 0,
/// and a win by an opponent's fault only what the first number says. Everything can be told by five numbers:
/// win as first/win from another seat/draw/loss/win by fault. Names: `chess` is `1/0.5/0`, `football` is `3/1/0`, and
/// `course` is `2/3/1`.
///
/// With more than two players, a win is the first place alone, a draw the first place shared with anybody, and
/// everything else a loss.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PointSystem {
    win_first: f64,
    win_later: f64,
    draw: f64,
    loss: f64,
    win_by_fault: f64,
}

impl PointSystem {
    /// 1 for a win, 1/2 for a draw.
    pub const CHESS: PointSystem = PointSystem::simple(1.0, 0.5, 0.0);
    /// 3 for a win, 1 for a draw.
    pub const FOOTBALL: PointSystem = PointSystem::simple(3.0, 1.0, 0.0);
    /// 2 for a win as the first to move, 3 for one as the second, 1 for a draw, 2 for an opponent's error.
    pub const COURSE: PointSystem = PointSystem::seated(2.0, 3.0, 1.0);

    const NAMED: [(&'static str, PointSystem); 3] =
        [("chess", PointSystem::CHESS), ("football", PointSystem::FOOTBALL), ("course", PointSystem::COURSE)];

    const fn simple(win: f64, draw: f64, loss: f64) -> PointSystem {
        PointSystem { win_first: win, win_later: win, draw, loss, win_by_fault: win }
    }

    const fn seated(win_first: f64, win_later: f64, draw: f64) -> PointSystem {
        PointSystem { win_first, win_later, draw, loss: 0.0, win_by_fault: win_first }
    }

    /// What the player in `seat`, from 0, gets for a game that ended with these places, 1 being the best.
    /// `by_forfeit` says that somebody lost it by a fault. A seat that does not exist gets nothing.
    pub fn award(&self, places: &[u8], seat: usize, by_forfeit: bool) -> f64 {
        let Some(place) = places.get(seat) else { return 0.0 };
        let first = places.iter().filter(|place| **place == 1).count();
        match (place, first) {
            (1, 1) if by_forfeit => self.win_by_fault,
            (1, 1) if seat == 0 => self.win_first,
            (1, 1) => self.win_later,
            (1, _) => self.draw,
            _ => self.loss,
        }
    }

    /// The system with these numbers, if there is one.
    fn from_numbers(numbers: &[f64]) -> Option<PointSystem> {
        let system = match *numbers {
            [win, draw, loss] if win >= draw => PointSystem::simple(win, draw, loss),
            [win_first, win_later, draw] => PointSystem::seated(win_first, win_later, draw),
            [win_first, win_later, draw, loss, win_by_fault] => {
                PointSystem { win_first, win_later, draw, loss, win_by_fault }
            }
            _ => return None,
        };
        let PointSystem { win_first, win_later, draw, loss, win_by_fault } = system;
        let wins = [win_first, win_later, win_by_fault];
        (wins.iter().all(|&win| win >= draw && win > loss) && draw >= loss).then_some(system)
    }
}

impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem::CHESS
    }
}

impl fmt::Display for PointSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PointSystem { win_first, win_later, draw, loss, win_by_fault } = *self;
        if *self == PointSystem::simple(win_first, draw, loss) {
            write!(f, "{win_first}/{draw}/{loss}")
        } else if win_later > win_first && *self == PointSystem::seated(win_first, win_later, draw) {
            write!(f, "{win_first}/{win_later}/{draw}")
        } else {
            write!(f, "{win_first}/{win_later}/{draw}/{loss}/{win_by_fault}")
        }
    }
}

impl FromStr for PointSystem {
    type Err = InputError;

    fn from_str(text: &str) -> Result<PointSystem, InputError> {
        if let Some((_, system)) = PointSystem::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*system);
        }
        let number = |part: &str| part.parse().ok().filter(|n: &f64| (0.0..=MOST_POINTS).contains(n));
        let numbers: Option<Vec<f64>> = text.split('/').map(number).collect();
        numbers.and_then(|numbers| PointSystem::from_numbers(&numbers)).ok_or_else(|| {
            let expected = "win/draw/loss such as 1/0.5/0 or 3/1/0, win as first/as second/draw such as 2/3/1, \
                            or one of chess, football, course";
            InputError::new(InputKind::Setting, format!("unusable points `{text}`"), expected)
        })
    }
}

impl TryFrom<String> for PointSystem {
    type Error = InputError;

    fn try_from(text: String) -> Result<PointSystem, InputError> {
        text.parse()
    }
}

impl From<PointSystem> for String {
    fn from(system: PointSystem) -> String {
        system.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> PointSystem {
        text.parse().unwrap()
    }

    /// Won from each seat, drawn, lost, won by a fault from each seat.
    fn all(system: PointSystem) -> [f64; 6] {
        let award = |places: [u8; 2], seat, fault| system.award(&places, seat, fault);
        [
            award([1, 2], 0, false),
            award([2, 1], 1, false),
            award([1, 1], 1, false),
            award([1, 2], 1, false),
            award([1, 2], 0, true),
            award([2, 1], 1, true),
        ]
    }

    #[test]
    fn systems_award_what_they_say() {
        assert_eq!(all(PointSystem::default()), [1.0, 1.0, 0.5, 0.0, 1.0, 1.0]);
        assert_eq!(all(points("3/1/0")), [3.0, 3.0, 1.0, 0.0, 3.0, 3.0]);
        assert_eq!(all(points("2/3/1")), [2.0, 3.0, 1.0, 0.0, 2.0, 2.0]);
        assert_eq!(all(points("5/4/2/1/3")), [5.0, 4.0, 2.0, 1.0, 3.0, 3.0]);
        // Whoever commits the fault loses as always, and a drawn game stays drawn.
        assert_eq!(points("5/4/2/1/3").award(&[2, 1], 0, true), 1.0);
        assert_eq!(points("5/4/2/1/3").award(&[1, 1], 0, true), 2.0);
    }

    #[test]
    fn more_than_two_players() {
        let award = |places: &[u8], seat| points("2/3/1").award(places, seat, false);
        assert_eq!([0, 1, 2].map(|seat| award(&[2, 1, 3], seat)), [0.0, 3.0, 0.0]);
        assert_eq!([0, 1, 2].map(|seat| award(&[1, 2, 1], seat)), [1.0, 0.0, 1.0]);
        assert_eq!([0, 1, 2].map(|seat| award(&[1, 2, 2], seat)), [2.0, 0.0, 0.0]);
        assert_eq!(award(&[1, 2], 2), 0.0);
    }

    #[test]
    fn systems_are_written_and_read() {
        for (name, system) in PointSystem::NAMED {
            assert_eq!(points(name), system);
        }
        for text in ["1/0.5/0", "3/1/0", "2/3/1", "2/2/0", "1/0/0", "2/3/1/0/3", "5/4/2/1/3", "0.25/0.1/0"] {
            let system = points(text);
            assert_eq!(system.to_string(), text);
            let json = serde_json::to_string(&system).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<PointSystem>(&json).unwrap(), system);
        }
        assert_eq!(points("2/3/1/0/2").to_string(), "2/3/1");
        assert_eq!(points("3/3/1/0/3").to_string(), "3/1/0");
        for bad in [
            "", "1", "1/0", "1/0/0/0", "1/2/3", "0/1/2", "0/0/0", "x/1/0", "1/-1/0", "inf/1/0", "nan/0/0",
            "9999/1/0", "1/0/0.5",
        ] {
            let error = bad.parse::<PointSystem>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("unusable points `{bad}`; expected win/draw/loss")),
                "{error}"
            );
        }
    }
}
