//! How much memory there is for a table.
//!
//! A manager limits the whole process: program, stacks, boards and table. What the process has taken so far is measured,
//! something is kept for what it still needs, and the table gets the rest.

use std::fs;

const MEGABYTE: u64 = 1 << 20;

/// What the process has taken before it has a table, where that cannot be measured: twice what was measured on Linux.
const UNMEASURED: u64 = 24 * MEGABYTE;

/// What is kept for what is not there yet when the table is made: parts of the program that were not needed so far,
/// boards and lists of the search, and huge pages that are not full.
const RESERVE: u64 = 8 * MEGABYTE;
/// The same for each thread: its stack and what the search keeps for it.
const RESERVE_FOR_A_THREAD: u64 = 2 * MEGABYTE;

/// The memory that the process has taken, in bytes.
pub(super) fn taken() -> u64 {
    measured().unwrap_or(UNMEASURED)
}

/// What Linux says of this process, in kilobytes.
fn measured() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// How many megabytes a table may have in a process that has taken `taken` and must stay below `limit`, both in bytes;
/// at most `most`. An error says how much would be needed for the smallest.
pub(super) fn table_megabytes(limit: u64, taken: u64, threads: usize, most: usize) -> Result<usize, String> {
    let threads = u64::try_from(threads).unwrap_or(u64::MAX);
    let needed = taken.saturating_add(RESERVE).saturating_add(RESERVE_FOR_A_THREAD.saturating_mul(threads));
    match limit.saturating_sub(needed) / MEGABYTE {
        0 => {
            let least = needed.saturating_add(MEGABYTE);
            Err(format!("max_memory {limit} is too small; expected at least {least} bytes"))
        }
        free => Ok(usize::try_from(free).unwrap_or(usize::MAX).min(most)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_room_for_the_rest() {
        let megabytes = |limit: u64, taken: u64, threads| {
            table_megabytes(limit * MEGABYTE, taken * MEGABYTE, threads, 64)
        };
        assert_eq!(megabytes(350, 12, 1), Ok(64), "no more than wanted");
        assert_eq!(megabytes(80, 12, 1), Ok(58));
        assert_eq!(megabytes(80, 12, 4), Ok(52));
        assert_eq!(megabytes(23, 12, 1), Ok(1));
        let error = megabytes(22, 12, 1).unwrap_err();
        assert_eq!(error, "max_memory 23068672 is too small; expected at least 24117248 bytes");
        assert!(table_megabytes(0, u64::MAX, usize::MAX, 64).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_was_taken_is_measured() {
        let before = measured().unwrap();
        let block = vec![1u8; 32 << 20];
        let after = measured().unwrap();
        assert!(block.iter().all(|byte| *byte == 1));
        assert!(before > MEGABYTE / 2 && after >= before + 24 * MEGABYTE, "{before} {after}");
    }
}
