use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Does a job that ends early when the flag it is given is raised, and raises the flag when the time
/// is over.
pub(crate) fn during<T>(time: Duration, job: impl FnOnce(&AtomicBool) -> T) -> T {
    let stop = AtomicBool::new(false);
    let (finish, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let flag = &stop;
        scope.spawn(move || {
            let _ = finished.recv_timeout(time);
            flag.store(true, Relaxed);
        });
        let done = job(flag);
        drop(finish);
        done
    })
}
