//! Counting positions: the classic test of a move generator.

use crate::rules::Game;

/// What a count shall include.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Count a game that ended before the last ply once, instead of not at all.
    pub ended: bool,
    /// Play the moves of the last ply instead of only counting them. Slower, same number; the honest way to time `play`.
    pub play_last: bool,
}

/// The number of positions after exactly `depth` plies from `position`.
pub fn perft<G: Game>(game: &G, position: &mut G::Position, depth: u32, how: Perft) -> u64 {
    count(game, position, depth, how, &mut Vec::new())
}

/// [`perft`], with the moves of all plies from here to the leaves in one list behind those that are there already,
/// so that memory is not asked for in every node.
fn count<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: u32,
    how: Perft,
    list: &mut Vec<G::Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && !how.play_last {
        let moves = game.count_moves(position);
        return if moves == 0 { u64::from(how.ended) } else { moves };
    }
    let first = list.len();
    let _ = game.moves(position, list);
    let end = list.len();
    if first == end {
        return u64::from(how.ended);
    }
    let mut nodes = 0;
    for index in first..end {
        let m = list[index];
        let undo = game.play(position, m);
        nodes += count(game, position, depth - 1, how, list);
        game.undo(position, m, undo);
    }
    list.truncate(first);
    nodes
}

/// [`perft`] split by the first move, each count handed to `each` as soon as it is known.
pub fn divide<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: u32,
    how: Perft,
    mut each: impl FnMut(&G::Position, G::Move, u64),
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let list = game.legal_moves(position);
    if list.is_empty() {
        return u64::from(how.ended);
    }
    let mut total = 0;
    for m in list {
        let undo = game.play(position, m);
        let nodes = perft(game, position, depth - 1, how);
        game.undo(position, m, undo);
        each(position, m, nodes);
        total += nodes;
    }
    total
}
