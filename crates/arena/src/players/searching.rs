//! Our own searches as players.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::{Analysis, AnalysisRequest, AnyPosition, LineAssessment, Method};
use mossa_game::Assessment;
use mossa_search::{Feature, Features, Limits, Table, TimeControl};

use crate::budget::{Budget, TimeRule};
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};

/// Which techniques a search uses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thinking {
    /// These.
    With(Features),
    /// None but deepening, and that only where time or nodes are limited: otherwise nothing would be known in the
    /// end.
    Minimax,
}

impl Thinking {
    fn features(self, limits: &Limits) -> Features {
        match self {
            Thinking::With(features) => features,
            Thinking::Minimax if limits.nodes.is_none() && limits.time == TimeControl::Unlimited => {
                Features::NONE
            }
            Thinking::Minimax => Features::NONE.with(Feature::Deepening),
        }
    }
}

/// A search at a board.
pub struct Searching {
    method: Method,
    thinking: Thinking,
    brain: Option<String>,
    own: Budget,
    threads: usize,
    megabytes: usize,
    seed: u64,
    /// What the search remembers of this game.
    table: Option<Arc<Table>>,
}

impl Searching {
    pub(super) fn new(
        method: Method,
        thinking: Thinking,
        own: Budget,
        threads: usize,
        megabytes: usize,
    ) -> Searching {
        Searching { method, thinking, brain: None, own, threads, megabytes, seed: 0, table: None }
    }

    /// With a brain that the game brings.
    pub(super) fn with_brain(self, brain: &str) -> Searching {
        Searching { brain: Some(brain.to_owned()), ..self }
    }

    fn request(&mut self, turn: &Turn<'_>) -> AnalysisRequest {
        let limits = tightened(turn.limits, &self.own);
        AnalysisRequest {
            method: self.method,
            limits,
            lines: 1,
            threads: self.threads,
            features: self.thinking.features(&limits),
            brain: self.brain.clone(),
            seed: self.seed,
            table: self.table.get_or_insert_with(|| Arc::new(Table::new(self.megabytes))).clone(),
            details: false,
            only: Vec::new(),
            win_within: None,
        }
    }
}

impl Contestant for Searching {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.seed = game.seed;
        // The old one is given back before there is a new one.
        self.table = None;
        self.table = Some(Arc::new(new_table(self.megabytes)?));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let analysis = turn.position.analyse(&self.request(turn), turn.stop, &mut |_| {});
        answer(analysis.best().map(str::to_owned), &analysis, turn)
    }
}

/// A table of more megabytes is touched before the clock runs. The system takes 1 to 2 ms for each: less than a move's time
/// with a smaller one, and touching that for each game would be a noticeable part of short ones.
const LAZY_MEGABYTES: usize = 64;

/// An empty table; what is remembered from other games would make this one unrepeatable.
pub(super) fn new_table(megabytes: usize) -> Result<Table, Fault> {
    let table = Table::try_new(megabytes)
        .ok_or_else(|| Fault::Refused(format!("no memory for a table of {megabytes} MB")))?;
    if megabytes > LAZY_MEGABYTES {
        table.populate();
    }
    Ok(table)
}

/// The limits of a turn, tightened by what the player allows itself. In an arena, which makes turns from the budgets of
/// its players, nothing changes; whoever plays for another program's arena gets turns from there. A clock is
/// always the arena's.
pub(super) fn tightened(limits: Limits, own: &Budget) -> Limits {
    let own_time = match own.time {
        Some(TimeRule::PerMove(ms)) => Some(Duration::from_millis(ms)),
        _ => None,
    };
    let time = match (limits.time, own_time) {
        (TimeControl::PerMove(given), Some(own)) => TimeControl::PerMove(given.min(own)),
        (TimeControl::Unlimited, Some(own)) => TimeControl::PerMove(own),
        // As much of the clock as one move may use at most: see `mossa_search::Clock`.
        (TimeControl::PerGame { remaining, overhead, .. }, Some(own)) => {
            TimeControl::PerMove(own.min(remaining.saturating_sub(overhead) / 2))
        }
        (given, None) => given,
    };
    let depth = limits.depth.into_iter().chain(own.depth).min();
    let nodes = limits.nodes.into_iter().chain(own.nodes).min();
    Limits { depth, nodes, time }
}

/// The move that a search has found, with what it thought.
pub(super) fn answer(best: Option<String>, analysis: &Analysis, turn: &Turn<'_>) -> Result<Answer, Fault> {
    if turn.stop.is_stopped() {
        return Err(Fault::Stopped);
    }
    let Some(text) = best else {
        return Err(Fault::Refused("found no move".to_owned()));
    };
    let value = value_of(&text, analysis, turn.position);
    let depth = (analysis.depth > 0).then_some(analysis.depth);
    Ok(Answer::Move(Choice { text, value, depth, nodes: Some(analysis.nodes) }))
}

/// What the move is worth to whoever makes it, if it was looked at.
fn value_of(text: &str, analysis: &Analysis, position: &dyn AnyPosition) -> Option<Assessment> {
    let line = analysis.lines.iter().find(|line| line.moves.first().is_some_and(|first| first == text))?;
    match &line.value {
        LineAssessment::Mover(value) => Some(*value),
        LineAssessment::Each(values) => values.get(position.to_move().index()).copied(),
    }
}
