//! Spreading the bits of a number, by steps that can be undone.

/// What generators of random numbers add from step to step: 2^64 divided by the golden ratio, made odd.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of `SplitMix64` (G. Steele, D. Lea and C. Flood, 2014): shifts that fold the upper bits onto the
/// lower ones, and products with odd numbers that carry them up again. No two numbers become the same; 0 stays 0.
#[inline]
pub(crate) const fn finalised(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// The same after one step of the generator, so that 0 does not stay 0.
#[inline]
pub(crate) const fn mixed(bits: u64) -> u64 {
    finalised(bits.wrapping_add(GOLDEN))
}
