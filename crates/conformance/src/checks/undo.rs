//! `play` and `undo` are exact inverses.

use mossa_game::{Game, Playable};

use crate::check::{Checked, Step, require, same};

pub(super) fn restores<G: Playable>(step: &mut Step<'_, G>) -> Checked {
    some_moves(step.game, step.position, &step.random.sample(step.moves, MANY))
}

/// So many moves of a position are tried: all, but on the largest boards.
pub(super) const MANY: usize = 64;

/// Plays and takes back each of `moves`.
pub(super) fn some_moves<G: Game>(game: &G, position: &G::Position, moves: &[G::Move]) -> Checked {
    let mut copy = position.clone();
    for &m in moves {
        let undo = game.play(&mut copy, m);
        let (key, recomputed) = (game.key(&copy), game.recomputed_key(&copy));
        require(key == recomputed, || {
            format!("after {m:?} the key is {key:#x}, recomputed {recomputed:#x}")
        })?;
        game.undo(&mut copy, m, undo);
        equal(game, &copy, position).map_err(|problem| format!("after {m:?} and its undo, {problem}"))?;
    }
    Ok(())
}

/// The position that `undo` left must be the former one.
pub(crate) fn equal<G: Game>(game: &G, found: &G::Position, expected: &G::Position) -> Checked {
    same(|| "the position".to_owned(), found, expected)?;
    same(|| "the key".to_owned(), game.key(found), game.recomputed_key(expected))
}
