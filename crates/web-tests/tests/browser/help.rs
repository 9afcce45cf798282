//! Help: the rules of the game that is played, and the keys where there is a keyboard.

use parlor_web_tests::{Screen, in_a_browser, in_a_browser_at};
use thirtyfour::prelude::*;

use crate::INSTANT;

#[test]
fn help_tells_the_rules_that_are_played() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/island").await?;
        page.click("#help").await?;
        page.wait("document.querySelector('dialog[open] .mini.mancala')").await?;
        assert_eq!(page.text("dialog h3").await?, "Island");
        let rules = page.text(".rules-of-game ul").await?;
        assert!(rules.contains("At the end, stones left on the board don't count."), "{rules}");

        // Rules that players made, on a board of four pits.
        page.open("#/game/kalah.pits_4.stones_3~S~").await?;
        page.click("#help").await?;
        page.wait("document.querySelectorAll('dialog[open] .mini .pit').length === 8").await?;
        let rules = page.text(".rules-of-game ul").await?;
        assert!(rules.contains("1 to 4 from your left"), "{rules}");
        assert!(rules.contains("If 9 stones bring you back"), "{rules}");

        page.open("#/tic-tac-toe").await?;
        page.click("#help").await?;
        page.wait("document.querySelector('dialog[open] .mini.tic-tac-toe')").await
    });
}

#[test]
fn the_picture_moves_and_can_be_held_still() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.click("#help").await?;
        let touched = "document.querySelector('dialog .mini .touched')";
        page.wait(touched).await?;
        page.browser.execute(format!("window.before = {touched}"), vec![]).await?;
        page.wait(&format!("{touched} && {touched} !== window.before")).await?;
        page.click("#moving-pictures").await?;
        assert_eq!(page.text("#moving-pictures").await?, "Play animations");
        Ok(())
    });
}

#[test]
fn the_keys_are_a_second_tab() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.click("#help").await?;
        page.wait("document.querySelector('#help-rules[aria-selected=true]')").await?;
        assert!(!page.has(".keys").await?);
        page.click("#help-keys").await?;
        page.wait("document.querySelector('.keys')").await?;
        page.press(Key::Left).await?;
        page.wait("document.activeElement.id === 'help-rules'").await?;
        assert!(!page.has(".keys").await?);
        page.press(Key::Escape).await?;
        page.wait("!document.querySelector('dialog[open]')").await?;
        page.press("?").await?;
        page.wait("document.querySelector('#help-keys[aria-selected=true]')").await
    });
}

#[test]
fn a_touch_screen_is_told_of_no_keys() {
    for screen in [Screen::PHONE, Screen::TABLET] {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, "#/kalah").await?;
            page.browser.execute("document.querySelector('#help').click()", vec![]).await?;
            page.wait("document.querySelector('dialog[open] .mini')").await?;
            assert!(!page.has("[role=tab]").await? && !page.has(".keys").await?);
            Ok(())
        });
    }
}
