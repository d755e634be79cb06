//! Text as moves.

use mossa_game::InputError;

use super::arrivals::Arrivals;
use super::{error, illegal, write};
use crate::bitboard::Bitboard;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// What a text says about a move.
struct Said {
    kind: Kind,
    /// Where the piece may come from.
    sources: Bitboard,
    to: Square,
    becomes: Option<Kind>,
}

/// The legal move that `text` means. Marks for check, mate and comments may be left out or be wrong, more may be said
/// about the origin than needed (`Ng1-f3`), and castling may be written with zeros.
pub fn read(position: &Position, text: &str) -> Result<ChessMove, InputError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    match bare.as_bytes() {
        b"O-O" | b"0-0" | b"o-o" => castling(position, true).ok_or_else(|| illegal(position, text)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => castling(position, false).ok_or_else(|| illegal(position, text)),
        bytes => {
            let said = split(bytes).ok_or_else(|| unreadable(text))?;
            find(position, &said, text)
        }
    }
}

/// Castling with the rook on the right or on the left of the king.
fn castling(position: &Position, right: bool) -> Option<ChessMove> {
    let us = position.to_move();
    let king = position.king(us);
    let rook = (position.castling() & position.color(us)).into_iter().find(|rook| (*rook > king) == right)?;
    let m = ChessMove::castling(king, rook);
    position.is_legal(m).then_some(m)
}

fn find(position: &Position, said: &Said, text: &str) -> Result<ChessMove, InputError> {
    let arrivals = Arrivals { position, kind: said.kind, to: said.to, sources: said.sources };
    let promotes = said.kind == Kind::Pawn && Bitboard::ENDS.has(said.to);
    let becomes_something = said.becomes.is_some_and(|kind| Kind::PROMOTIONS.contains(&kind));
    if promotes != becomes_something || (said.becomes.is_some() && !promotes) {
        return Err(illegal(position, text));
    }
    let origins = arrivals.origins();
    if origins.is_empty() {
        return Err(illegal(position, text));
    }
    if origins.many() {
        let moves = origins.into_iter().map(|from| arrivals.movement(from, said.becomes));
        let names: Vec<String> = moves.map(|m| write(position, m)).collect();
        return Err(error(format!("`{text}` can mean several moves"), names.join(" or ")));
    }
    Ok(arrivals.movement(origins.first(), said.becomes))
}

/// Reads from the end, where the target is.
fn split(text: &[u8]) -> Option<Said> {
    let mut rest = text;
    for mark in [&b"e.p."[..], b"/ep"] {
        rest = rest.strip_suffix(mark).unwrap_or(rest);
    }
    let mut becomes = None;
    if let [before @ .., b')'] = rest {
        rest = before;
    }
    if let [before @ .., letter] = rest
        && let Some(kind) = officer(*letter)
    {
        becomes = Some(kind);
        rest = before;
        if let [before @ .., b'=' | b'/' | b'('] = rest {
            rest = before;
        }
    }
    let [before @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = rest else { return None };
    rest = before;
    let to = Square::at(file - b'a', rank - b'1');
    let mut sources = Bitboard::ALL;
    if let [before @ .., b'x' | b':' | b'-'] = rest {
        rest = before;
    }
    if let [before @ .., rank @ b'1'..=b'8'] = rest {
        sources &= Bitboard::rank(rank - b'1');
        rest = before;
    }
    if let [before @ .., file @ b'a'..=b'h'] = rest {
        sources &= Bitboard::file(file - b'a');
        rest = before;
    }
    let kind = match rest {
        [] | [b'P'] => Kind::Pawn,
        [letter] => officer(*letter)?,
        _ => return None,
    };
    Some(Said { kind, sources, to, becomes })
}

/// The kind with this capital letter, unless it is a pawn.
fn officer(letter: u8) -> Option<Kind> {
    match letter {
        b'N' => Some(Kind::Knight),
        b'B' => Some(Kind::Bishop),
        b'R' => Some(Kind::Rook),
        b'Q' => Some(Kind::Queen),
        b'K' => Some(Kind::King),
        _ => None,
    }
}

fn unreadable(text: &str) -> InputError {
    error(format!("unreadable move `{text}`"), "something like e2e4, e7e8q, e4, Nf3, exd5, O-O or e8=Q")
}
