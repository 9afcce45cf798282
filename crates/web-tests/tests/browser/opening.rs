//! A table before the program is there that plays it. The front room is among the tests with a server: it
//! is another one without.

use parlor_web_tests::{
    KEEP_OPENING, Mirror, Page, Result, Screen, Seen, Tab, games, in_a_browser, in_a_browser_at,
    missing,
};
use serde_json::json;

use crate::INSTANT;

/// Lets the page go without some kind of file.
async fn without(tab: &Tab, kind: &str) -> Result {
    tab.command("Network.enable", json!({})).await?;
    tab.command("Network.setBlockedURLs", json!({ "urls": [format!("*.{kind}")] })).await
}

/// Opens an address and waits for what is painted first, without the program.
async fn open_without_program(page: &Page, address: &str) -> Result {
    without(page, "wasm").await?;
    page.browser.goto("about:blank").await?;
    // The page takes away what it showed when it finds out that it has no program.
    page.before_the_page(KEEP_OPENING).await?;
    page.browser.goto(format!("{}{address}", page.host.url())).await?;
    page.wait("performance.getEntriesByName('first-contentful-paint').length > 0").await
}

#[test]
fn the_program_takes_a_table_over_without_a_jump() {
    for screen in [Screen::WIDE, Screen::TABLET, Screen::SIDEWAYS, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            page.before_the_page(KEEP_OPENING).await?;
            // Words are a little narrower in type that comes later, which is another matter.
            without(page, "woff2").await?;
            for game in games() {
                page.open(&format!("#/{game}")).await?;
                let before: Seen = page.value("seen").await?;
                let after: Seen = page.value("look('#parlor')").await?;
                let [gone, new] = [missing(&before, &after), missing(&after, &before)];
                assert!(before.len() > 9, "{game} at {screen:?} shows nothing at first");
                assert!(
                    gone.is_empty() && new.is_empty(),
                    "{game} at {screen:?} jumps. Run `cargo xtask openings` if the page of a table \
                     has changed.\nbefore: {gone:?}\nafter: {new:?}"
                );
                assert!(page.value::<bool>("refused.length === 0").await?, "{game}");
                assert!(!page.has("#opening, [data-opening], .waiting").await?);
            }
            Ok(())
        });
    }
}

#[test]
fn the_first_paint_of_a_table_shows_its_board() {
    in_a_browser_at(Screen::PHONE, async |page| {
        for (game, look) in [("kalah", "walnut"), ("gems", "gems"), ("tic-tac-toe", "chalk")] {
            open_without_program(page, &format!("#/{game}")).await?;
            page.wait("window.seen").await?;
            let seen: Seen = page.value("seen").await?;
            let count = |kind: &str| seen.iter().filter(|(of, _)| of == kind).count();
            if game == "tic-tac-toe" {
                assert_eq!(count("square"), 9);
            } else {
                assert_eq!((count("slot"), count("stone")), (14, 48), "{game}: {seen:?}");
            }
            let root: String = page.value("document.documentElement.dataset.look").await?;
            assert_eq!(root, look);
        }
        Ok(())
    });
}

#[test]
fn a_table_that_was_left_is_opened_on_an_empty_board_in_its_look() {
    in_a_browser(async |page| {
        let mut mirror = Mirror::of("kalah");
        for _ in 0..3 {
            let choice = mirror.moves()[0];
            mirror.happens(parlor_table::Event::Moved { choice });
        }
        page.before_the_page(KEEP_OPENING).await?;
        page.before_the_page(
            "localStorage['parlor.settings'] = 'speed Instant\\nlook kalah gems\\n';",
        )
        .await?;
        page.open_table("kalah", mirror.log()).await?;
        let seen: Seen = page.value("seen").await?;
        let count = |kind: &str| seen.iter().filter(|(of, _)| of == kind).count();
        assert_eq!((count("slot"), count("stone")), (14, 0));
        assert_eq!(page.value::<String>("document.documentElement.dataset.look").await?, "gems");
        page.turns(3).await
    });
}

#[test]
fn a_page_without_a_board_opens_as_before() {
    in_a_browser(async |page| {
        page.before_the_page(KEEP_OPENING).await?;
        for address in ["#/learn", "#/kalah/setup", "#/game/kalah~S~3", "#/no-such-game"] {
            page.open_with(INSTANT, address).await?;
            assert!(page.value::<bool>("seen.length === 0").await?, "{address}");
        }
        Ok(())
    });
}

#[test]
fn a_browser_without_the_program_says_so_where_it_is_read() {
    in_a_browser_at(Screen::PHONE, async |page| {
        open_without_program(page, "#/kalah").await?;
        page.wait("document.querySelector('#could-not-start:not([hidden])')").await?;
        let box_top = "document.querySelector('#could-not-start').getBoundingClientRect().top";
        let seen = format!("{box_top} < innerHeight && !document.querySelector('#opening')");
        page.wait(&seen).await
    });
}
