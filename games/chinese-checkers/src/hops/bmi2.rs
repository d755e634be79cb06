//! All landings at once by PEXT and PDEP, for x86-64 processors with BMI2.
//!
//! This is the one module with `unsafe`. Its proof: a [`Bmi2`] exists only after the processor was asked for all features
//! that are used here (its field is private, and [`Bmi2::available`] alone makes one); so whoever has one may call code
//! that was compiled for these features.

#![allow(unsafe_code)]

use super::Chains;
#[cfg(target_arch = "x86_64")]
use super::Landing;
#[cfg(target_arch = "x86_64")]
use crate::board::Hops;
use crate::holes::Holes;

/// Whoever has it runs on a processor with BMI1, BMI2, POPCNT and LZCNT. Elsewhere nobody has one.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// This way of finding landings, if the processor has it.
    pub(crate) fn available() -> Option<Bmi2> {
        let has = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        has.then_some(Bmi2(()))
    }

    /// Follows chains, compiled for this processor.
    #[inline]
    pub(super) fn follow<const W: usize>(self, chains: &Chains<'_, W>) -> Holes<W> {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<const W: usize>(bmi2: Bmi2, chains: &Chains<'_, W>) -> Holes<W> {
            chains.follow(bmi2)
        }
        // SAFETY: `self` exists, so the processor has these features.
        unsafe { compiled(self, chains) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Landing for Bmi2 {
    /// The neighbours that are there become the lowest bits of a number, which are then spread over the landings: both sets
    /// are in the order of the directions, see [`Hops`].
    #[inline(always)]
    fn landings<const W: usize>(self, pieces: &Holes<W>, hops: &Hops<W>) -> Holes<W> {
        use std::arch::x86_64::{_pdep_u64, _pext_u64};
        let (mut there, mut listed) = (0, 0);
        for (pieces, over) in pieces.words().into_iter().zip(hops.over.words()) {
            // SAFETY: `self` exists, so the processor has BMI2.
            there |= unsafe { _pext_u64(pieces, over) } << listed;
            listed += over.count_ones();
        }
        Holes::from_words(hops.landings.words().map(|landings| {
            // SAFETY: `self` exists, so the processor has BMI2.
            let reached = unsafe { _pdep_u64(there, landings) };
            there >>= landings.count_ones();
            reached
        }))
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Bmi2 {
    pub(crate) fn available() -> Option<Bmi2> {
        None
    }

    pub(super) fn follow<const W: usize>(self, chains: &Chains<'_, W>) -> Holes<W> {
        chains.follow(super::OneByOne)
    }
}
