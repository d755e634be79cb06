//! Ratings from the places of games with more than two players.
//!
//! The method is that of Weng and Lin ("A Bayesian Approximation Method for Online Ranking", 2011) with their
//! Bradley-Terry model over all pairs: a game compares each seat with each other one, the better place being a win
//! and a shared place a draw. Games are taken in their order, and each changes what was believed before it.
//!
//! **Scale.** Weng and Lin expect 1 / (1 + e^(-x / c)) of a player who is x points stronger, with
//! c = sqrt(2 beta^2 + u^2 + u'^2) and uncertainties u and u'. For players who are known exactly c = beta sqrt 2,
//! and the same curve on the Elo scale, 1 / (1 + 10^(-d / 400)), gives d = x 400 / (ln 10 beta sqrt 2): 29.5 Elo for
//! each point. The initial uncertainty of 25/3 points is an error of 481 Elo.
//!
//! A player may sit in several seats of a game. Its seats are not compared with each other, which would say nothing
//! and yet make it look surer; what they gain and lose against the others is added up.

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin};

use super::elo::{ELO_PER_LOGIT, Z_95};
use crate::summary::Rating;

/// The ratings of `players` players after games in which each seat is told by its player and its place, 1 being the
/// best. They have the mean 0 over all who played; `None` for the others.
pub fn rate(players: usize, games: &[Vec<(usize, u8)>]) -> Vec<Option<Rating>> {
    let config = WengLinConfig::new();
    let mut beliefs = vec![None; players];
    for game in games {
        let known = game.iter().all(|&(player, _)| player < players);
        let alone = game.iter().all(|&(player, _)| Some(player) == game.first().map(|seat| seat.0));
        if known && !alone {
            learn(&mut beliefs, game, &config);
        }
    }
    let elo_per_point = ELO_PER_LOGIT / (config.beta * std::f64::consts::SQRT_2);
    let rated: Vec<f64> = beliefs.iter().flatten().map(|belief: &WengLinRating| belief.rating).collect();
    let mean = rated.iter().sum::<f64>() / rated.len().max(1) as f64;
    let shown = |belief: WengLinRating| Rating {
        elo: elo_per_point * (belief.rating - mean),
        error: elo_per_point * Z_95 * belief.uncertainty,
    };
    beliefs.into_iter().map(|belief| belief.map(shown)).collect()
}

/// What a game changes. The changes that each comparison of two seats makes, all starting from what was believed
/// before the game, are added: rating by rating, and the lost part of the squared uncertainty.
fn learn(beliefs: &mut [Option<WengLinRating>], game: &[(usize, u8)], config: &WengLinConfig) {
    let before: Vec<WengLinRating> = game.iter().map(|seat| beliefs[seat.0].unwrap_or_default()).collect();
    let mut changes = vec![Change::default(); beliefs.len()];
    for (index, &(one, place)) in game.iter().enumerate() {
        for (later, &(other, other_place)) in game.iter().enumerate().skip(index + 1) {
            if one == other {
                continue;
            }
            let outcome = match place.cmp(&other_place) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let (new_one, new_other) = weng_lin(&before[index], &before[later], &outcome, config);
            changes[one].add(&before[index], &new_one);
            changes[other].add(&before[later], &new_other);
        }
    }
    for &(player, _) in game {
        let Change { rating, lost } = std::mem::take(&mut changes[player]);
        let old = beliefs[player].unwrap_or_default();
        let kept = (1.0 - lost).max(config.uncertainty_tolerance);
        beliefs[player] =
            Some(WengLinRating { rating: old.rating + rating, uncertainty: old.uncertainty * kept.sqrt() });
    }
}

/// What a game changes for a player.
#[derive(Clone, Copy, Default)]
struct Change {
    rating: f64,
    /// The part of the squared uncertainty that is lost.
    lost: f64,
}

impl Change {
    fn add(&mut self, old: &WengLinRating, new: &WengLinRating) {
        self.rating += new.rating - old.rating;
        self.lost += 1.0 - (new.uncertainty / old.uncertainty).powi(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::weng_lin_multi_team;

    #[test]
    fn a_game_of_different_players_is_the_published_method() {
        let config = WengLinConfig::new();
        let old: Vec<WengLinRating> =
            [(25.0, 8.0), (31.0, 2.0), (19.0, 5.0), (28.0, 1.0)].map(WengLinRating::from).to_vec();
        let places = [2u8, 1, 1, 4];
        let teams: Vec<_> = old
            .iter()
            .zip(places)
            .map(|(player, place)| (std::slice::from_ref(player), MultiTeamOutcome::new(place.into())))
            .collect();
        let wanted = weng_lin_multi_team(&teams, &config);
        let mut beliefs: Vec<_> = old.iter().copied().map(Some).collect();
        let game: Vec<(usize, u8)> = places.into_iter().enumerate().collect();
        learn(&mut beliefs, &game, &config);
        for (belief, wanted) in beliefs.iter().flatten().zip(&wanted) {
            assert!((belief.rating - wanted[0].rating).abs() < 1e-9);
            assert!((belief.uncertainty - wanted[0].uncertainty).abs() < 1e-9);
        }
    }

    #[test]
    fn newcomers_have_the_width_of_the_scale() {
        let ratings = rate(4, &[vec![(0, 1), (1, 1), (3, 1)]]);
        assert_eq!(ratings[2], None);
        for rating in [0, 1, 3].map(|player| ratings[player].unwrap()) {
            assert!(rating.elo.abs() < 1e-9 && rating.error > 420.0 && rating.error < 481.5, "{rating:?}");
        }
    }

    #[test]
    fn own_seats_are_not_compared() {
        assert_eq!(rate(1, &[vec![(0, 1), (0, 2), (0, 3)]]), [None]);
        // The newcomer's two seats against one are two comparisons, whatever is between them.
        let twice = rate(2, &[vec![(0, 1), (0, 2), (1, 3)]]);
        let [first, second] = [twice[0].unwrap(), twice[1].unwrap()];
        assert!(first.elo > 0.0 && (first.elo + second.elo).abs() < 1e-9);
        assert!((first.error - second.error).abs() < 1e-9);
    }

    #[test]
    fn unknown_players_and_empty_games_are_passed_over() {
        assert_eq!(rate(2, &[vec![], vec![(0, 1)], vec![(0, 1), (1, 2), (9, 3)]]), [None, None]);
    }

    #[test]
    fn true_strengths_are_found_within_the_errors() {
        // Exponential waiting times with rate 10^(elo / 400): the shorter comes first with the logistic probability.
        let truth = [-150.0, -50.0, 0.0, 40.0, 160.0];
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut game = |players: [usize; 4]| {
            let mut uniform = || ((dice.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
            let times = players.map(|p| -uniform().ln() / 10f64.powf(truth[p] / 400.0));
            let place = |time: f64| times.iter().filter(|other| **other < time).count() as u8 + 1;
            players.iter().zip(times).map(|(&player, time)| (player, place(time))).collect::<Vec<_>>()
        };
        let seats = |number: usize| std::array::from_fn(|seat| (number + seat) % 5);
        let games: Vec<_> = (0..4000).map(|number| game(seats(number))).collect();
        for (rating, truth) in rate(5, &games).into_iter().flatten().zip(truth) {
            assert!((rating.elo - truth).abs() < 40.0 && rating.error < 60.0, "{rating:?} {truth}");
        }
    }
}
