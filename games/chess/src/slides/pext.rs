//! Tables that PEXT looks into, for x86-64 processors with BMI2.
//!
//! This is the one module with `unsafe`. Its proof: a [`Pext`] exists only after the processor was asked for all
//! features that are used here (its field is private, and [`Pext::available`] alone makes one); so whoever has one may
//! call code that was compiled for these features.

#![allow(unsafe_code)]

use std::sync::LazyLock;

use super::tables::{Order, Slot, Tables};
use super::{Slides, Work};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// No magic numbers are needed.
const NONE: [u64; 64] = [0; 64];

#[allow(long_running_const_eval)]
static TABLES: Tables = Tables::new(Order::Pext, &NONE, &NONE);

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
