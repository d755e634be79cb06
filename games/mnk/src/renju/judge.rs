//! Which stones are allowed.

use super::Forbidden;
use super::row::{REACH, Row};
use crate::board::{Board, CellIndex, DIRECTIONS};
use crate::cells::Cells;
use crate::position::Position;

/// What Black may do with a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ruling {
    /// Takes it and wins.
    Five,
    /// Takes it.
    Allowed,
    /// Leaves it alone.
    Forbidden(Forbidden),
}

/// The board, with the stones that are thought of added to Black's.
pub(super) struct Judge<'a, const W: usize> {
    board: &'a Board,
    black: Cells<W>,
    white: &'a Cells<W>,
}

impl<'a, const W: usize> Judge<'a, W> {
    pub(super) fn new(board: &'a Board, position: &'a Position<W>) -> Judge<'a, W> {
        Judge { board, black: *position.stones(0), white: position.stones(1) }
    }

    /// What Black may do with `cell`, an empty one.
    pub(super) fn ruling(&mut self, cell: CellIndex) -> Ruling {
        let rows = DIRECTIONS.map(|direction| self.row(cell, direction));
        if rows.iter().any(|row| row.length() == 5) {
            return Ruling::Five;
        }
        if rows.iter().any(|row| row.length() > 5) {
            return Ruling::Forbidden(Forbidden::Overline);
        }
        if rows.iter().map(|row| row.fours()).sum::<u32>() >= 2 {
            return Ruling::Forbidden(Forbidden::DoubleFour);
        }
        if self.threes_meet(cell, &rows) {
            return Ruling::Forbidden(Forbidden::DoubleThree);
        }
        Ruling::Allowed
    }

    /// Whether a stone on `cell`, which has these `rows`, is part of two threes.
    fn threes_meet(&mut self, cell: CellIndex, rows: &[Row; 4]) -> bool {
        let straight = rows.map(Row::straight_four_cells);
        let mut possible = straight.iter().filter(|cells| **cells != 0).count();
        if possible < 2 {
            return false;
        }
        let mut threes = 0;
        self.black.insert(cell.index());
        for (cells, direction) in straight.into_iter().zip(DIRECTIONS).filter(|(cells, _)| *cells != 0) {
            if self.any_allowed(cell, direction, cells) {
                threes += 1;
            } else {
                possible -= 1;
            }
            if threes == 2 || possible < 2 {
                break;
            }
        }
        self.black.remove(cell.index());
        threes == 2
    }

    /// Whether Black may take any of these cells of a row without making a five.
    fn any_allowed(&mut self, cell: CellIndex, direction: (isize, isize), cells: u16) -> bool {
        let step = direction.0 * self.board.columns as isize + direction.1;
        (0..=2 * REACH).filter(|bit| cells >> bit & 1 != 0).any(|bit| {
            let other = cell.index() as isize + (bit as isize - REACH as isize) * step;
            self.ruling(CellIndex(other as u16)) == Ruling::Allowed
        })
    }

    /// The row through a stone on `cell`.
    #[inline]
    fn row(&self, cell: CellIndex, (down, right): (isize, isize)) -> Row {
        let (rows, columns) = (self.board.rows as isize, self.board.columns as isize);
        let (row, column) = (cell.index() as isize / columns, cell.index() as isize % columns);
        let mut found = Row::STONE;
        for side in [-1, 1] {
            for distance in 1..=REACH as isize {
                let (r, c) = (row + side * distance * down, column + side * distance * right);
                if !(0..rows).contains(&r) || !(0..columns).contains(&c) {
                    break;
                }
                let (at, bit) = ((r * columns + c) as usize, 1 << (REACH as isize + side * distance));
                if self.black.contains(at) {
                    found.black |= bit;
                } else if self.white.contains(at) {
                    // Nothing beyond is in the same row.
                    break;
                } else {
                    found.empty |= bit;
                }
            }
        }
        found
    }
}
