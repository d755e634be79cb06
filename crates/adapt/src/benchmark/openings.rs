//! How the games of a series begin.

use std::sync::Arc;

use mossa_engine::AnyGame;
use serde::{Deserialize, Serialize};

use crate::dice::Dice;

/// How games begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// At the start of the game; sides alternate.
    Start,
    /// After so many random moves, each opening from both sides: whatever it is worth, it is worth that to both players.
    Random {
        /// How many moves.
        plies: u32,
    },
}

/// So many walks are tried for one opening; where all end the game, the start is taken.
const MOST_WALKS: usize = 64;

/// So many openings from a seed.
pub fn drawn(game: &Arc<dyn AnyGame>, openings: &Openings, count: usize, seed: u64) -> Vec<Vec<String>> {
    let Openings::Random { plies } = openings else { return vec![Vec::new(); count] };
    let opening = |number: usize| {
        let mut dice = Dice::of(seed.rotate_left(17), number as u64);
        (0..MOST_WALKS).find_map(|_| walk(game, *plies, &mut dice)).unwrap_or_default()
    };
    (0..count).map(opening).collect()
}

/// Random moves after which the game goes on, and is not over with the next move.
fn walk(game: &Arc<dyn AnyGame>, plies: u32, dice: &mut Dice) -> Option<Vec<String>> {
    let mut position = game.clone().start();
    for _ in 0..plies {
        let moves = position.moves();
        let m = moves.get(dice.below(moves.len()))?;
        position.play(&m.text).ok()?;
        if position.result().is_some() {
            return None;
        }
    }
    let quiet = position.moves().iter().all(|m| {
        let mut next = position.boxed_clone();
        next.play(&m.text).is_ok() && next.result().is_none()
    });
    quiet.then(|| position.history().to_vec())
}
