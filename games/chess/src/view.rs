//! The board as people see it. A move is entered by touching where a piece stands and where it goes; then, for a
//! promotion, a button beside the board. To castle in Chess960, the king and his rook are touched.

use mossa_game::{Cell, CellId, Effect, Entry, Fact, Layout, Shape, Sprite, View};

use crate::bitboard::Bitboard;
use crate::fen::Variant;
use crate::moves::ChessMove;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::rules::Chess;
use crate::square::{Square, file_letter};

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Knight => "knight",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::Queen => "queen",
        Kind::King => "king",
    }
}

const fn glyph(color: Color, kind: Kind) -> char {
    match (color, kind) {
        (Color::White, Kind::Pawn) => '♙',
        (Color::White, Kind::Knight) => '♘',
        (Color::White, Kind::Bishop) => '♗',
        (Color::White, Kind::Rook) => '♖',
        (Color::White, Kind::Queen) => '♕',
        (Color::White, Kind::King) => '♔',
        (Color::Black, Kind::Pawn) => '♟',
        (Color::Black, Kind::Knight) => '♞',
        (Color::Black, Kind::Bishop) => '♝',
        (Color::Black, Kind::Rook) => '♜',
        (Color::Black, Kind::Queen) => '♛',
        (Color::Black, Kind::King) => '♚',
    }
}

fn sprite(color: Color, kind: Kind) -> Sprite {
    Sprite { owner: Some(color.player()), glyph: glyph(color, kind), kind: kind_name(kind), height: 1 }
}

fn cell(square: Square) -> CellId {
    CellId(square.number().into())
}

/// The button for a promotion: behind the 64 squares.
fn button(kind: Kind) -> CellId {
    let number = Kind::PROMOTIONS.iter().position(|other| *other == kind).unwrap_or(0);
    CellId(64 + number as u16)
}

fn board_cell(square: Square) -> Cell {
    Cell {
        id: cell(square),
        x: f32::from(square.file()),
        y: f32::from(7 - square.rank()),
        shape: if Bitboard::DARK.has(square) { Shape::Dark } else { Shape::Square },
        label: square.to_string(),
    }
}

fn button_cell(kind: Kind) -> Cell {
    let id = button(kind);
    Cell { id, x: 9.0, y: f32::from(id.0 - 64) + 2.0, shape: Shape::Button, label: kind.letter().to_string() }
}

fn travel(from: Square, to: Square) -> Option<Effect> {
    (from != to).then(|| Effect::Travel { path: vec![cell(from), cell(to)] })
}

/// King and rook change places one after the other, whoever has room first; where each takes the other's square, the
/// rook is lifted.
fn castling_effects(color: Color, king: Square, rook: Square) -> Vec<Effect> {
    let (king_to, rook_to) = ChessMove::castled(king, rook);
    let (king_goes, rook_goes) = (travel(king, king_to), travel(rook, rook_to));
    if king_to != rook {
        return king_goes.into_iter().chain(rook_goes).collect();
    }
    if rook_to != king {
        return rook_goes.into_iter().chain(king_goes).collect();
    }
    let lifted = Effect::Remove { cell: cell(rook) };
    let put = Effect::Put { cell: cell(rook_to), sprite: sprite(color, Kind::Rook) };
    std::iter::once(lifted).chain(king_goes).chain([put]).collect()
}

/// From here on people want to know how many moves are left: half of the fifty.
const CLOCK_SHOWN: u8 = 50;

impl View for Chess {
    fn layout(&self) -> Layout {
        Layout {
            cells: Square::all().map(board_cell).chain(Kind::PROMOTIONS.map(button_cell)).collect(),
            columns: (0..8).map(|file| (f32::from(file), file_letter(file).to_string())).collect(),
            rows: (0..8).map(|row: u8| (f32::from(row), (8 - row).to_string())).collect(),
            entry: Entry::Path,
        }
    }

    fn sprites(&self, position: &Position) -> Vec<(CellId, Sprite)> {
        let piece = |square: Square| {
            position.piece_on(square).map(|(color, kind)| (cell(square), sprite(color, kind)))
        };
        position.occupied().filter_map(piece).collect()
    }

    fn gesture(&self, _: &Position, m: ChessMove) -> Vec<CellId> {
        let to = match self.variant() {
            Variant::Chess if m.is_castling() => ChessMove::castled(m.from(), m.to()).0,
            _ => m.to(),
        };
        [cell(m.from()), cell(to)].into_iter().chain(m.promotes_to().map(button)).collect()
    }

    fn effects(&self, position: &Position, m: ChessMove) -> Vec<Effect> {
        let (us, from, to) = (position.to_move(), m.from(), m.to());
        if m.is_castling() {
            return castling_effects(us, from, to);
        }
        let taken = if m.is_en_passant() { to.offset(-us.forward()) } else { to };
        let removed = (position.code(taken) != Code::EMPTY).then(|| Effect::Remove { cell: cell(taken) });
        let change = |kind| Effect::Change { cell: cell(to), sprite: sprite(us, kind) };
        removed.into_iter().chain(travel(from, to)).chain(m.promotes_to().map(change)).collect()
    }

    /// A king in check.
    fn marked(&self, position: &Position) -> Vec<CellId> {
        let king = position.king(position.to_move());
        if position.checkers().is_empty() { Vec::new() } else { vec![cell(king)] }
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        if position.clock() < CLOCK_SHOWN {
            return Vec::new();
        }
        let moves = (position.clock() / 2).to_string();
        vec![Fact { key: "fact-clock", values: vec![("moves", moves)] }]
    }

    /// Only promotions need more than two cells.
    fn question(&self, touched: &[CellId]) -> Option<&'static str> {
        (touched.len() == 2).then_some("question-promotion")
    }
}
