//! Clocks that draw games in which nobody makes progress ([`mossa_game::Tactics::plies_to_draw`]).

/// What keys are mixed with: an odd number whose multiples are far apart, and not the one that tells players apart (the first
/// multiplier of MurmurHash3's finaliser).
const MIX: u64 = 0xff51_afd7_ed55_8ccd;

/// The key of a position for those with whom the game is drawn in `left` plies.
#[inline]
pub(crate) fn clocked(key: u64, left: u32) -> u64 {
    key ^ (u64::from(left) + 1).wrapping_mul(MIX)
}
