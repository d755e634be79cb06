//! The last move: whether there is one that mates.

use mossa_game::{Flow, MoveSink};

use crate::generate::Wanted;
use crate::moves::ChessMove;
use crate::position::Position;

/// Stops at the first move that mates.
struct Mates<'p> {
    position: &'p Position,
    found: Option<ChessMove>,
}

impl MoveSink<ChessMove> for Mates<'_> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        if !m.is_castling() && !self.position.gives_check(m) {
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
        let mut mates = Mates { position: self, found: None };
        let _ = self.moves_that_may_check(Wanted::All, &mut mates);
        mates.found
    }
}
