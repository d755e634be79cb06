//! What each legal move of a position is worth: by the game's solver, or by a search that looks at all of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::{AnalysisLine, AnalysisRequest, AnyGame, AnyPosition, LineAssessment, Method, SolveOrder};
use mossa_game::{Assessment, InputError, Value, Verdict};
use mossa_search::{Feature, Features, Limits, StopSignal, Table};

/// A move and what it is worth to whoever makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move.
    pub text: String,
    /// Its value.
    pub worth: Assessment,
}

/// All legal moves of a position with their values, in the game's order.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The moves.
    pub moves: Vec<Judged>,
    /// Whether the values are those of perfect play.
    pub exact: bool,
}

/// What is greater is better for whoever moves.
pub fn rank(worth: &Assessment) -> Value {
    match worth {
        Assessment::Proven { outcome, plies } => Value::proven(*outcome, plies.unwrap_or(0)),
        Assessment::Guess { score } => Value::guess(*score),
    }
}

/// The result that a value says for certain.
pub fn verdict(worth: &Assessment) -> Option<Verdict> {
    match worth {
        Assessment::Proven { outcome, .. } => Some(*outcome),
        Assessment::Guess { .. } => None,
    }
}

impl Judgement {
    /// The value of the best move; nothing if there is no move.
    pub fn best(&self) -> Option<Assessment> {
        self.moves.iter().map(|m| m.worth).max_by_key(rank)
    }

    /// The value of a move.
    pub fn worth(&self, text: &str) -> Option<Assessment> {
        self.moves.iter().find(|m| m.text == text).map(|m| m.worth)
    }

    /// Whether a value is no worse than the best: of the same result where results are known, and otherwise at most
    /// `tolerance` points below it.
    pub fn keeps(&self, worth: &Assessment, tolerance: i32) -> bool {
        let Some(best) = self.best() else { return false };
        match (verdict(&best), verdict(worth)) {
            (Some(Verdict::Win), found) => found == Some(Verdict::Win),
            (Some(Verdict::Loss), _) => true,
            (_, Some(Verdict::Win)) => true,
            (_, Some(Verdict::Loss)) => false,
            (Some(Verdict::Draw), Some(Verdict::Draw)) => true,
            _ => rank(worth).raw() >= rank(&best).raw() - tolerance,
        }
    }

    /// Whether a value is as good as the best for somebody who resists, too: where all moves lose, those that lose much sooner
    /// are worse.
    pub fn resists(&self, worth: &Assessment, tolerance: i32) -> bool {
        let best = self.best().map_or(Value::DRAW, |best| rank(&best));
        self.keeps(worth, tolerance) && !(best.is_loss() && rank(worth).raw() < best.raw() - SOONER)
    }

    /// The moves that are no worse than the best.
    pub fn keepers(&self, tolerance: i32) -> Vec<&Judged> {
        self.moves.iter().filter(|m| self.keeps(&m.worth, tolerance)).collect()
    }
}

/// A loss is much sooner if it comes so many plies before the latest: two moves of each player.
const SOONER: i32 = 4;

/// How moves are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// By the solver that the game brings, exactly.
    Solver,
    /// By a search of all moves to this depth.
    Depth(u32),
    /// By a search of all moves with so many nodes.
    Nodes(u64),
}

/// Judges positions, and remembers what it found. Threads may share it: what it says does not depend on who asked before.
pub struct Judge {
    means: Means,
    /// What an unknown value may fall short of the best without being worse, in points of the evaluation.
    tolerance: i32,
    known: Mutex<HashMap<u64, Arc<Judgement>>>,
}

/// So many judgements are remembered; about 300 bytes each in a game with seven moves.
const MOST_KNOWN: usize = 400_000;

impl Judge {
    /// A judge of `game`; an error if it should ask a solver that the game does not bring.
    pub fn new(game: &dyn AnyGame, means: Means, tolerance: i32) -> Result<Judge, InputError> {
        if means == Means::Solver {
            mossa_engine::Perfect::new(game, None)?;
        }
        Ok(Judge { means, tolerance, known: Mutex::new(HashMap::new()) })
    }

    /// The best judge that answers at once: the solver if it is quick, otherwise a search.
    pub fn usual(game: &dyn AnyGame, nodes: u64, tolerance: i32) -> Judge {
        let means = if game.has_quick_solver() { Means::Solver } else { Means::Nodes(nodes) };
        Judge { means, tolerance, known: Mutex::new(HashMap::new()) }
    }

    /// How it judges.
    pub fn means(&self) -> Means {
        self.means
    }

    /// What a value may fall short of the best without being worse.
    pub fn tolerance(&self) -> i32 {
        self.tolerance
    }

    /// The moves of a position that is not over.
    pub fn judge(&self, position: &dyn AnyPosition) -> Arc<Judgement> {
        // Where positions come again, what they are worth depends on the way to them: those of another ply are others.
        let ply = if self.means == Means::Solver { 0 } else { position.history().len() as u64 };
        let key = position.key() ^ ply.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(known) = self.lock().get(&key) {
            return known.clone();
        }
        let found = Arc::new(self.find(position));
        let mut known = self.lock();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, found.clone());
        found
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<Judgement>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, position: &dyn AnyPosition) -> Judgement {
        let limits = match self.means {
            Means::Solver => return solved(position).unwrap_or_else(|| searched(position, Limits::depth(8))),
            Means::Depth(depth) => Limits::depth(depth),
            Means::Nodes(nodes) => Limits::nodes(nodes),
        };
        searched(position, limits)
    }
}

/// The values by the game's solver; `None` if it has no answer.
fn solved(position: &dyn AnyPosition) -> Option<Judgement> {
    let order = SolveOrder { line: false, ..SolveOrder::default() };
    let report = position.solve(&order, &StopSignal::default()).ok()??;
    let moves = report.moves.into_iter();
    let moves = moves.map(|m| Judged { text: m.text, worth: mossa_engine::assessment(&m.value) }).collect();
    Some(Judgement { moves, exact: true })
}

/// The values by a search of all moves.
fn searched(position: &dyn AnyPosition, limits: Limits) -> Judgement {
    let found = look(position, None, limits, Features::ALL, &[]);
    // In the game's order, and moves that a short search did not come to are no better than the worst it saw.
    let worst = found.iter().map(|m| m.worth).min_by_key(rank).unwrap_or(Assessment::Guess { score: 0 });
    let all = position.moves().into_iter().map(|m| {
        let worth = found.iter().find(|line| line.text == m.text).map_or(worst, |line| line.worth);
        Judged { text: m.text, worth }
    });
    let moves: Vec<Judged> = all.collect();
    let exact = moves.iter().all(|m| verdict(&m.worth).is_some());
    Judgement { moves, exact }
}

/// The features of a search that sees exactly as many plies as its depth.
pub(crate) fn short_sighted() -> Features {
    let farsighted = [
        Feature::Knowledge,
        Feature::Quiescence,
        Feature::Extensions,
        Feature::Attack,
        Feature::Selection,
        Feature::Table,
    ];
    farsighted.into_iter().fold(Features::ALL, Features::without)
}

/// Every move with its value by a search with `brain`, best first; only those of `only` if any are given. A search with a
/// limit of depth remembers nothing from one position to the next, so that the same question has the same answer.
pub(crate) fn look(
    position: &dyn AnyPosition,
    brain: Option<&str>,
    limits: Limits,
    features: Features,
    only: &[String],
) -> Vec<Judged> {
    let lines = if only.is_empty() { position.moves().len() } else { only.len() };
    let megabytes = if features.has(Feature::Table) { TABLE_MEGABYTES } else { 0 };
    let request = AnalysisRequest {
        method: Method::Auto,
        limits,
        lines,
        threads: 1,
        features,
        brain: brain.map(str::to_owned),
        seed: 0,
        table: Arc::new(Table::new(megabytes)),
        details: false,
        only: only.to_vec(),
        win_within: None,
    };
    let mut complete = None;
    let stop = StopSignal::default();
    let last = position.analyse(&request, &stop, &mut |analysis| complete = Some(analysis.clone()));
    let lines = complete.unwrap_or(last).lines.into_iter();
    let judged = |line: AnalysisLine| {
        let worth = for_mover(&line, position);
        line.moves.into_iter().next().map(|text| Judged { text, worth })
    };
    lines.filter_map(judged).collect()
}

/// The table of a search in megabytes: room for 65 536 positions.
const TABLE_MEGABYTES: usize = 1;

/// What a line is worth to the player to move.
fn for_mover(line: &AnalysisLine, position: &dyn AnyPosition) -> Assessment {
    match &line.value {
        LineAssessment::Mover(value) => *value,
        LineAssessment::Each(values) => {
            values.get(position.to_move().index()).copied().unwrap_or(Assessment::Guess { score: 0 })
        }
    }
}
