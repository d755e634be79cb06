//! Reading the heaps from right to left changes nothing but their names.

use mossa_game::{Game, Symmetric, Symmetry};

use super::position::{Position, Take};
use super::rules::Nim;

/// Symmetry 1 reverses the order of the heaps.
impl Symmetric for Nim {
    fn symmetries(&self) -> usize {
        if self.start.len() > 1 { 2 } else { 1 }
    }

    fn canonical_key(&self, position: &Position) -> (u64, Symmetry) {
        let reversed = Symmetry(1);
        let (key, mirrored) = (self.key(position), self.key(&self.map_position(reversed, position)));
        if mirrored < key { (mirrored, reversed) } else { (key, Symmetry::IDENTITY) }
    }

    fn map_move(&self, symmetry: Symmetry, m: Take) -> Take {
        if symmetry == Symmetry::IDENTITY {
            return m;
        }
        // Moves of other positions may name heaps that are not there; they stay illegal.
        let heap = (self.start.len() as u8).checked_sub(1 + m.heap).unwrap_or(m.heap);
        Take { heap, ..m }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position) -> Position {
        let mut heaps = position.heaps;
        if symmetry != Symmetry::IDENTITY {
            heaps[..self.start.len()].reverse();
        }
        self.position(heaps, position.mover)
    }
}
