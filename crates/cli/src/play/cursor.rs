//! A cursor that moves over any board by the places of its cells.

use mossa_game::{Cell, CellId, Layout};

/// Where an arrow key points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// To smaller y.
    Up,
    /// To greater y.
    Down,
    /// To smaller x.
    Left,
    /// To greater x.
    Right,
}

impl Direction {
    fn is_vertical(self) -> bool {
        matches!(self, Direction::Up | Direction::Down)
    }

    /// How far `cell` lies in this direction from `(x, y)`, and how far to the side.
    fn measure(self, (x, y): (f32, f32), cell: &Cell) -> (f32, f32) {
        match self {
            Direction::Up => (y - cell.y, (cell.x - x).abs()),
            Direction::Down => (cell.y - y, (cell.x - x).abs()),
            Direction::Left => (x - cell.x, (cell.y - y).abs()),
            Direction::Right => (cell.x - x, (cell.y - y).abs()),
        }
    }
}

/// Cells nearer than this in a direction are not in that direction: neighbours are about 1 apart.
const NEAR: f32 = 0.1;

/// The cell under the cursor.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cursor {
    /// The cell.
    pub(crate) cell: CellId,
    /// Where the present straight way began: on shifted rows it keeps the cursor from drifting sideways.
    way: Option<(bool, f32)>,
}

impl Cursor {
    /// A cursor in the middle of the board.
    pub(crate) fn central(layout: &Layout) -> Cursor {
        let count = layout.cells.len().max(1) as f32;
        let x = layout.cells.iter().map(|cell| cell.x).sum::<f32>() / count;
        let y = layout.cells.iter().map(|cell| cell.y).sum::<f32>() / count;
        let distance = |cell: &&Cell| (cell.x - x).hypot(cell.y - y);
        let nearest = layout.cells.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        Cursor { cell: nearest.map_or(CellId(0), |cell| cell.id), way: None }
    }

    /// Puts the cursor on `cell`.
    pub(crate) fn jump(&mut self, cell: CellId) {
        *self = Cursor { cell, way: None };
    }

    /// Moves to the nearest cell in `direction`; stays if there is none.
    pub(crate) fn go(&mut self, layout: &Layout, direction: Direction) {
        let Some(here) = layout.cells.get(usize::from(self.cell.0)) else { return };
        let vertical = direction.is_vertical();
        let kept = self.way.filter(|(was_vertical, _)| *was_vertical == vertical).map(|(_, at)| at);
        let at = kept.unwrap_or(if vertical { here.x } else { here.y });
        let origin = if vertical { (at, here.y) } else { (here.x, at) };
        if let Some(next) = nearest(layout, origin, direction) {
            *self = Cursor { cell: next, way: Some((vertical, at)) };
        }
    }
}

/// The nearest cell that lies more ahead than aside; failing that, the nearest that lies ahead at all.
fn nearest(layout: &Layout, origin: (f32, f32), direction: Direction) -> Option<CellId> {
    let ahead = layout.cells.iter().filter_map(|cell| {
        let (along, aside) = direction.measure(origin, cell);
        (along > NEAR).then_some((aside > along, along + aside, cell.id))
    });
    let best = ahead.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    best.map(|(_, _, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::tests::{hexagons, squares};
    use Direction::{Down, Left, Right, Up};

    fn walk(layout: &Layout, from: u16, way: &[Direction]) -> Vec<u16> {
        let mut cursor = Cursor { cell: CellId(from), way: None };
        let step = |direction: &Direction| {
            cursor.go(layout, *direction);
            cursor.cell.0
        };
        way.iter().map(step).collect()
    }

    #[test]
    fn squares_are_walked_in_rows_and_columns() {
        let board = squares(3, 3);
        assert_eq!(Cursor::central(&board).cell, CellId(4));
        assert_eq!(walk(&board, 4, &[Up, Right, Down, Down, Left]), [1, 2, 5, 8, 7]);
    }

    #[test]
    fn the_edge_holds_the_cursor() {
        let board = squares(3, 3);
        assert_eq!(walk(&board, 0, &[Up, Left]), [0, 0]);
        assert_eq!(walk(&board, 8, &[Down, Right]), [8, 8]);
    }

    #[test]
    fn shifted_rows_do_not_make_it_drift() {
        // Rows of the triangle: 0 / 1 2 / 3 4 5 / 6 7 8 9 / 10 11 12 13 14
        let board = hexagons(5);
        assert_eq!(walk(&board, 12, &[Up, Up, Up, Up]), [7, 4, 1, 0]);
        assert_eq!(walk(&board, 0, &[Down, Down, Down, Down]), [1, 4, 7, 12]);
        assert_eq!(walk(&board, 4, &[Left, Right, Right]), [3, 4, 5]);
    }

    #[test]
    fn what_lies_only_roughly_ahead_is_still_reached() {
        // Right of the tip there is nothing in its row, but cells further down.
        let board = hexagons(3);
        assert_eq!(walk(&board, 0, &[Right]), [2]);
    }
}
