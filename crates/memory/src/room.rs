//! How much memory there is.

use std::fs::read_to_string;

/// Fewer bytes than these are simply taken: asking takes some 30 µs, and a system without them has other worries.
const WORTH_ASKING: usize = 1 << 24;

/// Whether so many bytes may be had. Some systems promise more than they have, and end whoever takes them at their word.
pub(crate) fn has_room_for(bytes: usize) -> bool {
    bytes < WORTH_ASKING || room().is_none_or(|most| bytes as u64 <= most)
}

/// How many bytes the machine has left, or may give to the container that we are in, as far as the system tells.
fn room() -> Option<u64> {
    let read = |file: &str| read_to_string(file).ok();
    let machine = read("/proc/meminfo").and_then(|text| available(&text));
    let container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let container = container.into_iter().find_map(|file| limit(&read(file)?));
    machine.into_iter().chain(container).min()
}

/// What Linux expects to be able to give without putting other memory aside.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The limit of a control group; it may be none.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let meminfo =
            "MemTotal:       24575004 kB\nMemFree:         1000000 kB\nMemAvailable:    2000000 kB\n";
        assert_eq!(available(meminfo), Some(2_048_000_000));
        assert_eq!(available("MemTotal: 3 kB\n"), None);
        assert_eq!((limit("2147483648\n"), limit("max\n")), (Some(1 << 31), None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn there_is_room_for_some_and_not_for_all() {
        let most = room().expect("Linux tells") as usize;
        assert!(most > WORTH_ASKING, "{most}");
        assert!(has_room_for(WORTH_ASKING) && !has_room_for(most.saturating_mul(2)));
    }
}
