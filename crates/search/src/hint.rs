//! Moves as plain numbers, for comparisons in the innermost loops.

use mossa_game::Move;

/// A move as a plain number, which compares faster than an optional move; [`Hint::NONE`] is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hint(u32);

impl Hint {
    /// No move: packed moves have 31 bits.
    pub(crate) const NONE: Hint = Hint(u32::MAX);

    #[inline]
    pub(crate) fn new<M: Move>(m: M) -> Hint {
        Hint(m.pack())
    }

    #[inline]
    pub(crate) fn maybe<M: Move>(m: Option<M>) -> Hint {
        m.map_or(Hint::NONE, Hint::new)
    }
}
