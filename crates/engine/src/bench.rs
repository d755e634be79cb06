//! Fixed work, to measure the search: a signature that changes only when the search does, and its speed.

use std::sync::Arc;

use mossa_game::family::BenchPosition;
use mossa_game::{FamilyInfo, InputError, InputKind};
use mossa_search::{Features, Limits, StopSignal, Table};
use serde::Serialize;

use crate::any::{Analysis, AnalysisRequest, AnyGame, AnyPosition, Method};
use crate::registry::{Registry, split_name};

/// The size of the table for fixed work, in megabytes. Every position gets an empty one.
pub const BENCH_TABLE: usize = 16;

/// What the search of one position took.
#[derive(Clone, Debug, Serialize)]
pub struct BenchRow {
    /// The game.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// How deep it was searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// What all the fixed work took.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BenchResult {
    /// Each position.
    pub rows: Vec<BenchRow>,
    /// All nodes together: a change of this number is a change of the search.
    pub signature: u64,
    /// All the time.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: u64,
}

/// Runs the fixed work of the games with `names`, on one thread; of all games if there are none.
///
/// The name of a game stands for all its positions; with options, for those of its positions that have these
/// options. `each` gets every row as soon as it is known. Once it is stopped, the numbers mean nothing.
pub fn bench(
    registry: &Registry,
    names: &[&str],
    features: Features,
    stop: &StopSignal,
    each: &mut dyn FnMut(&BenchRow),
) -> Result<BenchResult, InputError> {
    let mut work = Vec::new();
    if names.is_empty() {
        for info in registry.families() {
            work.extend(work_of(registry, &info, None)?);
        }
    }
    for name in names {
        let game = registry.open(name)?;
        let wanted = (!split_name(name).1.is_empty() || split_name(name).0 != game.info().name)
            .then(|| game.name().to_owned());
        work.extend(work_of(registry, game.info(), wanted.as_deref())?);
    }
    let mut result = BenchResult::default();
    for (game, fixed) in work {
        if stop.is_stopped() {
            break;
        }
        let row = measure(game, &fixed, features, stop)?;
        each(&row);
        result.signature += row.nodes;
        result.seconds += row.seconds;
        result.rows.push(row);
    }
    result.nps = (result.signature as f64 / result.seconds.max(f64::MIN_POSITIVE)) as u64;
    Ok(result)
}

/// A game and what to search in it.
type Work = (Arc<dyn AnyGame>, BenchPosition);

/// The fixed work of one family: all of it, or what belongs to the game with the full name `wanted`.
fn work_of(registry: &Registry, info: &FamilyInfo, wanted: Option<&str>) -> Result<Vec<Work>, InputError> {
    let mut all = Vec::new();
    for fixed in &info.bench {
        all.push((registry.open(&format!("{}:{}", info.name, fixed.options))?, fixed.clone()));
    }
    let Some(wanted) = wanted else { return Ok(all) };
    let names: Vec<String> = all.iter().map(|(game, _)| game.name().to_owned()).collect();
    all.retain(|(game, _)| game.name() == wanted);
    if all.is_empty() {
        let expected = format!("{} or one of: {}", info.name, names.join(", "));
        return Err(InputError::new(InputKind::Game, format!("no fixed work for `{wanted}`"), expected));
    }
    Ok(all)
}

fn measure(
    game: Arc<dyn AnyGame>,
    fixed: &BenchPosition,
    features: Features,
    stop: &StopSignal,
) -> Result<BenchRow, InputError> {
    let name = game.name().to_owned();
    let mut position = Arc::clone(&game).start();
    for text in game.split_moves(fixed.moves) {
        position.play(text)?;
    }
    let analysis = search(&*position, fixed.depth, features, stop);
    Ok(BenchRow {
        game: name,
        moves: fixed.moves.to_owned(),
        depth: fixed.depth,
        nodes: analysis.nodes,
        seconds: analysis.seconds,
    })
}

/// One search of fixed depth, on one thread with an empty table.
fn search(position: &dyn AnyPosition, depth: u32, features: Features, stop: &StopSignal) -> Analysis {
    let request = AnalysisRequest {
        method: Method::Auto,
        limits: Limits::depth(depth),
        lines: 1,
        threads: 1,
        features,
        brain: None,
        seed: 0,
        table: Arc::new(Table::new(BENCH_TABLE)),
        details: false,
        only: Vec::new(),
        win_within: None,
    };
    position.analyse(&request, stop, &mut |_| {})
}
