//! Moves in the order of what tables say.

use pyrrhic_rs::{DtzResult, Piece};

use super::Wdl;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::DRAWN_CLOCK;

/// A move of the position that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub m: ChessMove,
    /// What it is worth to whoever makes it, with the clock of fifty moves as it stands.
    pub wdl: Wdl,
    /// Within how many plies, this one included, somebody captures or moves a pawn: 0 if the move draws. Tables may be
    /// wrong by one ply.
    pub dtz: u32,
    /// What is better has a higher one: wins the sooner the better, then those that the clock makes draws, draws, and
    /// losses the other way round.
    pub rank: i32,
}

/// More than any number of plies that tables tell.
const FAR: i32 = 10_000;

impl RootMove {
    /// What was told about a move; nothing if it is no move here.
    pub(super) fn new(position: &Position, told: &DtzResult) -> Option<RootMove> {
        let m = found(position, told)?;
        let dtz = u32::from(told.dtz);
        let mut wdl = Wdl::of(told.wdl);
        // A table may be wrong by one ply: a win that needs the very last one is not sure.
        if wdl == Wdl::Win && dtz + u32::from(position.clock()) >= u32::from(DRAWN_CLOCK) && dtz > 1 {
            wdl = Wdl::CursedWin;
        }
        let plies = dtz as i32;
        let rank = match wdl {
            Wdl::Win => 2 * FAR - plies,
            Wdl::CursedWin => FAR - plies,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => plies - FAR,
            Wdl::Loss => plies - 2 * FAR,
        };
        Some(RootMove { m, wdl, dtz, rank })
    }
}

/// The legal move that is meant.
fn found(position: &Position, told: &DtzResult) -> Option<ChessMove> {
    let promotion = match told.promotion {
        Piece::Queen => Some(Kind::Queen),
        Piece::Rook => Some(Kind::Rook),
        Piece::Bishop => Some(Kind::Bishop),
        Piece::Knight => Some(Kind::Knight),
        Piece::Pawn | Piece::King => None,
    };
    let means = |m: ChessMove| {
        m.from().number() == told.from_square
            && m.to().number() == told.to_square
            && m.promotes_to() == promotion
    };
    let mut same = mossa_game::moves::Find::new(means);
    let _ = position.moves(&mut same);
    same.found
}

/// The best first.
pub(super) fn sorted(mut moves: Vec<RootMove>) -> Vec<RootMove> {
    moves.sort_by_key(|m| -m.rank);
    moves
}
