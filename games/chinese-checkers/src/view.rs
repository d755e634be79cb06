//! The board as people see it.

use mossa_game::{Cell, CellId, Effect, Entry, Layout, Player, Shape, Sprite, View};

use crate::board::Hole;
use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

/// How far apart rows are if neighbours in a row are 1 apart: the height of a triangle with equal sides.
const ROW: f32 = 0.866;

/// What a player's piece looks like.
fn marble(player: Player) -> Sprite {
    let glyph = crate::notation::letter(player).to_ascii_uppercase();
    Sprite { owner: Some(player), glyph, kind: "marble", height: 1 }
}

fn cell(hole: Hole) -> CellId {
    CellId(hole.0.into())
}

impl<const W: usize> ChineseCheckers<W> {
    /// The button with which a player passes who cannot move.
    fn pass_button(&self) -> CellId {
        CellId(self.board().holes() as u16)
    }
}

impl<const W: usize> View for ChineseCheckers<W> {
    fn layout(&self) -> Layout {
        let board = self.board();
        let hole = |(index, (row, column)): (usize, &(usize, usize))| Cell {
            id: cell(Hole(index as u8)),
            x: *column as f32 / 2.0,
            y: *row as f32 * ROW,
            shape: Shape::Hole,
            label: board.hole_name(Hole(index as u8)),
        };
        let pass = Cell {
            id: self.pass_button(),
            x: 0.0,
            y: (board.shape.rows() as f32) * ROW,
            shape: Shape::Button,
            label: "pass".to_owned(),
        };
        let columns = (0..board.shape.columns()).map(|c| (c as f32 / 2.0, crate::notation::column_name(c)));
        let rows = (0..board.shape.rows()).map(|r| (r as f32 * ROW, (board.shape.rows() - r).to_string()));
        Layout {
            cells: board.places.iter().enumerate().map(hole).chain([pass]).collect(),
            columns: columns.collect(),
            rows: rows.collect(),
            entry: Entry::Path,
        }
    }

    fn sprites(&self, position: &Position<W>) -> Vec<(CellId, Sprite)> {
        let of =
            |player: Player| position.pieces(player).iter().map(move |hole| (cell(hole), marble(player)));
        Player::all(self.board().players).flat_map(of).collect()
    }

    fn gesture(&self, _: &Position<W>, walk: Walk) -> Vec<CellId> {
        if walk.is_pass() {
            return vec![self.pass_button()];
        }
        vec![cell(walk.from), cell(walk.to)]
    }

    /// The piece travels the way that it takes.
    fn effects(&self, position: &Position<W>, walk: Walk) -> Vec<Effect> {
        if walk.is_pass() {
            return Vec::new();
        }
        let path =
            self.board().path(position, walk.from, walk.to).unwrap_or_else(|| vec![walk.from, walk.to]);
        vec![Effect::Travel { path: path.into_iter().map(cell).collect() }]
    }

    /// The goal of whoever has won.
    fn marked(&self, position: &Position<W>) -> Vec<CellId> {
        let Some(winner) = self.winner(position) else { return Vec::new() };
        self.board().rights(winner).goal.iter().map(cell).collect()
    }
}
