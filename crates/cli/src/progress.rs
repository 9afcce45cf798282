//! A line that shows how far a long job is, while one waits for it.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::palette::{FAINT, paint};
use crate::text::clipped;

/// How far a job is.
pub(crate) struct Stage {
    pub(crate) done: usize,
    /// What `done` will be at the end.
    pub(crate) of: usize,
    pub(crate) text: String,
}

/// Does a long job while a line on standard error shows how far it is. Where standard error is no
/// terminal nothing is shown.
pub(crate) fn during<T>(stage: impl Fn() -> Stage + Send, job: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return job();
    }
    let (finish, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                draw(&line(&stage(), start.elapsed()));
            }
            draw("");
        });
        let done = job();
        drop(finish);
        done
    })
}

const TICK: Duration = Duration::from_millis(100);
const BAR: usize = 24;
const COLUMNS: usize = 79;

fn line(stage: &Stage, time: Duration) -> String {
    let full = (BAR * stage.done / stage.of.max(1)).min(BAR);
    let bar = "█".repeat(full) + &"░".repeat(BAR - full);
    let text = clipped(&stage.text, COLUMNS - BAR - 12);
    format!("{bar} {text} {}", paint(FAINT, &format!("{:.1} s", time.as_secs_f64())))
}

/// Draws over the last line. If that is not possible, the job matters more.
fn draw(line: &str) {
    let mut out = anstream::stderr().lock();
    let _ = write!(out, "\r\u{1b}[K{line}");
    let _ = out.flush();
}
