//! What a value means.

use mossa_engine::{AnyPosition, LineAssessment};
use mossa_game::{Assessment, SHARE_TOTAL, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

/// Points that make one unit of log odds, where nobody has measured what they mean: evaluations count a hundred to the
/// unit.
const POINTS_OF_A_UNIT: f64 = 100.0;

/// A value for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Worth {
    /// A result that is certain.
    Proven {
        /// `win`, `draw` or `loss`.
        outcome: &'static str,
        /// In how many plies.
        plies: Option<u32>,
        /// The expected result, 0 to 1.
        chance: f64,
    },
    /// What the evaluation makes of it.
    Guess {
        /// Its points.
        score: i32,
        /// The expected result, 0 to 1.
        chance: f64,
    },
    /// One value for each of more than two players.
    Each {
        /// In the order of seats.
        #[schema(no_recursion)]
        each: Vec<Worth>,
        /// The expected result of the player to move, 0 to 1.
        chance: f64,
    },
}

impl Worth {
    /// What `value` means for the player to move in `position`.
    pub(crate) fn of(value: &Assessment, position: &dyn AnyPosition) -> Worth {
        match value {
            Assessment::Proven { outcome, plies } => {
                Worth::Proven { outcome: outcome.as_str(), plies: *plies, chance: certain(*outcome) }
            }
            Assessment::Guess { score } => Worth::Guess { score: *score, chance: guessed(*score, position) },
        }
    }

    /// What the value of a line means in the position where it begins.
    pub(crate) fn of_line(value: &LineAssessment, position: &dyn AnyPosition) -> Worth {
        match value {
            LineAssessment::Mover(value) => Worth::of(value, position),
            LineAssessment::Each(values) => {
                let each: Vec<Worth> = values.iter().map(|value| Worth::of(value, position)).collect();
                let chance = each.get(position.to_move().index()).map_or(0.5, Worth::chance);
                Worth::Each { each, chance }
            }
        }
    }

    /// The expected result for the player to move, 0 to 1.
    pub(crate) fn chance(&self) -> f64 {
        match self {
            Worth::Proven { chance, .. } | Worth::Guess { chance, .. } | Worth::Each { chance, .. } => {
                *chance
            }
        }
    }
}

fn certain(outcome: Verdict) -> f64 {
    match outcome {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
    }
}

fn guessed(score: i32, position: &dyn AnyPosition) -> f64 {
    let players = position.game().players();
    if players > 2 {
        // With more than two a score is the distance from an even share.
        let share = score + SHARE_TOTAL / players as i32;
        return (f64::from(share) / f64::from(SHARE_TOTAL)).clamp(0.0, 1.0);
    }
    match position.chances(score) {
        Some(chances) => f64::from(2 * chances.win + chances.draw) / 2000.0,
        None => 1.0 / (1.0 + (-f64::from(score) / POINTS_OF_A_UNIT).exp()),
    }
}
