//! Explorations that games bring, as JSON.

use mossa_engine::Method;
use mossa_game::{InputError, Verdict};
use serde::Deserialize;

use super::{Exploration, Figures, Step, Way, bad};
use crate::lab::ladder;
use crate::lab::preset::{Preset, PresetKind, Titles};
use crate::lab::subjects::Open;

/// An exploration before its boards are opened.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplorationPlan {
    steps: Vec<PlannedStep>,
    /// Where it comes from.
    pub source: String,
}

#[derive(Clone, PartialEq, Debug)]
struct PlannedStep {
    name: String,
    board: String,
    turns: u32,
    way: Way,
    published: Vec<Figures>,
}

impl ExplorationPlan {
    /// The exploration, ready to run. With `boards`, only the steps on these.
    pub fn exploration(
        &self,
        title: &str,
        boards: &[String],
        open: Open<'_>,
    ) -> Result<Exploration, InputError> {
        let name = |board: &String| Ok(open(board)?.name().to_owned());
        let wanted = boards.iter().map(name).collect::<Result<Vec<_>, InputError>>()?;
        let mut steps = Vec::new();
        for planned in &self.steps {
            let game = open(&planned.board)?;
            if wanted.is_empty() || wanted.iter().any(|board| board == game.name()) {
                steps.push(Step {
                    name: planned.name.clone(),
                    root: game.start(),
                    turns: planned.turns,
                    way: planned.way.clone(),
                    published: planned.published.clone(),
                });
            }
        }
        if steps.is_empty() {
            let mut known: Vec<&str> = self.steps.iter().map(|step| step.board.as_str()).collect();
            known.dedup();
            return Err(bad("no step on these boards", known.join(" ")));
        }
        let table = mossa_engine::bench::BENCH_TABLE;
        Ok(Exploration { title: title.to_owned(), steps, nodes: None, time: None, table })
    }
}

/// An exploration as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::lab) struct RawExploration {
    pub(in crate::lab) name: String,
    pub(in crate::lab) title: Titles,
    steps: Vec<RawStep>,
    #[serde(default)]
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    name: String,
    board: String,
    turns: u32,
    #[serde(default)]
    method: RawMethod,
    #[serde(default)]
    set: Option<String>,
    #[serde(default)]
    reproduces: Option<String>,
    #[serde(default)]
    published: Option<RawFigures>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawMethod {
    #[default]
    AlphaBeta,
    MaxN,
    Paranoid,
}

/// Published figures as publications print them: one column for each move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFigures {
    results: Vec<Verdict>,
    nodes: Vec<u64>,
    finals: Vec<u64>,
    cutoffs: Vec<u64>,
}

impl RawFigures {
    fn checked(self) -> Result<Vec<Figures>, InputError> {
        let moves = self.results.len();
        if [self.nodes.len(), self.finals.len(), self.cutoffs.len()] != [moves; 3] {
            return Err(bad("published figures of different lengths", "one of each for every move"));
        }
        let figures = |at: usize| Figures {
            result: self.results[at],
            nodes: self.nodes[at],
            finals: self.finals[at],
            cutoffs: self.cutoffs[at],
        };
        Ok((0..moves).map(figures).collect())
    }
}

impl RawStep {
    fn checked(self) -> Result<PlannedStep, InputError> {
        let way = match (self.set, self.reproduces) {
            (Some(set), None) => Way::Search {
                method: match self.method {
                    RawMethod::AlphaBeta => Method::AlphaBeta,
                    RawMethod::MaxN => Method::MaxN,
                    RawMethod::Paranoid => Method::Paranoid,
                },
                set: ladder::parse_one(&set)?,
            },
            (None, Some(name)) => Way::Reproduction(name),
            _ => return Err(bad(format!("step `{}`", self.name), "either a set or what it reproduces")),
        };
        if self.turns == 0 {
            return Err(bad("0 turns", "at least 1"));
        }
        let published = self.published.map_or(Ok(Vec::new()), RawFigures::checked)?;
        Ok(PlannedStep { name: self.name, board: self.board, turns: self.turns, way, published })
    }
}

impl RawExploration {
    pub(in crate::lab) fn checked(self, open: Open<'_>) -> Result<Preset, InputError> {
        let steps = self.steps.into_iter().map(RawStep::checked).collect::<Result<Vec<_>, _>>()?;
        let plan = ExplorationPlan { steps, source: self.source };
        // All that can be wrong with it comes to light here, before anybody asks for it.
        plan.exploration("", &[], open)?.check()?;
        Ok(Preset { name: self.name, title: self.title, kind: PresetKind::Exploration(plan) })
    }
}
