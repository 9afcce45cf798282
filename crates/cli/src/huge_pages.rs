//! A search reads its memory in no order at all. With pages of 4 KiB most reads miss the
//! processor's list of pages as well as its caches, and the search takes almost twice as long.
//!
//! The C library of most Linux systems asks the kernel for large pages when `GLIBC_TUNABLES` says
//! so, but it reads that variable only when a program starts. So the program starts again, once.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use std::env;
    use std::ffi::OsString;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const VARIABLE: &str = "GLIBC_TUNABLES";
    const TUNABLE: &str = "glibc.malloc.hugetlb";

    pub(super) fn ask() {
        let tunables = env::var_os(VARIABLE).unwrap_or_default();
        if tunables.to_string_lossy().contains(TUNABLE) {
            return;
        }
        let Ok(program) = env::current_exe() else { return };
        let mut asking = tunables;
        if !asking.is_empty() {
            asking.push(":");
        }
        asking.push(format!("{TUNABLE}=1"));
        let mut arguments = env::args_os();
        let name = arguments.next().unwrap_or_else(|| OsString::from(&program));
        // Only a failure comes back from here, and then the search is slower, but right.
        let _ = Command::new(program).arg0(name).args(arguments).env(VARIABLE, asking).exec();
    }
}

/// Has large pages used for everything that is allocated. Call it before any work is done: it may
/// start the program anew.
pub(crate) fn ask() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::ask();
}
