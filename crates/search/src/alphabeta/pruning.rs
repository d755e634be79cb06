//! The numbers behind reductions and pruning.
//!
//! They are common values of strong chess engines, in units of a game's own
//! [`Tactics::MARGIN`](mossa_game::Tactics::MARGIN). A game that does better without a technique refuses it.

/// How many plies a pass may save at `depth`.
pub(super) const fn null_move_reduction(depth: i32) -> i32 {
    2 + depth / 4
}

/// Passing is tried from this depth on: below, the reduced search would be a mere evaluation.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;

/// Reverse futility pruning happens up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// Late moves are left out up to this depth.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 4;

/// How many moves are tried at `depth` before quiet ones are left out.
pub(super) const fn late_move_count(depth: i32) -> usize {
    (4 + 2 * depth * depth) as usize
}

/// Reductions begin at this depth and with this many moves tried.
pub(super) const REDUCTION_DEPTH: i32 = 3;
/// See [`REDUCTION_DEPTH`].
pub(super) const REDUCTION_MOVES: usize = 3;

/// Singular extensions begin at this depth: the test costs a search of half the depth.
pub(super) const SINGULAR_DEPTH: i32 = 7;

/// Without a move from the table, nodes from this depth on are searched one ply less.
pub(super) const ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// How far quiescence goes beyond the nominal depth. Chains of threats end by themselves; this bounds odd ones.
pub(super) const QUIESCENCE_PLIES: usize = 16;

/// How many plies less the move number `tried` is searched at `depth`: ln(depth) ln(tried) / 2, rounded.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.5 + (depth as f64).ln() * (tried as f64).ln() / 2.0) as u8;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(super) fn of(&self, depth: i32, tried: usize) -> i32 {
        self.0[(depth as usize).min(63)][tried.min(63)].into()
    }
}
