//! All placements of some pieces, by how many rows lie ahead of them together.
//!
//! A move on the board brings pieces forward, so that fewer rows lie ahead. Tables are filled in the order of the rows
//! ahead of both players together: what a position leads to on the board is known when it is its turn.

use std::ops::Range;

use super::index::Index;
use super::placement::Placement;

/// Placements of a number of pieces in the order of the rows ahead of them, as White sees the board.
#[derive(Debug)]
pub(super) struct Layers {
    placements: Vec<Placement>,
    /// Where the placements with so many rows ahead begin; last, how many there are.
    starts: Vec<usize>,
}

impl Layers {
    /// The white placements of `index` on a board whose rows have so many dark cells.
    pub(super) fn of(index: &Index, cells_in_row: u32) -> Layers {
        let rows = |placement: Placement| -> usize {
            placement.stacks().map(|(cell, height)| (cell / cells_in_row * height) as usize).sum()
        };
        // Counting sort: there may be millions.
        let mut starts = vec![0];
        for placement in index.white_placements() {
            let after = rows(placement) + 1;
            starts.resize(starts.len().max(after + 1), 0);
            starts[after] += 1;
        }
        for layer in 1..starts.len() {
            starts[layer] += starts[layer - 1];
        }
        let mut next = starts.clone();
        let mut placements = vec![Placement::default(); starts.last().copied().unwrap_or(0)];
        for placement in index.white_placements() {
            let place = &mut next[rows(placement)];
            placements[*place] = placement;
            *place += 1;
        }
        Layers { placements, starts }
    }

    /// How many layers there are; some may be empty.
    pub(super) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where the placements with so many rows ahead are.
    pub(super) fn layer(&self, rows: usize) -> Range<usize> {
        match self.starts.get(rows + 1) {
            Some(&end) => self.starts[rows]..end,
            None => 0..0,
        }
    }

    /// Some of the placements.
    pub(super) fn placements(&self, range: Range<usize>) -> &[Placement] {
        &self.placements[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_in_its_layer() {
        let index = Index::new(32, 3, 1);
        let layers = Layers::of(&index, 4);
        // Three pieces on the last row of White's way, and on the first.
        assert_eq!(layers.count(), 3 * 7 + 1);
        let mut all = 0;
        for rows in 0..layers.count() + 3 {
            for placement in layers.placements(layers.layer(rows)) {
                let ahead: u32 = placement.stacks().map(|(cell, height)| cell / 4 * height).sum();
                assert_eq!(ahead as usize, rows);
                all += 1;
            }
        }
        assert_eq!(all, index.white_placements().count());
    }
}
