//! The board as people see it: holes in columns, stones that fall to the lowest free one.

use mossa_game::{Cell, CellId, Effect, Entry, Layout, Player, Shape, Sprite, View};

use crate::geometry::{Geometry, Word};
use crate::notation::column_name;
use crate::position::Position;
use crate::rules::{Column, Connect4};
use crate::threats::stones_in_fours;

/// What a player's stone looks like.
fn stone(player: Player) -> Sprite {
    let glyph = if player == Player::FIRST { 'X' } else { 'O' };
    Sprite { owner: Some(player), glyph, kind: "stone", height: 1 }
}

impl<G: Geometry> Connect4<G> {
    /// The number of a cell for people: row by row from above.
    fn cell_id(&self, column: u32, row: u32) -> CellId {
        let geometry = self.geometry();
        CellId(((geometry.height() - 1 - row) * geometry.width() + column) as u16)
    }

    /// The cells of a set, from left to right and from below.
    fn cell_ids(&self, cells: G::Word) -> Vec<CellId> {
        let step = self.geometry().height() + 1;
        let mut rest = cells;
        let mut ids = Vec::new();
        while !rest.is_empty() {
            let bit = rest.lowest();
            ids.push(self.cell_id(bit / step, bit % step));
            rest = rest.without_lowest();
        }
        ids
    }
}

impl<G: Geometry> View for Connect4<G> {
    fn layout(&self) -> Layout {
        let (width, height) = (self.geometry().width(), self.geometry().height());
        let cell = |id: u32| {
            let (column, above) = (id % width, id / width);
            Cell {
                id: CellId(id as u16),
                x: column as f32,
                y: above as f32,
                shape: Shape::Hole,
                // A move is a column, whichever of its cells is touched.
                label: column_name(column),
            }
        };
        Layout {
            cells: (0..width * height).map(cell).collect(),
            columns: (0..width).map(|column| (column as f32, column_name(column))).collect(),
            // Rows have numbers because threats are good for one player or the other by their row.
            rows: (0..height).map(|above| (above as f32, (height - above).to_string())).collect(),
            entry: Entry::Column,
        }
    }

    fn sprites(&self, position: &Position<G::Word>) -> Vec<(CellId, Sprite)> {
        let players = [Player::FIRST, Player::SECOND].into_iter().zip(position.stones());
        players
            .flat_map(|(player, cells)| self.cell_ids(cells).into_iter().map(move |id| (id, stone(player))))
            .collect()
    }

    fn gesture(&self, position: &Position<G::Word>, m: Column) -> Vec<CellId> {
        self.cell_ids(self.landing(position, m))
    }

    fn effects(&self, position: &Position<G::Word>, m: Column) -> Vec<Effect> {
        let put = |cell| Effect::Put { cell, sprite: stone(position.to_move()) };
        self.gesture(position, m).into_iter().map(put).collect()
    }

    /// The stones of every four in a row.
    fn marked(&self, position: &Position<G::Word>) -> Vec<CellId> {
        self.cell_ids(stones_in_fours(self.geometry(), position.opponent()))
    }
}
