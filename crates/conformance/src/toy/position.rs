//! What changes from move to move, and the moves.

use mossa_game::{Move, Player};

/// The most heaps: their letters are `a` to `h`.
pub(super) const MAX_HEAPS: usize = 8;

/// The most stones of a heap: what four bits hold.
pub(super) const MAX_STONES: u8 = 15;

/// The heaps, whose turn it is, and the key of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Stones of each heap; heaps that the game does not use are empty.
    pub(super) heaps: [u8; MAX_HEAPS],
    pub(super) mover: Player,
    /// Kept by `play` and `undo`: see `Keys`.
    pub(super) key: u64,
}

impl Position {
    /// How many stones each heap has; heaps that the game does not use are empty.
    pub fn heaps(&self) -> &[u8] {
        &self.heaps
    }
}

/// A move: so many stones of one heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// Which heap, counted from 0.
    pub heap: u8,
    /// How many stones.
    pub stones: u8,
}

/// ```text
/// bit 6 5 4   3 2 1 0
///     heap    stones
/// ```
impl Move for Take {
    #[inline]
    fn pack(self) -> u32 {
        u32::from(self.heap) << 4 | u32::from(self.stones)
    }

    #[inline]
    fn unpack(bits: u32) -> Take {
        Take { heap: (bits >> 4) as u8 & 7, stones: bits as u8 & 15 }
    }
}
