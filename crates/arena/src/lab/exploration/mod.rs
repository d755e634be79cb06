//! The tree behind each first move: who wins within a number of turns, and what it took to find out.
//!
//! An exploration has steps: a board with its options, and a search with some techniques. Each step explores the position
//! after every legal move on its own, with an empty table. So it can be seen what a technique or a rule does to the tree.
//!
//! | module | what it is |
//! |---|---|
//! | [`rows`] | what comes out of it |
//! | [`preset`] | explorations that games bring, with published figures |

pub mod preset;
pub mod rows;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_engine::{AnyPosition, Ending, ExploreOrder, Method};
use mossa_game::{InputError, InputKind, Reproduction};
use mossa_search::{Limits, StopSignal, Table, TimeControl};

use super::ladder::FeatureSet;
pub use preset::ExplorationPlan;
pub use rows::{Figures, OpeningRow, StepTable};

/// What is explored.
pub struct Exploration {
    /// What people call it.
    pub title: String,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// The most positions that the search after one move may visit.
    pub nodes: Option<u64>,
    /// The most time that it may take.
    pub time: Option<Duration>,
    /// Memory for what it remembers, in megabytes.
    pub table: usize,
}

/// One table: a position, and how what follows each of its moves is searched.
pub struct Step {
    /// What people call it.
    pub name: String,
    /// The position whose moves are explored.
    pub root: Box<dyn AnyPosition>,
    /// How many turns may follow each move.
    pub turns: u32,
    /// How they are searched.
    pub way: Way,
    /// What others found, one for each move; empty if nobody has published anything.
    pub published: Vec<Figures>,
}

/// How a step searches.
#[derive(Clone, PartialEq, Debug)]
pub enum Way {
    /// One of our searches.
    Search {
        /// Which one.
        method: Method,
        /// Its techniques.
        set: FeatureSet,
    },
    /// The search of a publication, as the game repeats it.
    Reproduction(String),
}

/// What happens while an exploration runs.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A step begins.
    Step {
        /// Which one, from 0.
        number: usize,
        /// The step.
        table: &'a StepTable,
        /// How many moves it has.
        moves: usize,
    },
    /// The tree behind a move was explored.
    Row(&'a OpeningRow),
    /// All moves of a step were explored: their sum.
    Total(&'a OpeningRow),
}

impl Exploration {
    /// Explores every move of every step. `each` hears of everything as soon as it is known. A move whose exploration the
    /// stop signal broke off is left out, and so is everything after it.
    pub fn run(
        &self,
        stop: &StopSignal,
        each: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<StepTable>, InputError> {
        self.check()?;
        let mut tables = Vec::new();
        let mut found = Findings::default();
        for (number, step) in self.steps.iter().enumerate() {
            let mut table = StepTable::of(step);
            let mut explorer = Explorer::new(self, step)?;
            each(Progress::Step { number, table: &table, moves: explorer.openings.len() });
            for opening in 0..explorer.openings.len() {
                let Some(mut row) = explorer.explore(opening, stop)? else { break };
                row.step = number;
                row.agrees = found.agrees(step, opening, &row);
                row.compare(step.published.get(opening));
                each(Progress::Row(&row));
                table.rows.push(row);
            }
            table.complete = table.rows.len() == explorer.openings.len();
            if table.complete {
                table.total = rows::total(number, &table.rows);
                each(Progress::Total(&table.total));
            }
            let complete = table.complete;
            tables.push(table);
            if !complete {
                break;
            }
        }
        Ok(tables)
    }

    /// Refuses what would find nothing.
    pub fn check(&self) -> Result<(), InputError> {
        if self.steps.is_empty() {
            return Err(bad("nothing to explore", "at least one step"));
        }
        for step in &self.steps {
            step.check()?;
        }
        self.empty_table().map(drop)
    }

    fn empty_table(&self) -> Result<Table, InputError> {
        let size = self.table;
        Table::try_new(size)
            .ok_or_else(|| bad(format!("no memory for a table of {size} MB"), "fewer megabytes"))
    }
}

impl Step {
    fn check(&self) -> Result<(), InputError> {
        let game = self.root.game();
        if self.root.result().is_some() {
            let problem = format!("the game is over in `{}`", self.root.text());
            return Err(InputError::new(InputKind::Position, problem, "a position with moves"));
        }
        let moves = match &self.way {
            Way::Reproduction(name) => self.reproduction(name)?.openings().len(),
            Way::Search { method, .. } => {
                let known = match method {
                    Method::Auto | Method::AlphaBeta => true,
                    Method::MaxN | Method::Paranoid => game.players() > 2,
                    Method::BestReply | Method::Mcts => false,
                };
                if !known {
                    let problem = format!("{} players are not explored by this search", game.players());
                    return Err(bad(problem, "alphabeta for two players, maxn or paranoid for more"));
                }
                self.root.moves().len()
            }
        };
        if !self.published.is_empty() && self.published.len() != moves {
            let problem = format!("{} published figures for {moves} moves", self.published.len());
            return Err(bad(problem, "one for each move"));
        }
        Ok(())
    }

    fn reproduction(&self, name: &str) -> Result<Box<dyn Reproduction>, InputError> {
        let game = self.root.game();
        let problem = || bad(format!("`{}` does not repeat `{name}`", game.name()), "a board that does");
        game.reproduction(name).ok_or_else(problem)
    }
}

/// The moves of a step, and the way to what follows them.
struct Explorer<'a> {
    exploration: &'a Exploration,
    step: &'a Step,
    openings: Vec<String>,
    reproduction: Option<Box<dyn Reproduction>>,
}

impl<'a> Explorer<'a> {
    fn new(exploration: &'a Exploration, step: &'a Step) -> Result<Explorer<'a>, InputError> {
        let reproduction = match &step.way {
            Way::Reproduction(name) => Some(step.reproduction(name)?),
            Way::Search { .. } => None,
        };
        let openings = match &reproduction {
            Some(search) => search.openings(),
            None => step.root.moves().into_iter().map(|info| info.text).collect(),
        };
        Ok(Explorer { exploration, step, openings, reproduction })
    }

    /// Explores one move; nothing if it was stopped.
    fn explore(&mut self, opening: usize, stop: &StopSignal) -> Result<Option<OpeningRow>, InputError> {
        let row = match (&self.reproduction, &self.step.way) {
            (Some(search), _) => self.reproduce(search.as_ref(), opening, stop),
            (None, Way::Search { method, set }) => Some(self.search(opening, *method, set, stop)?),
            (None, Way::Reproduction(_)) => None,
        };
        Ok(row.filter(|_| !stop.is_stopped()))
    }

    fn reproduce(&self, search: &dyn Reproduction, opening: usize, stop: &StopSignal) -> Option<OpeningRow> {
        let began = Instant::now();
        let found = search.explore(opening, self.step.turns, &|| stop.is_stopped())?;
        Some(OpeningRow {
            opening: self.openings[opening].clone(),
            number: opening + 1,
            result: rows::verdict_text(found.result).to_owned(),
            verdict: Some(found.result),
            nodes: found.nodes,
            finals: found.finals,
            cutoffs: found.cutoffs,
            seconds: began.elapsed().as_secs_f64(),
            finished: true,
            ..OpeningRow::default()
        })
    }

    fn search(
        &self,
        opening: usize,
        method: Method,
        set: &FeatureSet,
        stop: &StopSignal,
    ) -> Result<OpeningRow, InputError> {
        let view = self.step.root.to_move();
        let text = &self.openings[opening];
        let mut position = self.step.root.boxed_clone();
        position.play(text)?;
        let limits = Limits {
            depth: Some(self.step.turns),
            nodes: self.exploration.nodes,
            time: self.exploration.time.map_or(TimeControl::Unlimited, TimeControl::PerMove),
        };
        let table = Arc::new(self.exploration.empty_table()?);
        let memory = self.exploration.table * BYTES_PER_MEGABYTE;
        let order = ExploreOrder { method, view, limits, features: set.features, table, memory };
        let found = position.explore(&order, stop);
        let limited = self.exploration.nodes.is_some() || self.exploration.time.is_some();
        let finished = !limited || found.depth >= self.step.turns || found.ending != Ending::Open;
        let ending = with_the_opening(found.ending);
        Ok(OpeningRow {
            opening: text.clone(),
            number: opening + 1,
            result: ending.to_string(),
            verdict: rows::verdict(ending, view),
            ending: Some(ending),
            nodes: found.statistics.nodes,
            finals: found.statistics.terminal,
            cutoffs: found.statistics.beta_cutoffs,
            stores: found.statistics.table_stores,
            hits: found.statistics.table_hits,
            seconds: found.seconds,
            finished,
            ..OpeningRow::default()
        })
    }
}

const BYTES_PER_MEGABYTE: usize = 1 << 20;

/// Distances are counted from before the move, as those of `mossa solve` are.
fn with_the_opening(ending: Ending) -> Ending {
    match ending {
        Ending::Win { player, plies } => Ending::Win { player, plies: plies + 1 },
        Ending::OthersWin { plies } => Ending::OthersWin { plies: plies + 1 },
        other => other,
    }
}

/// What earlier steps found, where later ones must find the same: after the same move, within the same turns, by searches
/// that assume the same of the players.
#[derive(Default)]
struct Findings(BTreeMap<(String, String, u32, bool, usize), Ending>);

impl Findings {
    fn agrees(&mut self, step: &Step, opening: usize, row: &OpeningRow) -> bool {
        let (Some(ending), Way::Search { method, set }) = (row.ending, &step.way) else { return true };
        if !row.finished || !set.is_exact() {
            return true;
        }
        let paranoid = *method == Method::Paranoid;
        let game = step.root.game().name().to_owned();
        let key = (game, step.root.text(), step.turns, paranoid, opening);
        let first = *self.0.entry(key).or_insert(ending);
        same(first, ending)
    }
}

/// Whether two results are the same: searches that remember may know that what is open for others is a draw.
fn same(one: Ending, other: Ending) -> bool {
    let open = |ending| matches!(ending, Ending::Open | Ending::Draw);
    one == other || open(one) && open(other)
}

fn bad(problem: impl Into<String>, expected: impl Into<String>) -> InputError {
    InputError::new(InputKind::Setting, problem, expected)
}
