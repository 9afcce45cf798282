//! How much memory the machine has to give.

use std::fs;

/// What is assumed where nothing can be found out.
const USUAL: u64 = 4 << 30;

/// How many bytes of memory could be taken without others missing them.
pub(crate) fn available() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text));
    // A container may have less left than its machine.
    let container = container(&|name| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok());
    machine.unwrap_or(USUAL).min(container.unwrap_or(u64::MAX))
}

/// What the control group of a container has left, in bytes. `None` without a limit.
fn container(read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let bytes = |name| read(name)?.trim().parse::<u64>().ok();
    Some(bytes("memory.max")?.saturating_sub(bytes("memory.current").unwrap_or(0)))
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
    fn a_container_has_left_what_its_limit_leaves() {
        let group = |max: &str, current: Option<&str>| {
            let (max, current) = (max.to_owned(), current.map(str::to_owned));
            container(&move |name| match name {
                "memory.max" => Some(max.clone()),
                _ => current.clone(),
            })
        };
        assert_eq!(group("2147483648\n", Some("1610612736\n")), Some(512 << 20));
        assert_eq!(group("1024\n", Some("2048\n")), Some(0));
        assert_eq!(group("1024\n", None), Some(1024));
        assert_eq!(group("max\n", Some("2048\n")), None);
    }

    #[test]
    fn there_is_always_some() {
        assert!(available() > 1 << 20);
    }
}
