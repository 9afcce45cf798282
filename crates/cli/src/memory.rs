//! How much memory the machine has to give.

use std::fs;

/// What is assumed where nothing can be found out.
const USUAL: u64 = 4 << 30;

/// How many bytes of memory could be taken without others missing them.
pub(crate) fn available() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text));
    // A container may have less than its machine.
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    machine.unwrap_or(USUAL).min(container)
}

/// What Linux says is available, in bytes.
fn meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says_is_understood() {
        let text = "MemTotal:       24538156 kB\nMemAvailable:   23068672 kB\nBuffers: 1 kB\n";
        assert_eq!(meminfo(text), Some(22 << 30));
        for text in ["", "MemAvailable: many kB\n", "MemAvailable: 99999999999999999999 kB"] {
            assert_eq!(meminfo(text), None, "{text}");
        }
    }

    #[test]
    fn there_is_always_some() {
        assert!(available() > 1 << 20);
    }
}
