//! How many positions of an endgame have which value, on the whole board.

use mossa_game::SpaceCounts;
use mossa_solve::Worth;

use super::index::Index;
use super::material::Material;
use super::space::possible;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Chess;

/// Hands over every position of an endgame but for turns and mirrors of the board, with no plies on the clock. With both
/// kings on the diagonal mirror images are told apart.
pub fn positions(material: Material, visit: impl FnMut(Position)) {
    let index = Index::of(material.number());
    (0..index.states()).filter_map(|state| possible(index, state)).for_each(visit);
}

impl Chess {
    /// How many positions of an endgame have which value for `to_move`, which is White for the side that is named first.
    /// Turned and mirrored positions count, like pieces are not told apart, and positions that cannot be are left out.
    /// Nothing if no such table is loaded.
    pub fn endgame_counts(&self, material: Material, to_move: Color) -> Option<SpaceCounts> {
        let table = self.loaded().get()?.table(material)?;
        let index = Index::of(material.number());
        let (kings, columns) = (index.kings(), index.columns());
        let mut counts = SpaceCounts {
            states: 0,
            illegal: 0,
            wins: 0,
            losses: 0,
            draws: 0,
            longest_win: 0,
            longest_loss: 0,
        };
        for pair in 0..kings.count() {
            let weight = kings.weight(pair as usize);
            let row = to_move.index() as u64 * kings.count() + pair;
            for state in row * columns..(row + 1) * columns {
                add(&mut counts, table.worth(state)?, weight);
            }
        }
        Some(counts)
    }
}

fn add(counts: &mut SpaceCounts, worth: Worth, weight: u64) {
    match worth {
        Worth::Illegal => return,
        Worth::Draw => counts.draws += weight,
        Worth::Win(plies) => {
            counts.wins += weight;
            counts.longest_win = counts.longest_win.max(plies);
        }
        Worth::Loss(plies) => {
            counts.losses += weight;
            counts.longest_loss = counts.longest_loss.max(plies);
        }
    }
    counts.states += weight;
}
