//! Large tables on huge pages.
//!
//! A probe of a table touches a random place. With pages of 4 KiB nearly every probe also misses the processor's page
//! table cache; pages of 2 MiB made Connect 4's solver half as fast again on tables of 64 MiB. Asking the system for
//! them, and the processor for a word before it is needed, is what the module needs `unsafe` for.
#![allow(unsafe_code)]

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

use crate::room::has_room_for;

/// Slots of 64 bits that all threads may read and write, zero at first.
#[derive(Debug)]
pub struct Slots {
    /// Never read or written except through the atomics of `deref`.
    memory: MmapMut,
    len: usize,
}

impl Slots {
    /// `len` slots, or the system's reason why not. The first one is at the beginning of a page.
    pub fn new(len: usize) -> io::Result<Slots> {
        let bytes = len.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
        if !has_room_for(bytes) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let memory = MmapMut::map_anon(bytes)?;
        // A wish: without huge pages everything works, only slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Slots { memory, len })
    }

    /// Has the system provide all of the memory now. Otherwise it clears each page when it is first touched: a huge one
    /// in 0.2 to 0.8 ms, and a search that has just begun touches one after the other. Whoever has a clock running soon
    /// does this before; for the rest it would be a waste of 1 to 2 ms for each MiB.
    pub fn populate(&self) {
        // Without it everything works, only the beginning is slower.
        #[cfg(target_os = "linux")]
        let _ = self.memory.advise(memmap2::Advice::PopulateWrite);
    }

    /// Asks for the cache line of a slot that will be looked at soon.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(slot) = self.get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has the instruction, and it is a hint: it reads or writes nothing that a
            // program could notice, and never faults, whatever the address is (here, that of a slot).
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl Deref for Slots {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is anonymous and private to this value, starts at a page (so it is aligned for 64 bits),
        // holds `len` times 8 bytes, is zero at first (a valid value), and lives until `self` is dropped. An
        // `AtomicU64` has the layout of a `u64`. Nobody else has a reference to the bytes: `memory` is not touched
        // after `new`, so all accesses go through these atomics, which any number of threads may share.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<AtomicU64>(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn slots_are_zero_at_first_and_keep_what_threads_write() {
        let slots = Slots::new(100_000).unwrap();
        assert!(slots.len() == 100_000 && slots.iter().all(|slot| slot.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let slots = &slots;
                scope.spawn(move || {
                    for (i, slot) in slots.iter().enumerate().skip(thread).step_by(4) {
                        slot.store(i as u64, Relaxed);
                    }
                });
            }
        });
        assert!(slots.iter().enumerate().all(|(i, slot)| slot.load(Relaxed) == i as u64));
        [0, 99_999, 100_000, usize::MAX].into_iter().for_each(|index| slots.prefetch(index));
        assert!(Slots::new(usize::MAX).is_err());
    }
}
