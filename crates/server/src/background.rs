//! Threads that work in the background.

use std::time::Duration;

/// Gives this thread the lowest priority, where threads have one of their own: people who play, and
/// the computer's moves in their games, go first.
pub(crate) fn take_lowest_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "a background thread works at the usual priority");
    }
}

/// For how long this thread has had a processor, where that is known. A thread of the lowest priority
/// may wait for one much longer than it works.
pub(crate) fn processor_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        use rustix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}
