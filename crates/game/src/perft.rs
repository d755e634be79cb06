//! Counting positions: the classic test of a move generator.

use crate::rules::Game;
use crate::solve::Halt;

/// What a count shall include.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Count a game that ended before the last ply once, instead of not at all.
    pub ended: bool,
    /// Play the moves of the last ply instead of only counting them. Slower, same number; the honest way to time `play`.
    pub play_last: bool,
}

/// The deepest count. Every ply takes some of a thread's stack, and where each position has only two moves, no machine counts
/// a third as deep.
pub const DEEPEST: u32 = 200;

/// How many plies below a node are counted between two looks whether to go on: a hundred thousand positions or so.
const PLIES_BETWEEN_LOOKS: u32 = 3;

/// Whether a count of `depth` plies, at least one, is to be given up.
#[inline]
pub fn is_time_to_look(depth: u32) -> bool {
    depth > PLIES_BETWEEN_LOOKS
}

/// The number of positions after exactly `depth` plies from `position`. A draw that somebody has to claim does not end a
/// game here ([`Game::unclaimed`]): published counts go on where there are moves.
pub fn perft<G: Game>(game: &G, position: &mut G::Position, depth: u32, how: Perft) -> u64 {
    perft_until(game, position, depth, how, &|| false)
}

/// [`perft`] that can be given up: then the number means nothing.
fn perft_until<G: Game>(game: &G, position: &mut G::Position, depth: u32, how: Perft, halt: Halt<'_>) -> u64 {
    let own = if how == Perft::default() { game.positions_after(position, depth, halt) } else { None };
    own.unwrap_or_else(|| Counter { game, how, halt, list: Vec::new() }.count(position, depth))
}

/// Counts by playing moves.
struct Counter<'a, G: Game> {
    game: &'a G,
    how: Perft,
    halt: Halt<'a>,
    /// The moves of all plies from the first to the leaves, one after the other, so that memory is not asked for in every
    /// node.
    list: Vec<G::Move>,
}

impl<G: Game> Counter<'_, G> {
    fn count(&mut self, position: &mut G::Position, depth: u32) -> u64 {
        let game = self.game;
        if depth == 0 || (is_time_to_look(depth) && (self.halt)()) {
            return 1;
        }
        if depth == 1 && !self.how.play_last {
            let moves = game.count_moves(position);
            return if moves == 0 { self.without_moves(position, depth) } else { moves };
        }
        let first = self.list.len();
        let _ = game.moves(position, &mut self.list);
        let end = self.list.len();
        if first == end {
            return self.without_moves(position, depth);
        }
        let mut nodes = 0;
        for index in first..end {
            let m = self.list[index];
            let undo = game.play(position, m);
            nodes += self.count(position, depth - 1);
            game.undo(position, m, undo);
        }
        self.list.truncate(first);
        nodes
    }

    #[cold]
    fn without_moves(&mut self, position: &G::Position, depth: u32) -> u64 {
        match self.game.unclaimed(position) {
            Some(mut on) => self.count(&mut on, depth),
            None => u64::from(self.how.ended),
        }
    }
}

/// [`perft`] split by the first move, each count handed to `each` as soon as it is known; nothing if `halt` ended it.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    how: Perft,
    halt: Halt<'_>,
    mut each: impl FnMut(&G::Position, G::Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut position = game.unclaimed(position).unwrap_or_else(|| position.clone());
    let list = game.legal_moves(&position);
    if list.is_empty() {
        return Some(u64::from(how.ended));
    }
    let mut total = 0;
    for m in list {
        let undo = game.play(&mut position, m);
        let nodes = perft_until(game, &mut position, depth - 1, how, halt);
        game.undo(&mut position, m, undo);
        if halt() {
            return None;
        }
        each(&position, m, nodes);
        total += nodes;
    }
    Some(total)
}
