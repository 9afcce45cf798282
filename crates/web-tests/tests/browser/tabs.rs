//! What the browser keeps: games in two tabs, and games that it cannot keep.

use parlor_web_tests::{Page, Result, in_a_browser};
use thirtyfour::prelude::*;

use crate::INSTANT;

/// Opens another tab of the same browser at the same address, and goes there.
async fn open_another(page: &Page) -> Result<WindowHandle> {
    let address: String = page.value("location.hash").await?;
    let tab = page.browser.new_tab().await?;
    page.browser.switch_to_window(tab.clone()).await?;
    page.open(&address).await?;
    Ok(tab)
}

#[test]
fn two_tabs_of_one_game_follow_each_other() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let first = page.browser.window().await?;
        let second = open_another(page).await?;
        page.choose(2).await?;
        page.turns(1).await?;
        page.choose(5).await?;
        page.turns(2).await?;
        let slots = page.slots().await?;

        page.browser.switch_to_window(first).await?;
        page.shows(2, &slots).await?;
        let said = "This game went on in another tab. This is how it stands.";
        assert_eq!(page.message().await?, said);
        page.choose(7).await?;
        page.turns(3).await?;
        let slots = page.slots().await?;

        page.browser.switch_to_window(second).await?;
        page.shows(3, &slots).await?;
        page.reload().await?;
        page.shows(3, &slots).await
    });
}

#[test]
fn the_computer_plays_once_however_many_tabs_there_are() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        page.pick("#seat-2", "1").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        let first = page.browser.window().await?;
        open_another(page).await?;
        page.choose(0).await?;
        page.wait(
            "document.querySelector('#status').textContent === 'Your turn.' \
                   && Number(document.querySelector('.table-page').dataset.turns) > 1",
        )
        .await?;
        page.rest().await?;
        let turns: String =
            page.value("document.querySelector('.table-page').dataset.turns").await?;
        let slots = page.slots().await?;
        page.browser.switch_to_window(first).await?;
        page.shows(turns.parse().expect("a number"), &slots).await
    });
}

#[test]
fn a_browser_that_keeps_nothing_says_so() {
    in_a_browser(async |page| {
        let forbidden = "Object.defineProperty(window, 'localStorage', \
                         { get() { throw new DOMException('no', 'SecurityError'); } });";
        page.before_the_page(forbidden).await?;
        page.open("#/kalah").await?;
        let said =
            "This browser can't save anything: your games will be gone when you close this page.";
        assert_eq!(page.message().await?, said);
        page.choose(2).await?;
        page.turns(1).await
    });
}
