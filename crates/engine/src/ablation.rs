//! The same search with its techniques switched on one by one, and off one by one.

use mossa_game::Assessment;
use mossa_search::{Feature, Features, Statistics, StopSignal};
use serde::Serialize;

use crate::any::{AnyPosition, LineAssessment};
use crate::bench::search;

/// A search with some of the techniques.
#[derive(Clone, Debug, Serialize)]
pub struct AblationRow {
    /// What is on: `minimax`, `+table` (this and all rows above), `all but table`.
    pub name: String,
    /// Whether nothing guesses: all such rows have the same value.
    pub exact: bool,
    /// How deep it searched: the depth that was asked for, unless the position was proven earlier.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// Its nodes for each node of the row it is compared with: the one above in the ladder, everything
    /// switched on for `all but`; nothing for the first row.
    pub ratio: Option<f64>,
    /// The share of beta cut-offs that the first move gave.
    pub first_move_share: Option<f64>,
    /// The effective branching factor.
    pub branching_factor: f64,
    /// What the position is worth to the player to move.
    pub value: Option<Assessment>,
    /// All that was counted.
    pub statistics: Statistics,
}

/// What an ablation is asked.
#[derive(Clone, Copy, Debug)]
pub struct AblationRequest {
    /// How deep every search goes.
    pub depth: u32,
    /// Begin with plain minimax, which visits everything: affordable at small depths only.
    pub minimax: bool,
    /// End with rows in which one technique is missing.
    pub all_but: bool,
}

/// Searches `position` to the same depth with each set of techniques. `each` gets every row as soon
/// as it is known; what has not begun when the stop signal comes is left out, and so is what it broke off.
pub fn ablation(
    position: &dyn AnyPosition,
    request: &AblationRequest,
    stop: &StopSignal,
    each: &mut dyn FnMut(&AblationRow),
) -> Vec<AblationRow> {
    let mut rows: Vec<AblationRow> = Vec::new();
    let mut compared = None;
    for (name, features, step) in sets(request) {
        let row = measure(position, request.depth, name, features, compared, stop);
        if stop.is_stopped() {
            break;
        }
        each(&row);
        // Every step of the ladder is compared with the one before, all others with its end.
        if step {
            compared = Some(row.nodes);
        }
        rows.push(row);
    }
    rows
}

/// The sets of techniques with their names, and whether they are steps of the ladder.
fn sets(request: &AblationRequest) -> impl Iterator<Item = (String, Features, bool)> {
    let minimax = request.minimax.then(|| ("minimax".to_owned(), Features::NONE, true));
    let ladder = Feature::ALL.into_iter().map(|feature| {
        let plus = if feature == Feature::AlphaBeta { "" } else { "+" };
        (format!("{plus}{}", feature.name()), Features::up_to(feature), true)
    });
    // Without alpha-beta nothing else would remain, and minimax is above already.
    let rest = Feature::ALL.into_iter().filter(|feature| *feature != Feature::AlphaBeta);
    let all_but = rest.map(|f| (format!("all but {}", f.name()), Features::ALL.without(f), false));
    let wanted = request.all_but;
    minimax.into_iter().chain(ladder).chain(all_but.filter(move |_| wanted))
}

fn measure(
    position: &dyn AnyPosition,
    depth: u32,
    name: String,
    features: Features,
    compared: Option<u64>,
    stop: &StopSignal,
) -> AblationRow {
    let analysis = search(position, depth, features, stop);
    let statistics = analysis.statistics;
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    AblationRow {
        name,
        exact: features == features.exact(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: analysis.seconds,
        ratio: compared.and_then(|compared| share(analysis.nodes, compared)),
        first_move_share: share(statistics.first_move_cutoffs, statistics.beta_cutoffs),
        branching_factor: statistics.branching_factor(depth),
        value: analysis.lines.first().and_then(|line| match &line.value {
            LineAssessment::Mover(value) => Some(*value),
            LineAssessment::Each(values) => values.get(position.to_move().index()).copied(),
        }),
        statistics,
    }
}
