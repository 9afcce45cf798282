//! The programs that tests stand on, each of them shared by all tests that run at the same time.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use tempfile::TempDir;

/// A running `chromedriver`, on a port that it found itself.
pub(crate) struct Driver {
    process: Child,
    /// Where it takes commands.
    pub(crate) url: String,
}

/// A running Chromium that knows nothing yet, for a client of its debugger.
pub(crate) struct Chromium {
    process: Child,
    /// Where its debugger listens.
    pub(crate) address: String,
    /// What it remembers, which goes with it.
    _profile: TempDir,
}

static DRIVER: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
static CHROMIUM: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());

/// What runs already, or is started now. The last test that uses it ends it.
fn shared<T>(place: &Mutex<Weak<T>>, start: fn() -> T) -> Arc<T> {
    let mut shared = place.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let started = Arc::new(start());
        *shared = Arc::downgrade(&started);
        started
    })
}

impl Driver {
    pub(crate) fn shared() -> Arc<Self> {
        shared(&DRIVER, Self::start)
    }

    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromedriver is missing: `cargo xtask test` installs it");
        let output = process.stdout.take().expect("its output was asked for");
        let port = said(output, "successfully on port ");
        Self { process, url: format!("http://127.0.0.1:{}", port.trim_end_matches('.')) }
    }
}

impl Chromium {
    pub(crate) fn shared() -> Arc<Self> {
        shared(&CHROMIUM, Self::start)
    }

    fn start() -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder can be made");
        let mut process = Command::new("chromium")
            .args(ARGUMENTS)
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stderr(Stdio::piped())
            .spawn()
            .expect("chromium is missing: `cargo xtask test` installs it");
        let output = process.stderr.take().expect("its output was asked for");
        let url = said(output, "DevTools listening on ws://");
        let address = url.split('/').next().unwrap_or_default().to_owned();
        Self { process, address, _profile: profile }
    }
}

/// What follows these words in the output of a program that has just been started. The rest is read
/// as well, so that the program is never held up by a full pipe.
fn said(output: impl Read + Send + 'static, words: &str) -> String {
    let mut lines = BufReader::new(output).lines().map_while(std::result::Result::ok);
    let found = lines.find_map(|line| line.rsplit_once(words).map(|(_, rest)| rest.to_owned()));
    thread::spawn(move || lines.for_each(drop));
    found.unwrap_or_else(|| panic!("it ended without saying '{words}'"))
}

impl Drop for Driver {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

fn end(process: &mut Child) {
    // It may have ended by itself, which is as good.
    let _ = process.kill();
    let _ = process.wait();
}

/// What every browser is started with.
pub(crate) const ARGUMENTS: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    // A test may go from page to page faster than any person.
    "--disable-ipc-flooding-protection",
    "--disable-sync",
    "--mute-audio",
    "--window-size=1280,800",
];
