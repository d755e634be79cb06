//! The game's own search for wins, before the general one.

use mossa_game::{Tactics, Value};

use crate::clock::Clock;
use crate::features::Feature;
use crate::report::{Line, LineValue, Report, Request, Statistics};

/// The part of the time and of the nodes that it may take: most positions have no such win.
const PART: u32 = 8;

/// The most positions, where nothing else limits them: a second or less.
const MOST_POSITIONS: u64 = 200_000;

/// A win that the game finds by itself, as the result of a search.
pub(super) fn forced_win<G: Tactics>(
    game: &G,
    position: &G::Position,
    request: &Request,
    clock: &Clock,
) -> Option<Report<G::Move>> {
    // Who asks for several lines wants to know of all moves.
    if !request.features.has(Feature::Attack) || request.lines != 1 || game.outcome(position).is_some() {
        return None;
    }
    let positions = request.limits.nodes.map_or(MOST_POSITIONS, |nodes| nodes / u64::from(PART));
    let halt = || clock.is_over() || clock.has_used(PART);
    let (found, nodes) = game.forced_win(position, positions.min(MOST_POSITIONS), &halt);
    clock.look(nodes);
    let moves = found?;
    let plies = moves.len() as u32;
    // How long it takes at most; a faster win may exist.
    let value = LineValue::Mover { value: Value::win_in(plies), exhausted: false };
    Some(Report {
        depth: plies,
        selective_depth: plies,
        lines: vec![Line { moves, value }],
        elapsed: clock.elapsed(),
        statistics: Statistics { nodes, ..Statistics::default() },
    })
}
