//! Everything can be done without a pointer and without seeing the screen.

use parlor_web_tests::{Mirror, in_a_browser};
use thirtyfour::Key;

use crate::INSTANT;

#[test]
fn a_whole_game_is_played_by_number_keys() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let mut mirror = Mirror::of("kalah");
        while !mirror.is_over() {
            let choice = mirror.moves()[0];
            page.press(choice.pit().to_string()).await?;
            mirror.plays(page, choice).await?;
        }
        assert_eq!(page.phase().await?, "over");
        page.press("n").await?;
        page.turns(0).await
    });
}

#[test]
fn arrows_walk_over_the_board_and_enter_plays() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let focus = async || page.value::<String>("document.activeElement.id").await;
        page.press(Key::Right).await?;
        assert_eq!(focus().await?, "0");
        page.press(Key::Right).await?;
        page.press(Key::Right).await?;
        assert_eq!(focus().await?, "2");
        page.press(Key::Up).await?;
        assert_eq!(focus().await?, "10");
        page.press(Key::Down).await?;
        page.press(Key::Enter).await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..7], [4, 4, 0, 5, 5, 5, 1]);
        Ok(())
    });
}

#[test]
fn the_focus_can_always_be_seen() {
    in_a_browser(async |page| {
        for address in
            ["#/", "#/gems", "#/avalanche", "#/kalah", "#/tic-tac-toe", "#/homepits/setup"]
        {
            page.open_with(INSTANT, address).await?;
            for _ in 0..6 {
                page.press(Key::Tab).await?;
                let seen: bool = page
                    .value(
                        "(() => { const style = getComputedStyle(document.activeElement); \
                         return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) \
                         || style.boxShadow !== 'none'; })()",
                    )
                    .await?;
                let what: String =
                    page.value("document.activeElement.outerHTML.slice(0, 120)").await?;
                assert!(seen, "no focus to be seen in {address} on {what}");
            }
        }
        Ok(())
    });
}

#[test]
fn letters_undo_redo_mute_and_open_the_help() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.press("3").await?;
        page.turns(1).await?;
        page.press("u").await?;
        page.turns(0).await?;
        page.press("r").await?;
        page.turns(1).await?;
        page.press("m").await?;
        page.wait("document.querySelector('#mute[aria-pressed=false]')").await?;
        page.press("v").await?;
        page.wait("document.querySelector('#values[aria-pressed=true]')").await?;
        page.press("v").await?;
        page.press("?").await?;
        page.wait("document.querySelector('dialog[open]')").await?;
        page.press("u").await?;
        assert_eq!(page.text("#turns").await?, "1 turn played", "a dialog takes the keys");
        // The keys are the table's again as soon as the sheet has closed.
        page.press(Key::Escape + "n").await?;
        page.wait("document.activeElement.id === 'confirm-new-game'").await?;
        page.press(Key::Enter).await?;
        page.turns(0).await
    });
}

#[test]
fn undo_and_redo_say_when_there_is_nothing_to_undo_or_redo() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.press("u").await?;
        page.wait("document.querySelector('#message').textContent === `There's nothing to undo.`")
            .await?;
        page.press("r").await?;
        page.wait("document.querySelector('#message').textContent === `There's nothing to redo.`")
            .await?;
        assert_eq!(page.text("#turns").await?, "0 turns played");
        page.press("1").await?;
        page.turns(1).await?;
        page.press("U").await?;
        page.turns(0).await?;
        page.press("R").await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..6], [0, 5, 5, 5, 5, 4]);
        Ok(())
    });
}

#[test]
fn a_sheet_that_is_opened_again_at_once_stays_open() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.press("?").await?;
        page.wait("document.querySelector('dialog[open]')").await?;
        page.press(Key::Escape + "?").await?;
        // Whatever the first sheet still has to say has been said when its place has been taken.
        page.run::<()>("setTimeout(() => requestAnimationFrame(() => setTimeout(done)))").await?;
        page.wait("document.querySelectorAll('dialog[open]').length === 1").await
    });
}

#[test]
fn typing_a_name_plays_nothing() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.type_into(".south .name", "3 hunmvr?").await?;
        assert_eq!(page.text("#turns").await?, "0 turns played");
        assert!(!page.has("dialog[open]").await?);
        Ok(())
    });
}

#[test]
fn home_pits_is_tossed_and_played_by_keys_alone() {
    in_a_browser(async |page| {
        page.before_the_page(
            "const coins = [0.1, 0.9]; const random = Math.random; \
             Math.random = () => coins.shift() ?? random();",
        )
        .await?;
        page.open_with(INSTANT, "#/homepits").await?;
        page.wait("document.querySelector('dialog[open]')").await?;
        page.tab_to("start").await?;
        page.press(Key::Enter).await?;
        page.wait("document.querySelector('#toss-1:enabled')").await?;
        page.tab_to("toss-1").await?;
        page.press(Key::Enter).await?;
        page.wait("document.querySelector('#toss-2:enabled')").await?;
        page.tab_to("toss-2").await?;
        page.press(Key::Enter).await?;
        page.wait("document.querySelector('.table-page').dataset.phase === 'playing'").await?;
        page.press("1").await?;
        page.wait("document.querySelector('[id=\"0\"].selected')").await?;
        page.press("1").await?;
        page.turns(1).await
    });
}
