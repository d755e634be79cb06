//! Legal moves: pins and checks first, then each kind of piece, in batches that can be counted without being listed.

mod batches;

use mossa_game::{Flow, MoveSink};

use self::batches::{Batches, Checking, Counted, Listed};
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::{self, Slides, Work};
use crate::square::Square;

/// Which moves are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All.
    All,
    /// Captures and promotions.
    Noisy,
    /// All others.
    Quiet,
}

/// What binds the side to move.
struct Bonds {
    /// The pieces that give check.
    checkers: Bitboard,
    /// The ways between the king and rooks or queens with one piece in between, those included. Such a piece may only
    /// move along its way. No move of a piece on one of these leads to another, so one set is enough for all.
    straight: Bitboard,
    /// The same for bishops and queens.
    diagonal: Bitboard,
}

/// One position, seen by the side to move. `WHITE` is known to the compiler, so that shifts are constants.
struct Generator<'p, S, const WHITE: bool> {
    position: &'p Position,
    slides: S,
    wanted: Wanted,
    /// Only moves of pieces on these squares.
    sources: Bitboard,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
}

impl<'p, S: Slides, const WHITE: bool> Generator<'p, S, WHITE> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = Self::US.other();
    const FORWARD: i8 = Self::US.forward();

    #[inline(always)]
    fn new(position: &'p Position, slides: S, wanted: Wanted, sources: Bitboard) -> Self {
        let (own, enemy) = (position.color(Self::US), position.color(Self::THEM));
        let king = position.king(Self::US);
        Generator { position, slides, wanted, sources, king, own, enemy, occupied: own | enemy }
    }

    #[inline(always)]
    fn bonds(&self) -> Bonds {
        let p = self.position;
        let knights = geometry::knight(self.king) & p.kind(Kind::Knight);
        let pawns = geometry::pawn(Self::US, self.king) & p.kind(Kind::Pawn);
        let mut bonds = Bonds {
            checkers: (knights | pawns) & self.enemy,
            straight: Bitboard::NONE,
            diagonal: Bitboard::NONE,
        };
        for from in geometry::rook_rays(self.king) & p.straight() & self.enemy {
            let way = geometry::between(self.king, from);
            self.bind(way, from, &mut bonds.straight, &mut bonds.checkers);
        }
        for from in geometry::bishop_rays(self.king) & p.diagonal() & self.enemy {
            let way = geometry::between(self.king, from);
            self.bind(way, from, &mut bonds.diagonal, &mut bonds.checkers);
        }
        bonds
    }

    /// A piece on `from` looks along `way` at the king: through nothing, one piece or more.
    #[inline(always)]
    fn bind(&self, way: Bitboard, from: Square, pins: &mut Bitboard, checkers: &mut Bitboard) {
        let blockers = way & self.occupied;
        if blockers.is_empty() {
            *checkers |= Bitboard::of(from);
        } else if !blockers.many() {
            *pins |= way | Bitboard::of(from);
        }
    }

    /// Where pieces other than pawns may go, for what is asked.
    #[inline(always)]
    fn targets(&self) -> Bitboard {
        match self.wanted {
            Wanted::All => !self.own,
            Wanted::Noisy => self.enemy,
            Wanted::Quiet => !self.occupied,
        }
    }

    #[inline(always)]
    fn all(&self, out: &mut impl Batches) -> Flow {
        let bonds = self.bonds();
        let mut targets = self.targets();
        if bonds.checkers.has_any() {
            if !bonds.checkers.many() {
                let checker = bonds.checkers.first();
                let allowed = geometry::between(self.king, checker) | bonds.checkers;
                self.pawns(&bonds, allowed, out)?;
                self.pieces(&bonds, targets & allowed, out)?;
            }
        } else {
            self.pawns(&bonds, Bitboard::ALL, out)?;
            self.pieces(&bonds, targets, out)?;
            self.castling(out)?;
        }
        targets &= geometry::king(self.king);
        if self.sources.has(self.king) { self.king_steps(targets, out) } else { Flow::Continue(()) }
    }

    #[inline(always)]
    fn pieces(&self, bonds: &Bonds, targets: Bitboard, out: &mut impl Batches) -> Flow {
        let p = self.position;
        let own = self.own & self.sources;
        for from in own & p.kind(Kind::Knight) & !(bonds.straight | bonds.diagonal) {
            out.steps(from, geometry::knight(from) & targets)?;
        }
        let diagonal = own & p.diagonal() & !bonds.straight;
        for from in diagonal & !bonds.diagonal {
            out.steps(from, self.slides.bishop(from, self.occupied) & targets)?;
        }
        for from in diagonal & bonds.diagonal {
            out.steps(from, self.slides.bishop(from, self.occupied) & targets & bonds.diagonal)?;
        }
        let straight = own & p.straight() & !bonds.diagonal;
        for from in straight & !bonds.straight {
            out.steps(from, self.slides.rook(from, self.occupied) & targets)?;
        }
        for from in straight & bonds.straight {
            out.steps(from, self.slides.rook(from, self.occupied) & targets & bonds.straight)?;
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&self, bonds: &Bonds, allowed: Bitboard, out: &mut impl Batches) -> Flow {
        let pawns = self.own & self.position.kind(Kind::Pawn) & self.sources;
        if self.wanted != Wanted::Quiet {
            self.pawn_captures(pawns & !bonds.straight, bonds.diagonal, allowed, out)?;
            self.en_passant(pawns, out)?;
        }
        self.pawn_steps(pawns & !bonds.diagonal, bonds.straight, allowed, out)
    }

    #[inline(always)]
    fn pawn_captures(
        &self,
        pawns: Bitboard,
        pins: Bitboard,
        allowed: Bitboard,
        out: &mut impl Batches,
    ) -> Flow {
        let (towards_a, towards_h) = (Self::FORWARD - 1, Self::FORWARD + 1);
        let (free, pinned) = (pawns & !pins, pawns & pins);
        let captured = self.enemy & allowed;
        let left = (free.towards_a(towards_a) | (pinned.towards_a(towards_a) & pins)) & captured;
        let right = (free.towards_h(towards_h) | (pinned.towards_h(towards_h) & pins)) & captured;
        if ((left | right) & Bitboard::ENDS).has_any() {
            out.promotions(left & Bitboard::ENDS, towards_a)?;
            out.promotions(right & Bitboard::ENDS, towards_h)?;
        }
        out.pawns(left & !Bitboard::ENDS, towards_a)?;
        out.pawns(right & !Bitboard::ENDS, towards_h)
    }

    #[inline(always)]
    fn pawn_steps(&self, pawns: Bitboard, pins: Bitboard, allowed: Bitboard, out: &mut impl Batches) -> Flow {
        let (free, pinned) = (pawns & !pins, pawns & pins);
        let steps = free.shifted(Self::FORWARD) | (pinned.shifted(Self::FORWARD) & pins);
        let steps = steps & !self.occupied;
        let single = steps & allowed;
        if self.wanted != Wanted::Quiet && (single & Bitboard::ENDS).has_any() {
            out.promotions(single & Bitboard::ENDS, Self::FORWARD)?;
        }
        if self.wanted == Wanted::Noisy {
            return Flow::Continue(());
        }
        let third = Bitboard::rank(if WHITE { 2 } else { 5 });
        let double = (steps & third).shifted(Self::FORWARD) & !self.occupied & allowed;
        out.pawns(single & !Bitboard::ENDS, Self::FORWARD)?;
        out.pawns(double, 2 * Self::FORWARD)
    }

    #[inline(always)]
    fn en_passant(&self, pawns: Bitboard, out: &mut impl Batches) -> Flow {
        let Some(to) = self.position.en_passant() else { return Flow::Continue(()) };
        let captured = to.offset(-Self::FORWARD);
        for from in geometry::pawn(Self::THEM, to) & pawns {
            if self.position.en_passant_is_legal(self.slides, Self::US, from, to, captured) {
                out.one(ChessMove::en_passant(from, to))?;
            }
        }
        Flow::Continue(())
    }

    /// Whether nothing attacks `square` if only `occupied` squares are in the way.
    #[inline(always)]
    fn is_safe(&self, square: Square, occupied: Bitboard) -> bool {
        self.position.attackers(self.slides, square, Self::THEM, occupied).is_empty()
    }

    /// Whether no knight, bishop, rook or queen attacks `square` if only `occupied` squares are in the way.
    #[inline(always)]
    fn is_safe_from_far(&self, square: Square, occupied: Bitboard) -> bool {
        let p = self.position;
        let attackers = (geometry::knight(square) & p.kind(Kind::Knight))
            | (self.slides.rook(square, occupied) & p.straight())
            | (self.slides.bishop(square, occupied) & p.diagonal());
        (attackers & self.enemy).is_empty()
    }

    /// The king does not hide behind himself.
    #[inline(always)]
    fn king_steps(&self, targets: Bitboard, out: &mut impl Batches) -> Flow {
        let others = self.occupied ^ Bitboard::of(self.king);
        let pawns = self.enemy & self.position.kind(Kind::Pawn);
        let near = pawns.towards_a(-Self::FORWARD - 1)
            | pawns.towards_h(-Self::FORWARD + 1)
            | geometry::king(self.position.king(Self::THEM));
        let mut safe = Bitboard::NONE;
        for to in targets & !near {
            if self.is_safe_from_far(to, others) {
                safe |= Bitboard::of(to);
            }
        }
        out.steps(self.king, safe)
    }

    /// Asked only where the king is not in check.
    #[inline(always)]
    fn castling(&self, out: &mut impl Batches) -> Flow {
        let rooks = self.position.castling() & self.own;
        if rooks.is_empty() || self.wanted == Wanted::Noisy || !self.sources.has(self.king) {
            return Flow::Continue(());
        }
        for rook in rooks {
            if self.may_castle(rook) {
                out.one(ChessMove::castling(self.king, rook))?;
            }
        }
        Flow::Continue(())
    }

    /// Nothing else stands where either piece passes or ends, and the king is never attacked: on his way, or at its end,
    /// when the rook may have left him open.
    #[inline(always)]
    fn may_castle(&self, rook: Square) -> bool {
        if (geometry::between(self.king, rook) & self.occupied).has_any() {
            return false;
        }
        let (king_to, rook_to) = ChessMove::castled(self.king, rook);
        let (king_end, rook_end) = (Bitboard::of(king_to), Bitboard::of(rook_to));
        let way = geometry::between(self.king, king_to) | king_end;
        let others = self.occupied ^ Bitboard::of(self.king) ^ Bitboard::of(rook);
        let passed = way | geometry::between(rook, rook_to) | rook_end;
        if (passed & others).has_any() {
            return false;
        }
        let without_king = self.occupied ^ Bitboard::of(self.king);
        (way & !king_end).into_iter().all(|square| self.is_safe(square, without_king))
            && self.is_safe(king_to, others | rook_end)
    }
}

struct Generate<'p, B> {
    position: &'p Position,
    wanted: Wanted,
    sources: Bitboard,
    out: B,
}

impl<B: Batches> Work for Generate<'_, B> {
    type Output = (Flow, B);

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> (Flow, B) {
        let Generate { position, wanted, sources, mut out } = self;
        let flow = match position.to_move() {
            Color::White => Generator::<S, true>::new(position, slides, wanted, sources).all(&mut out),
            Color::Black => Generator::<S, false>::new(position, slides, wanted, sources).all(&mut out),
        };
        (flow, out)
    }
}

/// [`Generate`] for all moves from everywhere: the compiler drops every question of what is asked.
pub(crate) struct CountAll<'p>(pub(crate) &'p Position);

impl Work for CountAll<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> u32 {
        let (wanted, sources) = (Wanted::All, Bitboard::ALL);
        Generate { position: self.0, wanted, sources, out: Counted(0) }.run(slides).1.0
    }
}

/// Lists all moves from everywhere.
pub(crate) struct ListAll<'p, 's, K>(pub(crate) &'p Position, pub(crate) &'s mut K);

impl<K: MoveSink<ChessMove>> Work for ListAll<'_, '_, K> {
    type Output = Flow;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> Flow {
        let (wanted, sources) = (Wanted::All, Bitboard::ALL);
        Generate { position: self.0, wanted, sources, out: Listed(self.1) }.run(slides).0
    }
}

/// Lists moves that may give check.
struct ListChecking<'p, 's, K>(&'p Position, Wanted, &'s mut K);

impl<K: MoveSink<ChessMove>> Work for ListChecking<'_, '_, K> {
    type Output = Flow;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> Flow {
        let ListChecking(position, wanted, sink) = self;
        let out = Checking::new(position, slides, sink);
        Generate { position, wanted, sources: Bitboard::ALL, out }.run(slides).0
    }
}

impl Position {
    /// Hands all legal moves to `sink`, whether or not the game is drawn by a rule.
    #[inline]
    pub fn moves(&self, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        slides::run(ListAll(self, sink))
    }

    /// How many legal moves there are, counted without listing them.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        slides::run(CountAll(self))
    }

    /// The legal moves of one sort.
    #[inline]
    pub fn some_moves(&self, wanted: Wanted, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        self.moves_from(wanted, Bitboard::ALL, sink)
    }

    /// The legal moves of one sort by pieces on some squares.
    #[inline]
    pub(crate) fn moves_from(
        &self,
        wanted: Wanted,
        sources: Bitboard,
        sink: &mut impl MoveSink<ChessMove>,
    ) -> Flow {
        slides::run(Generate { position: self, wanted, sources, out: Listed(sink) }).0
    }

    /// The legal moves of one sort that may give check: all that do, and few others.
    #[inline]
    pub fn moves_that_may_check(&self, wanted: Wanted, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        slides::run(ListChecking(self, wanted, sink))
    }

    /// Whether there is a legal move.
    pub fn can_move(&self) -> bool {
        let mut any = mossa_game::moves::Find::new(|_: ChessMove| true);
        let _ = self.moves(&mut any);
        any.found.is_some()
    }

    /// Whether `m`, which may be any move at all, is legal.
    pub fn is_legal(&self, m: ChessMove) -> bool {
        let mut same = mossa_game::moves::Find::new(|other| other == m);
        let _ = self.moves_from(Wanted::All, Bitboard::of(m.from()), &mut same);
        same.found.is_some()
    }
}
