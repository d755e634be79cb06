//! Moves, and where generated moves go.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// A move: a small value that fits into 31 bits, so that tables can keep it.
pub trait Move: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The move as a number below 2^31.
    fn pack(self) -> u32;
    /// The move that [`pack`](Move::pack) turned into `bits`. Any other number
    /// gives some move, not necessarily a legal one, and never a panic.
    fn unpack(bits: u32) -> Self;
}

/// Whether a generator shall go on: sinks that have seen enough say `Break`.
pub type Flow = ControlFlow<()>;

/// Takes moves from a generator, one by one: it may count, collect, score or stop.
///
/// Generators write `sink.push(m)?`; for sinks that never stop the compiler removes the question.
pub trait MoveSink<M> {
    /// Takes one move.
    fn push(&mut self, m: M) -> Flow;
}

impl<M> MoveSink<M> for Vec<M> {
    #[inline]
    fn push(&mut self, m: M) -> Flow {
        Vec::push(self, m);
        Flow::Continue(())
    }
}

/// Counts the moves.
#[derive(Default, Debug)]
pub struct Count(pub u64);

impl<M> MoveSink<M> for Count {
    #[inline]
    fn push(&mut self, _: M) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }
}

/// Stops at the first move for which the closure answers `true`, and keeps it.
#[derive(Debug)]
pub struct Find<M, F> {
    wanted: F,
    /// The move that was found.
    pub found: Option<M>,
}

impl<M, F: FnMut(M) -> bool> Find<M, F> {
    /// Looks for a move that is `wanted`.
    pub fn new(wanted: F) -> Find<M, F> {
        Find { wanted, found: None }
    }
}

impl<M: Copy, F: FnMut(M) -> bool> MoveSink<M> for Find<M, F> {
    #[inline]
    fn push(&mut self, m: M) -> Flow {
        if (self.wanted)(m) {
            self.found = Some(m);
            return Flow::Break(());
        }
        Flow::Continue(())
    }
}
