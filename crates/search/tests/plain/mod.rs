//! MaxN, Paranoid and Best-Reply Search by their definitions: slow, and too simple to be wrong.

use mossa_game::{Evaluate, Game, Player, Shares, Tactics, Turns, Value};
use mossa_search::multiplayer::guess_from_shares;

/// Plain MaxN by its definition: the value and the rank of the first best move in the game's own order.
pub(crate) fn plain_maxn<G: Tactics, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    ply: u32,
    root: Player,
) -> (Shares, Option<G::Move>) {
    let over = game.outcome(position);
    if let Some(outcome) = over.or_else(|| if depth > 0 { game.result(position) } else { None }) {
        return (Shares::of_outcome(&outcome, ply), None);
    }
    if depth == 0 {
        return (evaluator.shares(game, position, &evaluator.fresh(game, position)), None);
    }
    let mover = game.to_move(position);
    let mut best: Option<(Shares, G::Move)> = None;
    for m in in_own_order(game, position) {
        let mut child = position.clone();
        game.play(&mut child, m);
        let (shares, _) = plain_maxn(game, evaluator, &child, depth - 1, ply + 1, root);
        let wish = |s: &Shares| {
            let others: Vec<i32> = s.as_slice(game.players()).iter().map(|share| -share).collect();
            (s.of(mover), -s.of(root), others)
        };
        if best.as_ref().is_none_or(|(before, _)| wish(&shares) > wish(before)) {
            best = Some((shares, m));
        }
    }
    let (shares, m) = best.unwrap();
    (shares, Some(m))
}

/// The moves as a search without experience tries them: the most promising first, by repeated selection.
fn in_own_order<G: Tactics>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let node = game.node(position);
    let mut moves = game.legal_moves(position);
    for at in 0..moves.len() {
        let score = |i: usize| (game.order(position, &node, moves[i]), std::cmp::Reverse(i));
        let best = (at..moves.len()).max_by_key(|i| score(*i)).unwrap();
        moves.swap(at, best);
    }
    moves
}

fn guess<G: Game, E: Evaluate<G>>(game: &G, evaluator: &E, position: &G::Position, root: Player) -> Value {
    let state = evaluator.fresh(game, position);
    if game.players() > 2 {
        return guess_from_shares(&evaluator.shares(game, position, &state), root, game.players());
    }
    let value = evaluator.value(game, position, &state);
    if game.to_move(position) == root { value } else { -value }
}

/// The value for `root` if everybody else conspires, by plain minimax on the game itself.
pub(crate) fn plain_paranoid<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    ply: u32,
    root: Player,
) -> Value {
    let over = game.outcome(position);
    if let Some(outcome) = over.or_else(|| if depth > 0 { game.result(position) } else { None }) {
        return Value::proven(outcome.verdict(root), ply);
    }
    if depth == 0 {
        return guess(game, evaluator, position, root);
    }
    let values = game.legal_moves(position).into_iter().map(|m| {
        let mut child = position.clone();
        game.play(&mut child, m);
        plain_paranoid(game, evaluator, &child, depth - 1, ply + 1, root)
    });
    let best = if game.to_move(position) == root { values.max() } else { values.min() };
    best.unwrap()
}

/// Best-Reply Search by its definition, for `root`.
pub(crate) fn plain_best_reply<G: Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    (depth, ply): (u32, u32),
    ours: bool,
    root: Player,
) -> Value {
    if let Some(outcome) = game.outcome(position) {
        return Value::proven(outcome.verdict(root), ply);
    }
    if depth == 0 {
        return guess(game, evaluator, position, root);
    }
    let movers = Player::all(game.players()).filter(|p| (*p == root) == ours);
    let mut values = Vec::new();
    for mover in movers {
        let mut turn = position.clone();
        if game.players() > 2 {
            game.hand_turn(&mut turn, mover);
        } else if game.to_move(position) != mover {
            continue;
        }
        for m in game.legal_moves(&turn) {
            let mut child = turn.clone();
            game.play(&mut child, m);
            let mut ours_next = !ours;
            if game.players() == 2 {
                ours_next = game.to_move(&child) == root;
            } else if ours_next && game.outcome(&child).is_none() {
                game.hand_turn(&mut child, root);
            }
            values.push(plain_best_reply(game, evaluator, &child, (depth - 1, ply + 1), ours_next, root));
        }
    }
    let best = if ours { values.iter().max() } else { values.iter().min() };
    best.copied().unwrap_or_else(|| Value::proven(game.without_moves(position).verdict(root), ply))
}
