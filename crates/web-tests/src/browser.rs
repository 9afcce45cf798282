use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use std::{fs, thread};

use thirtyfour::testing::run_browser_test;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};
use tokio::sync::Mutex;

use crate::program::{ARGUMENTS, Chromium, Driver};
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

/// Runs a test with several people online, each in a window of their own that knows nothing yet,
/// and a server of their own between them.
///
/// The windows belong to one browser, because starting one takes longer than most tests. Their pages
/// have nothing in common: each cable ends in an origin of its own.
///
/// # Panics
/// As [`in_a_browser`].
pub fn remote_play<const PEOPLE: usize>(
    screen: Screen,
    test: impl AsyncFnOnce(&mut Server, &[Person; PEOPLE]) -> Result,
) {
    let (driver, chromium) = (Driver::shared(), Chromium::shared());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime can be started");
    let mut server = Server::start();
    // They take a while, and need not wait for each other except to open their windows.
    let opening = [(); PEOPLE].map(|()| {
        let (url, cable) = (driver.url.clone(), Cable::to(server.address()));
        let address = chromium.address.clone();
        runtime.spawn(
            async move { Person::new(own_window(&url, &address).await?, cable, screen).await },
        )
    });
    let people = opening.map(|person| {
        let person = runtime.block_on(person).expect("opening does not panic");
        person.expect("a browser can be opened")
    });
    let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&mut server, &people))));
    for person in people {
        let _others_wait = runtime.block_on(WINDOWS.lock());
        // It may have ended by itself, which is as good.
        let _ = runtime.block_on(person.browser.close_window());
        let _ = runtime.block_on(person.browser.clone().quit());
    }
    match result {
        Ok(Ok(())) => {}
        Ok(Err(error)) => panic!("{error}"),
        Err(panic) => resume_unwind(panic),
    }
}

/// A new window of a browser that is there already.
async fn own_window(driver: &str, chromium: &str) -> Result<WebDriver> {
    let _others_wait = WINDOWS.lock().await;
    let mut capabilities = DesiredCapabilities::chrome();
    capabilities.set_debugger_address(chromium)?;
    let browser = WebDriver::new(driver, capabilities).await?;
    let window = browser.new_window().await?;
    browser.switch_to_window(window).await?;
    Ok(browser)
}

/// Held while a window is opened or closed. The driver looks at all windows when it is asked for
/// another one, and loses its way if one of them is just going.
static WINDOWS: Mutex<()> = Mutex::const_new(());

fn capabilities(more: &[&str]) -> Result<ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    for argument in ARGUMENTS.iter().chain(more) {
        capabilities.add_arg(argument)?;
    }
    Ok(capabilities)
}
