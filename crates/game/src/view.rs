//! What a person sees, and how a person enters a move.
//!
//! A front end draws any game from this data alone: a [`Layout`] that never
//! changes, and a [`Scene`] of pieces that every move changes by a few
//! [`Effect`]s. It enters moves by touching cells.

use serde::Serialize;

use crate::player::Player;
use crate::rules::Game;

/// A cell of the board, by number: an index into [`Layout::cells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct CellId(pub u16);

/// How a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square of side 1; neighbours touch.
    Square,
    /// A dark square of a chequered board.
    Dark,
    /// A round hole.
    Hole,
    /// No place of the board, but beside it: touched to enter a move, left out where nothing can be touched.
    Button,
}

/// A place on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its number.
    pub id: CellId,
    /// Its centre, to the right; neighbours are about 1 apart.
    pub x: f32,
    /// Its centre, downwards.
    pub y: f32,
    /// How it is drawn.
    pub shape: Shape,
    /// Its name in the game's notation.
    pub label: String,
}

/// How a person enters a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// Touch the cell.
    Place,
    /// Touch anywhere in a column.
    Column,
    /// Touch the cells that [`View::gesture`] lists, from the first to the last.
    Path,
}

/// What never changes about the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// All cells; the cell with number `i` is at index `i`.
    pub cells: Vec<Cell>,
    /// Names along the lower edge with their x, empty if the board has none.
    pub columns: Vec<(f32, String)>,
    /// Names along the left edge with their y.
    pub rows: Vec<(f32, String)>,
    /// How moves are entered.
    pub entry: Entry,
}

/// How a piece looks, wherever it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sprite {
    /// Whose it is, if anybody's.
    pub owner: Option<Player>,
    /// One character for it, such as `X` or `♞`.
    pub glyph: char,
    /// Its kind, also the key of its translation: `stone`, `knight`.
    pub kind: &'static str,
    /// How high a stack it is; 1 for a single piece.
    pub height: u8,
}

/// A piece on the board, with an identity that survives its moves so that a front end can animate it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// Unique within a [`Scene`], never used again.
    pub id: u32,
    /// Where it stands.
    pub cell: CellId,
    /// How it looks.
    pub sprite: Sprite,
}

/// One change that a move makes to the board; a move's effects apply in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// A new piece appears.
    Put {
        /// Where.
        cell: CellId,
        /// What.
        sprite: Sprite,
    },
    /// A piece travels, from the first cell of the path to the last, keeping its identity.
    Travel {
        /// All cells it touches, at least two.
        path: Vec<CellId>,
    },
    /// A piece leaves the board.
    Remove {
        /// From where.
        cell: CellId,
    },
    /// A piece changes its look and stays: a promotion, a stack that grows or shrinks.
    Change {
        /// Where.
        cell: CellId,
        /// Into what.
        sprite: Sprite,
    },
}

/// Something worth telling about a position beside its board: a text of the game with what is filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// The key of the text.
    pub key: &'static str,
    /// The names in its braces, and what stands in their places.
    pub values: Vec<(&'static str, String)>,
}

/// What a person sees of a game.
pub trait View: Game {
    /// The board itself.
    fn layout(&self) -> Layout;

    /// The pieces of a position, in any order.
    fn sprites(&self, position: &Self::Position) -> Vec<(CellId, Sprite)>;

    /// The cells to touch, in order, to enter the legal move `m`. Different moves have different gestures.
    fn gesture(&self, position: &Self::Position, m: Self::Move) -> Vec<CellId>;

    /// What the legal move `m` changes on the board.
    fn effects(&self, position: &Self::Position, m: Self::Move) -> Vec<Effect>;

    /// Cells worth marking in this position: a winning line, a king in check.
    fn marked(&self, _position: &Self::Position) -> Vec<CellId> {
        Vec::new()
    }

    /// What to tell beside the board, a line each: pieces that are left, moves until something happens.
    fn facts(&self, _position: &Self::Position) -> Vec<Fact> {
        Vec::new()
    }

    /// What to ask once these cells of a gesture are touched: the key of a text; nothing for the usual question, where
    /// the piece goes.
    fn question(&self, _touched: &[CellId]) -> Option<&'static str> {
        None
    }
}

/// The pieces on the board with their identities.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Default)]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    next_id: u32,
}

impl Scene {
    /// A scene with new identities for all `sprites`.
    pub fn new(sprites: Vec<(CellId, Sprite)>) -> Scene {
        let mut scene = Scene::default();
        sprites.into_iter().for_each(|(cell, sprite)| scene.put(cell, sprite));
        scene
    }

    /// Applies the effects of a move. Effects on cells without a piece do nothing.
    pub fn apply(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Put { cell, sprite } => self.put(*cell, sprite.clone()),
                Effect::Remove { cell } => self.pieces.retain(|piece| piece.cell != *cell),
                Effect::Travel { path } => {
                    let (Some(from), Some(to)) = (path.first(), path.last()) else { continue };
                    self.with_piece(*from, |piece| piece.cell = *to);
                }
                Effect::Change { cell, sprite } => {
                    self.with_piece(*cell, |piece| piece.sprite = sprite.clone());
                }
            }
        }
    }

    /// The pieces without identities, ordered by cell: what [`View::sprites`] gives when sorted.
    pub fn sprites(&self) -> Vec<(CellId, Sprite)> {
        let mut all: Vec<_> = self.pieces.iter().map(|piece| (piece.cell, piece.sprite.clone())).collect();
        all.sort_by_key(|(cell, _)| *cell);
        all
    }

    fn put(&mut self, cell: CellId, sprite: Sprite) {
        self.pieces.push(Piece { id: self.next_id, cell, sprite });
        self.next_id += 1;
    }

    fn with_piece(&mut self, cell: CellId, change: impl FnOnce(&mut Piece)) {
        if let Some(piece) = self.pieces.iter_mut().find(|piece| piece.cell == cell) {
            change(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knight() -> Sprite {
        Sprite { owner: Some(Player::FIRST), glyph: 'N', kind: "knight", height: 1 }
    }

    #[test]
    fn pieces_keep_their_identity_when_they_travel_and_change() {
        let mut scene = Scene::new(vec![(CellId(3), knight()), (CellId(9), knight())]);
        let before = scene.pieces[0].id;
        let queen = Sprite { kind: "queen", ..knight() };
        scene.apply(&[
            Effect::Remove { cell: CellId(9) },
            Effect::Travel { path: vec![CellId(3), CellId(5), CellId(9)] },
            Effect::Change { cell: CellId(9), sprite: queen.clone() },
            Effect::Put { cell: CellId(1), sprite: knight() },
        ]);
        assert_eq!(scene.pieces[0], Piece { id: before, cell: CellId(9), sprite: queen });
        assert_eq!(scene.pieces.len(), 2);
        assert!(scene.pieces[1].id > before + 1, "identities are not used twice");
    }
}
