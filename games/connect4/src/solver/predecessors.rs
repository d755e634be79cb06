//! What the book says of a position with one stone more than it knows.
//!
//! Whoever made the last move could choose: a position that came before it is worth to them at least what this one
//! is. So this one is worth at least the negative of each of the positions before it, and if the last stone was the best
//! move in one of them, exactly that. All of them are in the book.

use crate::book::Book;
use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::Connect4;

/// A score that the position has at least, from the positions with one stone less; `None` if the book does not know
/// them.
pub(super) fn least_by_predecessors<G: Geometry>(
    game: &Connect4<G>,
    book: &Book,
    position: &Position<G::Word>,
) -> Option<i32> {
    if position.plies() != book.plies() + 1 {
        return None;
    }
    let board = game.geometry();
    let (mover, occupied) = (position.mover(), position.occupied());
    // The uppermost stone of each column: the cell above it is empty or beyond the column.
    let uppermost = occupied & !(occupied >> 1);
    (0..board.width())
        .map(|column| uppermost & board.column(column) & !mover)
        .filter(|last| !last.is_empty())
        .filter_map(|last| {
            let before = Position::from_bits(position.opponent() & !last, occupied & !last);
            let wins_at_once = board.completing(before.mover()) & board.playable(before.occupied());
            // The book may only be asked about positions that can arise and in which nobody wins at once.
            (wins_at_once.is_empty() && game.can_arise(&before))
                .then(|| book.score(board, before.mover(), before.occupied()))?
        })
        .map(|score| -score)
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Standard;
    use crate::solver::ExactSolver;
    use mossa_game::{Game, Strength};

    /// Where all of one game's positions with the book's plies and one more are known, the bound is at most the score,
    /// and often the score itself.
    #[test]
    fn it_is_never_above_the_score() {
        let game = Connect4::new(Standard::default());
        let book = Book::shipped().expect("a book");
        let solver = ExactSolver::new(Standard::default(), 64 << 20).expect("memory");
        let (mut bounded, mut exact) = (0, 0);
        for seed in 0..40_u64 {
            let mut position = game.start();
            let mut digits = crate::mixing::mixed(seed);
            while position.plies() <= book.plies() && game.outcome(&position).is_none() {
                let moves = game.legal_moves(&position);
                game.play(&mut position, moves[(digits % moves.len() as u64) as usize]);
                digits /= 7;
            }
            let board = game.geometry();
            let over = game.outcome(&position).is_some()
                || !(board.completing(position.mover()) & board.playable(position.occupied())).is_empty();
            if over {
                continue;
            }
            let Some(least) = least_by_predecessors(&game, book, &position) else { continue };
            let (score, _) = solver.score(&position, Strength::Strong);
            assert!(least <= score, "{least} {score} {position:?}");
            bounded += 1;
            exact += u32::from(least == score);
        }
        assert!(bounded > 20 && exact * 4 > bounded, "{exact} of {bounded}");
    }
}
