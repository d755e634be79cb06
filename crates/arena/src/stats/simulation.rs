//! What a sequential test costs and how often it errs, found by playing it many times with dice instead of players.
//!
//! Games are independent, and drawn with the same probability however strong the player is; wins and losses then
//! follow from his mean score.

use mossa_game::{InputError, InputKind};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::counts::Results;
use super::elo::{NELO_PER_DEVIATION, score_of_elo};
use super::llr::Ratio;
use super::sprt::{MOST_ELO, Model, Sprt};

/// More games than this nobody waits for: some ten minutes.
const MOST_GAMES: f64 = 1e11;

/// The ratio is looked at again before this part of what was already played is added: the distributions behind it,
/// and with them the size of its steps, hardly change meanwhile.
const PART_UNSEEN: u64 = 16;

/// How much larger than foreseen the steps of the ratio may become meanwhile.
const STEP_MARGIN: f64 = 2.0;

/// A test, and the player whom it is tried on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulation {
    test: Sprt,
    /// The probabilities of a win, and of a win or a draw.
    win: f64,
    win_or_draw: f64,
}

/// What became of many runs of a test.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Simulated {
    /// How often the test was run.
    pub runs: u64,
    /// How often it accepted `elo1`.
    pub passed: u64,
    /// How many games all runs took together.
    pub games: u64,
}

impl Simulated {
    /// The part of the runs that accepted `elo1`.
    pub fn pass_rate(&self) -> f64 {
        self.passed as f64 / self.runs.max(1) as f64
    }

    /// Games of a run.
    pub fn mean_games(&self) -> f64 {
        self.games as f64 / self.runs.max(1) as f64
    }

    fn add(self, other: Simulated) -> Simulated {
        Simulated {
            runs: self.runs + other.runs,
            passed: self.passed + other.passed,
            games: self.games + other.games,
        }
    }
}

impl Simulation {
    /// `test` on a player who is `elo` stronger, in the sense of the test's model, when a part `draws` of all games
    /// ends in draws.
    pub fn new(test: Sprt, elo: f64, draws: f64) -> Result<Simulation, InputError> {
        let bad =
            |problem: String, expected: &str| Err(InputError::new(InputKind::Setting, problem, expected));
        if !(0.0..1.0).contains(&draws) {
            return bad(format!("the rate of draws is {draws}"), "a number from 0 to below 1");
        }
        if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
            return bad(
                format!("the true Elo is {elo}"),
                &format!("a number from -{MOST_ELO} to {MOST_ELO}"),
            );
        }
        let beyond = match test.model {
            Model::Logistic => score_of_elo(elo) - 0.5,
            // The variance of a game is (1 - d) / 4 - x^2 when its mean is 1/2 + x. x = t s gives this x.
            Model::Normalized => {
                let ratio = elo / NELO_PER_DEVIATION;
                ratio * ((1.0 - draws) / 4.0 / (1.0 + ratio * ratio)).sqrt()
            }
        };
        let decided = (1.0 - draws) / 2.0;
        if beyond.abs() > decided {
            return bad(format!("{elo} Elo leaves no room for {draws} draws"), "fewer draws");
        }
        Ok(Simulation { test: test.checked()?, win: decided + beyond, win_or_draw: decided + beyond + draws })
    }

    /// Runs the test `runs` times, on `threads` threads. The result depends only on `seed`.
    pub fn run(&self, runs: u64, threads: usize, seed: u64) -> Result<Simulated, InputError> {
        let games = runs as f64 * self.longest_expected();
        if games > MOST_GAMES {
            let problem = format!("{runs} runs may take {games:.0e} games");
            let expected = "fewer runs, or hypotheses further apart";
            return Err(InputError::new(InputKind::Setting, problem, expected));
        }
        let mixed = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        let threads = (threads as u64).clamp(1, runs.max(1));
        let share = |thread: u64| {
            let mine = (thread..runs).step_by(threads as usize);
            mine.fold(Simulated::default(), |sum, run| sum.add(self.once(mixed ^ run)))
        };
        Ok(std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || share(thread))).collect();
            let mine = share(0);
            // A share only counts; should a thread fail nevertheless, its runs are missing from the sum.
            others.into_iter().filter_map(|other| other.join().ok()).fold(mine, Simulated::add)
        }))
    }

    /// How long the test takes for the player for whom it takes longest, halfway between the hypotheses: a walk
    /// without drift whose steps have the variance x^2, x being the distance between the hypotheses in standard
    /// deviations of a game, reaches -a or b after a b / x^2 steps.
    fn longest_expected(&self) -> f64 {
        let Sprt { elo0, elo1, model, .. } = self.test;
        let draws = self.win_or_draw - self.win;
        let apart = match model {
            Model::Logistic => (score_of_elo(elo1) - score_of_elo(elo0)) / ((1.0 - draws) / 4.0).sqrt(),
            Model::Normalized => (elo1 - elo0) / NELO_PER_DEVIATION,
        };
        let (lower, upper) = self.test.bounds();
        -lower * upper / (apart * apart)
    }

    /// One run.
    fn once(&self, seed: u64) -> Simulated {
        let Sprt { elo0, elo1, model, .. } = self.test;
        let (lower, upper) = self.test.bounds();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut counts = [0; 3];
        loop {
            let games = counts.iter().sum();
            let ratio = Ratio::of(&Results::Trinomial(counts), model, elo0, elo1);
            let distance = (upper - ratio.llr).min(ratio.llr - lower);
            if distance <= 0.0 {
                return Simulated { runs: 1, passed: u64::from(ratio.llr >= upper), games };
            }
            // So many games cannot end the test, so it need not be looked at after each.
            let safe = (distance / (STEP_MARGIN * ratio.step)) as u64;
            for _ in 0..safe.min(games / PART_UNSEEN).max(1) {
                counts[self.game(&mut dice)] += 1;
            }
        }
    }

    /// One game: 0 lost, 1 drawn, 2 won.
    fn game(&self, dice: &mut impl Rng) -> usize {
        // The upper 53 bits are an even number from 0 to below 1.
        let thrown = (dice.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        usize::from(thrown < self.win) + usize::from(thrown < self.win_or_draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: Model) -> Sprt {
        Sprt::new(0.0, 40.0, model).unwrap()
    }

    #[test]
    fn games_that_are_not_looked_at_would_not_have_ended_the_test() {
        for model in Model::ALL {
            let simulation = Simulation::new(test(model), 20.0, 0.5).unwrap();
            for seed in 0..100 {
                let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut counts = [0; 3];
                let after_each = loop {
                    counts[simulation.game(&mut dice)] += 1;
                    let state = test(model).state(&Results::Trinomial(counts));
                    if let Some(accepted) = state.accepted {
                        break (accepted.as_str(), counts.iter().sum());
                    }
                };
                let Simulated { passed, games, .. } = simulation.once(seed);
                assert_eq!((["H0", "H1"][passed as usize], games), after_each, "{model} {seed}");
            }
        }
    }

    #[test]
    fn threads_do_not_change_the_result_and_seeds_do() {
        let simulation = Simulation::new(test(Model::Normalized), 10.0, 0.3).unwrap();
        let alone = simulation.run(50, 1, 7).unwrap();
        assert_eq!(alone.runs, 50);
        assert_eq!(simulation.run(50, 3, 7).unwrap(), alone);
        assert_ne!(simulation.run(50, 1, 8).unwrap(), alone);
        assert_eq!(simulation.run(0, 4, 7).unwrap(), Simulated::default());
    }

    #[test]
    fn players_are_as_strong_as_told() {
        let strong = Simulation::new(test(Model::Logistic), 100.0, 0.2).unwrap();
        assert!(((strong.win + strong.win_or_draw) / 2.0 - score_of_elo(100.0)).abs() < 1e-12);
        let strong = Simulation::new(test(Model::Normalized), 100.0, 0.2).unwrap();
        let mean = (strong.win + strong.win_or_draw) / 2.0;
        let variance = strong.win + (strong.win_or_draw - strong.win) / 4.0 - mean * mean;
        assert!(((mean - 0.5) / variance.sqrt() - 100.0 / NELO_PER_DEVIATION).abs() < 1e-12);
    }

    #[test]
    fn the_impossible_is_refused() {
        let told = |elo, draws| Simulation::new(test(Model::Logistic), elo, draws).unwrap_err().to_string();
        assert_eq!(told(0.0, 1.0), "the rate of draws is 1; expected a number from 0 to below 1");
        assert_eq!(told(f64::NAN, 0.1), "the true Elo is NaN; expected a number from -1000 to 1000");
        assert_eq!(told(400.0, 0.5), "400 Elo leaves no room for 0.5 draws; expected fewer draws");
        let fine = Sprt::new(0.0, 0.01, Model::Normalized).unwrap();
        let error = Simulation::new(fine, 0.0, 0.5).unwrap().run(1000, 1, 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1000 runs may take 1e13 games; expected fewer runs, or hypotheses further apart"
        );
    }
}
