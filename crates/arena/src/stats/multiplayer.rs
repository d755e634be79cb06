//! Ratings from the places of games with more than two players, fitted to all games at once.
//!
//! **Model** (R. Plackett, "The analysis of permutations", 1975; R. Luce, "Individual choice behavior", 1959): with
//! strengths s = 10^(r / 400) the first place goes to each seat with a probability in proportion to its strength, the
//! second to each of the others likewise, and so on. For two players this is the Elo curve. A player may sit in several
//! seats of a game: each has its strength, so that two seats of three are expected to win two games of three.
//!
//! Those who share a place share what it is worth. That all others come after the first ones says nothing about their
//! order: a last place that is shared by all who are left is not looked at, except where it is the first one, too (a
//! draw).
//!
//! **Ratings** are those of the greatest likelihood with a weak prior, which keeps whoever won everything finite: before
//! any game a rating is 0 with an error of [`ERROR_OF_NEWCOMERS`]. Newton's method finds them; the inverse of the
//! information gives the errors, against the mean of 0.

use super::elo::{ELO_PER_LOGIT, Z_95};
use super::linear::{Matrix, inverse, zeros};
use crate::summary::Rating;

/// What is believed of a newcomer: 95 % are within so many Elo of the mean.
pub const ERROR_OF_NEWCOMERS: f64 = 500.0;

/// Newton's method needs about five rounds.
const MOST_ROUNDS: usize = 100;

/// Strengths that change by less than this (in units of 174 Elo) are found.
const SETTLED: f64 = 1e-10;

/// A step of Newton's method goes no further than this, so that it does not overshoot.
const LONGEST_STEP: f64 = 1.0;

/// The ratings of `players` players after games in which each seat is told by its player and its place, 1 being the
/// best. They have the mean 0 over all who played; `None` for the others.
pub fn rate(players: usize, games: &[Vec<(usize, u8)>]) -> Vec<Option<Rating>> {
    let several = |game: &&Vec<(usize, u8)>| game.iter().any(|seat| seat.0 != game[0].0);
    let known = |game: &&Vec<(usize, u8)>| game.iter().all(|&(player, _)| player < players);
    let games: Vec<_> = games.iter().filter(known).filter(several).collect();
    let choices: Vec<Choice> = games.iter().flat_map(|game| Choice::all_of(game)).collect();
    let played: Vec<usize> = (0..players)
        .filter(|player| games.iter().any(|game| game.iter().any(|seat| seat.0 == *player)))
        .collect();
    let (strengths, covariance) = fit(players, &choices);
    let mean = average(&played, |player| strengths[player]);
    let mut ratings = vec![None; players];
    for &player in &played {
        ratings[player] = Some(Rating {
            elo: ELO_PER_LOGIT * (strengths[player] - mean),
            error: ELO_PER_LOGIT * Z_95 * variance_to_mean(&covariance, &played, player).max(0.0).sqrt(),
        });
    }
    ratings
}

/// A place that was given to some of those who had none yet.
#[derive(Debug)]
struct Choice {
    /// What each player got of it, as a part of the place.
    got: Vec<(usize, f64)>,
    /// The players of all seats that could have got it.
    among: Vec<usize>,
}

impl Choice {
    /// All places of a game that say something.
    fn all_of(game: &[(usize, u8)]) -> Vec<Choice> {
        let mut places: Vec<u8> = game.iter().map(|seat| seat.1).collect();
        places.sort_unstable();
        places.dedup();
        let choice = |(number, place): (usize, &u8)| {
            let among: Vec<usize> = game.iter().filter(|seat| seat.1 >= *place).map(|seat| seat.0).collect();
            let chosen: Vec<usize> = game.iter().filter(|seat| seat.1 == *place).map(|seat| seat.0).collect();
            let part = 1.0 / chosen.len() as f64;
            let says = number == 0 || chosen.len() < among.len();
            says.then(|| Choice { got: chosen.into_iter().map(|player| (player, part)).collect(), among })
        };
        places.iter().enumerate().filter_map(choice).collect()
    }

    /// The probability of each seat in `among`.
    fn expected(&self, strengths: &[f64]) -> Vec<f64> {
        let weights: Vec<f64> = self.among.iter().map(|player| strengths[*player].exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

/// The natural logarithms of the strengths, and their covariance.
fn fit(players: usize, choices: &[Choice]) -> (Vec<f64>, Matrix) {
    let prior = (ELO_PER_LOGIT * Z_95 / ERROR_OF_NEWCOMERS).powi(2);
    let mut strengths = vec![0.0; players];
    let mut covariance = zeros(players);
    for _ in 0..MOST_ROUNDS {
        let mut slope: Vec<f64> = strengths.iter().map(|strength| -prior * strength).collect();
        let mut information = zeros(players);
        (0..players).for_each(|player| information[player][player] = prior);
        choices.iter().for_each(|choice| add(choice, &strengths, &mut slope, &mut information));
        // The prior makes it positive definite.
        let Some(inverted) = inverse(information) else { break };
        covariance = inverted;
        let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>();
        let steps: Vec<f64> = covariance.iter().map(step).collect();
        let longest = steps.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let shortened = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += shortened * step);
        if longest < SETTLED {
            break;
        }
    }
    (strengths, covariance)
}

/// What a choice adds to the slope of the logarithm of the likelihood, and to its curvature.
fn add(choice: &Choice, strengths: &[f64], slope: &mut [f64], information: &mut Matrix) {
    let expected = choice.expected(strengths);
    choice.got.iter().for_each(|&(player, part)| slope[player] += part);
    for (&one, p) in choice.among.iter().zip(&expected) {
        slope[one] -= p;
        information[one][one] += p;
        for (&other, q) in choice.among.iter().zip(&expected) {
            information[one][other] -= p * q;
        }
    }
}

fn average(players: &[usize], of: impl Fn(usize) -> f64) -> f64 {
    players.iter().map(|player| of(*player)).sum::<f64>() / players.len().max(1) as f64
}

/// The variance of a player's strength against the mean of all who played.
fn variance_to_mean(covariance: &Matrix, played: &[usize], player: usize) -> f64 {
    let with_mean = average(played, |other| covariance[player][other]);
    let of_mean = average(played, |one| average(played, |other| covariance[one][other]));
    covariance[player][player] - 2.0 * with_mean + of_mean
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn seats_that_win_as_often_as_their_number_says_are_equally_strong() {
        // Two seats of three, two wins of three; then the other way round.
        let game = |seats: [usize; 3], winner: usize| {
            (0..3).map(|seat| (seats[seat], if seat == winner { 1 } else { 2 })).collect::<Vec<_>>()
        };
        let games: Vec<_> =
            (0..3).flat_map(|winner| [game([0, 0, 1], winner), game([1, 0, 1], winner)]).collect();
        for rating in rate(2, &games).into_iter().flatten() {
            assert!(rating.elo.abs() < 1e-6, "{rating:?}");
        }
    }

    /// Who wins more has the better rating, in whatever order the games were played.
    #[test]
    fn more_wins_are_a_better_rating() {
        let game = |first: usize| vec![(0, 1 + u8::from(first != 0)), (1, 1 + u8::from(first != 1)), (1, 2)];
        let mut games: Vec<_> = (0..200).map(|number| game(usize::from(number % 2 == 1))).collect();
        let [one, other] = <[Option<Rating>; 2]>::try_from(rate(2, &games)).unwrap().map(Option::unwrap);
        assert!(one.elo > one.error && (one.elo + other.elo).abs() < 1e-9, "{one:?}");
        games.reverse();
        assert!((rate(2, &games)[0].unwrap().elo - one.elo).abs() < 1e-6);
        // Half of the games against two seats: strengths as 2 to 1, less a little for the prior; half of the difference.
        let expected = 400.0 * 2.0_f64.log10() / 2.0;
        assert!((one.elo - expected).abs() < 2.0, "{one:?} {expected}");
    }

    #[test]
    fn newcomers_have_the_error_of_newcomers() {
        let ratings = rate(4, &[vec![(0, 1), (1, 1), (3, 1)]]);
        assert_eq!(ratings[2], None);
        for rating in [0, 1, 3].map(|player| ratings[player].unwrap()) {
            assert!(rating.elo.abs() < 1e-9 && rating.error > 300.0 && rating.error < ERROR_OF_NEWCOMERS);
        }
    }

    #[test]
    fn who_wins_everything_has_a_finite_rating() {
        let games = vec![vec![(0, 1), (1, 2), (2, 2)]; 500];
        let ratings = rate(3, &games);
        assert!(ratings[0].unwrap().elo > 400.0 && ratings[0].unwrap().elo.is_finite());
        assert!((ratings[1].unwrap().elo - ratings[2].unwrap().elo).abs() < 1e-6);
    }

    #[test]
    fn games_that_say_nothing_are_passed_over() {
        assert_eq!(rate(1, &[vec![(0, 1), (0, 2), (0, 3)]]), [None]);
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
            assert!((rating.elo - truth).abs() < 15.0 && rating.error < 15.0, "{rating:?} {truth}");
        }
    }
}
