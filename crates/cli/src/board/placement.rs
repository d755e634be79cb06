//! Where the cells of a board go on a grid of characters.

use mossa_game::{Cell, Layout, Shape};

/// Rows that differ by less than this are the same row: neighbours are about 1 apart.
pub(super) const SAME: f32 = 0.1;

/// How far neighbouring cells are apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pitch {
    /// Columns from a cell to its neighbour.
    pub(crate) across: u16,
    /// Rows from a cell to its neighbour.
    pub(crate) down: u16,
    /// Whether lines are drawn between the cells.
    pub(crate) ruled: bool,
}

impl Pitch {
    /// One character for a cell and one between: the least that shows every board.
    pub(crate) const SMALLEST: Pitch = Pitch { across: 2, down: 1, ruled: false };
    /// The same with room for the height of a stack.
    pub(crate) const STACKS: Pitch = Pitch { across: 4, down: 1, ruled: false };

    /// From generous to tight. A character is about twice as high as wide, so `across` is twice `down`.
    const RULED: [Pitch; 3] = [
        Pitch { across: 8, down: 4, ruled: true },
        Pitch { across: 4, down: 2, ruled: true },
        Pitch::SMALLEST,
    ];
    const OPEN: [Pitch; 3] = [Pitch { across: 4, down: 2, ruled: false }, Pitch::STACKS, Pitch::SMALLEST];
}

/// Every cell's place on the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    /// The distances.
    pub(crate) pitch: Pitch,
    /// Column and row of the centre of each cell.
    pub(crate) centres: Vec<(u16, u16)>,
    /// Columns of the whole board.
    pub(crate) width: u16,
    /// Rows of the whole board.
    pub(crate) height: u16,
    /// The names along the lower edge with their columns.
    pub(crate) columns: Vec<(u16, String)>,
    /// The names along the left edge with their rows.
    pub(crate) rows: Vec<(u16, String)>,
}

impl Placement {
    /// The most generous placement that fits into `width` by `height`; the tightest if none does.
    pub(crate) fn fitting(layout: &Layout, width: u16, height: u16) -> Placement {
        let pitches = if is_lattice(layout) { Pitch::RULED } else { Pitch::OPEN };
        let mut all = pitches.into_iter().map(|pitch| Placement::new(layout, pitch));
        let fits = |placement: &Placement| placement.width <= width && placement.height <= height;
        all.find(fits).unwrap_or_else(|| Placement::new(layout, Pitch::SMALLEST))
    }

    /// The placement with this pitch.
    pub(crate) fn new(layout: &Layout, pitch: Pitch) -> Placement {
        let levels = levels(&layout.cells);
        let least = layout.cells.iter().map(|cell| cell.x).fold(f32::MAX, f32::min);
        // A margin of one column shows the brackets of a cursor; ruled cells have their lines there.
        let (left, top) = if pitch.ruled { (pitch.across / 2, pitch.down / 2) } else { (1, 0) };
        let column = |x: f32| left + ((x - least) * f32::from(pitch.across)).round().max(0.0) as u16;
        let row = |y: f32| top + rank(&levels, y) * pitch.down;
        let centres: Vec<(u16, u16)> =
            layout.cells.iter().map(|cell| (column(cell.x), row(cell.y))).collect();
        Placement {
            pitch,
            width: centres.iter().map(|(column, _)| column + left + 1).max().unwrap_or(0),
            height: centres.iter().map(|(_, row)| row + top + 1).max().unwrap_or(0),
            columns: layout.columns.iter().map(|(x, name)| (column(*x), name.clone())).collect(),
            rows: layout.rows.iter().map(|(y, name)| (row(*y), name.clone())).collect(),
            centres,
        }
    }

    /// The column of the next cell to the right of `centre`, or the end of the board: the room for what belongs to a
    /// cell. On a board of dark squares alone there is more of it than the pitch says.
    pub(crate) fn next_in_row(&self, centre: (u16, u16)) -> u16 {
        let right = self.centres.iter().filter(|(column, row)| *row == centre.1 && *column > centre.0);
        right.map(|(column, _)| *column).min().unwrap_or(self.width.max(centre.0 + self.pitch.across))
    }

    /// How wide the widest name of a row is.
    pub(crate) fn row_names_width(&self) -> u16 {
        self.rows.iter().map(|(_, name)| name.chars().count() as u16).max().unwrap_or(0)
    }

    /// The names along the lower edge that do not run into each other: all, or every second, third...
    pub(crate) fn spaced_columns(&self) -> impl Iterator<Item = &(u16, String)> {
        let widest = self.columns.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
        let step = (widest + 1).div_ceil(usize::from(self.pitch.across)).max(1);
        self.columns.iter().step_by(step)
    }
}

/// Whether the cells are squares in straight rows and columns, so that lines can be drawn between them.
fn is_lattice(layout: &Layout) -> bool {
    let whole = |a: f32, b: f32| ((a - b) - (a - b).round()).abs() < SAME;
    let Some(first) = layout.cells.first() else { return false };
    layout.cells.iter().all(|cell| {
        !matches!(cell.shape, Shape::Hole | Shape::Button) && whole(cell.x, first.x) && whole(cell.y, first.y)
    })
}

/// The different heights of the cells, from the top.
fn levels(cells: &[Cell]) -> Vec<f32> {
    let mut all: Vec<f32> = cells.iter().map(|cell| cell.y).collect();
    all.sort_by(f32::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < SAME);
    all
}

fn rank(levels: &[f32], y: f32) -> u16 {
    levels.partition_point(|level| *level < y - SAME) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::tests::{hexagons, squares};

    #[test]
    fn small_boards_are_drawn_large_and_large_ones_small() {
        let across = |columns, rows| Placement::fitting(&squares(columns, rows), 40, 19).pitch.across;
        assert_eq!(across(3, 3), 8);
        assert_eq!(across(8, 8), 4);
        assert_eq!(across(19, 19), 2);
        assert_eq!(across(50, 50), 2);
    }

    #[test]
    fn lines_lie_between_cells() {
        let placement = Placement::new(&squares(3, 2), Pitch { across: 4, down: 2, ruled: true });
        assert_eq!(placement.centres[..4], [(2, 1), (6, 1), (10, 1), (2, 3)]);
        assert_eq!((placement.width, placement.height), (13, 5));
    }

    #[test]
    fn shifted_rows_stay_shifted() {
        let placement = Placement::fitting(&hexagons(3), 40, 20);
        assert!(!placement.pitch.ruled);
        assert_eq!(placement.centres[..4], [(5, 0), (3, 2), (7, 2), (1, 4)]);
    }

    #[test]
    fn every_second_cell_leaves_room_for_the_height_of_a_stack() {
        let mut board = squares(5, 2);
        board.cells.retain(|cell| (cell.x + cell.y) % 2.0 == 0.0);
        let placement = Placement::new(&board, Pitch::SMALLEST);
        assert_eq!(placement.centres, [(1, 0), (5, 0), (9, 0), (3, 1), (7, 1)]);
        assert_eq!(placement.next_in_row((1, 0)), 5);
        assert_eq!(placement.next_in_row((3, 1)), 7);
        assert_eq!(placement.next_in_row((9, 0)), 11, "the last of a row has what its pitch allows");
    }

    #[test]
    fn wide_names_are_thinned_out() {
        let placement = Placement::new(&squares(28, 3), Pitch::SMALLEST);
        let shown: Vec<_> = placement.spaced_columns().map(|(column, _)| *column).take(3).collect();
        assert_eq!(shown, [1, 5, 9]);
    }
}
