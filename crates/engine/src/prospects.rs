//! What each player of a game for more than two can force.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use mossa_game::{InputError, InputKind, Playable};
use mossa_search::StopSignal;
use mossa_solve::coalition::{self, Prospects, Unlisted};
use serde::Serialize;

use crate::erased::Erased;
use crate::solving::{DEFAULT_SOLVER_TABLE, SolveOrder};

/// What a player can be sure of, or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prospect {
    /// The player, counted from 1 in the order of turns.
    pub player: usize,
    /// In how many plies the player can force a win alone; nothing if the others together can prevent it.
    pub wins: Option<u32>,
    /// In how many plies the others together can see to it that one of them wins; nothing if the player can prevent it.
    pub loses: Option<u32>,
}

/// What each player can force.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProspectsReport {
    /// Each player, in the order of turns.
    pub players: Vec<Prospect>,
    /// How many positions can come about.
    pub positions: u64,
    /// The time it took.
    pub seconds: f64,
}

/// Lists all positions and finds out what each player can force; `None` if it was stopped, or if its time was over.
pub(crate) fn find<G: Playable>(
    erased: &Erased<G>,
    position: &G::Position,
    order: &SolveOrder,
    stop: &StopSignal,
) -> Result<Option<ProspectsReport>, InputError> {
    let began = Instant::now();
    let deadline = order.time.and_then(|time| began.checked_add(time));
    let halt = || stop.is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let megabytes = order.megabytes.unwrap_or(DEFAULT_SOLVER_TABLE) as u64;
    let each = coalition::bytes_of_position::<G::Position>();
    let most = megabytes.saturating_mul(1 << 20) / each;
    let listed = &erased.memory.listed;
    let graph = coalition::explore(
        &erased.game,
        position,
        most,
        &|positions| listed.store(positions, Relaxed),
        &halt,
    );
    listed.store(0, Relaxed);
    let graph = match graph {
        Ok(graph) => graph,
        Err(Unlisted::Stopped) => return Ok(None),
        Err(Unlisted::TooMany(most)) => return Err(too_many(erased.game.players(), most, megabytes)),
    };
    let told = |found: Prospects| Prospect {
        player: found.player.index() + 1,
        wins: found.wins,
        loses: found.loses,
    };
    let players = graph.prospects().into_iter().map(told).collect();
    let seconds = began.elapsed().as_secs_f64();
    Ok(Some(ProspectsReport { players, positions: graph.positions(), seconds }))
}

fn too_many(players: usize, most: u64, megabytes: u64) -> InputError {
    let problem =
        format!("a game for {players} players with more than {most} positions, which {megabytes} MB hold");
    InputError::new(InputKind::Game, problem, "more memory (--table), or a smaller game")
}
