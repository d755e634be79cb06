//! Moves as UCI writes them: `e2e4`, `e7e8q`; castling as `e1g1` in chess, and as the king taking his rook in Chess960.

use crate::fen::Variant;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// The legal move `m`.
pub fn write(m: ChessMove, variant: Variant) -> String {
    if m.is_castling() && variant == Variant::Chess {
        let (king, _) = ChessMove::castled(m.from(), m.to());
        return format!("{}{king}", m.from());
    }
    m.to_string()
}

/// Whether `text` looks like a move in this notation.
pub(crate) fn looks_like(text: &str) -> bool {
    split(text).is_some()
}

/// The legal move that `text` means, if there is one. Castling is read in both forms; where a step of the king has the
/// same text, that is meant.
pub fn read(position: &Position, text: &str) -> Option<ChessMove> {
    let (from, to, promotion) = split(text)?;
    let legal = |m: ChessMove| position.is_legal(m).then_some(m);
    if let Some(kind) = promotion {
        return legal(ChessMove::promotion(from, to, kind));
    }
    let simple = [ChessMove::plain(from, to), ChessMove::en_passant(from, to), ChessMove::castling(from, to)];
    let castling = position
        .castling()
        .into_iter()
        .map(|rook| ChessMove::castling(from, rook))
        .filter(|m| ChessMove::castled(from, m.to()).0 == to);
    simple.into_iter().chain(castling).find_map(legal)
}

fn split(text: &str) -> Option<(Square, Square, Option<Kind>)> {
    let (from, to) = (Square::from_text(text.get(..2)?)?, Square::from_text(text.get(2..4)?)?);
    let promotion = match text.get(4..)? {
        "" => None,
        "q" | "Q" => Some(Kind::Queen),
        "r" | "R" => Some(Kind::Rook),
        "b" | "B" => Some(Kind::Bishop),
        "n" | "N" => Some(Kind::Knight),
        _ => return None,
    };
    Some((from, to, promotion))
}
