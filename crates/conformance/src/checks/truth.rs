//! What a game claims to know without search, compared with plain minimax.

use mossa_game::{Playable, Value};

use crate::check::{Checked, require, same};
use crate::solver::{Solution, solve, solve_move};

/// A game that went on for `plies` more must not have been said to end sooner.
pub(crate) fn plies_left<G: Playable>(game: &G, position: &G::Position, plies: u32) -> Checked {
    match game.plies_left(position) {
        Some(left) => {
            require(plies <= left, || format!("plies_left() is {left}, but a game went on for {plies}"))
        }
        None => Ok(()),
    }
}

/// Compares all claims with a solution by brute force; `false` if `budget` does not suffice for that.
pub(crate) fn claims<G: Playable>(game: &G, position: &mut G::Position, budget: u32) -> Result<bool, String> {
    let Some(solution) = solve(game, position, &mut { budget }) else { return Ok(false) };
    plies_left(game, position, solution.longest)?;
    if game.players() == 2 {
        proven(game, position, solution)?;
        candidates(game, position, solution, budget)?;
    }
    Ok(true)
}

fn proven<G: Playable>(game: &G, position: &G::Position, solution: Solution) -> Checked {
    let node = game.node(position);
    if let Some((verdict, plies)) = game.proven(position, &node) {
        same(
            || format!("proven() says {verdict} in {plies}"),
            Value::proven(verdict, plies),
            solution.value,
        )?;
    }
    let (least, most) = game.bounds(position, &node);
    require((least..=most).contains(&solution.value), || {
        format!("bounds() are {least:?} to {most:?}, but the value is {}", solution.value)
    })
}

fn candidates<G: Playable>(game: &G, position: &mut G::Position, solution: Solution, budget: u32) -> Checked {
    let mut list = Vec::new();
    let _ = game.candidates(position, &game.node(position), &mut list);
    let values = list.iter().filter_map(|&m| solve_move(game, position, m, &mut { budget }));
    same(|| format!("the best of candidates() {list:?}"), values.max(), Some(solution.value))
}
