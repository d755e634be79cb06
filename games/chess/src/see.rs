//! What captures on one square are worth, when both sides take back with their least valuable pieces as long as it pays.

use crate::bitboard::Bitboard;
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::{self, Slides, Work};

/// What pieces count in exchanges: the values that every beginner learns, in hundredths of a pawn. A king is worth more
/// than everything else together.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// At most so many captures on one square: all pieces.
const MOST_CAPTURES: usize = 32;

#[inline]
const fn value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind.index()]
}

impl Position {
    /// What the side to move gains by `m` and the captures on its square that follow. Pins are not looked at. Pawns
    /// that take back on the last rank become queens. Castling gains nothing.
    pub fn exchange(&self, m: ChessMove) -> i32 {
        if m.is_castling() { 0 } else { slides::run(Exchange(self, m)) }
    }

    /// Whether `m` and the captures that follow gain at least `least`. Most answers need no look at who else is there.
    #[inline]
    pub fn exchange_reaches(&self, m: ChessMove, least: i32) -> bool {
        if m.is_castling() {
            return least <= 0;
        }
        let gain = self.gain(m);
        if gain < least {
            return false;
        }
        // At worst the piece is lost for nothing, unless a pawn takes it and promotes.
        let standing = m.promotes_to().unwrap_or(self.code(m.from()).kind());
        let safe = gain - value(standing) >= least && !Bitboard::ENDS.has(m.to());
        safe || self.exchange(m) >= least
    }

    /// What `m` wins before anybody answers.
    #[inline]
    pub fn gain(&self, m: ChessMove) -> i32 {
        let taken = self.captured(m).map_or(0, value);
        taken + m.promotes_to().map_or(0, |kind| value(kind) - value(Kind::Pawn))
    }

    /// What `m` captures.
    #[inline]
    pub fn captured(&self, m: ChessMove) -> Option<Kind> {
        if m.is_en_passant() {
            return Some(Kind::Pawn);
        }
        let code = self.code(m.to());
        (!code.is_empty() && !m.is_castling()).then(|| code.kind())
    }

    /// Whether `m` captures or promotes.
    #[inline]
    pub fn is_noisy(&self, m: ChessMove) -> bool {
        m.promotes_to().is_some() || self.captured(m).is_some()
    }
}

struct Exchange<'p>(&'p Position, ChessMove);

impl Work for Exchange<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> i32 {
        let Exchange(p, m) = self;
        let (to, us) = (m.to(), p.to_move());
        let mut occupied = p.occupied() & !Bitboard::of(m.from());
        if m.is_en_passant() {
            occupied &= !Bitboard::of(to.offset(-us.forward()));
        }
        let mut gains = [0; MOST_CAPTURES + 1];
        let mut last = 0;
        gains[0] = p.captured(m).map_or(0, value);
        // What stands on the square now, for the other side to take.
        let mut standing = value(p.code(m.from()).kind());
        if let Some(kind) = m.promotes_to() {
            gains[0] += value(kind) - value(Kind::Pawn);
            standing = value(kind);
        }
        let mut attackers = attackers_of_both(p, slides, m, occupied) & occupied;
        let mut side = us.other();
        let promotes = Bitboard::ENDS.has(to);
        while let Some((kind, from)) = least(p, attackers & p.color(side)) {
            // A king takes only what nobody protects.
            if kind == Kind::King && (attackers & p.color(side.other())).has_any() {
                break;
            }
            let becomes = if kind == Kind::Pawn && promotes { Kind::Queen } else { kind };
            last += 1;
            gains[last % gains.len()] = standing + value(becomes) - value(kind) - gains[last - 1];
            standing = value(becomes);
            occupied ^= from;
            // Whoever stood behind may look through now.
            attackers |=
                (slides.bishop(to, occupied) & p.diagonal()) | (slides.rook(to, occupied) & p.straight());
            attackers &= occupied;
            side = side.other();
        }
        // From the end: each side captures only if that is better than to stop.
        for taken in (1..=last).rev() {
            gains[taken - 1] = gains[taken - 1].min(-gains[taken]);
        }
        gains[0]
    }
}

#[inline(always)]
fn attackers_of_both(p: &Position, slides: impl Slides, m: ChessMove, occupied: Bitboard) -> Bitboard {
    p.attackers(slides, m.to(), Color::White, occupied) | p.attackers(slides, m.to(), Color::Black, occupied)
}

/// The least valuable of some pieces of one colour, and the set of its square.
#[inline(always)]
fn least(p: &Position, pieces: Bitboard) -> Option<(Kind, Bitboard)> {
    let found = Kind::ALL.into_iter().find(|kind| (pieces & p.kind(*kind)).has_any())?;
    Some((found, Bitboard::of((pieces & p.kind(found)).first())))
}
