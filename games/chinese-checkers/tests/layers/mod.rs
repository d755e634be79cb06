//! Different positions, ply by ply.

use std::collections::HashSet;

use mossa_chinese_checkers::{ChineseCheckers, Position};
use mossa_game::{Game, Notation};

/// The different positions one ply after those of `last`.
pub(crate) fn next<const W: usize>(game: &ChineseCheckers<W>, last: &[Position<W>]) -> Vec<Position<W>> {
    let mut texts = HashSet::new();
    let mut next = Vec::new();
    for position in last {
        for walk in game.legal_moves(position) {
            let mut after = position.clone();
            game.play(&mut after, walk);
            if texts.insert(game.position_text(&after)) {
                next.push(after);
            }
        }
    }
    next
}
