//! Counting positions as the usual tables do.

use mossa_game::{Flow, MoveSink};

use crate::moves::ChessMove;
use crate::position::Position;

impl Position {
    /// How many positions there are after exactly `depth` plies, as the usual tables count them: draws by the fifty-move
    /// rule or for want of material do not end a game.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_moves()),
            _ => {
                let mut count = Deeper { position: self, depth: depth - 1, nodes: 0 };
                let _ = self.moves(&mut count);
                count.nodes
            }
        }
    }
}

/// Plays each move on a copy, and counts on from there.
struct Deeper<'p> {
    position: &'p Position,
    depth: u32,
    nodes: u64,
}

impl MoveSink<ChessMove> for Deeper<'_> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        let mut after = *self.position;
        after.play(m);
        self.nodes += after.perft(self.depth);
        Flow::Continue(())
    }
}
