//! Counting positions as the usual tables do.

use mossa_game::{Flow, MoveSink};

use crate::generate::{CountAll, ListAll};
use crate::moves::ChessMove;
use crate::position::Position;
use crate::slides::{self, Slides, Work};

impl Position {
    /// How many positions there are after exactly `depth` plies, as the usual tables count them: draws by the fifty-move
    /// rule or for want of material do not end a game.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { slides::run(Below { position: self, depth }) }
    }
}

/// The positions `depth` plies below one, at least one ply.
struct Below<'p> {
    position: &'p Position,
    depth: u32,
}

impl Work for Below<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> u64 {
        let Below { position, depth } = self;
        if depth == 1 {
            return u64::from(CountAll(position).run(slides));
        }
        let mut sum = Sum { slides, position, depth: depth - 1, nodes: 0 };
        let _ = ListAll(position, &mut sum).run(slides);
        sum.nodes
    }
}

/// Counts below each move.
struct Sum<'p, S> {
    slides: S,
    position: &'p Position,
    depth: u32,
    nodes: u64,
}

impl<S: Slides> MoveSink<ChessMove> for Sum<'_, S> {
    #[inline(always)]
    fn push(&mut self, m: ChessMove) -> Flow {
        self.nodes += self.slides.go_on(After { position: self.position, m, depth: self.depth });
        Flow::Continue(())
    }
}

/// Plays a move on a copy, and counts on from there.
struct After<'p> {
    position: &'p Position,
    m: ChessMove,
    depth: u32,
}

impl Work for After<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> u64 {
        let mut after = *self.position;
        after.play(self.m);
        slides.go_on(Below { position: &after, depth: self.depth })
    }
}
