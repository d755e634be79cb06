//! When the attacker cannot win any more, whoever is to move.
//!
//! A line is *open* for the attacker while the defender has no stone in it. Every argument here looks at open lines only,
//! and gives the defender no credit for rows of their own, so each holds whatever those are.

use super::pairing::{Pairing, Rows};
use crate::board::Board;
use crate::position::Position;

/// Why the attacker cannot win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hopeless {
    /// No open line can be filled with the stones that the attacker still gets.
    NoLine,
    /// The sum of 2^-missing over all open lines is so small that the defender can always keep it below 1, and a full
    /// line would make it 1 (P. Erdős and J. Selfridge, "On a combinatorial game", 1973).
    Potential,
    /// The defender answers in pairs, each line has a pair of its own, and so gets a defender's stone.
    Paired(Pairing),
}

/// An argument that `attacker` cannot win this position, if there is one.
///
/// The position is one in which nobody can win with the next stone: that is what a search looks at first.
pub fn hopeless<const W: usize>(
    board: &Board,
    rows: &Rows<W>,
    position: &Position<W>,
    attacker: usize,
) -> Option<Hopeless> {
    if !can_fill_a_line(board, position, attacker) {
        return Some(Hopeless::NoLine);
    }
    if potential(board, position, attacker) < limit(board, position, attacker) {
        return Some(Hopeless::Potential);
    }
    rows.pairing(position, attacker).map(Hopeless::Paired)
}

/// Whether there are an open line and stones enough for it.
fn can_fill_a_line<const W: usize>(board: &Board, position: &Position<W>, attacker: usize) -> bool {
    let empty = usize::from(position.empty_cells());
    let moves_first = usize::from(position.to_move().index() == attacker);
    let stones = (empty + moves_first) / 2;
    let fewest = board.k.saturating_sub(stones);
    (fewest..=board.k).any(|count| position.open(attacker, count) > 0)
}

/// The sum of 2^stones over all lines open for the attacker: 2^k times the potential. Lines have at most 100 cells, and
/// there are fewer than 2^16 of them.
pub fn potential<const W: usize>(board: &Board, position: &Position<W>, attacker: usize) -> u128 {
    (0..=board.k).map(|stones| u128::from(position.open(attacker, stones)) << stones).sum()
}

/// What [`potential`] must stay below: 1 if the defender is to move, 1/2 if the attacker is, who can double the sum
/// of the lines through one cell.
pub fn limit<const W: usize>(board: &Board, position: &Position<W>, attacker: usize) -> u128 {
    let whole = 1u128 << board.k;
    if position.to_move().index() == attacker { whole / 2 } else { whole }
}
