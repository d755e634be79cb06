//! The evaluation that plays by default: a sum of named terms.

use mossa_game::{Evaluate, Player, Term, Value};

use crate::position::Position;
use crate::rules::Dipole;

/// Pieces, steps that remain, and room.
#[derive(Clone, Copy, Debug, Default)]
pub struct WhiteBox;

/// How much of each of [`TERMS`] a player has, in their order.
type Counts = [i32; 4];

/// The names of the terms, and what one of each is worth.
const TERMS: [(&str, i32); 4] = [("pieces", 100), ("moves-left", 10), ("controlled", 4), ("advantage", 20)];

impl WhiteBox {
    #[inline]
    fn counts<const CELLS: usize>(
        game: &Dipole<CELLS>,
        position: &Position<CELLS>,
        player: Player,
    ) -> Counts {
        let (own, enemy) = (position.stacks(player), position.stacks(player.opponent()));
        let mut counts = [i32::from(position.pieces(player)), 0, 0, 0];
        for cell in own {
            let height = position.height(cell);
            counts[1] += i32::from(height) * game.board().rows_ahead(player, cell);
            counts[2] += game.board().controlled(player, cell, height);
            counts[3] += game.captures(position, cell, enemy).count() as i32;
        }
        counts
    }
}

impl<const CELLS: usize> Evaluate<Dipole<CELLS>> for WhiteBox {
    /// All is found anew: there are few stacks.
    type State = ();

    fn fresh(&self, _: &Dipole<CELLS>, _: &Position<CELLS>) {}

    #[inline]
    fn value(&self, game: &Dipole<CELLS>, position: &Position<CELLS>, (): &()) -> Value {
        let points = |player| -> i32 {
            let counts = Self::counts(game, position, player);
            counts.iter().zip(TERMS).map(|(count, (_, weight))| count * weight).sum()
        };
        let me = position.to_move();
        Value::guess(points(me) - points(me.opponent()))
    }

    fn explain(&self, game: &Dipole<CELLS>, position: &Position<CELLS>) -> Vec<Term> {
        let counts = [Player::FIRST, Player::SECOND].map(|player| Self::counts(game, position, player));
        let term = |(index, (name, weight)): (usize, (&str, i32))| Term {
            name: name.to_owned(),
            points: counts.map(|counts| counts[index] * weight).to_vec(),
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}
