//! Where the app comes from: any static host, under any path, and after one visit from nowhere.

use parlor_web_tests::{Page, Result, Screen, in_a_browser, requests_during};
use thirtyfour::prelude::ElementQueryable;

use crate::INSTANT;

/// Waits until everything has been put by for later.
async fn the_service_worker_is_in_charge(page: &Page) -> Result {
    page.run(
        "const workers = navigator.serviceWorker; \
         if (workers.controller) done(); else workers.oncontrollerchange = () => done();",
    )
    .await
}

async fn the_engine_answers(page: &Page) -> Result {
    page.press("h").await?;
    page.wait("document.querySelector('.pit.hinted')").await
}

#[test]
fn after_one_visit_the_app_and_its_engine_work_without_a_network() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        the_service_worker_is_in_charge(page).await?;
        page.host.stop();
        page.reload().await?;
        page.open("#/kalah").await?;
        page.choose(2).await?;
        page.turns(1).await?;
        the_engine_answers(page).await
    });
}

/// Whatever can be pressed can be pressed beside the offer of a new version.
async fn the_offer_covers_nothing(page: &Page) -> Result {
    let covered: Vec<String> = page
        .value(
            "[...document.querySelectorAll('.table-page button, .table-page a, .slot')] \
             .filter((target) => target.checkVisibility()) \
             .filter((target) => { \
                 const { left, top, width, height } = target.getBoundingClientRect(); \
                 const there = document.elementFromPoint(left + width / 2, top + height / 2); \
                 return !there || there.closest('.update-offer'); \
             }).map((target) => target.id)",
        )
        .await?;
    assert!(covered.is_empty(), "{covered:?}");
    Ok(())
}

#[test]
fn a_new_version_offers_itself_and_takes_over_only_when_accepted() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        the_service_worker_is_in_charge(page).await?;
        page.choose(2).await?;
        page.turns(1).await?;
        page.host.change("index.html", "<html", "<html data-new");
        page.host.change("sw.js", "const VERSION = \"", "const VERSION = \"new ");
        page.browser
            .execute("document.dispatchEvent(new Event('visibilitychange'))", vec![])
            .await?;
        page.wait("document.documentElement.dataset.update === 'ready'").await?;
        the_engine_answers(page).await?;
        page.reload().await?;
        page.wait("document.documentElement.dataset.update === 'ready'").await?;
        assert!(!page.has("html[data-new]").await?, "a reload alone changes nothing");
        for screen in [Screen::PHONE, Screen::SIDEWAYS, Screen::WIDE] {
            page.resize(screen).await?;
            the_offer_covers_nothing(page).await?;
        }

        page.click("#update").await?;
        page.browser.query(thirtyfour::By::Css("html[data-new]")).first().await?;
        page.turns(1).await?;
        the_engine_answers(page).await
    });
}

#[test]
fn no_request_leaves_the_site() {
    let mut site = String::new();
    let requests = requests_during(async |page| {
        site = page.host.origin();
        // Chromium refuses and reports whatever the page asks of other servers.
        page.before_the_page(
            "addEventListener('securitypolicyviolation', \
             (event) => (window.violations ??= []).push(event.blockedURI));",
        )
        .await?;
        for address in [
            "#/",
            "#/gems",
            "#/island",
            "#/kalah",
            "#/avalanche",
            "#/tic-tac-toe",
            "#/learn",
            "#/homepits",
        ] {
            page.open_with("speed Instant\nvalues true", address).await?;
            if page.has("#music").await? && address != "#/homepits" {
                page.click("#music").await?;
                page.wait("document.querySelector('.value.proved, .value.estimated')").await?;
            }
            assert!(page.value::<bool>("!window.violations").await?, "{address}");
        }
        the_service_worker_is_in_charge(page).await
    });
    // The engine's worker and the service worker asked for something, too.
    let by_the_site = || requests.iter().filter(|request| request.initiator == site);
    for file in ["/parlor-", "/engine-worker-", "/sw.js"] {
        assert!(by_the_site().any(|request| request.url.contains(file)), "{file}: {requests:#?}");
    }
    for request in by_the_site() {
        let own = ["", "blob:", "data:"].map(|kind| format!("{kind}{site}/some/folder/"));
        assert!(own.iter().any(|own| request.url.starts_with(own)), "{request:?}");
    }
}

#[test]
fn a_page_says_nothing_bad_on_its_console() {
    in_a_browser(async |page| {
        for address in [
            "#/",
            "#/gems",
            "#/homepits",
            "#/avalanche",
            "#/tic-tac-toe",
            "#/kalah/setup",
            "#/learn",
        ] {
            page.open_with(INSTANT, address).await?;
            for entry in page.browser.browser_log().await? {
                assert!(entry.level != "SEVERE", "{address}: {}", entry.message);
            }
        }
        Ok(())
    });
}

#[test]
fn the_first_paint_needs_no_web_assembly() {
    in_a_browser(async |page| {
        let nothing = serde_json::json!({ "urls": ["*.wasm", "*.js"] });
        page.command("Network.enable", serde_json::json!({})).await?;
        page.command("Network.setBlockedURLs", nothing).await?;
        page.browser.goto(page.host.url()).await?;
        page.wait("performance.getEntriesByName('first-contentful-paint').length > 0").await?;
        assert_eq!(page.text("h1").await?, "Parlor");
        Ok(())
    });
}

#[test]
fn a_first_visit_transfers_less_than_250_kb() {
    in_a_browser(async |page| {
        page.open_with("values true", "#/kalah").await?;
        page.wait("document.querySelector('.value.proved, .value.estimated')").await?;
        the_service_worker_is_in_charge(page).await?;
        let sent = page.host.sent();
        let bytes: u64 = sent.values().sum();
        println!("a first visit transfers {bytes} bytes in {} files", sent.len());
        assert!(sent.keys().any(|file| file.ends_with("sw.js")));
        assert!((50_000..250_000).contains(&bytes), "{bytes} bytes: {sent:#?}");
        Ok(())
    });
}
