//! The report's evaluation: five terms, all with weight 1 but the last.

use mossa_game::{Evaluate, Player, Term, Value};

use super::game::Documented;
use crate::position::Position;
use crate::rules::Dipole;

/// The sum of five terms, seen with the eyes of whoever searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveTerms;

/// The names of the terms, and what one of each is worth. The report's weights are 1, and 0.4 for controlled cells; five
/// times as much makes them whole.
const TERMS: [(&str, i32); 5] =
    [("pieces", 5), ("moves-left", 5), ("advantage", 5), ("stacks", 5), ("controlled", 2)];

/// The place of the term that counts only for whoever searches.
const STACKS: usize = 3;

/// How many stacks of 1, 2, ... pieces one should have at most. Higher ones are as rare on the large board as those of
/// 12 on the small one.
const STACK_LIMITS: [i32; 20] = [2, 4, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// How much of each term a player has, in the order of [`TERMS`].
fn counts<const CELLS: usize>(game: &Dipole<CELLS>, position: &Position<CELLS>, player: Player) -> [i32; 5] {
    let (own, enemy) = (position.stacks(player), position.stacks(player.opponent()));
    let (mut moves_left, mut advantage, mut controlled) = (0, 0, 0);
    let mut sizes = [0; STACK_LIMITS.len()];
    for cell in own {
        let height = position.height(cell);
        let reach = game.board().reach(player, cell, height);
        moves_left += i32::from(reach.steps);
        advantage += game.captures(position, cell, enemy).count() as i32;
        controlled += i32::from(reach.controlled);
        sizes[usize::from(height) - 1] += 1;
    }
    let present = sizes.iter().zip(STACK_LIMITS).filter(|(count, _)| **count > 0);
    let stacks = present.map(|(count, limit)| limit - count).sum();
    [position.pieces(player).into(), moves_left, advantage, stacks, controlled]
}

impl<const CELLS: usize> Evaluate<Documented<'_, CELLS>> for FiveTerms {
    /// Whoever searches.
    type State = Player;

    const ONE_SIDED: bool = true;

    fn fresh(&self, _: &Documented<'_, CELLS>, position: &Position<CELLS>) -> Player {
        position.to_move()
    }

    #[inline]
    fn value(&self, game: &Documented<'_, CELLS>, position: &Position<CELLS>, eyes: &Player) -> Value {
        let own = counts(game.rules(), position, *eyes);
        let other = counts(game.rules(), position, eyes.opponent());
        let difference = |(index, (_, weight)): (usize, (&str, i32))| {
            weight * (own[index] - if index == STACKS { 0 } else { other[index] })
        };
        let value: i32 = TERMS.into_iter().enumerate().map(difference).sum();
        Value::guess(if position.to_move() == *eyes { value } else { -value })
    }

    fn explain(&self, game: &Documented<'_, CELLS>, position: &Position<CELLS>) -> Vec<Term> {
        let eyes = position.to_move();
        let both = [Player::FIRST, Player::SECOND].map(|player| {
            let mut counts = counts(game.rules(), position, player);
            if player != eyes {
                counts[STACKS] = 0;
            }
            counts
        });
        let term = |(index, (name, weight)): (usize, (&str, i32))| Term {
            name: name.to_owned(),
            points: both.map(|counts| counts[index] * weight).to_vec(),
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}
