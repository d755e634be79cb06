//! Huge pages for memory that somebody else holds.
//!
//! A block of 48 MiB in pages of 4 KiB takes a virtual machine 50 to 60 ms to hand out and 8 ms to take back, which whoever
//! is told to stop at once waits for. Saying to the system what one would like is what the module needs `unsafe` for.
#![allow(unsafe_code)]

/// Wishes for huge pages behind the room that `block` has. What does not fill a huge page stays as it is.
pub fn prefer_huge<T>(block: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        /// What a huge page has on x86-64, and on most other processors. Where it is another size, less is wished for.
        const HUGE: usize = 2 << 20;
        let start = block.as_mut_ptr().cast::<u8>();
        let bytes = block.capacity() * size_of::<T>();
        let skipped = start.align_offset(HUGE);
        let whole = bytes.saturating_sub(skipped) / HUGE * HUGE;
        if whole > 0 {
            // SAFETY: the range lies within memory that the vector holds exclusively, and begins at a page. The advice changes
            // neither what is in it nor who may use it: it only says in how large pieces the system maps it. A refusal is
            // no harm: everything works, only slower.
            let _ = unsafe { libc::madvise(start.wrapping_add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = block;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_whatever_the_size() {
        for capacity in [0, 1, 1000, 3 << 20] {
            let mut block: Vec<u64> = Vec::with_capacity(capacity);
            block.extend(0..capacity as u64 / 2);
            prefer_huge(&mut block);
            block.extend(capacity as u64 / 2..capacity as u64);
            assert!(block.iter().copied().eq(0..capacity as u64));
        }
        prefer_huge(&mut vec![(); 5]);
    }

    /// The flags of the mapping that holds an address, as the kernel tells them.
    #[cfg(target_os = "linux")]
    fn flags(address: usize) -> Option<String> {
        let maps = std::fs::read_to_string("/proc/self/smaps").ok()?;
        let holds = |line: &str| {
            let (from, to) = line.split_once(' ')?.0.split_once('-')?;
            let number = |text| usize::from_str_radix(text, 16).ok();
            Some((number(from)?..number(to)?).contains(&address))
        };
        let mut lines = maps.lines().skip_while(|line| holds(line) != Some(true));
        lines.find(|line| line.starts_with("VmFlags:")).map(str::to_owned)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_hears_of_it() {
        let mut block: Vec<u8> = Vec::with_capacity(64 << 20);
        prefer_huge(&mut block);
        // Systems without huge pages know no such wish.
        if std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            let middle = block.as_ptr() as usize + (32 << 20);
            assert!(flags(middle).is_some_and(|flags| flags.contains(" hg")), "{:?}", flags(middle));
        }
    }
}
