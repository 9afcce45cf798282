//! The second module: fetched when one of its screens is asked for, and kept after that.

use parlor_web_tests::{Page, Result, in_a_browser};
use serde_json::json;

use crate::INSTANT;

/// The files of the second module that the host has sent.
fn fetched(page: &Page) -> usize {
    page.host.sent().keys().filter(|file| file.contains("assets/study")).count()
}

async fn the_service_worker_is_in_charge(page: &Page) -> Result {
    page.run(
        "const workers = navigator.serviceWorker; \
         if (workers.controller) done(); else workers.oncontrollerchange = () => done();",
    )
    .await
}

#[test]
fn a_first_visit_does_without_the_second_module() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        the_service_worker_is_in_charge(page).await?;
        page.open("#/kalah").await?;
        assert_eq!(fetched(page), 0);
        page.open("#/learn").await?;
        page.wait("document.querySelector('.lesson')").await?;
        assert!(fetched(page) > 0);
        Ok(())
    });
}

#[test]
fn a_screen_that_was_opened_once_opens_without_a_network() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/learn").await?;
        page.wait("document.querySelector('.lesson')").await?;
        the_service_worker_is_in_charge(page).await?;
        page.run::<()>(
            "const kept = async () => { \
               const names = await caches.keys(); \
               const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys())); \
               const files = all.flat().map(({ url }) => url); \
               return ['study-worker', 'study-reviewer', '.wasm', '.css'].every((part) => \
                 files.some((file) => file.includes('/assets/study') && file.includes(part))); }; \
             const look = async () => (await kept()) ? done() : setTimeout(look, 50); look();",
        )
        .await?;
        page.host.stop();
        page.open("#/").await?;
        page.click("a[href='#/learn']").await?;
        page.wait("document.querySelector('.lesson')").await?;
        page.open("#/review/tic-tac-toe~X~40812").await?;
        page.wait("document.querySelector('.review[data-done=true]')").await
    });
}

#[test]
fn where_it_cannot_be_fetched_the_page_says_what_to_do() {
    in_a_browser(async |page| {
        page.command("Network.enable", json!({})).await?;
        page.command("Network.setBlockedURLs", json!({ "urls": ["*/assets/study*"] })).await?;
        page.open_with(INSTANT, "#/learn").await?;
        page.wait("document.querySelector('#study-again')").await?;
        assert_eq!(page.text("h1").await?, "This page couldn't be loaded");
        page.command("Network.setBlockedURLs", json!({ "urls": [] })).await?;
        page.click("#study-again").await?;
        page.wait("document.querySelector('.lesson')").await
    });
}

#[test]
fn leaving_a_screen_disposes_of_it_and_settings_hold_on_both_sides() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/learn").await?;
        page.wait("document.querySelector('.lesson')").await?;
        page.press("m").await?;
        page.wait("localStorage['parlor.settings'].includes('muted true')").await?;
        page.browser.execute("location.hash = '#/kalah'", vec![]).await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert!(!page.has(".lesson, .study").await?);
        page.wait("document.querySelector('#mute[aria-pressed=false]')").await
    });
}

#[test]
fn where_the_browser_stores_nothing_a_table_is_handed_over_as_well() {
    in_a_browser(async |page| {
        page.before_the_page(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });",
        )
        .await?;
        page.open("#/editor/kalah~6-21-19-0-0-0-0-1-1-0-0-0-0-1-1-S~").await?;
        page.click("#editor-computer").await?;
        page.wait("location.hash === '#/kalah/computer'").await?;
        page.shows(0, &[0, 0, 0, 0, 1, 1, 21, 0, 0, 0, 0, 1, 1, 19]).await
    });
}
