//! Tables that PEXT looks into, for x86-64 processors with BMI2.
//!
//! This is the one module with `unsafe`. Its proof: a [`Pext`] exists only after the processor was asked for all
//! features that are used here (its field is private, and [`Pext::available`] alone makes one); so whoever has one may
//! call code that was compiled for these features.

#![allow(unsafe_code)]

use std::sync::LazyLock;

use super::lines::{bishop_reach, rook_reach};
use super::{Slides, Work};
use crate::bitboard::Bitboard;
use crate::geometry::{bishop_rays, rook_rays};
use crate::square::Square;

/// Where the reaches from a square are kept, and which squares matter for them.
#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    begin: usize,
}

/// How many reaches there are: for each square two to the power of the number of squares that matter, together 102 400
/// for rooks and 5248 for bishops.
const REACHES: usize = 102_400 + 5_248;

/// The reaches of rooks and bishops for all pieces in their ways: 841 KB.
struct Tables {
    rook: [Slot; 64],
    bishop: [Slot; 64],
    reaches: [u64; REACHES],
}

/// The compiler fills them, in a second or two. So their places are known, and a look-up needs no pointer to them; that
/// counts 3 to 6 of 100 moves more than tables made when the program starts.
#[allow(long_running_const_eval)]
static TABLES: Tables = tables();

/// The squares of a rank and file, or of diagonals, where a piece makes a difference: not the last ones of each way.
const fn relevant(from: Square, rays: Bitboard) -> u64 {
    let ranks = Bitboard::ENDS.0 & !Bitboard::rank(from.rank()).0;
    let files = (Bitboard::file(0).0 | Bitboard::file(7).0) & !Bitboard::file(from.file()).0;
    rays.0 & !ranks & !files
}

const fn tables() -> Tables {
    let empty = [Slot { mask: 0, begin: 0 }; 64];
    let mut tables = Tables { rook: empty, bishop: empty, reaches: [0; REACHES] };
    let (mut begin, mut number) = (0, 0);
    while number < 64 {
        let square = Square::new(number);
        let mask = relevant(square, rook_rays(square));
        tables.rook[square.index()] = Slot { mask, begin };
        // All subsets of the mask, in the order of the numbers that PEXT makes of them.
        let mut subset = 0u64;
        loop {
            tables.reaches[begin] = rook_reach(square, subset);
            begin += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        let mask = relevant(square, bishop_rays(square));
        tables.bishop[square.index()] = Slot { mask, begin };
        loop {
            tables.reaches[begin] = bishop_reach(square, subset);
            begin += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        number += 1;
    }
    tables
}

/// Whether the processor has what is used here, and PEXT as an instruction worth its name.
static SUPPORTED: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && !has_slow_pext(vendor(), family())
});

/// Processors of AMD before Zen 3, and of Hygon, know PEXT, but take up to 290 cycles for one
/// (A. Fog, Instruction tables).
fn has_slow_pext(vendor: [u8; 12], family: u32) -> bool {
    matches!(&vendor, b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}

/// What the processor calls its maker.
fn vendor() -> [u8; 12] {
    let answer = std::arch::x86_64::__cpuid(0);
    let mut name = [0; 12];
    for (part, register) in name.chunks_exact_mut(4).zip([answer.ebx, answer.edx, answer.ecx]) {
        part.copy_from_slice(&register.to_le_bytes());
    }
    name
}

/// The processor's family; numbers from 15 on are continued in another field.
fn family() -> u32 {
    let version = std::arch::x86_64::__cpuid(1).eax;
    match version >> 8 & 15 {
        15 => 15 + (version >> 20 & 255),
        family => family,
    }
}

/// The way through tables. Whoever has it runs on a processor with AVX2, BMI1, BMI2, POPCNT and LZCNT.
#[derive(Clone, Copy)]
pub(super) struct Pext(());

impl Pext {
    /// The way, if this processor can go it.
    #[inline]
    pub(super) fn available() -> Option<Pext> {
        SUPPORTED.then_some(Pext(()))
    }

    #[inline(always)]
    fn look(self, slot: Slot, occupied: Bitboard) -> Bitboard {
        // SAFETY: `self` exists, so the processor has BMI2.
        let number = unsafe { std::arch::x86_64::_pext_u64(occupied.0, slot.mask) };
        Bitboard(TABLES.reaches[slot.begin + number as usize])
    }
}

impl Slides for Pext {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look(TABLES.rook[from.index()], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look(TABLES.bishop[from.index()], occupied)
    }

    #[inline(always)]
    fn go_on<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<W: Work>(pext: Pext, work: W) -> W::Output {
            work.run(pext)
        }
        // SAFETY: `self` exists, so the processor has these features.
        unsafe { compiled(self, work) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zen_3_is_the_first_of_amd_with_a_fast_pext() {
        assert!(has_slow_pext(*b"AuthenticAMD", 0x15));
        assert!(has_slow_pext(*b"AuthenticAMD", 0x17));
        assert!(has_slow_pext(*b"HygonGenuine", 0x18));
        assert!(!has_slow_pext(*b"AuthenticAMD", 0x19));
        assert!(!has_slow_pext(*b"GenuineIntel", 6));
    }
}
