//! The board as people see it.

use mossa_game::{Cell, CellId, Effect, Entry, Layout, Player, Shape, Sprite, View};

use crate::notation::{column_name, row_name};
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// What a player's stone looks like.
fn stone(player: Player) -> Sprite {
    let glyph = if player == Player::FIRST { 'X' } else { 'O' };
    Sprite { owner: Some(player), glyph, kind: "stone", height: 1 }
}

impl<const W: usize> View for Mnk<W> {
    fn layout(&self) -> Layout {
        let (rows, columns) = (self.board().rows, self.board().columns);
        let cell = |id: usize| Cell {
            id: CellId(id as u16),
            x: (id % columns) as f32,
            y: (id / columns) as f32,
            shape: Shape::Square,
            label: format!("{}{}", column_name(id % columns), row_name(rows, id / columns)),
        };
        Layout {
            cells: (0..rows * columns).map(cell).collect(),
            columns: (0..columns).map(|column| (column as f32, column_name(column))).collect(),
            rows: (0..rows).map(|row| (row as f32, row_name(rows, row))).collect(),
            entry: Entry::Place,
        }
    }

    fn sprites(&self, position: &Position<W>) -> Vec<(CellId, Sprite)> {
        let of = |player: Player| {
            let stones = position.stones(player.index()).iter();
            stones.map(move |cell| (CellId(cell as u16), stone(player)))
        };
        of(Player::FIRST).chain(of(Player::SECOND)).collect()
    }

    fn gesture(&self, _: &Position<W>, m: Mark) -> Vec<CellId> {
        vec![CellId(m.cell().0)]
    }

    fn effects(&self, position: &Position<W>, m: Mark) -> Vec<Effect> {
        vec![Effect::Put { cell: CellId(m.cell().0), sprite: stone(position.to_move()) }]
    }

    /// The row that won.
    fn marked(&self, position: &Position<W>) -> Vec<CellId> {
        let Some(winner) = position.winner() else { return Vec::new() };
        let won = |line: &usize| position.is_won_line(self.board(), *line, winner.index());
        let lines = (0..self.board().lines.len()).filter(won);
        let mut cells: Vec<CellId> =
            lines.flat_map(|line| self.board().cells_of(line)).map(|cell| CellId(cell.0)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
