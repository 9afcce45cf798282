//! Chromium without a window, led by its driver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use thirtyfour::ChromeCapabilities;
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;
use thirtyfour::testing::run_browser_test;

/// Runs a test in a new browser that knows nothing yet, and closes it whatever happens.
pub(crate) async fn in_a_browser<T>(test: T)
where
    T: AsyncFnOnce(WebDriver) -> WebDriverResult<()>,
{
    let driver = Driver::start();
    let session = WebDriver::new(driver.url.clone(), capabilities().expect("they are text"));
    let result = run_browser_test(session, |driver| test(driver)).await;
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// A `chromedriver` of this test's own, on a port that it found itself.
struct Driver {
    process: Child,
    url: String,
}

impl Driver {
    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromedriver is missing: `cargo xtask test` installs it");
        let output = process.stdout.take().expect("its output was asked for");
        let port = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, port) = line.rsplit_once("successfully on port ")?;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("chromedriver says on which port it started");
        Driver { process, url: format!("http://127.0.0.1:{port}") }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn capabilities() -> WebDriverResult<ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    for argument in [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,800",
    ] {
        capabilities.add_arg(argument)?;
    }
    Ok(capabilities)
}
