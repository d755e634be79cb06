//! The evaluation that plays by default: a sum of named terms, whose weights depend on how many pieces there are.
//!
//! The weights are those of a logistic regression: how the terms of a position, White's less Black's, predict the result
//! of the game. It was fitted to 112 000 positions without a capture at hand from 4000 games that an earlier version
//! played against itself, 1500 nodes a move, from random openings; 100 points are one unit of log odds. A weight
//! that is constant predicts much worse (a log loss of 0.503 instead of 0.481 on games left out of the fit): what
//! a piece less or a little more room mean depends on how many pieces are left, and about in inverse proportion.
//!
//! In the same search these weights beat the students' five terms with theirs ([`crate::document`]) by 203 +- 45 Elo (240
//! games of 3000 nodes a move). Against constant weights chosen by hand (100 for a piece, 10 for a step, 4 for a cell, 20
//! for a capture) they made no difference in 400 games: 2 +- 31 Elo.

use mossa_game::{Evaluate, Player, Term, Value};

use crate::position::{Position, Prospects};
use crate::rules::Dipole;

/// Pieces, steps that remain, room, captures, and the burden of having to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct WhiteBox;

/// How much of each of [`TERMS`] a player has, in their order.
pub(crate) type Counts = [i32; 5];

/// The names of the terms, and what one of each is worth: a constant, and a part that is divided by the number of all
/// pieces on the board.
pub(crate) const TERMS: [(&str, i32, i32); 5] = [
    ("pieces", 18, 402),
    // Steps of single pieces until all have left the board: who runs out of them must give up pieces.
    ("moves-left", -3, 185),
    // Cells ahead that stacks, or parts of them, reach.
    ("room", -19, 546),
    // Captures that are threatened.
    ("captures", -18, 646),
    // Whoever is to move must give something up.
    ("turn", 5, -336),
];

/// The place of the term that looks at stacks of both players.
pub(crate) const CAPTURES: usize = 3;

/// How many pieces the board has at the beginning to whose games the weights were fitted.
const FITTED: usize = 24;

/// The weights of the terms by the number of all pieces.
static WEIGHTS: [Counts; FITTED + 1] = weights();

const fn weights() -> [Counts; FITTED + 1] {
    let mut weights = [[0; TERMS.len()]; FITTED + 1];
    let mut pieces = 1;
    while pieces <= FITTED {
        let mut term = 0;
        while term < TERMS.len() {
            weights[pieces][term] = TERMS[term].1 + TERMS[term].2 / pieces as i32;
            term += 1;
        }
        pieces += 1;
    }
    weights
}

impl WhiteBox {
    /// The counts of both players, in the order of seats.
    #[inline]
    pub(crate) fn counts<const CELLS: usize>(
        game: &Dipole<CELLS>,
        position: &Position<CELLS>,
    ) -> [Counts; 2] {
        let board = game.board();
        let mut counts = [Player::FIRST, Player::SECOND].map(|player| {
            let Prospects { steps, room } = position.prospects(player);
            let to_move = player == position.to_move();
            [position.pieces(player).into(), steps.into(), room.into(), 0, to_move.into()]
        });
        // Stacks in line with each other: each captures the other if it is high enough to get there and not lower.
        for white in position.stacks(Player::FIRST) {
            let height = position.height(white);
            for black in board.in_line(white).among(position.stacks(Player::SECOND)) {
                let (distance, other) = (board.distance(white, black), position.height(black));
                counts[0][CAPTURES] += i32::from(height >= distance && other <= distance);
                counts[1][CAPTURES] += i32::from(other >= distance && height <= distance);
            }
        }
        counts
    }

    /// The weights for as large a part of all pieces as there is. (For the large board nothing was fitted; beyond 24
    /// pieces the formula would turn room and captures into burdens.)
    #[inline]
    pub(crate) fn weights<const CELLS: usize>(position: &Position<CELLS>) -> &'static Counts {
        let pieces = usize::from(position.pieces(Player::FIRST) + position.pieces(Player::SECOND));
        let all = 2 * usize::from(Dipole::<CELLS>::pieces());
        &WEIGHTS[(pieces * FITTED).div_ceil(all).min(FITTED)]
    }
}

impl<const CELLS: usize> Evaluate<Dipole<CELLS>> for WhiteBox {
    /// What is kept along is part of the position.
    type State = ();

    fn fresh(&self, _: &Dipole<CELLS>, _: &Position<CELLS>) {}

    #[inline]
    fn value(&self, game: &Dipole<CELLS>, position: &Position<CELLS>, (): &()) -> Value {
        let me = position.to_move();
        let counts = Self::counts(game, position);
        let (own, other) = (counts[me.index()], counts[me.opponent().index()]);
        let weights = Self::weights(position);
        Value::guess((0..TERMS.len()).map(|term| weights[term] * (own[term] - other[term])).sum())
    }

    fn explain(&self, game: &Dipole<CELLS>, position: &Position<CELLS>) -> Vec<Term> {
        let counts = Self::counts(game, position);
        let weights = Self::weights(position);
        let term = |(index, (name, ..)): (usize, (&str, i32, i32))| {
            Term::new(name, counts.map(|counts| counts[index] * weights[index]).to_vec())
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_turn_is_a_burden() {
        for weights in &WEIGHTS[1..] {
            assert!(weights[..4].iter().all(|weight| *weight > 0) && weights[4] < 0, "{weights:?}");
        }
    }

    #[test]
    fn boards_of_both_sizes_weigh_alike_at_the_beginning() {
        fn terms<const CELLS: usize>() -> Vec<String> {
            let game = Dipole::<CELLS>::new(crate::rules::Start::Course, None);
            let position = mossa_game::Game::start(&game);
            assert_eq!(WhiteBox::weights(&position), &WEIGHTS[FITTED]);
            let terms = WhiteBox.explain(&game, &position);
            assert!(
                terms.iter().take(3).all(|term| term.points.iter().all(|points| *points > 0)),
                "{terms:?}"
            );
            terms.into_iter().map(|term| term.name).collect()
        }
        assert_eq!(terms::<32>(), terms::<50>());
    }
}
