//! The fit of what points mean in results.

use super::model::Weights;
use super::samples::Samples;
use crate::chances::{Curve, Model};

/// The numbers of a model, in one list.
type Numbers = [f64; 4];

fn model(numbers: &Numbers) -> Model {
    let [full_middle, full_width, bare_middle, bare_width] = *numbers;
    Model {
        full: Curve { middle: full_middle, width: full_width },
        bare: Curve { middle: bare_middle, width: bare_width },
    }
}

/// White's value, the part of the middlegame and White's result of each position.
fn observations(samples: &Samples) -> Vec<(f64, f64, f32)> {
    let weights = Weights::current();
    let observed = |index| {
        let (head, counts) = samples.get(index);
        (weights.value(head, counts).0, f64::from(head.middle), head.result)
    };
    (0..samples.len()).map(observed).collect()
}

/// No result is impossible, and no logarithm infinite.
const LEAST: f64 = 1e-6;

/// The mean of the negative logarithms of what the model gives to what happened.
fn surprise(model: &Model, observations: &[(f64, f64, f32)]) -> f64 {
    let one = |&(value, part, result): &(f64, f64, f32)| {
        let curve = model.curve(part);
        let (win, loss) = (curve.win(value), curve.win(-value));
        let probability = match result {
            0.0 => loss,
            1.0 => win,
            _ => 1.0 - win - loss,
        };
        -probability.max(LEAST).ln()
    };
    observations.iter().map(one).sum::<f64>() / observations.len().max(1) as f64
}

/// The model under which the results of `samples` are least surprising, and how surprising they are. One number after the
/// other is moved as long as that helps, by smaller and smaller steps.
pub fn fit(samples: &Samples) -> (Model, f64) {
    let observations = observations(samples);
    let mut numbers: Numbers = [200.0, 100.0, 200.0, 100.0];
    let mut least = surprise(&model(&numbers), &observations);
    let mut step = 64.0;
    while step >= 0.25 {
        let mut better = false;
        for index in 0..numbers.len() {
            for change in [-step, step] {
                let mut tried = numbers;
                // A curve without a width would be a step.
                tried[index] = (tried[index] + change).max(1.0);
                let found = surprise(&model(&tried), &observations);
                if found < least {
                    (least, numbers, better) = (found, tried, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    (model(&numbers), least)
}
