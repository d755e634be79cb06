//! Runs the searches: every set of techniques on every position, on one thread, with an empty table each time.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::{Analysis, AnalysisRequest, LineAssessment, Method};
use mossa_game::{Assessment, InputError, InputKind};
use mossa_search::{Limits, Statistics, StopSignal, Table, TimeControl};

use super::agreement::{Finding, Referee};
use super::ladder::{FeatureSet, Role, deepened};
use super::subjects::Subject;
use super::table::{LabRow, LabTable};

/// What is compared.
pub struct Experiment {
    /// What people call it.
    pub title: String,
    /// The positions.
    pub subjects: Vec<Subject>,
    /// The sets of techniques, in the order of the rows.
    pub sets: Vec<FeatureSet>,
    /// How all of them search.
    pub search: Search,
}

/// What all searches of an experiment have in common.
#[derive(Clone, Debug)]
pub struct Search {
    /// Which search.
    pub method: Method,
    /// What it thinks with, if not with the game's default.
    pub brain: Option<String>,
    /// The most positions that a search may visit.
    pub nodes: Option<u64>,
    /// The most time that a search may take.
    pub time: Option<Duration>,
    /// Memory for what a search remembers, in megabytes.
    pub table: usize,
}

impl Default for Search {
    fn default() -> Search {
        let table = mossa_engine::bench::BENCH_TABLE;
        Search { method: Method::Auto, brain: None, nodes: None, time: None, table }
    }
}

/// What happens while an experiment runs.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A search begins.
    Began {
        /// The set of techniques.
        set: &'a str,
        /// The position, from 0.
        position: usize,
    },
    /// One of several positions was searched.
    Each(&'a LabRow),
    /// All positions were searched with one set of techniques.
    Row(&'a LabRow),
}

/// A clock ends a search a little before its time, to be there when it is asked for. Whoever needed more than this share
/// may have been ended by it.
const MOST_OF_THE_TIME: f64 = 0.95;

/// One search.
#[derive(Clone, Debug)]
struct Measured {
    depth: u32,
    seconds: f64,
    branching: f64,
    value: Option<Assessment>,
    /// Whether it came to the depth asked for, or needed no more; without a depth, to its limit.
    finished: bool,
    /// Whether nothing guessed, and it came to a depth that was asked for: its value is that of plain minimax.
    comparable: bool,
    statistics: Statistics,
}

impl Experiment {
    /// Searches all positions with each set. `each` hears of everything as soon as it is known. A set that the stop
    /// signal broke off is left out, and so are those after it.
    pub fn run(&self, stop: &StopSignal, each: &mut dyn FnMut(Progress<'_>)) -> Result<LabTable, InputError> {
        self.check()?;
        let mut table = LabTable {
            title: self.title.clone(),
            positions: self.subjects.iter().map(Subject::label).collect(),
            planned: self.sets.len(),
            ..LabTable::default()
        };
        let mut referee = Referee::default();
        // Every step is compared with the one before, and where something is missing, with the last.
        let mut compared: Option<Vec<Measured>> = None;
        for set in &self.effective_sets() {
            let Some((measured, row)) =
                self.measure_set(set, compared.as_deref(), &mut referee, &mut table, stop, each)?
            else {
                break;
            };
            each(Progress::Row(&row));
            table.rows.push(row);
            if set.role == Role::Step {
                compared = Some(measured);
            }
        }
        Ok(table)
    }

    /// The sets as they are searched: see [`deepened`].
    fn effective_sets(&self) -> Vec<FeatureSet> {
        let sets = self.sets.clone();
        if self.subjects.iter().any(|subject| subject.depth.is_none()) { deepened(sets) } else { sets }
    }

    /// Searches all positions with one set; nothing if it was stopped.
    fn measure_set(
        &self,
        set: &FeatureSet,
        compared: Option<&[Measured]>,
        referee: &mut Referee,
        table: &mut LabTable,
        stop: &StopSignal,
        each: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<(Vec<Measured>, LabRow)>, InputError> {
        let mut measured: Vec<Measured> = Vec::new();
        let mut rows: Vec<LabRow> = Vec::new();
        let mut disagreements = Vec::new();
        for (position, subject) in self.subjects.iter().enumerate() {
            each(Progress::Began { set: &set.name, position });
            let found = self.search_one(subject, set, stop)?;
            if stop.is_stopped() {
                return Ok(None);
            }
            let wrong =
                self.finding(subject, set, &found).and_then(|finding| referee.judge(position, &finding));
            let base = compared.and_then(|all| all.get(position..=position));
            let mut row = row(set, std::slice::from_ref(&found), base, wrong.is_none());
            disagreements.extend(wrong);
            measured.push(found);
            if self.subjects.len() > 1 {
                row.position = Some(position);
                each(Progress::Each(&row));
                rows.push(row);
            }
        }
        let row = row(set, &measured, compared, disagreements.is_empty());
        table.disagreements.append(&mut disagreements);
        table.each.append(&mut rows);
        Ok(Some((measured, row)))
    }

    fn search_one(
        &self,
        subject: &Subject,
        set: &FeatureSet,
        stop: &StopSignal,
    ) -> Result<Measured, InputError> {
        let limits = Limits {
            depth: subject.depth,
            nodes: self.search.nodes,
            time: self.search.time.map_or(TimeControl::Unlimited, TimeControl::PerMove),
        };
        let request = AnalysisRequest {
            method: self.search.method,
            limits,
            lines: 1,
            threads: 1,
            features: set.features,
            brain: self.search.brain.clone(),
            seed: 0,
            table: Arc::new(self.empty_table()?),
            details: false,
            only: Vec::new(),
            win_within: None,
        };
        let analysis = subject.position.analyse(&request, stop, &mut |_| {});
        let value = analysis.lines.first().and_then(|line| match &line.value {
            LineAssessment::Mover(value) => Some(*value),
            LineAssessment::Each(values) => values.get(subject.position.to_move().index()).copied(),
        });
        let finished =
            subject.depth.is_none_or(|depth| analysis.depth >= depth || self.ended_by_itself(&analysis));
        Ok(Measured {
            depth: analysis.depth,
            seconds: analysis.seconds,
            branching: analysis.statistics.branching_factor(subject.depth.unwrap_or(analysis.depth)),
            value,
            finished,
            comparable: set.is_exact() && subject.depth.is_some() && finished,
            statistics: analysis.statistics,
        })
    }

    /// Whether neither nodes nor time ended the search: deeper iterations would have found the same.
    fn ended_by_itself(&self, analysis: &Analysis) -> bool {
        self.search.nodes.is_none_or(|nodes| analysis.nodes < nodes)
            && self.search.time.is_none_or(|time| analysis.seconds < MOST_OF_THE_TIME * time.as_secs_f64())
    }

    fn finding(&self, subject: &Subject, set: &FeatureSet, found: &Measured) -> Option<Finding> {
        Some(Finding {
            row: set.name.clone(),
            value: found.value?,
            exact: found.comparable,
            // With more players a result is proven among those who play as the search assumes.
            sure: subject.position.game().players() == 2,
        })
    }

    fn empty_table(&self) -> Result<Table, InputError> {
        let size = self.search.table;
        Table::try_new(size)
            .ok_or_else(|| bad(format!("no memory for a table of {size} MB"), "fewer megabytes"))
    }

    /// Refuses what would find nothing, or never end.
    pub fn check(&self) -> Result<(), InputError> {
        if self.subjects.is_empty() || self.sets.is_empty() {
            return Err(bad("nothing to compare", "at least one position and one set of techniques"));
        }
        for subject in &self.subjects {
            let game = subject.position.game();
            if subject.depth.is_none() && self.search.nodes.is_none() && self.search.time.is_none() {
                let problem = format!("`{}` proposes no depth", game.name());
                return Err(bad(problem, "--depth N, --nodes N or --time MS"));
            }
            let Some(brain) = &self.search.brain else { continue };
            if !game.has_brain(brain) {
                return Err(unknown_brain(&*game, brain));
            }
            if game.players() > 2 || !matches!(self.search.method, Method::Auto | Method::AlphaBeta) {
                let problem = format!("`{brain}` thinks by alpha-beta alone");
                return Err(bad(problem, "a game for two, and --method alphabeta"));
            }
        }
        self.empty_table().map(drop)
    }
}

fn unknown_brain(game: &dyn mossa_engine::AnyGame, brain: &str) -> InputError {
    let mut names: Vec<&str> = game
        .info()
        .brains
        .iter()
        .flat_map(|info| info.variants.iter().map(|variant| variant.brain))
        .collect();
    names.dedup();
    let expected = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    bad(format!("`{}` has no brain `{brain}`", game.name()), expected)
}

fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}

/// All positions as one row; `compared` are the same positions in the row it is compared with.
fn row(set: &FeatureSet, measured: &[Measured], compared: Option<&[Measured]>, agrees: bool) -> LabRow {
    let mut counted = Statistics::default();
    measured.iter().for_each(|one| counted.add(&one.statistics));
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let mean = |sum: f64| sum / measured.len().max(1) as f64;
    let value = |one: &Measured| one.value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    LabRow {
        name: set.name.clone(),
        features: set.features.iter().map(|feature| feature.name().to_owned()).collect(),
        position: None,
        nodes: counted.nodes,
        seconds: measured.iter().map(|one| one.seconds).sum(),
        depth: measured.iter().map(|one| one.depth).min().unwrap_or(0),
        mean_depth: mean(measured.iter().map(|one| f64::from(one.depth)).sum()),
        cutoffs: counted.beta_cutoffs,
        first_move_cutoffs: counted.first_move_cutoffs,
        stores: counted.table_stores,
        hits: counted.table_hits,
        table_cutoffs: counted.table_cutoffs,
        terminal: counted.terminal,
        evaluations: counted.evaluations,
        ratio: compared.and_then(|compared| ratio(measured, compared)),
        first_move_share: share(counted.first_move_cutoffs, counted.beta_cutoffs),
        branching: geometric_mean(measured.iter().map(|one| one.branching)),
        values: measured.iter().map(value).collect(),
        exact: set.is_exact(),
        comparable: measured.iter().all(|one| one.comparable),
        agrees,
        finished: measured.iter().all(|one| one.finished),
    }
}

/// The nodes of `measured` for each node of `compared`, over the positions that both finished: nothing is known of the
/// others.
fn ratio(measured: &[Measured], compared: &[Measured]) -> Option<f64> {
    let both = || measured.iter().zip(compared).filter(|(one, other)| one.finished && other.finished);
    let nodes: u64 = both().map(|(one, _)| one.statistics.nodes).sum();
    let other: u64 = both().map(|(_, other)| other.statistics.nodes).sum();
    (other > 0).then(|| nodes as f64 / other as f64)
}

/// Branching factors multiply: so does their mean.
fn geometric_mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for number in numbers.filter(|number| *number > 0.0) {
        sum += number.ln();
        count += 1.0;
    }
    if count > 0.0 { (sum / count).exp() } else { 0.0 }
}
