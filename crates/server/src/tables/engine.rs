//! Engines at a table: what each kind of them plays.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Duration;

use mossa_adapt::Bot;
use mossa_engine::{Analysis, AnyPosition, Level, LineAssessment, Perfect};
use mossa_game::Assessment;
use mossa_search::{Limits, StopSignal, TimeControl};

use crate::desk::worth::Worth;
use crate::tables::learner::{Learner, Memory, SharedLearner};
use crate::tables::seats::{Setup, style};
use crate::tables::view::Evaluation;
use crate::thinking::{self, SOLVER_MEGABYTES};

/// What the search of full strength remembers, in megabytes.
const FULL_MEGABYTES: usize = 32;
/// How long full strength thinks without a clock.
const FULL_TIME: Duration = Duration::from_secs(1);
/// How long a perfect player thinks without a clock: solvers of hard games take their time.
const PERFECT_TIME: Duration = Duration::from_secs(5);

/// What an engine is asked.
pub(crate) struct Question {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) setup: Setup,
    pub(crate) seed: u64,
    /// What the clock allows.
    pub(crate) time: Option<TimeControl>,
    pub(crate) learner: SharedLearner,
    /// The person that an adapting opponent plays against: name and seat.
    pub(crate) person: Option<(String, usize)>,
    pub(crate) memory: Memory,
}

/// What an engine answers.
pub(crate) struct Answer {
    pub(crate) text: String,
    /// What it made of the position, for itself.
    pub(crate) value: Option<Assessment>,
    /// The same as it is shown.
    pub(crate) worth: Option<Worth>,
    /// How it expects the game to go on.
    pub(crate) line: Vec<String>,
}

impl Answer {
    /// A move that was made without a value.
    fn plain(text: String) -> Answer {
        Answer { text, value: None, worth: None, line: Vec::new() }
    }

    /// What whoever watches is told of it.
    pub(crate) fn evaluation(&self, position: &dyn AnyPosition) -> Option<Evaluation> {
        let worth = self.worth.clone()?;
        Some(Evaluation::new(position.history().len(), worth, self.line.clone(), position))
    }
}

impl Question {
    /// The move of whoever is asked. Whatever hinders them, even if they break down, a move is made if there is one.
    pub(crate) fn answer(&self, stop: &StopSignal) -> Option<Answer> {
        let found = catch_unwind(AssertUnwindSafe(|| self.ask(stop))).unwrap_or_else(|_| {
            eprintln!("an engine broke down at {}", self.position.text());
            // What it had learned may be in disorder; it learns again from the moves.
            *self.learner.lock().unwrap_or_else(PoisonError::into_inner) = None;
            None
        });
        found.or_else(|| Some(Answer::plain(self.position.moves().into_iter().next()?.text)))
    }

    fn ask(&self, stop: &StopSignal) -> Option<Answer> {
        let position = &*self.position;
        match &self.setup {
            Setup::Human { .. } | Setup::Open => None,
            Setup::Level { level } => {
                let level = Level::new(*level)?;
                let megabytes = if level == Level::FULL { FULL_MEGABYTES } else { 0 };
                let (text, analysis) = level.choose(position, &self.means(FULL_TIME, megabytes), stop)?;
                Some(answered(text, &analysis, position))
            }
            Setup::Perfect => {
                let perfect = Perfect::new(&*position.game(), Some(SOLVER_MEGABYTES)).ok()?;
                let means = self.means(PERFECT_TIME, FULL_MEGABYTES);
                let (text, analysis) = perfect.choose(position, &means, stop)?;
                Some(answered(text, &analysis, position))
            }
            Setup::Bot { name } => {
                let text = Bot::new(&*position.game(), name, self.seed).ok()?.choose(position)?;
                Some(Answer::plain(text))
            }
            Setup::Adaptive { style: word } => {
                let mut learner = self.learner.lock().unwrap_or_else(PoisonError::into_inner);
                if learner.is_none() {
                    let (name, seat) = self.person.clone()?;
                    let (game, style) = (position.game(), style(word.as_deref()).ok()?);
                    *learner = Learner::open(&game, &name, seat, style, self.memory.clone()).ok();
                }
                let text = learner.as_mut()?.choose(position)?;
                Some(Answer::plain(text))
            }
        }
    }

    fn means(&self, usual: Duration, megabytes: usize) -> mossa_engine::Means {
        let time = self.time.unwrap_or(TimeControl::PerMove(usual));
        thinking::means(self.seed, Limits { time, ..Limits::default() }, megabytes)
    }
}

/// A move with what the search made of it.
fn answered(text: String, analysis: &Analysis, position: &dyn AnyPosition) -> Answer {
    let line = analysis.lines.iter().find(|line| line.moves.first() == Some(&text));
    let worth = line.map(|line| Worth::of_line(&line.value, position));
    let value = line.and_then(|line| match &line.value {
        LineAssessment::Mover(value) => Some(*value),
        LineAssessment::Each(values) => values.get(position.to_move().index()).copied(),
    });
    Answer { text, value, worth, line: line.map(|line| line.moves.clone()).unwrap_or_default() }
}

/// What full strength would do, or a perfect player where the game has a quick solver.
pub(crate) fn hint(position: &dyn AnyPosition, stop: &StopSignal) -> Option<Answer> {
    let game = position.game();
    let means = thinking::means(0, Limits::per_move(FULL_TIME), FULL_MEGABYTES);
    let perfect = Perfect::new(&*game, Some(SOLVER_MEGABYTES)).ok().filter(|_| game.has_quick_solver());
    let (text, analysis) = match perfect {
        Some(perfect) => perfect.choose(position, &means, stop)?,
        None => Level::FULL.choose(position, &means, stop)?,
    };
    Some(answered(text, &analysis, position))
}
