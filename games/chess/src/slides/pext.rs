//! Tables that PEXT looks into, for x86-64 processors with BMI2.
//!
//! This is the one module with `unsafe`. Its proof: a [`Pext`] exists only after the processor was asked for all
//! features that are used here (its fields are private, and [`Pext::available`] alone makes one); so whoever has one
//! may call code that was compiled for these features.

#![allow(unsafe_code)]

use std::sync::LazyLock;

use super::{Lines, Slides, Work};
use crate::bitboard::Bitboard;
use crate::geometry::{bishop_rays, rook_rays};
use crate::square::Square;

/// Where the reaches from a square are kept, and which squares matter for them.
#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    begin: usize,
}

/// The reaches of rooks and bishops for all pieces in their ways: 841 KB.
pub(super) struct Tables {
    rook: [Slot; 64],
    bishop: [Slot; 64],
    reaches: Vec<u64>,
}

/// The squares of a rank and file, or of diagonals, where a piece makes a difference: not the last ones of each way.
fn relevant(from: Square, rays: Bitboard) -> u64 {
    let ranks = Bitboard::ENDS & !Bitboard::rank(from.rank());
    let files = (Bitboard::file(0) | Bitboard::file(7)) & !Bitboard::file(from.file());
    (rays & !ranks & !files).0
}

impl Tables {
    pub(super) fn new() -> Tables {
        let empty = [Slot { mask: 0, begin: 0 }; 64];
        let mut tables = Tables { rook: empty, bishop: empty, reaches: Vec::new() };
        for from in Square::all() {
            let mask = relevant(from, rook_rays(from));
            tables.rook[from.index()] = tables.fill(mask, |occupied| Lines.rook(from, occupied));
            let mask = relevant(from, bishop_rays(from));
            tables.bishop[from.index()] = tables.fill(mask, |occupied| Lines.bishop(from, occupied));
        }
        tables
    }

    /// Adds the reach for each subset of `mask`. They are listed in the order of the numbers that PEXT makes of them.
    fn fill(&mut self, mask: u64, reach: impl Fn(Bitboard) -> Bitboard) -> Slot {
        let begin = self.reaches.len();
        let mut subset = 0u64;
        loop {
            self.reaches.push(reach(Bitboard(subset)).0);
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                return Slot { mask, begin };
            }
        }
    }
}

/// The tables, on a machine that can use them.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
static TABLES: LazyLock<Option<Tables>> = LazyLock::new(|| supported().then(Tables::new));

#[cfg(target_arch = "x86_64")]
fn supported() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn supported() -> bool {
    false
}

/// The way through tables; whoever has it runs on a processor with BMI1, BMI2, POPCNT and LZCNT.
#[derive(Clone, Copy)]
pub(super) struct Pext {
    tables: &'static Tables,
}

impl Pext {
    /// The tables, if this processor can use them.
    #[inline]
    pub(super) fn available() -> Option<Pext> {
        TABLES.as_ref().map(|tables| Pext { tables })
    }
}

#[cfg(target_arch = "x86_64")]
impl Pext {
    /// Does `work`, compiled for this processor.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<W: Work>(pext: Pext, work: W) -> W::Output {
            work.run(pext)
        }
        // SAFETY: `self` exists, so the processor has these features.
        unsafe { compiled(self, work) }
    }

    #[inline(always)]
    fn look(self, slot: Slot, occupied: Bitboard) -> Bitboard {
        // SAFETY: `self` exists, so the processor has BMI2.
        let number = unsafe { std::arch::x86_64::_pext_u64(occupied.0, slot.mask) };
        Bitboard(self.tables.reaches[slot.begin + number as usize])
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Pext {
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        work.run(Lines)
    }

    fn look(self, slot: Slot, _: Bitboard) -> Bitboard {
        Bitboard(slot.mask)
    }
}

impl Slides for Pext {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look(self.tables.rook[from.index()], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look(self.tables.bishop[from.index()], occupied)
    }
}
