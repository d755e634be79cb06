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
        let term = |(index, (name, weight)): (usize, (&str, i32))| {
            Term::new(name, both.map(|counts| counts[index] * weight).to_vec())
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Start;

    /// The terms of White and Black, for stacks such as `w4 H3`, White to move.
    fn terms(stacks: &[(&str, &str)]) -> [[i32; 5]; 2] {
        let game = Dipole::<32>::new(Start::Course, None);
        let stacks: Vec<_> = stacks
            .iter()
            .map(|(stack, cell)| {
                let owner = if stack.starts_with('w') { Player::FIRST } else { Player::SECOND };
                let cell = cell.as_bytes();
                let cell = game.board().cell_at((cell[0] - b'A').into(), (cell[1] - b'1').into()).unwrap();
                (owner, cell, stack[1..].parse().unwrap())
            })
            .collect();
        let position = game.position(stacks, Player::FIRST, Position::<32>::NO_LIMIT);
        [Player::FIRST, Player::SECOND].map(|player| counts(&game, &position, player))
    }

    /// The report's figure 11: a stack of four needs 7 x 4 = 28 moves to leave the board.
    #[test]
    fn moves_left_take_every_piece_off_the_board() {
        let [white, black] = terms(&[("w4", "G4"), ("b1", "A4"), ("b2", "H1")]);
        assert_eq!((white[0], white[1]), (4, 28));
        assert_eq!((black[0], black[1]), (3, 8 + 2));
    }

    /// Its figure 12: a stack of four that controls eleven cells, those beside it among them.
    #[test]
    fn controlled_cells_lie_ahead_and_beside() {
        let [white, black] = terms(&[("w4", "H3"), ("b4", "A6")]);
        assert_eq!((white[4], black[4]), (11, 11));
    }

    /// As in its figure 13: a stack that can capture two others has an advantage of 2, one that meets nobody none.
    #[test]
    fn advantage_counts_captures() {
        let [white, black] = terms(&[("b2", "D1"), ("b4", "D3"), ("w3", "G6"), ("w2", "D7")]);
        assert_eq!((white[2], black[2]), (0, 2));
        let [white, black] = terms(&[("b4", "D3"), ("w4", "D7")]);
        assert_eq!((white[2], black[2]), (1, 1), "equal stacks capture each other");
    }

    /// Its array of limits: 2 4 4 2 1 1 ...
    #[test]
    fn too_many_stacks_of_a_size_count_against_whoever_has_them() {
        let of = |stacks| terms(stacks)[0][3];
        assert_eq!(of(&[("w12", "H5")]), 0);
        assert_eq!(of(&[("w1", "H5"), ("w1", "H3"), ("w1", "H1")]), -1);
        assert_eq!(of(&[("w2", "H5"), ("w3", "H3"), ("w4", "H1")]), 3 + 3 + 1);
    }

    /// 1 for all terms but controlled cells, which have 0.4; the stacks of whoever does not search do not count.
    #[test]
    fn the_sum_is_that_of_the_report() {
        let game = Dipole::<32>::new(Start::Course, None);
        let documented = Documented::new(&game);
        let cell = |row, column| game.board().cell_at(row, column).unwrap();
        let stacks = [(Player::FIRST, cell(6, 3), 4), (Player::SECOND, cell(0, 1), 1)];
        let position = game.position(stacks, Player::FIRST, Position::<32>::NO_LIMIT);
        let [white, black] = [Player::FIRST, Player::SECOND].map(|player| counts(&game, &position, player));
        let tenths = 10 * (white[0] - black[0] + white[1] - black[1] + white[2] - black[2] + white[3])
            + 4 * (white[4] - black[4]);
        let value = FiveTerms.value(&documented, &position, &Player::FIRST);
        assert_eq!(2 * value.raw(), tenths);
    }
}
