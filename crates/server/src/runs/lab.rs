//! Runs of the laboratory: the same positions searched with one set of techniques after the other.

use mossa_arena::lab::{Experiment, FeatureSet, Progress, Search, Subject, effort, ladder, subjects};
use mossa_arena::run::Opener;
use mossa_engine::Method;

use crate::problem::Problem;
use crate::runs::Work;
use crate::runs::given::RunGiven;

/// The most positions that a search visits, if nobody says, and at most.
const USUAL_NODES: u64 = 300_000;
const MOST_NODES: u64 = 10_000_000;
/// The most sets of techniques, and the deepest search.
const MOST_SETS: usize = 64;
const MOST_DEPTH: u32 = 60;

/// Checks that an experiment can be carried out.
pub(crate) fn prepare(given: &RunGiven, open: Opener<'_>) -> Result<Experiment, Problem> {
    let nodes = given.nodes.unwrap_or(USUAL_NODES);
    if !(1..=MOST_NODES).contains(&nodes) {
        return Err(Problem::bad_value(format!("{nodes} nodes"), format!("1 to {MOST_NODES}")));
    }
    if let Some(depth) = given.depth.filter(|depth| !(1..=MOST_DEPTH).contains(depth)) {
        return Err(Problem::bad_value(format!("a depth of {depth}"), format!("1 to {MOST_DEPTH}")));
    }
    let mut subjects = subjects::fixed_work(&given.game, open)?;
    for subject in &mut subjects {
        subject.depth = given.depth.or(subject.depth);
    }
    let sets = match &given.sets {
        Some(text) => ladder::parse(text)?,
        None => whole_ladder(&subjects)?,
    };
    if sets.len() > MOST_SETS {
        return Err(Problem::bad_value(format!("{} sets", sets.len()), format!("at most {MOST_SETS}")));
    }
    let search = Search { nodes: Some(nodes), ..Search::default() };
    let experiment = Experiment { title: given.game.clone(), subjects, sets, search };
    experiment.check()?;
    Ok(experiment)
}

/// From minimax, if that can be paid for, to everything.
fn whole_ladder(subjects: &[Subject]) -> Result<Vec<FeatureSet>, Problem> {
    let players = subjects.first().map_or(2, |subject| subject.position.game().players());
    let mut sets = Vec::new();
    if effort::affords_minimax(subjects) {
        sets.push(FeatureSet::minimax());
    }
    sets.extend(ladder::steps(ladder::heeded(Method::Auto, players)?));
    let deepens = subjects.iter().any(|subject| subject.depth.is_none());
    Ok(if deepens { ladder::distinct(ladder::deepened(sets)) } else { sets })
}

/// How many searches an experiment has.
pub(crate) fn planned(experiment: &Experiment) -> u64 {
    (experiment.sets.len() * experiment.subjects.len()) as u64
}

/// Carries out an experiment; true if it came to its end.
pub(crate) fn carry_out(experiment: &Experiment, work: &Work) -> bool {
    let mut rows = Vec::new();
    let alone = experiment.subjects.len() == 1;
    let table = experiment.run(&work.stop, &mut |progress| match progress {
        Progress::Began { .. } => {}
        Progress::Each(_) => work.tell(|state| state.done += 1),
        Progress::Row(row) => {
            rows.push(row.clone());
            let told = serde_json::json!({ "title": experiment.title, "rows": rows });
            work.tell(|state| {
                state.done += u64::from(alone);
                state.lab = Some(told);
            });
        }
    });
    let Ok(table) = table else { return false };
    let complete = table.rows.len() == table.planned;
    let told = serde_json::to_value(&table).ok();
    work.tell(|state| state.lab = told);
    complete
}
