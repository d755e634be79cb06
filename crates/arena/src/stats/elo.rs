//! The difference in strength that results show, and how sure it is.
//!
//! With mean score m, variance v of a sample and n samples, the standard error of m is e = sqrt(v / n).
//!
//! - **Elo**: the difference d for which the logistic curve expects m = 1 / (1 + 10^(-d / 400)).
//! - Its **error**: half the width of the interval between Elo(m - z e) and Elo(m + z e), where z cuts off the outer
//!   5 % of a normal distribution.
//! - **Normalised Elo**: (m - 1/2) / s with s the standard deviation of one game, scaled so that it equals Elo in a
//!   game without draws between equals: there s = 1/2 and the slope of the curve is ln 10 / 1600, which gives
//!   the factor 800 / ln 10. It says how many games a test needs, whatever the rate of draws. For pairs, whose
//!   score has standard deviation s', one game has s = s' sqrt 2.
//! - The **likelihood of superiority**: the probability that a normal variable of mean m and deviation e exceeds 1/2.

use serde::Serialize;
use statrs::function::erf::erfc;

use super::counts::Results;

/// The logistic curve in units of its natural argument: Elo per unit of ln(score / (1 - score)).
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalised Elo per standard deviation of a game; see the derivation above.
pub const NELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// 2.5 % of a normal distribution lie beyond so many standard deviations, on either side.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// What results show about the strength of a player. `None` stands for what cannot be told: nothing but wins is no
/// finite Elo, and without any variance there is no error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Option<f64>,
    /// Its 95 % error. `None` also if the interval reaches a score of 0 or 1: too few games.
    pub error: Option<f64>,
    /// The difference in normalised Elo.
    pub nelo: Option<f64>,
    /// Its 95 % error.
    pub nelo_error: Option<f64>,
    /// The likelihood of superiority, from 0 to 1.
    pub los: Option<f64>,
}

impl Strength {
    /// What `results` show; `None` without games.
    pub fn of(results: &Results) -> Option<Strength> {
        let score = results.mean()?;
        let variance = results.variance()?;
        let elo = elo_of_score(score);
        let certain = Strength { score, elo, error: None, nelo: None, nelo_error: None, los: None };
        if variance <= 0.0 {
            return Some(certain);
        }
        let samples = results.samples();
        let per_game = (variance * f64::from(results.games_per_sample())).sqrt();
        let standard_error = (variance / samples).sqrt();
        let high = elo_of_score(score + Z_95 * standard_error);
        let low = elo_of_score(score - Z_95 * standard_error);
        Some(Strength {
            error: high.zip(low).map(|(high, low)| (high - low) / 2.0),
            nelo: Some(NELO_PER_DEVIATION * (score - 0.5) / per_game),
            nelo_error: Some(NELO_PER_DEVIATION * Z_95 * standard_error / per_game),
            los: Some(normal_below((score - 0.5) / standard_error)),
            ..certain
        })
    }
}

/// The Elo difference for which `score` is expected; `None` unless it lies between 0 and 1, both excluded.
pub fn elo_of_score(score: f64) -> Option<f64> {
    let inside = score > 0.0 && score < 1.0;
    inside.then(|| ELO_PER_LOGIT * (score / (1.0 - score)).ln())
}

/// The score that the logistic curve expects of a player who is `elo` stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// How much of a standard normal distribution lies below `z`.
fn normal_below(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-2000.0, -400.0, -1.5, 0.0, 0.001, 191.0, 1000.0] {
            assert!((elo_of_score(score_of_elo(elo)).unwrap() - elo).abs() < 1e-8, "{elo}");
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        for none in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of_score(none), None);
        }
        assert_eq!((score_of_elo(f64::INFINITY), score_of_elo(-1e9)), (1.0, 0.0));
    }

    #[test]
    fn what_cannot_be_told_is_not_told() {
        assert_eq!(Strength::of(&Results::Trinomial([0; 3])), None);
        let untold = Strength { score: 1.0, elo: None, error: None, nelo: None, nelo_error: None, los: None };
        assert_eq!(Strength::of(&Results::Pentanomial([0, 0, 0, 0, 7])), Some(untold));
        assert_eq!(Strength::of(&Results::Trinomial([7, 0, 0])), Some(Strength { score: 0.0, ..untold }));
        let draws = Strength { score: 0.5, elo: Some(0.0), ..untold };
        assert_eq!(Strength::of(&Results::Trinomial([0, 7, 0])), Some(draws));
        // The upper end of the interval is a score above 1.
        let few = Strength::of(&Results::Trinomial([0, 1, 9])).unwrap();
        assert!(few.elo.is_some() && few.error.is_none() && few.los.is_some_and(|los| los > 0.99));
    }

    #[test]
    fn swapping_the_players_swaps_the_signs() {
        let one = Strength::of(&Results::Pentanomial([3, 10, 30, 20, 5])).unwrap();
        let other = Strength::of(&Results::Pentanomial([5, 20, 30, 10, 3])).unwrap();
        let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 1e-9;
        assert!(close(one.elo, other.elo.map(|elo| -elo)) && close(one.error, other.error));
        assert!(close(one.nelo, other.nelo.map(|elo| -elo)) && close(one.nelo_error, other.nelo_error));
        assert!(close(one.los, other.los.map(|los| 1.0 - los)));
    }
}
