//! Where pieces reach, for the crate that reads tables.

use pyrrhic_rs::{Color as TheirColor, EngineAdapter};

use crate::attacks::reach;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::square::Square;

/// Our own board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks;

fn from(square: u64) -> Square {
    Square::new(square as u8)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: TheirColor, square: u64) -> u64 {
        let color = match color {
            TheirColor::White => Color::White,
            TheirColor::Black => Color::Black,
        };
        geometry::pawn(color, from(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        geometry::knight(from(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        reach(Kind::Bishop, from(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        reach(Kind::Rook, from(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        reach(Kind::Queen, from(square), Bitboard(occupied)).0
    }

    fn king_attacks(square: u64) -> u64 {
        geometry::king(from(square)).0
    }
}
