//! Counting positions as the usual tables do.

use mossa_game::perft::is_time_to_look;
use mossa_game::{Flow, Halt, MoveSink};

use crate::generate::{CountAll, ListAll};
use crate::moves::ChessMove;
use crate::position::Position;
use crate::slides::{self, Slides, Work};

impl Position {
    /// How many positions there are after exactly `depth` plies, as the usual tables count them: draws by the fifty-move
    /// rule or for want of material do not end a game.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &|| false)
    }

    /// [`Position::perft`] that can be given up: what it gives then means nothing.
    pub(crate) fn perft_until(&self, depth: u32, halt: Halt<'_>) -> u64 {
        if depth == 0 { 1 } else { slides::run(Below { position: self, depth, halt }) }
    }
}

/// The positions `depth` plies below one, at least one ply.
struct Below<'p> {
    position: &'p Position,
    depth: u32,
    halt: Halt<'p>,
}

impl Work for Below<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> u64 {
        let Below { position, depth, halt } = self;
        if depth == 1 {
            return u64::from(CountAll(position).run(slides));
        }
        if is_time_to_look(depth) && halt() {
            return 0;
        }
        let mut sum = Sum { slides, position, depth: depth - 1, halt, nodes: 0 };
        let _ = ListAll(position, &mut sum).run(slides);
        sum.nodes
    }
}

/// Counts below each move.
struct Sum<'p, S> {
    slides: S,
    position: &'p Position,
    depth: u32,
    halt: Halt<'p>,
    nodes: u64,
}

impl<S: Slides> MoveSink<ChessMove> for Sum<'_, S> {
    #[inline(always)]
    fn push(&mut self, m: ChessMove) -> Flow {
        self.nodes +=
            self.slides.go_on(After { position: self.position, m, depth: self.depth, halt: self.halt });
        Flow::Continue(())
    }
}

/// Plays a move on a copy, and counts on from there.
struct After<'p> {
    position: &'p Position,
    m: ChessMove,
    depth: u32,
    halt: Halt<'p>,
}

impl Work for After<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> u64 {
        let mut after = *self.position;
        after.play(self.m);
        slides.go_on(Below { position: &after, depth: self.depth, halt: self.halt })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{self, Variant};
    use crate::slides::{Lines, Magic};

    /// The way of other processors is tried on this one, too.
    #[test]
    fn all_ways_of_sliding_count_the_same() {
        for (text, depth, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ] {
            let position = &fen::read(text, Variant::Chess).unwrap();
            let halt: Halt<'_> = &|| false;
            let ways = [
                slides::run(Below { position, depth, halt }),
                Magic.go_on(Below { position, depth, halt }),
                Lines.go_on(Below { position, depth, halt }),
            ];
            assert_eq!(ways, [expected; 3], "{text}");
        }
    }
}
