//! Plain minimax: every move, every line, no bound, no memory. Far too slow to play,
//! too simple to be wrong: what every other search is checked against.

use mossa_game::{Evaluate, Game, Player, Value};

/// The value of `position` for the player to move after looking at every line of `depth` plies
/// in a game of two sides. Wins and losses are counted from `position`; undecided leaves are evaluated.
pub fn minimax<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &mut G::Position,
    depth: u32,
) -> Value {
    let leaf = |position: &G::Position| evaluator.value(game, position, &evaluator.fresh(game, position));
    best(game, position, 0, depth, &leaf)
}

/// The exact value of `position`, from all lines to the end of the game. Only for positions close to their end.
pub fn exhaust<G: Game>(game: &G, position: &mut G::Position) -> Value {
    best(game, position, 0, u32::MAX, &|_| Value::DRAW)
}

fn best<G: Game>(
    game: &G,
    position: &mut G::Position,
    ply: u32,
    depth: u32,
    leaf: &impl Fn(&G::Position) -> Value,
) -> Value {
    let mover = game.to_move(position);
    if let Some(outcome) = game.outcome(position) {
        return Value::proven(outcome.verdict(mover), ply);
    }
    if depth == 0 {
        return leaf(position);
    }
    let moves = game.legal_moves(position);
    if moves.is_empty() {
        return Value::proven(game.without_moves(position).verdict(mover), ply);
    }
    let mut best_value = Value::MIN;
    for m in moves {
        let undo = game.play(position, m);
        let next: Player = game.to_move(position);
        let value = best(game, position, ply + 1, depth - 1, leaf);
        game.undo(position, m, undo);
        best_value = best_value.max(if next == mover { value } else { -value });
    }
    best_value
}
