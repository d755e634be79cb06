//! Proof numbers and disproof numbers.

/// How many positions must at least be settled to prove a mate, and to prove that there is none, as far as the tree is
/// known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The number of what cannot be done.
pub(super) const NEVER: u32 = u32::MAX;

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(super) const DISPROVEN: Numbers = Numbers { proof: NEVER, disproof: 0 };
    /// Of a position of which nothing is known.
    pub(super) const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// No number is too large.
    pub(super) const ANY: Numbers = Numbers { proof: NEVER, disproof: NEVER };

    /// Of a position whose result is known.
    #[inline]
    pub(super) const fn of(proven: bool) -> Numbers {
        if proven { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    /// Whether the result is known.
    #[inline]
    pub(super) const fn settled(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The same for the other side, whose proofs are disproofs. So one code serves both sides.
    #[inline]
    pub(super) const fn seen(self, by_attacker: bool) -> Numbers {
        if by_attacker { self } else { Numbers { proof: self.disproof, disproof: self.proof } }
    }

    /// Whether one of them has come to its threshold.
    #[inline]
    pub(super) const fn reach(self, thresholds: Numbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// The sum, which is never [`NEVER`] unless a part is.
#[inline]
pub(super) const fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER {
        return NEVER;
    }
    let sum = a.saturating_add(b);
    if sum == NEVER { NEVER - 1 } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stay_below_never() {
        assert_eq!(sum(2, 3), 5);
        assert_eq!(sum(NEVER - 1, NEVER - 1), NEVER - 1);
        assert_eq!((sum(NEVER, 0), sum(1, NEVER)), (NEVER, NEVER));
    }

    #[test]
    fn sides_see_each_others_proofs() {
        assert_eq!(Numbers::PROVEN.seen(false), Numbers::DISPROVEN);
        assert_eq!((Numbers::of(true).settled(), Numbers::of(false).settled()), (Some(true), Some(false)));
        assert_eq!(Numbers { proof: 1, disproof: 1 }.settled(), None);
    }
}
