//! How the games of a series begin.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::Verdict;
use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::judge::{Judge, rank, verdict};

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
    /// The same, of openings that are even: drawn with perfect play where a quick solver tells, otherwise the most even of some
    /// by a short search.
    Balanced {
        /// How many moves.
        plies: u32,
    },
}

/// So many walks are tried for one opening; where all end the game, the start is taken.
const MOST_WALKS: usize = 64;

/// Of so many walks the most even one is taken where nothing is proven.
const GUESSED_WALKS: usize = 16;

/// What a walk is searched with where no solver tells what it is worth: some milliseconds.
const SEARCHED_NODES: u64 = 5000;

/// So many openings from a seed.
pub fn drawn(game: &Arc<dyn AnyGame>, openings: &Openings, count: usize, seed: u64) -> Vec<Vec<String>> {
    let judge = Judge::usual(&**game, SEARCHED_NODES, 0);
    let opening = |number: usize| {
        let mut dice = Dice::of(seed.rotate_left(17), number as u64);
        match openings {
            Openings::Start => None,
            Openings::Random { plies } => (0..MOST_WALKS).find_map(|_| walk(game, *plies, &mut dice)),
            Openings::Balanced { plies } => most_even(game, *plies, &judge, &mut dice),
        }
    };
    (0..count).map(|number| opening(number).map_or_else(Vec::new, |end| end.history().to_vec())).collect()
}

/// The first walk that is proven to be drawn, or else the most even one.
fn most_even(
    game: &Arc<dyn AnyGame>,
    plies: u32,
    judge: &Judge,
    dice: &mut Dice,
) -> Option<Box<dyn AnyPosition>> {
    let mut best: Option<(i32, Box<dyn AnyPosition>)> = None;
    let mut guessed = 0;
    for _ in 0..MOST_WALKS {
        let Some(end) = walk(game, plies, dice) else { continue };
        let Some(worth) = judge.judge(&*end).best() else { continue };
        if verdict(&worth) == Some(Verdict::Draw) {
            return Some(end);
        }
        let uneven = rank(&worth).raw().abs();
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, end));
        }
        guessed += usize::from(verdict(&worth).is_none());
        if guessed == GUESSED_WALKS {
            break;
        }
    }
    best.map(|(_, end)| end)
}

/// Random moves after which the game goes on, and is not over with the next move.
fn walk(game: &Arc<dyn AnyGame>, plies: u32, dice: &mut Dice) -> Option<Box<dyn AnyPosition>> {
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
    quiet.then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balanced_openings_are_drawn_where_a_solver_tells() {
        let game = mossa_engine::open("connect4").unwrap();
        let judge = Judge::usual(&*game, 1, 0);
        let openings = drawn(&game, &Openings::Balanced { plies: 8 }, 12, 5);
        for opening in &openings {
            let mut position = game.clone().start();
            opening.iter().for_each(|m| {
                position.play(m).unwrap();
            });
            assert_eq!(opening.len(), 8);
            let best = judge.judge(&*position).best().unwrap();
            assert_eq!(verdict(&best), Some(Verdict::Draw), "{opening:?}");
        }
        assert!(openings.iter().any(|opening| *opening != openings[0]));
        assert_eq!(openings, drawn(&game, &Openings::Balanced { plies: 8 }, 12, 5));
    }

    #[test]
    fn without_a_solver_they_are_more_even_than_chance() {
        let game = mossa_engine::open("dipole").unwrap();
        let judge = Judge::usual(&*game, SEARCHED_NODES, 0);
        let unevenness = |openings: Openings| -> i32 {
            let all = drawn(&game, &openings, 6, 3);
            let of = |opening: &Vec<String>| {
                let mut position = game.clone().start();
                opening.iter().for_each(|m| {
                    position.play(m).unwrap();
                });
                rank(&judge.judge(&*position).best().unwrap()).raw().abs()
            };
            all.iter().map(of).sum()
        };
        assert!(unevenness(Openings::Balanced { plies: 6 }) < unevenness(Openings::Random { plies: 6 }));
    }
}
