//! Plain minimax to the end of the game: slow, simple, and what clever answers are compared with.

use mossa_game::{Game, Value};

/// What there is to know about a position once everything was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    /// The value for the player to move, in a game of two.
    pub(crate) value: Value,
    /// The plies of the longest course the game can take.
    pub(crate) longest: u32,
}

/// Lines longer than this are given up: it bounds the stack, and games that can go on forever end here.
const MOST_PLIES: u32 = 120;

/// Solves `position` within `budget` positions. With more than two players only [`Solution::longest`] means something.
pub(crate) fn solve<G: Game>(game: &G, position: &mut G::Position, budget: &mut u32) -> Option<Solution> {
    visit(game, position, budget, 0)
}

/// The value of `m` for the player who makes it.
pub(crate) fn solve_move<G: Game>(
    game: &G,
    position: &mut G::Position,
    m: G::Move,
    budget: &mut u32,
) -> Option<Value> {
    after(game, position, m, budget, 0).map(|solution| solution.value)
}

fn visit<G: Game>(game: &G, position: &mut G::Position, budget: &mut u32, ply: u32) -> Option<Solution> {
    *budget = budget.checked_sub(1)?;
    if let Some(outcome) = game.result(position) {
        let verdict = outcome.verdict(game.to_move(position));
        return Some(Solution { value: Value::proven(verdict, 0), longest: 0 });
    }
    if ply == MOST_PLIES {
        return None;
    }
    let mut best = Solution { value: Value::MIN, longest: 0 };
    for m in game.legal_moves(position) {
        let solution = after(game, position, m, budget, ply)?;
        best.value = best.value.max(solution.value);
        best.longest = best.longest.max(solution.longest);
    }
    Some(best)
}

fn after<G: Game>(
    game: &G,
    position: &mut G::Position,
    m: G::Move,
    budget: &mut u32,
    ply: u32,
) -> Option<Solution> {
    let mover = game.to_move(position);
    let undo = game.play(position, m);
    let same_side = game.to_move(position) == mover;
    let solution = visit(game, position, budget, ply + 1);
    game.undo(position, m, undo);
    solution.map(|Solution { value, longest }| {
        let value = value.delayed(1);
        Solution { value: if same_side { value } else { -value }, longest: longest + 1 }
    })
}
