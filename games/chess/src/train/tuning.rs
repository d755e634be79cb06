//! The tuner as the rest of mossa knows it.

use mossa_game::tuning::{Tunable, TuneOrder, TuneStep, Tuned, Tuning};
use mossa_game::{Halt, InputError, InputKind};

use super::{Epoch, Options, Samples, Tuner};

/// The evaluation of named terms.
const TERMS: Tunable =
    Tunable { name: "terms", data: "EPD with the result of the game: ... w KQkq - c9 \"1/2-1/2\";" };

/// Learns the weights of the evaluation of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessTuning;

impl Tuning for ChessTuning {
    fn tunables(&self) -> Vec<Tunable> {
        vec![TERMS]
    }

    fn tune(
        &self,
        order: TuneOrder<'_>,
        watch: &mut dyn FnMut(TuneStep),
        halt: Halt<'_>,
    ) -> Result<Tuned, InputError> {
        if order.evaluation != TERMS.name {
            let problem = format!("chess has no evaluation `{}` that learns", order.evaluation);
            return Err(InputError::new(InputKind::Setting, problem, TERMS.name));
        }
        let samples =
            Samples::read(order.data, order.most, &mut |positions| watch(TuneStep::Read { positions }))?;
        if samples.len() < FEWEST {
            let problem = format!("{} positions with results", samples.len());
            return Err(InputError::new(InputKind::Position, problem, format!("at least {FEWEST}")));
        }
        let usual = Options { seed: order.seed, ..Options::default() };
        let options = Options { epochs: order.epochs.unwrap_or(usual.epochs), ..usual };
        let mut tuner = Tuner::new(&samples, options);
        let mut next = Some(tuner.best());
        while let Some(Epoch { number, training, validation }) = next {
            watch(TuneStep::Epoch { number, of: options.epochs, training, validation });
            if halt() && number < options.epochs {
                return Ok(tuned(&samples, &tuner, true));
            }
            next = tuner.epoch();
        }
        Ok(tuned(&samples, &tuner, false))
    }
}

/// With fewer, nothing is left to learn from when some are held out.
const FEWEST: usize = 100;

fn tuned(samples: &Samples, tuner: &Tuner<'_>, stopped: bool) -> Tuned {
    let Epoch { number, training, validation } = tuner.best();
    let source = tuner.weights().source();
    Tuned { positions: samples.len(), stopped, epoch: number, training, validation, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = include_str!("../../tests/data/results.epd");

    fn tune(
        evaluation: &str,
        data: &str,
        seed: u64,
        halt: bool,
    ) -> Result<(Tuned, Vec<TuneStep>), InputError> {
        let mut steps = Vec::new();
        let mut data = data.as_bytes();
        let order = TuneOrder { evaluation, data: &mut data, most: usize::MAX, seed, epochs: Some(3) };
        let tuned = ChessTuning.tune(order, &mut |step| steps.push(step), &|| halt)?;
        Ok((tuned, steps))
    }

    #[test]
    fn a_seed_gives_the_same_weights_again() {
        let (tuned, steps) = tune("terms", DATA, 3, false).unwrap();
        assert!(tuned.positions >= FEWEST && !tuned.stopped && tuned.source.contains("TABLE"));
        assert_eq!(steps.len(), 4, "before, and after each epoch");
        assert_eq!(tune("terms", DATA, 3, false).unwrap(), (tuned.clone(), steps));
        assert_ne!(tune("terms", DATA, 4, false).unwrap().0.source, tuned.source);
    }

    #[test]
    fn what_is_written_has_the_least_error_of_what_is_held_out() {
        let (tuned, steps) = tune("terms", DATA, 3, false).unwrap();
        let told = |step: &TuneStep| match *step {
            TuneStep::Epoch { number, training, validation, .. } => Some((validation, training, number)),
            TuneStep::Read { .. } => None,
        };
        let least = steps.iter().filter_map(told).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert_eq!((tuned.validation, tuned.training, tuned.epoch), least);
    }

    #[test]
    fn the_work_can_be_ended() {
        let (tuned, steps) = tune("terms", DATA, 3, true).unwrap();
        assert!(tuned.stopped && steps.len() == 1, "{steps:?}");
    }

    #[test]
    fn what_cannot_be_learned_is_refused() {
        assert!(tune("net", DATA, 3, false).unwrap_err().to_string().ends_with("expected terms"));
        let few: String = DATA.lines().take(20).map(|line| format!("{line}\n")).collect();
        assert!(tune("terms", &few, 3, false).unwrap_err().to_string().contains("at least 100"));
        assert!(tune("terms", "nonsense", 3, false).unwrap_err().to_string().contains("line 1"));
    }
}
