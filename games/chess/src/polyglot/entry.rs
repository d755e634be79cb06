//! Entries of 16 bytes.

use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// The bytes of an entry.
pub const BYTES: usize = 16;

/// A move in a position, with its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move in the format's own bits.
    pub bits: u16,
    /// How often it is to be played, compared with other moves of the position; 0 is never.
    pub weight: u16,
    /// What some programs learned; nothing here looks at it.
    pub learned: u32,
}

impl Entry {
    /// The entry in these bytes.
    pub fn from_bytes(bytes: [u8; BYTES]) -> Entry {
        let number = u128::from_be_bytes(bytes);
        Entry {
            key: (number >> 64) as u64,
            bits: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learned: number as u32,
        }
    }

    /// Its bytes.
    pub fn to_bytes(self) -> [u8; BYTES] {
        let number = u128::from(self.key) << 64
            | u128::from(self.bits) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learned);
        number.to_be_bytes()
    }

    /// The legal move that it means in `position`; `None` if there is none. Castling may be written as a move of the king
    /// by two squares, as some programs do.
    pub fn movement(&self, position: &Position) -> Option<ChessMove> {
        decode(self.bits, position)
    }
}

/// The bits of a legal move. Castling is the king taking his rook, as moves are kept here, too.
pub fn encode(m: ChessMove) -> u16 {
    let promotion = m.promotes_to().map_or(0, |kind| kind as u16);
    u16::from(m.to().number()) | u16::from(m.from().number()) << 6 | promotion << 12
}

fn decode(bits: u16, position: &Position) -> Option<ChessMove> {
    let (to, from) = (Square::new((bits & 63) as u8), Square::new((bits >> 6 & 63) as u8));
    let legal = |m: ChessMove| position.is_legal(m).then_some(m);
    let kind = match bits >> 12 & 7 {
        0 => None,
        kind @ 1..=4 => Some(Kind::from_index(kind as u8)),
        _ => return None,
    };
    if let Some(kind) = kind {
        return legal(ChessMove::promotion(from, to, kind));
    }
    if position.piece_on(from) == Some((position.to_move(), Kind::King)) {
        // A king who takes his own rook castles; what else he does may be castling written in another way.
        let castles = (position.castling() & position.color(position.to_move())).into_iter();
        let wide = from.file().abs_diff(to.file()) == 2;
        let mut ways = castles.map(|rook| ChessMove::castling(from, rook));
        let castling = ways.find(|m| m.to() == to || (wide && ChessMove::castled(from, m.to()).0 == to));
        if let Some(m) = castling.and_then(legal) {
            return Some(m);
        }
    }
    legal(ChessMove::plain(from, to)).or_else(|| legal(ChessMove::en_passant(from, to)))
}
