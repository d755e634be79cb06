//! How much memory there is.

/// How many bytes programs can still have without anything being pushed out to disk; nothing where the system does not
/// tell.
pub fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    from_meminfo(&told)
}

/// `MemAvailable:  1234 kB`
fn from_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_read() {
        let text = "MemTotal:  9 kB\nMemAvailable:    2048 kB\nBuffers: 1 kB\n";
        assert_eq!(from_meminfo(text), Some(2 << 20));
        assert_eq!([from_meminfo(""), from_meminfo("MemAvailable: much")], [None; 2]);
    }
}
