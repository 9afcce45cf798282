//! What people have told their system about motion and contrast, and how they hold pictures still.

use parlor_web_tests::{Page, Result, in_a_browser};
use serde_json::json;

use crate::INSTANT;

async fn wish(page: &Page, name: &str, value: &str) -> Result {
    let media = json!({ "features": [{ "name": name, "value": value }] });
    page.command("Emulation.setEmulatedMedia", media).await
}

#[test]
fn with_less_motion_no_stone_travels_and_counts_still_change_one_by_one() {
    in_a_browser(async |page| {
        wish(page, "prefers-reduced-motion", "reduce").await?;
        page.open_with("speed Fast", "#/kalah").await?;
        page.browser
            .execute(
                "window.seen = new Set(); new MutationObserver(() => \
                     seen.add([3, 4, 5, 6].map((id) => document.querySelector( \
                         `[id='${id}'] .count`).textContent).join(' '))) \
                     .observe(document.querySelector('.board'), \
                         { subtree: true, characterData: true }); \
                 window.moving = 0; addEventListener('transitionrun', (event) => \
                     event.target.matches('.stone, .hand') && moving++, true); \
                 addEventListener('animationstart', (event) => \
                     event.target.matches('.stone') && moving++, true);",
                vec![],
            )
            .await?;
        page.choose(2).await?;
        page.turns(1).await?;
        let seen: Vec<String> = page.value("[...seen]").await?;
        assert_eq!(seen, ["4 4 4 0", "5 4 4 0", "5 5 4 0", "5 5 5 0", "5 5 5 1"]);
        assert_eq!(page.value::<u32>("moving").await?, 0);
        Ok(())
    });
}

#[test]
fn without_a_wish_stones_travel() {
    in_a_browser(async |page| {
        page.open_with("speed Fast", "#/kalah").await?;
        page.browser
            .execute(
                "window.moving = 0; addEventListener('transitionrun', (event) => \
                 event.target.matches('.stone') && moving++, true);",
                vec![],
            )
            .await?;
        page.choose(2).await?;
        page.turns(1).await?;
        assert!(page.value::<u32>("moving").await? >= 4);
        Ok(())
    });
}

#[test]
fn with_more_contrast_edges_are_lines_and_counts_stand_on_plain_ground() {
    in_a_browser(async |page| {
        let style = async |selector: &str, property: &str| -> Result<String> {
            let style = format!("getComputedStyle(document.querySelector({selector:?}))");
            page.value(&format!("{style}.getPropertyValue({property:?})")).await
        };
        page.open_with(INSTANT, "#/kalah").await?;
        assert_eq!(style(".hollow", "border-top-width").await?, "0px");
        assert_ne!(style("#turns", "color").await?, style("#status", "color").await?);
        wish(page, "prefers-contrast", "more").await?;
        assert_eq!(style(".hollow", "border-top-width").await?, "2px");
        assert_eq!(style("#turns", "color").await?, style("#status", "color").await?);
        assert!(!style(".count", "background-color").await?.contains("rgba(0, 0, 0, 0)"));
        Ok(())
    });
}

/// Lets whatever happens every now and then happen a hundred times as often, and counts it.
const HASTE: &str = "window.beats = 0; const every = setInterval; \
    window.setInterval = (act, pause) => every(() => { act(); beats++; }, pause / 100);";

/// What all small boards show.
const BOARDS: &str = "[...document.querySelectorAll('.mini')].map((board) => \
    [...board.children].map((place) => place.dataset.stones ?? place.dataset.mark).join(' '))";

/// Waits for a hundred beats, and gives what the small boards show then.
async fn boards_after_a_while(page: &Page) -> Result<Vec<String>> {
    page.browser.execute("beats = 0", vec![]).await?;
    page.wait("beats > 100").await?;
    page.value(BOARDS).await
}

#[test]
fn small_boards_play_by_themselves_until_they_are_held_still() {
    in_a_browser(async |page| {
        page.before_the_page(HASTE).await?;
        for address in ["#/", "#/learn"] {
            page.open(address).await?;
            for board in 0..5 {
                let before = page.value::<Vec<String>>(BOARDS).await?[board].clone();
                page.wait(&format!("{BOARDS}[{board}] !== {before:?}")).await?;
            }
            page.click("#moving-pictures").await?;
            assert_eq!(page.text("#moving-pictures").await?, "Play animations");
            let before: Vec<String> = page.value(BOARDS).await?;
            assert_eq!(boards_after_a_while(page).await?, before, "{address}");
            // A choice is kept, and can be made anew.
            page.reload().await?;
            page.click("#moving-pictures").await?;
            assert_eq!(page.text("#moving-pictures").await?, "Pause animations");
        }
        Ok(())
    });
}

#[test]
fn with_less_motion_small_boards_wait_to_be_asked() {
    in_a_browser(async |page| {
        wish(page, "prefers-reduced-motion", "reduce").await?;
        page.before_the_page(HASTE).await?;
        for address in ["#/", "#/learn"] {
            page.open(address).await?;
            let before: Vec<String> = page.value(BOARDS).await?;
            assert_eq!(boards_after_a_while(page).await?, before, "{address}");
        }
        page.click("#moving-pictures").await?;
        let before: Vec<String> = page.value(BOARDS).await?;
        page.wait(&format!("JSON.stringify({BOARDS}) !== JSON.stringify({before:?})")).await
    });
}
