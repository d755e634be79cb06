//! Moves as text.

use super::arrivals::Arrivals;
use crate::bitboard::Bitboard;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::file_letter;

/// The legal move `m` in standard algebraic notation, with marks for check and mate.
pub fn write(position: &Position, m: ChessMove) -> String {
    let mut text = body(position, m);
    let mut after = *position;
    after.play(m);
    if after.checkers().has_any() {
        text.push(if after.can_move() { '+' } else { '#' });
    }
    text
}

fn body(position: &Position, m: ChessMove) -> String {
    if m.is_castling() {
        return if m.to() > m.from() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let kind = position.code(m.from()).kind();
    let takes = if position.captured(m).is_some() { "x" } else { "" };
    if kind == Kind::Pawn {
        let from = if takes.is_empty() { String::new() } else { file_letter(m.from().file()).to_string() };
        let becomes = m.promotes_to().map_or_else(String::new, |kind| format!("={}", kind.letter()));
        return format!("{from}{takes}{}{becomes}", m.to());
    }
    format!("{}{}{takes}{}", kind.letter(), origin(position, m, kind), m.to())
}

/// As much of where the piece comes from as tells it from others of its kind: nothing, its file, its rank, or both.
fn origin(position: &Position, m: ChessMove, kind: Kind) -> String {
    let sources = !Bitboard::of(m.from());
    let rivals = Arrivals { position, kind, to: m.to(), sources }.origins();
    let (file, rank) = (m.from().file(), m.from().rank());
    if rivals.is_empty() {
        String::new()
    } else if (rivals & Bitboard::file(file)).is_empty() {
        file_letter(file).to_string()
    } else if (rivals & Bitboard::rank(rank)).is_empty() {
        (rank + 1).to_string()
    } else {
        m.from().to_string()
    }
}
