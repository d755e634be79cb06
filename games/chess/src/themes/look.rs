//! What a move does, and what a side could do next.

use mossa_game::{Flow, MoveSink};

use crate::attacks::reach;
use crate::bitboard::Bitboard;
use crate::generate::Wanted;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::see::EXCHANGE_VALUES;
use crate::slides::Lines;
use crate::square::Square;

impl Position {
    /// Knights, bishops, rooks and queens of both sides.
    pub(super) fn officers(&self) -> Bitboard {
        self.occupied() & !self.kind(Kind::Pawn) & !self.kind(Kind::King)
    }

    /// Whether the side to move is mated by a rook or queen on its own first rank, where its king stands.
    fn is_mated_on_back_rank(&self) -> bool {
        let us = self.to_move();
        let rank = Bitboard::rank(us.home_rank());
        let checkers = self.checkers() & self.straight() & rank;
        rank.has(self.king(us)) && checkers.has_any() && self.is_mate()
    }

    /// Whether somebody of `by` attacks a square.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers(Lines, square, by, self.occupied()).has_any()
    }
}

/// What the side to move could do at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Threats {
    /// Mates with one move.
    pub(super) mates: bool,
    /// Does so on the back rank.
    pub(super) mates_on_back_rank: bool,
    /// The most that a capture gains, in hundredths of a pawn.
    pub(super) gain: i32,
    /// Promotes and keeps the new piece.
    pub(super) promotes: bool,
}

/// Takes moves and asks what they threaten.
struct Asking<'p>(&'p Position, Threats);

impl MoveSink<ChessMove> for Asking<'_> {
    fn push(&mut self, m: ChessMove) -> Flow {
        let Asking(position, threats) = self;
        if position.captured(m).is_some() && position.gain(m) > threats.gain {
            threats.gain = threats.gain.max(position.exchange(m));
        }
        threats.promotes |= m.promotes_to() == Some(Kind::Queen) && position.exchange(m) > 0;
        if position.gives_check(m) {
            let mut after = **position;
            after.play(m);
            threats.mates |= after.is_mate();
            threats.mates_on_back_rank |= after.is_mated_on_back_rank();
        }
        Flow::Continue(())
    }
}

impl Threats {
    /// What the side to move could do.
    pub(super) fn of(position: &Position) -> Threats {
        let mut asking = Asking(position, Threats::default());
        let _ = position.moves(&mut asking);
        asking.1
    }

    /// What the opponent of the side to move could do if it were the opponent's turn; nothing is said in check.
    pub(super) fn against(position: &Position) -> Option<Threats> {
        let mut passed = *position;
        position.checkers().is_empty().then(|| {
            passed.pass();
            Threats::of(&passed)
        })
    }
}

/// A legal move and the position after it.
pub(super) struct Look<'p> {
    before: &'p Position,
    m: ChessMove,
    after: Position,
    us: Color,
}

impl<'p> Look<'p> {
    pub(super) fn new(before: &'p Position, m: ChessMove) -> Look<'p> {
        let mut after = *before;
        after.play(m);
        Look { before, m, after, us: before.to_move() }
    }

    /// The position after the move.
    pub(super) fn after(&self) -> &Position {
        &self.after
    }

    pub(super) fn mates(&self) -> bool {
        self.after.is_mate()
    }

    pub(super) fn mates_on_back_rank(&self) -> bool {
        self.after.is_mated_on_back_rank()
    }

    /// What moves; the king if he castles.
    pub(super) fn moved(&self) -> Kind {
        self.before.code(self.m.from()).kind()
    }

    /// What stands there afterwards.
    fn standing(&self) -> Kind {
        self.m.promotes_to().unwrap_or(self.moved())
    }

    /// Whether it captures and the exchange gains.
    pub(super) fn gains(&self) -> bool {
        self.before.captured(self.m).is_some() && self.before.exchange_reaches(self.m, 1)
    }

    /// Whether the piece that moved is not to be had there.
    fn is_safe(&self) -> bool {
        struct Taken<'p>(&'p Position, Square, bool);
        impl MoveSink<ChessMove> for Taken<'_> {
            fn push(&mut self, m: ChessMove) -> Flow {
                self.2 |= m.to() == self.1 && !m.is_castling() && self.0.exchange(m) > 0;
                Flow::Continue(())
            }
        }
        let mut taken = Taken(&self.after, self.m.to(), false);
        let _ = self.after.some_moves(Wanted::Noisy, &mut taken);
        !taken.2
    }

    /// The enemy pieces, but pawns, that the piece attacks from where it stands now.
    fn attacked(&self) -> Bitboard {
        let (to, them) = (self.m.to(), self.us.other());
        let squares = match self.standing() {
            Kind::Pawn => geometry::pawn(self.us, to),
            kind => reach(kind, to, self.after.occupied()),
        };
        squares & self.after.color(them) & !self.after.kind(Kind::Pawn)
    }

    /// Whether it attacks two pieces that it would like to take: the king, more valuable ones, or such that nobody protects.
    pub(super) fn forks(&self) -> bool {
        if self.m.is_castling() {
            return false;
        }
        let worth = EXCHANGE_VALUES[self.standing().index()];
        let wanted = |square: &Square| {
            let kind = self.after.code(*square).kind();
            EXCHANGE_VALUES[kind.index()] > worth || !self.after.is_attacked(*square, self.us.other())
        };
        self.attacked().filter(wanted).count() >= 2 && self.is_safe()
    }

    /// Whether it looks through a piece at one behind it: pinned, if the one behind is the king or worth more, or on a
    /// skewer, if the one in front is.
    pub(super) fn pins(&self) -> bool {
        let kind = self.standing();
        if self.m.is_castling() || !matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen) {
            return false;
        }
        let worth = |square: Square| EXCHANGE_VALUES[self.after.code(square).kind().index()];
        let own = EXCHANGE_VALUES[kind.index()];
        let bound = |front: Square| {
            self.behind(kind, front).is_some_and(|behind| match worth(front) < worth(behind) {
                true => worth(behind) > own,
                false => worth(front) > own && worth(front) > worth(behind),
            })
        };
        self.attacked().any(bound) && self.is_safe()
    }

    /// The next enemy piece, no pawn, behind another one, as the piece sees it.
    fn behind(&self, kind: Kind, front: Square) -> Option<Square> {
        let to = self.m.to();
        let without = self.after.occupied() & !Bitboard::of(front);
        let them = self.after.color(self.us.other()) & !self.after.kind(Kind::Pawn);
        let seen = reach(kind, to, without) & !reach(kind, to, self.after.occupied()) & them;
        seen.into_iter().find(|square| geometry::between(to, *square).has(front))
    }

    /// Whether another piece gives check.
    pub(super) fn discovers(&self) -> bool {
        let others = self.after.checkers() & !Bitboard::of(self.m.to());
        others.has_any() && !self.m.is_castling()
    }

    /// Whether a knight, bishop, rook or queen goes back.
    pub(super) fn goes_back(&self) -> bool {
        let ranks = [self.m.from(), self.m.to()].map(|square| match self.us {
            Color::White => square.rank(),
            Color::Black => 7 - square.rank(),
        });
        !matches!(self.moved(), Kind::Pawn | Kind::King) && ranks[1] < ranks[0]
    }
}
