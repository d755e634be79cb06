//! Which cells are around which.

use std::sync::Arc;

use super::Shape;
use super::table::{BLOCKED, ShapeTable};
use crate::board::{DIRECTIONS, Rule};

/// A cell near another one, in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub(super) cell: u16,
    pub(super) direction: u8,
    /// What the other cell adds to this one's index.
    pub(super) weight: u16,
}

/// What the shapes of all positions on a board share.
#[derive(Debug)]
pub(crate) struct Grid {
    /// For each player.
    tables: [Arc<ShapeTable>; 2],
    /// How many cells on each side count.
    reach: isize,
    rows: usize,
    columns: usize,
    /// For each cell those whose surroundings it belongs to.
    neighbours: Vec<Neighbour>,
    /// Where the neighbours of a cell begin; one more than there are cells.
    starts: Vec<u32>,
}

impl Grid {
    /// The largest board with shapes: 20x20, the largest of tournaments.
    const MOST_CELLS: usize = 400;
    /// On boards of up to 8x8 whole lines decide, and searches reach the end.
    const FEW_CELLS: usize = 64;

    /// The grid of a board, if it is one where shapes help: five in a row on boards of usual size.
    pub(crate) fn where_it_helps(rows: usize, columns: usize, k: usize, rule: Rule) -> Option<Grid> {
        let large = (Self::FEW_CELLS + 1..=Self::MOST_CELLS).contains(&(rows * columns));
        if large && k == ShapeTable::MOST_K { Grid::new(rows, columns, k, rule) } else { None }
    }

    /// The grid of a board, if there are tables for rows of this length.
    pub(crate) fn new(rows: usize, columns: usize, k: usize, rule: Rule) -> Option<Grid> {
        if !(2..=ShapeTable::MOST_K).contains(&k) {
            return None;
        }
        // Where longer rows do not win, the cell behind a row counts, too.
        let reach = if rule == Rule::OrMore { k - 1 } else { k };
        let table = |player: usize| Arc::new(ShapeTable::new(k, rule.wants_exactly_k(player), reach));
        let first = table(0);
        let same = rule.wants_exactly_k(0) == rule.wants_exactly_k(1);
        let second = if same { Arc::clone(&first) } else { table(1) };
        let tables = [first, second];
        let reach = reach as isize;
        let mut grid = Grid { tables, reach, rows, columns, neighbours: Vec::new(), starts: vec![0] };
        for cell in 0..rows * columns {
            for direction in 0..DIRECTIONS.len() {
                grid.add_neighbours(cell, direction);
            }
            grid.starts.push(grid.neighbours.len() as u32);
        }
        Some(grid)
    }

    fn add_neighbours(&mut self, cell: usize, direction: usize) {
        for offset in self.offsets() {
            if let Some(other) = self.beside(cell, direction, offset) {
                let weight = ShapeTable::weight(self.place(-offset));
                self.neighbours.push(Neighbour { cell: other as u16, direction: direction as u8, weight });
            }
        }
    }

    fn offsets(&self) -> impl Iterator<Item = isize> + use<> {
        (-self.reach..=self.reach).filter(|offset| *offset != 0)
    }

    /// The place of a cell so many steps away.
    fn place(&self, offset: isize) -> usize {
        (self.reach + if offset < 0 { offset } else { offset - 1 }) as usize
    }

    /// How many steps away a place is.
    fn offset(&self, place: usize) -> isize {
        let offset = place as isize - self.reach;
        if offset < 0 { offset } else { offset + 1 }
    }

    /// The cell so many steps away, if the board has it.
    fn beside(&self, cell: usize, direction: usize, steps: isize) -> Option<usize> {
        let (down, right) = DIRECTIONS[direction];
        let row = (cell / self.columns).checked_add_signed(steps * down)?;
        let column = (cell % self.columns).checked_add_signed(steps * right)?;
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// What is around each cell in each direction, for each player, when there is no stone: the edge.
    pub(super) fn around_on_empty_board(&self) -> Box<[[[u16; 2]; 4]]> {
        let outside = |cell: usize, direction: usize| {
            let beyond = self.offsets().filter(|offset| self.beside(cell, direction, *offset).is_none());
            beyond.map(|offset| BLOCKED * ShapeTable::weight(self.place(offset))).sum()
        };
        let cells = 0..self.rows * self.columns;
        cells.map(|cell| std::array::from_fn(|direction| [outside(cell, direction); 2])).collect()
    }

    /// The cells whose surroundings a stone on `cell` changes.
    #[inline]
    pub(super) fn neighbours(&self, cell: usize) -> &[Neighbour] {
        &self.neighbours[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// What a stone of `player` makes in such surroundings.
    #[inline]
    pub(super) fn shape(&self, player: usize, index: u16) -> Shape {
        self.tables[player].shape(index)
    }

    /// The cells that complete a row after a stone of `player` on `cell`, which is surrounded so in a direction.
    pub(super) fn completions(
        &self,
        player: usize,
        index: u16,
        cell: usize,
        direction: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        let places = self.tables[player].completions(index);
        places.filter_map(move |place| self.beside(cell, direction, self.offset(place)))
    }
}
