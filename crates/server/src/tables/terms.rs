//! What is stored of a table beside its moves.

use mossa_game::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::desk::shown::Ended;
use crate::tables::clock::Clock;
use crate::tables::seats::Seat;
use crate::tables::token::TokenHash;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reason {
    /// By the rules.
    Normal,
    /// Somebody's time was over.
    Time,
    /// Somebody gave up.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// Nobody went on.
    Abandoned,
}

impl Reason {
    /// The word for it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Reason::Normal => "normal",
            Reason::Time => "time",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Abandoned => "abandoned",
        }
    }
}

/// How a game ended, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    pub(crate) reason: Reason,
}

impl Ending {
    /// As it is shown.
    pub(crate) fn shown(&self) -> Ended {
        Ended::new(&self.outcome, Some(self.reason.as_str()))
    }

    /// `loser` is last and everybody else first: the only winner of a game of two.
    pub(crate) fn lost_by(loser: usize, players: usize, reason: Reason) -> Ending {
        let places: Vec<u8> = (0..players).map(|seat| if seat == loser { 2 } else { 1 }).collect();
        let outcome = Outcome::from_places(&places).unwrap_or_else(|| Outcome::draw(players));
        Ending { outcome, reason }
    }

    /// Nobody wins.
    pub(crate) fn drawn(players: usize, reason: Reason) -> Ending {
        Ending { outcome: Outcome::draw(players), reason }
    }
}

/// What is stored of a table beside its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// Where the game began, if not in the usual position.
    pub(crate) start: Option<String>,
    pub(crate) seats: Vec<Seat>,
    pub(crate) clock: Option<Clock>,
    pub(crate) ending: Option<Ending>,
    pub(crate) draw_offer: Option<usize>,
    pub(crate) undo_offer: Option<usize>,
    /// Where the randomness of engines begins.
    pub(crate) seed: u64,
    /// The position, for lists.
    pub(crate) text: String,
    /// How many plies were played, for lists.
    pub(crate) plies: usize,
}

impl Terms {
    /// Whether everybody has come.
    pub(crate) fn is_complete(&self) -> bool {
        self.seats.iter().all(Seat::is_taken)
    }

    /// The seats that a token moves for.
    pub(crate) fn seats_of(&self, holder: Option<&TokenHash>) -> Vec<usize> {
        let held = |seat: &Seat| holder.is_some() && seat.holder.as_ref() == holder;
        self.seats.iter().enumerate().filter(|(_, seat)| held(seat)).map(|(index, _)| index).collect()
    }

    /// Whether other people sit at the table than those of `mine`.
    pub(crate) fn has_others(&self, mine: &[usize]) -> bool {
        let person = |(index, seat): (usize, &Seat)| seat.setup.is_person() && !mine.contains(&index);
        self.seats.iter().enumerate().any(person)
    }

    /// Whether one person, with one seat or more, plays against engines.
    pub(crate) fn is_one_against_engines(&self) -> bool {
        let mut people = self.seats.iter().filter(|seat| seat.setup.is_person());
        let first = people.next();
        let alone = people.all(|seat| first.is_some_and(|first| first.holder == seat.holder));
        alone && self.seats.iter().any(|seat| !seat.setup.is_person())
    }

    /// Whether something happens without anybody doing it: an engine moves, or a clock runs down.
    pub(crate) fn goes_on_alone(&self) -> bool {
        self.clock.is_some() || self.seats.iter().any(|seat| !seat.setup.is_person())
    }

    /// The names for lists and records.
    pub(crate) fn names(&self) -> Vec<String> {
        self.seats.iter().enumerate().map(|(index, seat)| seat.recorded_name(index)).collect()
    }

    /// How it ended for `seat`.
    pub(crate) fn verdict(&self, seat: usize) -> Option<mossa_game::Verdict> {
        self.ending.map(|ending| ending.outcome.verdict(Player::new(seat)))
    }
}
