//! Glicko-2 ratings: numbers that a player carries from one tournament to the next.
//!
//! Unlike [`super::rating`], which explains one tournament from nothing, a period changes what was believed before
//! it: the less sure that was, the more. M. Glickman, "Example of the Glicko-2 system".

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::summary::Tally;

/// What is believed of a player's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Glicko {
    /// Elo-like, 1500 for newcomers.
    pub rating: f64,
    /// The standard deviation of that belief.
    pub deviation: f64,
    /// How much the strength itself is believed to change from period to period.
    pub volatility: f64,
}

/// A newcomer, as Glickman recommends.
impl Default for Glicko {
    fn default() -> Glicko {
        Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    fn is_finite(&self) -> bool {
        self.rating.is_finite() && self.deviation.is_finite() && self.volatility.is_finite()
    }
}

/// How strongly volatilities are kept from changing: smaller for games with fewer surprises. Glickman proposes 0.3 to
/// 1.2 and uses this in his example.
pub const TAU: f64 = 0.5;

/// What is believed after a period, given what was believed `before` it. All games of a period count as played at
/// once. Each result counts the games between two players, seen by the first of them. Who did not play becomes
/// less sure.
pub fn period(before: &[Glicko], results: &[(usize, usize, Tally)], tau: f64) -> Vec<Glicko> {
    let config = Glicko2Config { tau, ..Glicko2Config::new() };
    let mut games = vec![Vec::new(); before.len()];
    for &(one, other, tally) in results {
        if one == other || one.max(other) >= before.len() {
            continue;
        }
        let outcomes = [
            (tally.wins, Outcomes::WIN, Outcomes::LOSS),
            (tally.draws, Outcomes::DRAW, Outcomes::DRAW),
            (tally.losses, Outcomes::LOSS, Outcomes::WIN),
        ];
        for (count, for_one, for_other) in outcomes {
            for _ in 0..count {
                games[one].push((foreign(&before[other]), for_one));
                games[other].push((foreign(&before[one]), for_other));
            }
        }
    }
    let each = before.iter().zip(&games).map(|(old, games)| {
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&foreign(old), games, &config);
        let new = Glicko { rating, deviation, volatility };
        // Against opponents infinitely far away nothing can be learnt; then the old belief stays.
        if new.is_finite() { new } else { *old }
    });
    each.collect()
}

fn foreign(player: &Glicko) -> Glicko2Rating {
    Glicko2Rating { rating: player.rating, deviation: player.deviation, volatility: player.volatility }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Tally = Tally { wins: 1, draws: 0, losses: 0 };
    const LOST: Tally = Tally { wins: 0, draws: 0, losses: 1 };

    fn player(rating: f64, deviation: f64) -> Glicko {
        Glicko { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn glickmans_example() {
        let before =
            [(1500.0, 200.0), (1400.0, 30.0), (1550.0, 100.0), (1700.0, 300.0)].map(|(r, d)| player(r, d));
        // Seen by either player it is the same.
        for results in [[(0, 1, WON), (0, 2, LOST), (0, 3, LOST)], [(1, 0, LOST), (2, 0, WON), (3, 0, WON)]] {
            let after = period(&before, &results, TAU);
            let told = [format!("{:.2}", after[0].rating), format!("{:.2}", after[0].deviation)];
            // He rounds in between and prints 1464.06; unrounded it is 1464.05.
            assert_eq!(told, ["1464.05", "151.52"]);
            assert_eq!(format!("{:.6}", after[0].volatility), "0.059996");
            assert!(after[3].rating > 1700.0 && after[1].rating < 1400.0);
        }
    }

    #[test]
    fn who_does_not_play_becomes_less_sure() {
        let after = period(&[player(1600.0, 50.0)], &[], TAU);
        // The deviation grows by the volatility, in units of 173.7178: sqrt(50^2 + (0.06 * 173.7178)^2).
        assert!(
            (after[0].rating - 1600.0).abs() < 1e-9 && (after[0].deviation - 51.0747).abs() < 1e-3,
            "{after:?}"
        );
    }

    #[test]
    fn nonsense_changes_nothing() {
        let before = [player(1500.0, 200.0), player(1500.0, 200.0)];
        let idle = period(&before, &[], TAU);
        assert_eq!(period(&before, &[(0, 0, WON), (0, 7, WON)], TAU), idle);
        let far = [player(1e9, 30.0), player(-1e9, 30.0)];
        assert!(period(&far, &[(0, 1, WON)], TAU).iter().all(Glicko::is_finite));
    }
}
