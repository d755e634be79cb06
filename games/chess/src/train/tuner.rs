//! Epochs of gradient descent.

use super::model::{Curve, Weights};
use super::samples::Samples;
use crate::eval::layout::{
    BISHOP_MOBILITY, DANGER, Group, KNIGHT_MOBILITY, MATERIAL, PLACEMENT, QUEEN_MOBILITY, ROOK_MOBILITY,
};
use crate::zobrist;

/// How to tune.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Which positions are held out, and in which order the others come.
    pub seed: u64,
    /// How often all positions are seen.
    pub epochs: u32,
    /// Positions in one step.
    pub batch: usize,
    /// Points by which a weight moves in one step at the beginning, at most; less and less later.
    pub rate: f64,
    /// One position in so many is held out to validate.
    pub held_out: usize,
    /// How strongly weights are drawn to where they began. What occurs in a few hundred positions only would follow
    /// their accidents otherwise.
    pub pull: f64,
}

impl Default for Options {
    /// A pull that equals some 140 positions in a million and a half in which a weight counts once.
    fn default() -> Options {
        Options { seed: 1, epochs: 30, batch: 16_384, rate: 2.0, held_out: 10, pull: 2e-10 }
    }
}

/// What an epoch brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The first is 1.
    pub number: u32,
    /// The mean squared error of the positions that are learned from, each when it was seen last.
    pub training: f64,
    /// The mean squared error of those held out.
    pub validation: f64,
}

/// What a pawn counts on average of middlegame and endgame: hundredths.
pub const PAWN: f64 = 100.0;

/// Adam's moments (D. Kingma, J. Ba, 2015) decay by these factors, and it never divides by less than `TINY`.
const FIRST_DECAY: f64 = 0.9;
const SECOND_DECAY: f64 = 0.999;
const TINY: f64 = 1e-12;

/// The epoch with the least error of positions held out, and its weights.
struct Kept {
    epoch: Epoch,
    weights: Weights,
}

/// Tunes the weights to samples.
pub struct Tuner<'s> {
    samples: &'s Samples,
    options: Options,
    training: Vec<u32>,
    validation: Vec<u32>,
    curve: Curve,
    start: Weights,
    weights: Weights,
    kept: Kept,
    first_moments: Weights,
    second_moments: Weights,
    steps: i32,
    epochs: u32,
    random: u64,
}

impl<'s> Tuner<'s> {
    /// Begins with the weights that the evaluation plays with, and fits the curve to them.
    pub fn new(samples: &'s Samples, options: Options) -> Tuner<'s> {
        let mut random = options.seed;
        let mut all: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut all, &mut random);
        let training = all.split_off(all.len() / options.held_out.max(2));
        let validation = all;
        let start = Weights::current();
        // What is held out decides nothing but which epoch is kept.
        let curve = Curve::fitted(&start, samples, &training);
        let error = |which: &[u32]| curve.error(&start, samples, which);
        let before = Epoch { number: 0, training: error(&training), validation: error(&validation) };
        Tuner {
            samples,
            options,
            curve,
            training,
            validation,
            weights: start.clone(),
            kept: Kept { epoch: before, weights: start.clone() },
            start,
            first_moments: Weights::zero(),
            second_moments: Weights::zero(),
            steps: 0,
            epochs: 0,
            random,
        }
    }

    /// The curve, which stays as it is: so the scale of the weights stays, too.
    pub fn curve(&self) -> Curve {
        self.curve
    }

    /// The epoch whose weights are the answer: that with the least error of positions held out. Number 0 are the weights
    /// before the first.
    pub fn best(&self) -> Epoch {
        self.kept.epoch
    }

    /// Sees all training positions once; nothing if all epochs are done.
    pub fn epoch(&mut self) -> Option<Epoch> {
        if self.epochs == self.options.epochs {
            return None;
        }
        let mut order = std::mem::take(&mut self.training);
        shuffle(&mut order, &mut self.random);
        let mut squares = 0.0;
        for batch in order.chunks(self.options.batch.max(1)) {
            squares += self.step(batch);
        }
        self.training = order;
        self.epochs += 1;
        let epoch = Epoch {
            number: self.epochs,
            training: squares / self.training.len().max(1) as f64,
            validation: self.curve.error(&self.weights, self.samples, &self.validation),
        };
        // Where there is nothing to judge by, the last epoch is as good as any.
        if self.validation.is_empty() || epoch.validation < self.kept.epoch.validation {
            self.kept = Kept { epoch, weights: self.weights.clone() };
        }
        Some(epoch)
    }

    /// One step of Adam; the sum of squared errors before it. The rate falls with half a cosine from epoch to epoch.
    fn step(&mut self, batch: &[u32]) -> f64 {
        self.steps += 1;
        let mut gradient = Weights::zero();
        let squares = self.curve.add_gradient(&self.weights, self.samples, batch, &mut gradient);
        let done = f64::from(self.epochs) / f64::from(self.options.epochs.max(1));
        let rate = self.options.rate * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        let unbiased = |decay: f64| 1.0 / (1.0 - decay.powi(self.steps));
        let (first_unbiased, second_unbiased) = (unbiased(FIRST_DECAY), unbiased(SECOND_DECAY));
        for (index, slopes) in gradient.0.iter().enumerate() {
            for (half, slope) in slopes.iter().enumerate() {
                let weight = &mut self.weights.0[index][half];
                let slope = slope + self.options.pull * (*weight - self.start.0[index][half]);
                let first = &mut self.first_moments.0[index][half];
                let second = &mut self.second_moments.0[index][half];
                *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * slope;
                *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * slope * slope;
                *weight -= rate * *first * first_unbiased / ((*second * second_unbiased).sqrt() + TINY);
            }
        }
        squares
    }

    /// The weights of the [best epoch](Tuner::best) in a form that people can read; no value changes but for the scale.
    ///
    /// Each piece stands somewhere and reaches some number of squares, and each king is in some danger: the means of
    /// placement and mobility go to material, and no danger counts nothing. A pawn counts [`PAWN`] between middlegame
    /// and endgame, whatever the scale of the results.
    pub fn weights(&self) -> Weights {
        let mut weights = self.kept.weights.clone();
        let mobility = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];
        for (kind, group) in mobility.into_iter().enumerate() {
            self.move_mean(&mut weights, group.range(), Some(MATERIAL.at(kind + 1)));
        }
        for kind in 0..6 {
            let squares = Group { start: PLACEMENT.at(kind * 64), len: 64, ..PLACEMENT };
            let target = (kind < MATERIAL.len).then(|| MATERIAL.at(kind));
            self.move_mean(&mut weights, squares.range(), target);
        }
        // No pawn stands on the first rank or the last.
        for index in (0..8).chain(56..64) {
            weights.0[PLACEMENT.at(index)] = [0.0; 2];
        }
        let safest = weights.0[DANGER.at(0)];
        for index in DANGER.range() {
            weights.0[index] = [weights.0[index][0] - safest[0], weights.0[index][1] - safest[1]];
        }
        let pawn = weights.0[MATERIAL.at(0)];
        weights.scale(2.0 * PAWN / (pawn[0] + pawn[1]).max(1.0));
        weights
    }

    /// Takes the mean of some weights, as often as they occur, from those that occur, and gives it to another.
    fn move_mean(&self, weights: &mut Weights, range: std::ops::Range<usize>, target: Option<usize>) {
        let occurrences = self.samples.occurrences();
        let all: u64 = occurrences[range.clone()].iter().sum();
        if all == 0 {
            return;
        }
        for half in 0..2 {
            let sum: f64 =
                range.clone().map(|index| weights.0[index][half] * occurrences[index] as f64).sum();
            let mean = sum / all as f64;
            for index in range.clone() {
                weights.0[index][half] -= mean;
            }
            if let Some(target) = target {
                weights.0[target][half] += mean;
            }
        }
    }
}

/// Fisher's and Yates' shuffle.
fn shuffle(items: &mut [u32], random: &mut u64) {
    for last in (1..items.len()).rev() {
        let other = (zobrist::next(random) % (last as u64 + 1)) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        let text = include_str!("../../tests/data/results.epd");
        Samples::read(text.as_bytes(), usize::MAX, &mut |_| {}).unwrap()
    }

    fn tuned(samples: &Samples, seed: u64) -> (Vec<Epoch>, Weights) {
        let options = Options { seed, epochs: 8, batch: 64, ..Options::default() };
        let mut tuner = Tuner::new(samples, options);
        let mut epochs = vec![tuner.best()];
        epochs.extend(std::iter::from_fn(|| tuner.epoch()));
        (epochs, tuner.weights())
    }

    #[test]
    fn a_few_epochs_learn_the_samples_and_a_seed_repeats_them() {
        let samples = samples();
        let (epochs, weights) = tuned(&samples, 7);
        assert_eq!(epochs.len(), 9);
        assert!(epochs[8].training < 0.9 * epochs[0].training, "{epochs:?}");
        assert_eq!(tuned(&samples, 7), (epochs, weights.clone()));
        assert_ne!(tuned(&samples, 8).1, weights);
    }

    #[test]
    fn the_epoch_with_the_least_error_of_what_is_held_out_is_kept() {
        let samples = samples();
        // Steps so large that the weights are soon worse than before.
        let options = Options { epochs: 12, batch: 32, rate: 40.0, ..Options::default() };
        let mut tuner = Tuner::new(&samples, options);
        let mut seen = vec![tuner.best()];
        let mut at_best = tuner.weights();
        while let Some(epoch) = tuner.epoch() {
            if seen.iter().all(|earlier| epoch.validation < earlier.validation) {
                at_best = tuner.weights();
            }
            seen.push(epoch);
        }
        let least = seen.iter().min_by(|a, b| a.validation.total_cmp(&b.validation)).unwrap();
        assert!(seen[12].validation > least.validation, "the last is not the best: {seen:?}");
        assert_eq!((tuner.best(), tuner.weights()), (*least, at_best));
    }

    #[test]
    fn weights_for_people_change_nothing_but_the_scale() {
        let samples = samples();
        let options = Options { epochs: 2, batch: 64, ..Options::default() };
        let mut tuner = Tuner::new(&samples, options);
        while tuner.epoch().is_some() {}
        let moved = tuner.weights();
        assert_ne!(moved, tuner.kept.weights, "means are moved");
        assert!((moved.0[0][0] + moved.0[0][1] - 2.0 * PAWN).abs() < 1e-9, "{:?}", moved.0[0]);
        let ratio = |index| {
            let (head, counts) = samples.get(index);
            moved.value(head, counts).0 / tuner.kept.weights.value(head, counts).0
        };
        let ratios: Vec<f64> = (0..samples.len()).map(ratio).collect();
        assert!(ratios.iter().all(|ratio| (ratio - ratios[0]).abs() < 1e-6), "{ratios:?}");
    }
}
