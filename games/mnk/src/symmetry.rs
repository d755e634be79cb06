//! The symmetries of the board: 8 of a square, 4 of a rectangle.

use mossa_game::{Game, Symmetric, Symmetry};

use crate::board::CellIndex;
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// How many symmetries a board has.
pub fn order(rows: usize, columns: usize) -> usize {
    if rows == columns { 8 } else { 4 }
}

/// One way to lay the board onto itself, in three bits: first 4 (swap rows and
/// columns), then 1 (mirror left and right), then 2 (mirror top and bottom).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transform(usize);

impl Transform {
    const MIRROR_COLUMNS: usize = 1;
    const MIRROR_ROWS: usize = 2;
    const TRANSPOSE: usize = 4;

    /// The transform with these bits.
    pub fn new(bits: usize) -> Transform {
        Transform(bits)
    }

    /// Where it takes `cell` on a board of this size.
    pub fn map(self, rows: usize, columns: usize, cell: usize) -> usize {
        let (mut row, mut column) = (cell / columns, cell % columns);
        if self.0 & Transform::TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        if self.0 & Transform::MIRROR_COLUMNS != 0 {
            column = columns - 1 - column;
        }
        if self.0 & Transform::MIRROR_ROWS != 0 {
            row = rows - 1 - row;
        }
        row * columns + column
    }

    /// The transform that takes it back. Mirrors undo themselves; a mirror after the
    /// swap of rows and columns is the other mirror before it.
    pub fn inverse(self) -> Transform {
        if self.0 & Transform::TRANSPOSE == 0 {
            return self;
        }
        let swapped = (self.0 & Transform::MIRROR_COLUMNS) << 1 | (self.0 & Transform::MIRROR_ROWS) >> 1;
        Transform(Transform::TRANSPOSE | swapped)
    }
}

impl<const W: usize> Mnk<W> {
    /// The key under which tables know the position after `player`, whose turn it is, has marked `cell`.
    #[inline]
    pub fn key_after(&self, position: &Position<W>, cell: CellIndex, player: usize) -> u64 {
        let stone = self.board().stone_keys(cell, player);
        let keys = position.keys().iter().zip(stone).take(self.symmetries());
        keys.map(|(key, stone)| key ^ stone ^ self.board().turn_key).min().unwrap_or(0)
    }
}

impl<const W: usize> Symmetric for Mnk<W> {
    fn symmetries(&self) -> usize {
        order(self.board().rows, self.board().columns)
    }

    #[inline]
    fn canonical_key(&self, position: &Position<W>) -> (u64, Symmetry) {
        let keys = &position.keys()[..self.symmetries()];
        let mut best = (keys[0], Symmetry::IDENTITY);
        for (s, &key) in keys.iter().enumerate().skip(1) {
            if key < best.0 {
                best = (key, Symmetry(s as u8));
            }
        }
        best
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, m: Mark) -> Mark {
        let (rows, columns) = (self.board().rows, self.board().columns);
        // A move that a table gives back for another position with the same key may be none at all.
        if m.cell().index() >= self.board().cells() {
            return m;
        }
        let cell = Transform::new(symmetry.0.into()).map(rows, columns, m.cell().index());
        Mark::new(CellIndex(cell as u16))
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        Symmetry(Transform::new(symmetry.0.into()).inverse().0 as u8)
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<W>) -> Position<W> {
        let mapped = |player: usize| {
            position.stones(player).iter().map(move |cell| {
                let mark = Mark::new(CellIndex(cell as u16));
                (self.map_move(symmetry, mark).cell(), player)
            })
        };
        Position::from_stones(self.board(), mapped(0).chain(mapped(1)), self.to_move(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_take_every_cell_back() {
        for (rows, columns) in [(3, 3), (4, 4), (2, 5), (6, 3)] {
            for bits in 0..order(rows, columns) {
                let transform = Transform::new(bits);
                let mut seen = vec![false; rows * columns];
                for cell in 0..rows * columns {
                    let there = transform.map(rows, columns, cell);
                    seen[there] = true;
                    assert_eq!(transform.inverse().map(rows, columns, there), cell);
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }
}
