//! Results of two players, counted.

use mossa_game::{InputError, InputKind};

use crate::summary::Tally;

/// The most games that results may tell of: doubles count so far without gaps.
pub const MOST_GAMES: u64 = 1 << 53;

/// How often each result occurred, from the worst to the best for the player in question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Results {
    /// Games, one by one: losses, draws, wins.
    Trinomial([u64; 3]),
    /// Pairs of games from the same opening with swapped sides: 0, 1/2, 1, 3/2 and 2 points. The two games of a pair
    /// depend on each other through their opening, so that pairs, not games, are independent samples.
    Pentanomial([u64; 5]),
}

impl Results {
    /// The counts, if there is at least one and no more than can be handled exactly.
    pub fn checked(self) -> Result<Results, InputError> {
        let bad =
            |problem: String, expected: String| Err(InputError::new(InputKind::Setting, problem, expected));
        match self.exact_games() {
            Some(0) => bad("no games".to_owned(), "at least one".to_owned()),
            Some(games) if games <= MOST_GAMES => Ok(self),
            _ => bad("too many games".to_owned(), format!("at most {MOST_GAMES}")),
        }
    }

    /// The counts from the worst result to the best.
    pub fn counts(&self) -> &[u64] {
        match self {
            Results::Trinomial(counts) => counts,
            Results::Pentanomial(counts) => counts,
        }
    }

    /// How many games a sample is: 1, or 2 for pairs.
    pub fn games_per_sample(&self) -> u32 {
        match self {
            Results::Trinomial(_) => 1,
            Results::Pentanomial(_) => 2,
        }
    }

    /// How many independent samples there are: games or pairs.
    pub fn samples(&self) -> f64 {
        self.counts().iter().map(|&count| count as f64).sum()
    }

    /// How many games there are. (If they cannot be counted, the largest number.)
    pub fn games(&self) -> u64 {
        self.exact_games().unwrap_or(u64::MAX)
    }

    /// The mean score of a game, from 0 to 1.
    pub fn mean(&self) -> Option<f64> {
        let samples = self.samples();
        let total: f64 = self.weighted().map(|(count, score)| count * score).sum();
        (samples > 0.0).then(|| total / samples)
    }

    /// The variance of a sample's score, where the score of a pair is the mean of its two games. It is that of the
    /// distribution observed (divided by N, not by N - 1): what maximum likelihood gives.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 = self.weighted().map(|(count, score)| count * (score - mean).powi(2)).sum();
        Some(squares / self.samples())
    }

    /// Each count with the score of one game, from 0 to 1.
    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let best = (self.counts().len() - 1) as f64;
        self.counts().iter().enumerate().map(move |(index, &count)| (count as f64, index as f64 / best))
    }

    fn exact_games(&self) -> Option<u64> {
        let samples = self.counts().iter().try_fold(0u64, |sum, &count| sum.checked_add(count))?;
        samples.checked_mul(u64::from(self.games_per_sample()))
    }
}

impl From<Tally> for Results {
    fn from(tally: Tally) -> Results {
        Results::Trinomial([tally.losses, tally.draws, tally.wins])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_moments() {
        let games = Results::Trinomial([1, 2, 5]);
        assert_eq!((games.games(), games.samples(), games.games_per_sample()), (8, 8.0, 1));
        assert_eq!(games.mean(), Some(0.75));
        assert_eq!(games.variance(), Some((0.5625 + 2.0 * 0.0625 + 5.0 * 0.0625) / 8.0));
        let pairs = Results::Pentanomial([0, 1, 0, 1, 2]);
        assert_eq!((pairs.games(), pairs.samples(), pairs.games_per_sample()), (8, 4.0, 2));
        assert_eq!(pairs.mean(), Some(0.75));
        assert_eq!(pairs.variance(), Some((0.25 + 2.0 * 0.0625) / 4.0));
        let tally = Tally { wins: 5, draws: 2, losses: 1 };
        assert_eq!(Results::from(tally), games);
    }

    #[test]
    fn nothing_and_too_much_are_told() {
        let none = Results::Pentanomial([0; 5]);
        assert_eq!((none.mean(), none.variance()), (None, None));
        assert_eq!(none.checked().unwrap_err().to_string(), "no games; expected at least one");
        let limit = "too many games; expected at most 9007199254740992";
        for many in [[u64::MAX, 1, 0], [MOST_GAMES, 0, 1]] {
            let many = Results::Trinomial(many);
            assert_eq!(many.checked().unwrap_err().to_string(), limit);
            assert!(many.variance().is_some_and(f64::is_finite));
        }
        let pairs = |count| Results::Pentanomial([0, 0, 0, 0, count]);
        assert!(pairs(MOST_GAMES / 2).checked().is_ok());
        assert!(pairs(MOST_GAMES / 2 + 1).checked().is_err());
        assert_eq!(pairs(u64::MAX).games(), u64::MAX);
    }
}
