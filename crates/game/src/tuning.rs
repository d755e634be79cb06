//! Evaluations that learn from the results of games.

use std::io::BufRead;

use serde::Serialize;

use crate::error::InputError;
use crate::solve::Halt;

/// An evaluation whose weights can be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Tunable {
    /// What it is called.
    pub name: &'static str,
    /// How positions with results are written, one on a line.
    pub data: &'static str,
}

/// What to learn, and from what.
pub struct TuneOrder<'a> {
    /// The name of the evaluation.
    pub evaluation: &'a str,
    /// Positions with results, one on a line.
    pub data: &'a mut dyn BufRead,
    /// At most so many of them.
    pub most: usize,
    /// Where all randomness begins: the same seed and the same positions give the same weights.
    pub seed: u64,
    /// How often all positions are seen; as usual for the evaluation if not given.
    pub epochs: Option<u32>,
}

/// How far somebody who learns has come.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "stage")]
pub enum TuneStep {
    /// So many positions were read.
    Read {
        /// How many.
        positions: usize,
    },
    /// All positions were seen once more; before the first time, what the evaluation was before.
    Epoch {
        /// How often they were seen.
        number: u32,
        /// How often they will be.
        of: u32,
        /// The mean squared error of the expected results, over the positions that are learned from.
        training: f64,
        /// The same over positions that are held out.
        validation: f64,
    },
}

/// What was learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// From how many positions.
    pub positions: usize,
    /// Whether the work was ended before its time.
    pub stopped: bool,
    /// The epoch whose weights these are, that with the least error of positions held out; 0 if no epoch was better than
    /// what the evaluation was before.
    pub epoch: u32,
    /// The mean squared error of that epoch, over the positions that are learned from.
    pub training: f64,
    /// The same over positions that are held out.
    pub validation: f64,
    /// The weights, as the game's source holds them.
    #[serde(skip)]
    pub source: String,
}

/// A game whose evaluations can learn.
pub trait Tuning: Send + Sync {
    /// Which evaluations these are.
    fn tunables(&self) -> Vec<Tunable>;

    /// Learns. `watch` hears of progress; `halt` ends the work after an epoch.
    fn tune(
        &self,
        order: TuneOrder<'_>,
        watch: &mut dyn FnMut(TuneStep),
        halt: Halt<'_>,
    ) -> Result<Tuned, InputError>;
}
