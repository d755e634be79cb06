//! A board as lines of plain text.

use mossa_engine::AnyPosition;
use mossa_game::{CellId, Layout, Shape, Sprite};

use crate::board::placement::{Pitch, Placement, SAME};

/// What an empty cell looks like.
pub(crate) const EMPTY: char = '·';

/// What an empty hole looks like where other cells are squares.
pub(crate) const HOLE: char = '○';

/// The board of a position, top to bottom: names at the edges, brackets around marked cells. Nothing is touched here, so
/// buttons are left out.
pub(crate) fn lines(position: &dyn AnyPosition) -> Vec<String> {
    let sprites: Vec<(CellId, Sprite)> = position.scene().sprites();
    draw(position.game().layout(), &sprites, &position.marked())
}

/// The layout without its buttons, and without the names of rows that have nothing else.
fn without_buttons(mut layout: Layout) -> Layout {
    layout.cells.retain(|cell| cell.shape != Shape::Button);
    let cells = &layout.cells;
    layout.rows.retain(|(y, _)| cells.iter().any(|cell| (cell.y - y).abs() < SAME));
    layout
}

fn draw(layout: Layout, sprites: &[(CellId, Sprite)], marked: &[CellId]) -> Vec<String> {
    let layout = without_buttons(layout);
    let stacked = sprites.iter().any(|(_, sprite)| sprite.height > 1);
    let placement = Placement::new(&layout, if stacked { Pitch::STACKS } else { Pitch::SMALLEST });
    let mut page = Page::new(&placement);
    let squares = layout.cells.iter().any(|cell| cell.shape != Shape::Hole);
    for (&(column, row), cell) in placement.centres.iter().zip(&layout.cells) {
        let empty = if squares && cell.shape == Shape::Hole { HOLE } else { EMPTY };
        page.put(column, row, &empty.to_string());
    }
    let centre = |cell: &CellId| {
        let nth = layout.cells.iter().position(|other| other.id == *cell)?;
        placement.centres.get(nth).copied()
    };
    for (cell, sprite) in sprites {
        let Some((column, row)) = centre(cell) else { continue };
        page.put(column, row, &format!("{}{}", sprite.glyph, height(sprite.height)));
    }
    let is_marked = |column: u16, row: u16| marked.iter().any(|cell| centre(cell) == Some((column, row)));
    for cell in marked {
        let Some((column, row)) = centre(cell) else { continue };
        // Marked neighbours share one pair of brackets.
        let across = placement.pitch.across;
        if !is_marked(column.wrapping_sub(across), row) {
            page.put(column.saturating_sub(1), row, "[");
        }
        if !is_marked(column + across, row) {
            page.put(column + 1, row, "]");
        }
    }
    page.finish(&placement)
}

/// The height of a stack as small figures behind its piece; nothing for a single piece.
pub(crate) fn height(height: u8) -> String {
    let small = |digit: char| digit.to_digit(10).and_then(|d| char::from_u32('₀' as u32 + d));
    if height > 1 { height.to_string().chars().filter_map(small).collect() } else { String::new() }
}

/// Characters in rows, with the names of rows to their left.
struct Page {
    rows: Vec<Vec<char>>,
}

impl Page {
    fn new(placement: &Placement) -> Page {
        // One row more for the names of the columns, which may be wider than their cells.
        let width = usize::from(placement.width) + 4;
        Page { rows: vec![vec![' '; width]; usize::from(placement.height) + 1] }
    }

    fn put(&mut self, column: u16, row: u16, text: &str) {
        let Some(line) = self.rows.get_mut(usize::from(row)) else { return };
        for (slot, c) in line.iter_mut().skip(usize::from(column)).zip(text.chars()) {
            *slot = c;
        }
    }

    fn finish(mut self, placement: &Placement) -> Vec<String> {
        for (column, name) in placement.spaced_columns() {
            self.put(*column, placement.height, name);
        }
        let gutter = usize::from(placement.row_names_width());
        let name_of = |row: usize| {
            let found = placement.rows.iter().find(|(at, _)| usize::from(*at) == row);
            found.map_or("", |(_, name)| name.as_str())
        };
        let with_name = |(row, line): (usize, Vec<char>)| {
            let line: String = line.into_iter().collect();
            format!("{:>gutter$} {line}", name_of(row)).trim_end().to_owned()
        };
        let mut lines: Vec<String> = self.rows.into_iter().enumerate().map(with_name).collect();
        if placement.columns.is_empty() {
            lines.pop();
        }
        lines
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use mossa_game::{Cell, Entry, Player};

    /// A board of squares with letters below and numbers to the left.
    pub(crate) fn squares(columns: u16, rows: u16) -> Layout {
        let name = |column: u16| match column {
            0..26 => char::from(b'a' + column as u8).to_string(),
            _ => format!("a{}", char::from(b'a' + (column - 26) as u8)),
        };
        let cell = |row: u16, column: u16| Cell {
            id: CellId(row * columns + column),
            x: f32::from(column),
            y: f32::from(row),
            shape: Shape::Square,
            label: format!("{}{}", name(column), rows - row),
        };
        Layout {
            cells: (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect(),
            columns: (0..columns).map(|column| (f32::from(column), name(column))).collect(),
            rows: (0..rows).map(|row| (f32::from(row), (rows - row).to_string())).collect(),
            entry: Entry::Place,
        }
    }

    /// A triangle of holes: one in the first row, two in the second...
    pub(crate) fn hexagons(rows: u16) -> Layout {
        let mut cells = Vec::new();
        for row in 0..rows {
            for place in 0..=row {
                cells.push(Cell {
                    id: CellId(cells.len() as u16),
                    x: f32::from(place) - f32::from(row) / 2.0,
                    y: f32::from(row) * 0.866,
                    shape: Shape::Hole,
                    label: format!("{row}-{place}"),
                });
            }
        }
        Layout { cells, columns: Vec::new(), rows: Vec::new(), entry: Entry::Path }
    }

    fn stone(cell: u16, glyph: char, height: u8) -> (CellId, Sprite) {
        (CellId(cell), Sprite { owner: Some(Player::FIRST), glyph, kind: "stone", height })
    }

    #[test]
    fn squares_have_names_and_brackets() {
        let sprites = [stone(0, 'X', 1), stone(1, 'X', 1), stone(2, 'X', 1), stone(4, 'O', 1)];
        let lines = draw(squares(3, 2), &sprites, &[CellId(0), CellId(1), CellId(2)]);
        assert_eq!(lines, ["2 [X X X]", "1  · O ·", "   a b c"]);
    }

    #[test]
    fn holes_keep_their_places() {
        let lines = draw(hexagons(3), &[stone(0, '●', 1)], &[CellId(4)]);
        assert_eq!(lines, ["    ●", "   · ·", "  ·[·]·"]);
    }

    #[test]
    fn holes_beside_squares_are_told_apart() {
        let mut board = squares(3, 1);
        board.cells[2].shape = Shape::Hole;
        assert_eq!(draw(board, &[], &[]), ["1  · · ○", "   a b c"]);
    }

    #[test]
    fn buttons_are_left_out_with_their_rows() {
        let mut board = squares(3, 2);
        board.cells[..3].iter_mut().for_each(|cell| cell.shape = Shape::Button);
        assert_eq!(draw(board, &[stone(4, 'X', 1)], &[CellId(5)]), ["1  · X[·]", "   a b c"]);
    }

    #[test]
    fn stacks_show_their_height() {
        let lines = draw(squares(3, 1), &[stone(0, 'X', 12), stone(1, 'O', 1)], &[]);
        assert_eq!(lines, ["1  X₁₂ O   ·", "   a   b   c"]);
    }
}
