//! How much more likely results are under one hypothesis than under another.
//!
//! Results are a sample of an unknown distribution p over the scores a_i = 0, 1/2, 1 of games (or 0, 1/4, 1/2, 3/4, 1
//! of pairs). A hypothesis fixes one property of p, not p itself. The generalised log-likelihood ratio compares the
//! best that each hypothesis can do: with n samples of observed frequencies f_i, and q and r the most likely
//! distributions under the two hypotheses, it is n * sum f_i ln(r_i / q_i).
//!
//! **A fixed mean** (logistic Elo). Maximise sum f_i ln p_i where sum p_i = 1 and sum p_i h_i = 0 with h_i = a_i - m.
//! Lagrange's condition f_i / p_i = k + l h_i, multiplied by p_i and summed, gives k = 1, hence
//!
//! ```text
//! p_i = f_i / (1 + l h_i)     where     sum f_i h_i / (1 + l h_i) = 0
//! ```
//!
//! The sum falls strictly from +infinity to -infinity while l runs through the interval in which all 1 + l h_i are
//! positive, so there is exactly one such l.
//!
//! **A fixed ratio** t = (m - 1/2) / s of mean and standard deviation (normalised Elo). The constraint
//! g(p) = m - 1/2 - t s = 0 is not linear, but its derivative is known. From s^2 = sum p_i a_i^2 - m^2,
//! dg/dp_i = a_i - t (a_i^2 - 2 m a_i) / (2 s). Replacing g by its tangent at a distribution with mean m and
//! deviation s leaves the linear constraint sum p_i h_i = 0 with
//!
//! ```text
//! h_i = a_i - 1/2 - (t s / 2) (1 + ((a_i - m) / s)^2)
//! ```
//!
//! (constants were collected with sum p_i = 1). This is the problem above; its solution gives a better m and s, and
//! where that stops changing anything, the tangent touches at the solution itself.
//!
//! A result that never occurred would get probability 0 and allow no l: it counts as `RARE` samples.

use super::counts::Results;
use super::elo::{NELO_PER_DEVIATION, score_of_elo};
use super::sprt::Model;

/// What stands for a result that never occurred: so little that nothing visible depends on it.
const RARE: f64 = 1e-3;

/// Newton's method doubles the digits at each step, once near; halving the interval 60 times leaves nothing of a
/// double. Together they cannot need more.
const MOST_STEPS: usize = 200;

/// A step of Newton's method so small, compared with the distance d to the next pole of the sum, was the last: the
/// error after a step x is about x^2 / d, here less than a double can tell.
const NEGLIGIBLE: f64 = 1e-8;

/// More rounds than the iteration for normalised Elo needs for any Elo that a test may ask for; usually it is five.
const MOST_ROUNDS: usize = 200;

/// Probabilities that change by less than this do not change the ratio visibly.
const SETTLED: f64 = 1e-12;

/// The generalised log-likelihood ratio of the hypothesis `elo1` against `elo0`. Positive: `elo1` explains the
/// results better. Without games it is 0.
pub fn llr(results: &Results, model: Model, elo0: f64, elo1: f64) -> f64 {
    Ratio::of(results, model, elo0, elo1).llr
}

/// The ratio, and how fast it can change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ratio {
    pub(super) llr: f64,
    /// The most that a further sample changes it by, in the limit of many samples: the largest |ln(r_i / q_i)|.
    /// (That the most likely distributions change as well is an effect of second order: they are stationary.)
    pub(super) step: f64,
}

impl Ratio {
    pub(super) fn of(results: &Results, model: Model, elo0: f64, elo1: f64) -> Ratio {
        match results {
            Results::Trinomial(counts) => Observed::new(counts).ratio(model, 1.0, elo0, elo1),
            Results::Pentanomial(counts) => Observed::new(counts).ratio(model, 2.0, elo0, elo1),
        }
    }
}

/// The distribution observed, over N equidistant scores from 0 to 1.
struct Observed<const N: usize> {
    samples: f64,
    frequencies: [f64; N],
}

impl<const N: usize> Observed<N> {
    fn new(counts: &[u64; N]) -> Observed<N> {
        if counts.iter().all(|&count| count == 0) {
            return Observed { samples: 0.0, frequencies: [1.0 / N as f64; N] };
        }
        let counts = counts.map(|count| if count == 0 { RARE } else { count as f64 });
        let samples = counts.iter().sum();
        Observed { samples, frequencies: counts.map(|count| count / samples) }
    }

    fn ratio(&self, model: Model, games_per_sample: f64, elo0: f64, elo1: f64) -> Ratio {
        let [tilt0, tilt1] = [elo0, elo1].map(|elo| match model {
            Model::Logistic => self.with_mean(score_of_elo(elo)),
            // The score of a pair deviates less than that of a game, by the square root of 2.
            Model::Normalized => self.with_ratio(elo / NELO_PER_DEVIATION * games_per_sample.sqrt()),
        });
        // r_i / q_i = (1 + tilt0) / (1 + tilt1).
        let steps: [f64; N] = std::array::from_fn(|i| ((1.0 + tilt0[i]) / (1.0 + tilt1[i])).ln());
        let mean: f64 = (0..N).map(|i| self.frequencies[i] * steps[i]).sum();
        Ratio { llr: self.samples * mean, step: steps.iter().fold(0.0, |most, step| most.max(step.abs())) }
    }

    /// The tilts l h_i of the most likely distribution with mean `mean`.
    fn with_mean(&self, mean: f64) -> [f64; N] {
        self.tilted(&scores::<N>().map(|score| score - mean))
    }

    /// The tilts l h_i of the most likely distribution whose mean lies `ratio` standard deviations above 1/2.
    fn with_ratio(&self, ratio: f64) -> [f64; N] {
        // Begin with only the extremes, 1/2 - x and 1/2 + x: the deviation is sqrt(1/4 - x^2), and it has the
        // right ratio for x = t / (2 sqrt(1 + t^2)). The constraint being met, the mean of h is 0, so that h takes
        // both signs, which the interval of l depends on. (The observed distribution may have no variance at all.)
        let beyond = ratio / (2.0 * (1.0 + ratio * ratio).sqrt());
        let mut guess = [0.0; N];
        (guess[0], guess[N - 1]) = (0.5 - beyond, 0.5 + beyond);
        let mut tilts = [0.0; N];
        for _ in 0..MOST_ROUNDS {
            let (mean, deviation) = moments(&guess);
            tilts = self.tilted(&scores::<N>().map(|score| {
                let far = (score - mean) / deviation;
                score - 0.5 - ratio * deviation / 2.0 * (1.0 + far * far)
            }));
            let better: [f64; N] = std::array::from_fn(|i| self.frequencies[i] / (1.0 + tilts[i]));
            let change = (0..N).map(|i| (better[i] - guess[i]).abs()).fold(0.0, f64::max);
            guess = better;
            if change < SETTLED {
                break;
            }
        }
        tilts
    }

    /// l h_i for the l that solves sum f_i h_i / (1 + l h_i) = 0: Newton's method inside an interval that is known to
    /// hold the solution, and its middle whenever a step would leave it.
    fn tilted(&self, slopes: &[f64; N]) -> [f64; N] {
        let (least, most) = slopes.iter().fold((0.0f64, 0.0f64), |(a, b), &h| (a.min(h), b.max(h)));
        let poles = (-1.0 / most, -1.0 / least);
        let (mut low, mut high) = poles;
        let mut multiplier = 0.0;
        for _ in 0..MOST_STEPS {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (frequency, h) in self.frequencies.iter().zip(slopes) {
                let term = h / (1.0 + multiplier * h);
                sum += frequency * term;
                slope += frequency * term * term;
            }
            if sum > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let newton = multiplier + sum / slope;
            if !(low..=high).contains(&newton) {
                multiplier = low + (high - low) / 2.0;
                continue;
            }
            let step = (newton - multiplier).abs();
            multiplier = newton;
            if step <= NEGLIGIBLE * (multiplier - poles.0).min(poles.1 - multiplier) {
                break;
            }
        }
        slopes.map(|h| multiplier * h)
    }
}

/// The scores of a sample: 0 to 1 in equal steps.
fn scores<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| i as f64 / (N - 1) as f64)
}

/// Mean and standard deviation of a distribution over the scores.
fn moments<const N: usize>(distribution: &[f64; N]) -> (f64, f64) {
    let scores = scores::<N>();
    let mean: f64 = (0..N).map(|i| distribution[i] * scores[i]).sum();
    let variance: f64 = (0..N).map(|i| distribution[i] * (scores[i] - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest value of a function with one maximum between `low` and `high`.
    fn largest(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
        for _ in 0..300 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if value(left) < value(right) { low = left } else { high = right }
        }
        value((low + high) / 2.0)
    }

    /// The log-likelihood of games when only the rate of draws is free: the mean is fixed at `0.5 + beyond(draws)`.
    fn by_trying(counts: [u64; 3], most_draws: f64, beyond: impl Fn(f64) -> f64) -> f64 {
        let [losses, draws, wins] = counts.map(|count| count as f64);
        largest(0.0, most_draws, |d| {
            let half = (1.0 - d) / 2.0;
            losses * (half - beyond(d)).ln() + draws * d.ln() + wins * (half + beyond(d)).ln()
        })
    }

    #[test]
    fn trying_all_rates_of_draws_finds_nothing_better() {
        for counts in [[100, 300, 120], [10, 20, 30], [1, 1, 500], [7, 4000, 3], [300, 2, 1]] {
            for (elo0, elo1) in [(0.0, 10.0), (-3.0, 1.0), (-400.0, 250.0), (0.0, 1000.0)] {
                let of = |model| llr(&Results::Trinomial(counts), model, elo0, elo1);
                let [mean0, mean1] = [elo0, elo1].map(|elo| {
                    let beyond = score_of_elo(elo) - 0.5;
                    by_trying(counts, 1.0 - 2.0 * beyond.abs(), |_| beyond)
                });
                let wanted = mean1 - mean0;
                assert!((of(Model::Logistic) - wanted).abs() < 1e-6 * wanted.abs().max(1.0), "{counts:?}");
                // With variance (1 - d) / 4 - x^2, the ratio t is reached at x = t sqrt((1 - d) / 4 / (1 + t^2)).
                let [ratio0, ratio1] = [elo0, elo1].map(|elo| {
                    let t = elo / NELO_PER_DEVIATION;
                    by_trying(counts, 1.0, |d| t * ((1.0 - d) / 4.0 / (1.0 + t * t)).sqrt())
                });
                let wanted = ratio1 - ratio0;
                assert!((of(Model::Normalized) - wanted).abs() < 1e-6 * wanted.abs().max(1.0), "{counts:?}");
            }
        }
    }

    #[test]
    fn the_constraint_is_met_whatever_was_observed() {
        let shapes = [
            [0, 0, 0, 0, 5550],
            [5, 0, 0, 0, 0],
            [0, 0, 9, 0, 0],
            [1, 1, 1, 1, 1],
            [365, 16618, 36229, 16974, 390],
        ];
        for counts in shapes {
            for ratio in [-4.1, -1.0, -0.1, 0.0, 1e-6, 0.02, 0.7, 2.0, 4.1] {
                let observed = Observed::new(&counts);
                let tilts = observed.with_ratio(ratio);
                let solution: [f64; 5] = std::array::from_fn(|i| observed.frequencies[i] / (1.0 + tilts[i]));
                let (mean, deviation) = moments(&solution);
                assert!((solution.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{counts:?} {ratio}");
                assert!((mean - 0.5 - ratio * deviation).abs() < 1e-6, "{counts:?} {ratio}");
            }
        }
    }

    #[test]
    fn no_games_say_nothing_and_swapped_players_the_opposite() {
        for model in [Model::Logistic, Model::Normalized] {
            assert_eq!(llr(&Results::Trinomial([0; 3]), model, 0.0, 5.0), 0.0);
            let one = llr(&Results::Pentanomial([3, 10, 30, 20, 5]), model, -2.0, 7.0);
            let other = llr(&Results::Pentanomial([5, 20, 30, 10, 3]), model, -7.0, 2.0);
            assert!((one + other).abs() < 1e-9, "{one} {other}");
        }
    }

    #[test]
    fn the_step_is_what_the_next_game_can_change() {
        let ratio = Ratio::of(&Results::Trinomial([1000, 3000, 1200]), Model::Logistic, 0.0, 10.0);
        let after = |counts| llr(&Results::Trinomial(counts), Model::Logistic, 0.0, 10.0) - ratio.llr;
        let changes = [[1001, 3000, 1200], [1000, 3001, 1200], [1000, 3000, 1201]].map(after);
        let most = changes.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
        assert!((most / ratio.step - 1.0).abs() < 1e-3, "{changes:?} {ratio:?}");
    }
}
