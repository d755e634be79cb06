//! Positions as text.

use super::Variant;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::square::{Square, file_letter};

/// The position on one line, all six fields.
pub fn write(position: &Position, variant: Variant) -> String {
    let ranks: Vec<String> = (0..8).rev().map(|rank| rank_text(position, rank)).collect();
    let side = if position.to_move() == Color::White { 'w' } else { 'b' };
    let passed = position.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
    let castling = castling_text(position, variant);
    format!("{} {side} {castling} {passed} {} {}", ranks.join("/"), position.clock(), position.number())
}

fn rank_text(position: &Position, rank: u8) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in 0..8 {
        let code = position.code(Square::at(file, rank));
        if code.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(code.letter());
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

/// White's rights first, the king's side before the queen's.
fn castling_text(position: &Position, variant: Variant) -> String {
    let mut text = String::new();
    for color in Color::BOTH {
        let king = position.king(color);
        let mut rooks: Vec<Square> = (position.castling() & position.pieces(color, Kind::Rook)).collect();
        rooks.reverse();
        for rook in rooks {
            let letter = match variant {
                Variant::Chess if rook > king => 'K',
                Variant::Chess => 'Q',
                Variant::Chess960 => file_letter(rook.file()).to_ascii_uppercase(),
            };
            text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
