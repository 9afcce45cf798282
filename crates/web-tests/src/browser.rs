use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{fs, thread};

use thirtyfour::testing::run_browser_test;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};

use crate::{Cable, Host, Page, Person, Result, Screen, Server};

/// Runs a test on a wide screen, in a new browser that knows nothing yet, and closes it whatever
/// happens.
///
/// # Panics
/// If the test fails, or if there is no browser: a test without its browser has not passed.
pub fn in_a_browser(test: impl AsyncFnOnce(&mut Page) -> Result) {
    in_a_browser_at(Screen::WIDE, test);
}

/// Runs a test on a screen of this size.
///
/// # Panics
/// As [`in_a_browser`].
pub fn in_a_browser_at(screen: Screen, test: impl AsyncFnOnce(&mut Page) -> Result) {
    run(screen, &[], test);
}

/// Runs a test and gives every request that the browser made meanwhile, by whatever part of it:
/// page, worker or service worker.
///
/// # Panics
/// As [`in_a_browser`].
pub fn requests_during(test: impl AsyncFnOnce(&mut Page) -> Result) -> Vec<Request> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let log = folder.path().join("requests.json");
    run(Screen::WIDE, &[&format!("--log-net-log={}", log.display())], test);
    // The browser completes its log when it has closed, which it does by itself.
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        let written = fs::read_to_string(&log).unwrap_or_default();
        if let Ok(complete) = serde_json::from_str(&written) {
            return Request::all_in(&complete);
        }
        assert!(Instant::now() < patience, "the browser never completed its log of requests");
        thread::yield_now();
    }
}

/// A request that a browser made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Whose code asked: an origin, or something that is none if it was the browser itself.
    pub initiator: String,
    /// What was asked for.
    pub url: String,
}

impl Request {
    fn all_in(log: &serde_json::Value) -> Vec<Self> {
        let events = log["events"].as_array().into_iter().flatten();
        let asked = events.filter_map(|event| {
            let text = |name: &str| event["params"][name].as_str().map(str::to_owned);
            Some(Self { initiator: text("initiator")?, url: text("url")? })
        });
        asked.collect()
    }
}

fn run(screen: Screen, arguments: &[&str], test: impl AsyncFnOnce(&mut Page) -> Result) {
    let driver = Driver::shared();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be started");
    let result = runtime.block_on(async {
        let session = WebDriver::new(driver.url.clone(), capabilities(arguments)?);
        let test = async move |browser: WebDriver| {
            let mut page = Page::new(browser, Host::start(), screen).await?;
            test(&mut page).await
        };
        run_browser_test(session, test)
            .await
            .map_err(|error| thirtyfour::error::WebDriverError::FatalError(error.to_string()))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Runs a test with several people far apart, each in a browser of their own that knows nothing yet,
/// and a server of their own between them.
///
/// # Panics
/// As [`in_a_browser`].
pub fn far_apart<const PEOPLE: usize>(
    screen: Screen,
    test: impl AsyncFnOnce(&mut Server, &[Person; PEOPLE]) -> Result,
) {
    let driver = Driver::shared();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be started");
    let mut server = Server::start();
    // Browsers take a while to open, and need not wait for each other.
    let opening = [(); PEOPLE].map(|()| {
        let (url, cable) = (driver.url.clone(), Cable::to(server.address()));
        runtime.spawn(async move {
            let browser = WebDriver::new(url, capabilities(&[])?).await?;
            Person::new(browser, cable, screen).await
        })
    });
    let people = opening.map(|person| {
        let person = runtime.block_on(person).expect("opening does not panic");
        person.expect("a browser can be opened")
    });
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut server, &people))));
    for person in people {
        // It may have ended by itself, which is as good.
        let _ = runtime.block_on(person.browser.clone().quit());
    }
    match result {
        Ok(Ok(())) => {}
        Ok(Err(error)) => panic!("{error}"),
        Err(panic) => resume_unwind(panic),
    }
}

/// A running `chromedriver`, on a port that it found itself.
struct Driver {
    process: Child,
    url: String,
}

/// The driver of all tests that run at this moment. The last of them ends it.
static SHARED: Mutex<Weak<Driver>> = Mutex::new(Weak::new());

impl Driver {
    fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let driver = Arc::new(Self::start());
            *shared = Arc::downgrade(&driver);
            driver
        })
    }

    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromedriver is missing: `cargo xtask test` installs it");
        let output = process.stdout.take().expect("its output was asked for");
        let port = BufReader::new(output)
            .lines()
            .map_while(std::result::Result::ok)
            .find_map(|line| {
                let (_, port) = line.rsplit_once("successfully on port ")?;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("chromedriver says on which port it started");
        Self { process, url: format!("http://127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn capabilities(more: &[&str]) -> Result<ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    for argument in [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        "--disable-sync",
        "--mute-audio",
        "--window-size=1280,800",
    ]
    .iter()
    .chain(more)
    {
        capabilities.add_arg(argument)?;
    }
    Ok(capabilities)
}
