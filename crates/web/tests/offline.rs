//! The app without a network, and the app when a new version of it is there.

mod stage;

use stage::{Host, in_a_browser};
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_its_engine_start_on_a_static_host_under_a_sub_path() {
    let host = Host::start();
    in_a_browser(async |driver| {
        driver.goto(host.url()).await?;
        the_engine_answers(&driver).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_one_visit_the_app_opens_without_a_network() {
    let mut host = Host::start();
    in_a_browser(async |driver| {
        driver.goto(host.url()).await?;
        the_service_worker_is_in_charge(&driver).await?;
        host.stop();
        driver.refresh().await?;
        the_engine_answers(&driver).await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_version_offers_itself_and_takes_over_only_when_accepted() {
    let host = Host::start();
    in_a_browser(async |driver| {
        driver.goto(host.url()).await?;
        the_service_worker_is_in_charge(&driver).await?;

        host.change("index.html", "<html ", "<html data-new ");
        host.change("sw.js", "const VERSION = \"", "const VERSION = \"new ");
        driver.execute("document.dispatchEvent(new Event('visibilitychange'))", vec![]).await?;
        driver.query(By::Css("html[data-update=ready]")).first().await?;
        the_engine_answers(&driver).await?;
        driver.refresh().await?;
        driver.query(By::Css("html[data-update=ready]")).first().await?;
        assert!(driver.find_all(By::Css("html[data-new]")).await?.is_empty());

        driver.execute("document.dispatchEvent(new Event('parlor-update'))", vec![]).await?;
        driver.query(By::Css("html[data-new]")).first().await?;
        the_engine_answers(&driver).await
    })
    .await;
}

/// A hint comes from the engine; the front room has none to give.
async fn the_engine_answers(driver: &WebDriver) -> WebDriverResult<()> {
    driver.execute("location.hash = '#/tic-tac-toe'", vec![]).await?;
    driver.query(By::Id("hint")).and_clickable().first().await?.click().await?;
    driver.query(By::Css(".hinted")).first().await?;
    driver.execute("location.hash = '#/'", vec![]).await?;
    Ok(())
}

/// Waits until everything has been put by for later.
async fn the_service_worker_is_in_charge(driver: &WebDriver) -> WebDriverResult<()> {
    let wait = "const done = arguments[0]; const workers = navigator.serviceWorker; \
                if (workers.controller) done(); else workers.oncontrollerchange = () => done();";
    driver.execute_async(wait, vec![]).await?;
    Ok(())
}
