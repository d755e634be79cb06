//! The last move: whether there is one that mates.

use mossa_game::{Flow, MoveSink};

use crate::moves::ChessMove;
use crate::position::Position;
use crate::tactics::Near;

/// Stops at the first move that mates.
struct Mates<'p> {
    position: &'p Position,
    near: Near,
    found: Option<ChessMove>,
}

impl MoveSink<ChessMove> for Mates<'_> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        let checks = m.is_castling() || (self.near.may_check(m) && self.position.gives_check(m));
        if !checks {
            return Flow::Continue(());
        }
        let mut after = *self.position;
        after.play(m);
        if after.is_mate() {
            self.found = Some(m);
            return Flow::Break(());
        }
        Flow::Continue(())
    }
}

impl Position {
    /// A move that mates at once. The clock of fifty moves does not matter: the mate comes first.
    pub(super) fn mating_move(&self) -> Option<ChessMove> {
        let mut mates = Mates { position: self, near: Near::new(self), found: None };
        let _ = self.moves(&mut mates);
        mates.found
    }
}
