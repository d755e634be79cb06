//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::player::{MAX_PLAYERS, Player};

/// What a finished game means for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// First, and alone.
    Win,
    /// First, together with somebody else.
    Draw,
    /// Not first.
    Loss,
}

impl Verdict {
    /// The word used in every text and JSON form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The final order of 2 to 6 players: for each its place, 1 being the best.
/// Players may share a place; if all share the first, the game is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    places: [u8; MAX_PLAYERS],
    players: u8,
}

impl Outcome {
    /// `winner` first, everybody else second.
    #[inline]
    pub const fn win(winner: Player, players: usize) -> Outcome {
        let mut places = [2; MAX_PLAYERS];
        places[winner.index()] = 1;
        Outcome { places, players: players as u8 }
    }

    /// Everybody first.
    #[inline]
    pub const fn draw(players: usize) -> Outcome {
        Outcome { places: [1; MAX_PLAYERS], players: players as u8 }
    }

    /// An outcome from each player's place. Places start at 1 and leave no gap
    /// ([1, 2, 2] or [1, 3, 2], not [1, 3, 3]); `None` otherwise.
    pub fn from_places(places: &[u8]) -> Option<Outcome> {
        let players = places.len();
        if !(2..=MAX_PLAYERS).contains(&players) {
            return None;
        }
        let worst = *places.iter().max()?;
        let complete = (1..=worst).all(|place| places.contains(&place));
        if worst == 0 || places.contains(&0) || !complete {
            return None;
        }
        // Unused seats hold what `win` and `draw` leave there, so that equal outcomes compare equal.
        let filler = if worst == 1 { 1 } else { 2 };
        let mut all = [filler; MAX_PLAYERS];
        all[..players].copy_from_slice(places);
        Some(Outcome { places: all, players: players as u8 })
    }

    /// How many played.
    #[inline]
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Each player's place, 1 being the best.
    #[inline]
    pub fn places(&self) -> &[u8] {
        &self.places[..self.players as usize]
    }

    /// The only player in first place, if there is one.
    pub fn winner(&self) -> Option<Player> {
        let mut first = Player::all(self.players()).filter(|p| self.places[p.index()] == 1);
        let winner = first.next()?;
        first.next().is_none().then_some(winner)
    }

    /// What this outcome means for `player`.
    #[inline]
    pub fn verdict(&self, player: Player) -> Verdict {
        if self.places[player.index()] != 1 {
            return Verdict::Loss;
        }
        let shared = self.places().iter().filter(|&&place| place == 1).count() > 1;
        if shared { Verdict::Draw } else { Verdict::Win }
    }
}

/// `1-0`, `0-1` and `1/2-1/2` for two players, the places otherwise: `places 2 1 3`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places() {
            [1, 2] => f.write_str("1-0"),
            [2, 1] => f.write_str("0-1"),
            [1, 1] => f.write_str("1/2-1/2"),
            places => {
                f.write_str("places")?;
                places.iter().try_for_each(|place| write!(f, " {place}"))
            }
        }
    }
}

impl std::str::FromStr for Outcome {
    type Err = crate::InputError;

    fn from_str(text: &str) -> Result<Outcome, Self::Err> {
        let bad = || {
            crate::InputError::new(
                crate::InputKind::Record,
                format!("unreadable result \"{text}\""),
                "1-0, 0-1, 1/2-1/2 or the places of all players, such as `places 2 1 3`",
            )
        };
        match text.trim() {
            "1-0" => Ok(Outcome::win(Player::FIRST, 2)),
            "0-1" => Ok(Outcome::win(Player::SECOND, 2)),
            "1/2-1/2" => Ok(Outcome::draw(2)),
            other => {
                let places = other.strip_prefix("places").ok_or_else(bad)?;
                let places: Result<Vec<u8>, _> = places.split_whitespace().map(str::parse).collect();
                places.ok().as_deref().and_then(Outcome::from_places).ok_or_else(bad)
            }
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_player_outcomes_read_as_people_write_them() {
        for text in ["1-0", "0-1", "1/2-1/2", "places 2 1 3", "places 1 1 1 1", "places 1 2 2"] {
            assert_eq!(text.parse::<Outcome>().unwrap().to_string(), text);
        }
        for text in ["", "2-0", "places", "places 1", "places 1 3", "places 0 1", "places 1 2 3 4 5 6 7"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }

    #[test]
    fn equal_outcomes_are_equal_however_they_were_made() {
        assert_eq!(Outcome::from_places(&[2, 1, 2]), Some(Outcome::win(Player::SECOND, 3)));
        assert_eq!(Outcome::from_places(&[1, 1, 1]), Some(Outcome::draw(3)));
    }

    #[test]
    fn sharing_the_first_place_is_a_draw_for_those_who_share_it() {
        let shared = Outcome::from_places(&[1, 2, 1]).unwrap();
        assert_eq!(shared.winner(), None);
        assert_eq!(shared.verdict(Player::new(0)), Verdict::Draw);
        assert_eq!(shared.verdict(Player::new(1)), Verdict::Loss);
        assert_eq!(Outcome::win(Player::SECOND, 2).winner(), Some(Player::SECOND));
    }
}
