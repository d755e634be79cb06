//! Tables of where rooks and bishops reach, for all pieces in their ways. The compiler fills them, in a second or two.
//! So their places are known, and a look-up needs no pointer to them; that counts 3 to 6 of 100 moves more than tables
//! made when the program starts.

use super::lines::{bishop_reach, rook_reach};
use crate::bitboard::Bitboard;
use crate::geometry::{bishop_rays, rook_rays};
use crate::square::Square;

/// Where the reaches from a square are kept, and which squares matter for them.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) mask: u64,
    pub(super) begin: usize,
    /// Sends each set of pieces that matter to a number of its own, or to one with the same reach.
    magic: u64,
}

impl Slot {
    const EMPTY: Slot = Slot { mask: 0, begin: 0, magic: 0 };

    const fn new(from: Square, rays: Bitboard, magic: u64, begin: usize) -> Slot {
        Slot { mask: relevant(from, rays), begin, magic }
    }

    /// How many reaches it has.
    const fn size(self) -> usize {
        1 << self.mask.count_ones()
    }

    /// The place of the reach when these squares are occupied, by multiplication.
    #[inline(always)]
    pub(super) const fn multiplied(self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.magic);
        // The highest bits, as many as squares matter: always some, so the shift is below 64.
        self.begin + (product >> (self.mask.count_zeros() & 63)) as usize
    }
}

/// How many reaches there are: for each square two to the power of the number of squares that matter, together 102 400
/// for rooks and 5248 for bishops.
pub(super) const REACHES: usize = 102_400 + 5_248;

/// 841 KB.
pub(super) struct Tables {
    pub(super) rook: [Slot; 64],
    pub(super) bishop: [Slot; 64],
    pub(super) reaches: [u64; REACHES],
}

/// How reaches of one square are numbered.
#[derive(Clone, Copy)]
pub(super) enum Order {
    /// By what PEXT makes of the occupied squares.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    Pext,
    /// By multiplication with a magic number.
    Magic,
}

/// The squares of a rank and file, or of diagonals, where a piece makes a difference: not the last ones of each way.
pub(super) const fn relevant(from: Square, rays: Bitboard) -> u64 {
    let ranks = Bitboard::ENDS.0 & !Bitboard::rank(from.rank()).0;
    let files = (Bitboard::file(0).0 | Bitboard::file(7).0) & !Bitboard::file(from.file()).0;
    rays.0 & !ranks & !files
}

impl Tables {
    pub(super) const fn new(order: Order, rook_magics: &[u64; 64], bishop_magics: &[u64; 64]) -> Tables {
        let empty = [Slot::EMPTY; 64];
        let mut tables = Tables { rook: empty, bishop: empty, reaches: [0; REACHES] };
        let (mut end, mut i) = (0, 0);
        while i < 64 {
            let from = Square::new(i as u8);
            let slot = Slot::new(from, rook_rays(from), rook_magics[i], end);
            tables.rook[i] = slot;
            tables.fill(slot, order, from, true);
            end += slot.size();
            let slot = Slot::new(from, bishop_rays(from), bishop_magics[i], end);
            tables.bishop[i] = slot;
            tables.fill(slot, order, from, false);
            end += slot.size();
            i += 1;
        }
        tables
    }

    /// All subsets of the mask, in the order of the numbers that PEXT makes of them.
    const fn fill(&mut self, slot: Slot, order: Order, from: Square, rook: bool) {
        let (mut subset, mut number) = (0u64, 0);
        while number < slot.size() {
            let place = match order {
                Order::Pext => slot.begin + number,
                Order::Magic => slot.multiplied(subset),
            };
            self.reaches[place] = if rook { rook_reach(from, subset) } else { bishop_reach(from, subset) };
            subset = subset.wrapping_sub(slot.mask) & slot.mask;
            number += 1;
        }
    }
}
