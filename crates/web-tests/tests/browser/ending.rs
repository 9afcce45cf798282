//! The end of a game: the card that tells it, what can be done next, and what stays of it.

use parlor_rules::{AnyRecord, Level};
use parlor_table::{GameLog, Opening, Seat};
use parlor_web_tests::{Page, Result, in_a_browser};
use serde_json::json;
use thirtyfour::prelude::*;

use crate::INSTANT;

/// South plays its last stone and wins.
const NEARLY_OVER: &str = "kalah~6-24-18-0-0-0-0-0-1-3-0-0-2-0-0-S~";

/// Opens a game by link whose next move, from this slot, is its last, and plays it.
async fn end(page: &Page, game: &str, slot: u8) -> Result {
    page.open_with(INSTANT, &format!("#/game/{game}")).await?;
    page.choose(slot).await?;
    card(page).await
}

/// Waits for the card, and until it can be pressed.
async fn card(page: &Page) -> Result {
    page.wait("document.querySelector('.end-card')").await?;
    page.come_to_rest().await
}

/// A table for one person and the computer, left here shortly before its end.
fn against_the_computer(game: &str, level: u8) -> GameLog {
    let record: AnyRecord = game.parse().expect("a record");
    let level = Level::new(level).expect("a level");
    let computer = Seat::computer(level, parlor_wording::level_name(level));
    GameLog::continued(Opening::new(record, [Seat::person("Ada"), computer]))
}

#[test]
fn the_card_says_who_won_why_and_by_how_much() {
    in_a_browser(async |page| {
        end(page, "kalah~6-20-10-1-0-0-0-0-0-3-0-0-0-9-0-S~/Ada/Ben", 0).await?;
        assert_eq!(page.text(".end-card h2").await?, "Ada wins!");
        let why = "Ada's row is empty. Ben keeps the 3 stones on Ben's side.";
        assert_eq!(page.text(".why-it-ended").await?, why);
        assert_eq!(page.text(".counts .winner").await?, "Ada30");
        assert_eq!(page.text(".counts li:last-child").await?, "Ben13");
        assert_eq!(page.text(".feats").await?, "Biggest capture: 9 stones, by Ada.");
        assert!(page.has(".celebration").await?);
        Ok(())
    });
}

#[test]
fn stones_that_do_not_count_are_shown_dimmed() {
    in_a_browser(async |page| {
        end(page, "island~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~", 5).await?;
        let why = "Player One's row is empty. The 5 stones left on the board don't count.";
        assert_eq!(page.text(".why-it-ended").await?, why);
        let dimmed: u32 = page
            .value(
                "[...document.querySelectorAll('.stone')] \
                 .filter((stone) => getComputedStyle(stone).opacity < 0.5).length",
            )
            .await?;
        assert_eq!(dimmed, 5);
        page.click("#end-close").await?;
        page.click("#undo").await?;
        page.turns(0).await?;
        page.wait(
            "[...document.querySelectorAll('.stone')] \
                   .every((stone) => getComputedStyle(stone).opacity === '1')",
        )
        .await
    });
}

#[test]
fn the_card_is_put_aside_and_brought_back() {
    in_a_browser(async |page| {
        end(page, NEARLY_OVER, 5).await?;
        page.click("#end-close").await?;
        assert!(!page.has(".end-card").await?);
        page.click("#end-result").await?;
        card(page).await?;
        page.press(Key::Escape).await?;
        page.wait("!document.querySelector('.end-card')").await?;
        assert!(page.has("#end-result").await?);
        Ok(())
    });
}

#[test]
fn looking_back_changes_nothing_of_the_game() {
    in_a_browser(async |page| {
        let start = [0, 1, 0, 0, 0, 1, 20, 3, 0, 0, 2, 0, 0, 10];
        end(page, "kalah~6-20-10-0-1-0-0-0-1-3-0-0-2-0-0-S~6", 1).await?;
        let over = page.slots().await?;
        page.click("#end-close").await?;
        page.click("#end-first").await?;
        page.shows(0, &start).await?;
        assert_eq!(page.text(".turn-of").await?, "The start");
        assert!(page.has("#end-back:disabled").await? && page.has("#end-first:disabled").await?);
        page.click("#end-forward").await?;
        page.turns(1).await?;
        assert_eq!(page.text(".turn-of").await?, "Turn 1 of 2");
        page.choose(1).await?;
        let said = page.message().await?;
        assert_eq!(said, "The game is over. You're looking back at it.");
        page.click("#end-result").await?;
        page.shows(2, &over).await?;
        card(page).await?;
        assert_eq!(page.text(".south .won").await?, "Wins: 1", "nothing was taken back");
        Ok(())
    });
}

#[test]
fn after_a_win_the_next_level_is_offered_and_after_a_defeat_another() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        page.open_table("kalah", &against_the_computer(NEARLY_OVER, 1)).await?;
        page.choose(5).await?;
        card(page).await?;
        assert_eq!(page.text(".end-card h2").await?, "You win!");
        assert_eq!(page.text("#end-level").await?, "Next level: Clover");
        page.click("#end-level").await?;
        page.turns(0).await?;
        assert_eq!(page.text(".north .name").await?, "Clover");
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
        assert_eq!(page.status().await?, "Your turn.");
        Ok(())
    });
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        let lost = "kalah~6-18-24-0-0-0-0-0-1-3-0-0-2-0-0-S~";
        page.open_table("kalah", &against_the_computer(lost, 1)).await?;
        page.choose(5).await?;
        card(page).await?;
        assert_eq!(page.text(".end-card h2").await?, "Pip wins!");
        assert!(!page.has(".celebration").await?);
        assert_eq!(page.text("#end-level").await?, "Change level");
        page.click("#end-level").await?;
        page.wait("document.querySelector('dialog[open] .characters')").await?;
        page.click("#character-3").await?;
        page.turns(0).await?;
        assert_eq!(page.text(".north .name").await?, "Otto");
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
        assert!(!page.has("dialog[open], .end-card").await?);
        Ok(())
    });
}

#[test]
fn the_game_after_a_board_from_a_link_has_all_its_stones() {
    in_a_browser(async |page| {
        end(page, "kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~", 5).await?;
        page.click("#end-again").await?;
        page.shows(0, &[4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]).await
    });
}

/// Clicks on the same place at these moments, in milliseconds, whatever is there by then; gives what
/// was clicked on.
async fn click_at(page: &Page, selector: &str, moments: &[u32]) -> Result<Vec<String>> {
    page.run(&format!(
        "const box = document.querySelector({selector:?}).getBoundingClientRect(); \
         const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2]; \
         const moments = {moments:?}, clicked = []; \
         const next = () => {{ \
             if (!moments.length) return done(clicked); \
             const click = new MouseEvent('click', \
                 {{ bubbles: true, cancelable: true, detail: 1, clientX, clientY }}); \
             Object.defineProperty(click, 'timeStamp', {{ value: moments.shift() }}); \
             const target = document.elementFromPoint(clientX, clientY); \
             clicked.push(target.closest('button, div').id); \
             target.dispatchEvent(click); \
             setTimeout(next); \
         }}; next();"
    ))
    .await
}

#[test]
fn a_double_click_on_play_again_plays_again_and_nothing_else() {
    in_a_browser(async |page| {
        end(page, NEARLY_OVER, 5).await?;
        let clicked = click_at(page, "#end-again", &[1000, 1200]).await?;
        assert_eq!(clicked, ["end-again", "2"], "a pit has come in the place of the button");
        page.turns(0).await?;
        assert!(!page.has("dialog[open]").await?);
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
        assert_eq!(page.text(".south .won").await?, "Wins: 1");
        Ok(())
    });
    in_a_browser(async |page| {
        end(page, NEARLY_OVER, 5).await?;
        click_at(page, "#end-again", &[1000, 1800]).await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..7], [4, 4, 0, 5, 5, 5, 1], "two clicks are two");
        Ok(())
    });
}

#[test]
fn a_double_click_on_play_again_in_the_bar_asks_nothing() {
    in_a_browser(async |page| {
        end(page, NEARLY_OVER, 5).await?;
        click_at(page, "#play-again", &[1000, 1200]).await?;
        page.turns(0).await?;
        assert!(!page.has("dialog[open]").await?);
        Ok(())
    });
}

#[test]
fn a_reload_after_the_end_shows_the_result_and_the_address_a_new_game() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        let people = [Seat::person("Ada"), Seat::person("Ben")];
        let record: AnyRecord = NEARLY_OVER.parse().expect("a record");
        page.open_table("kalah", &GameLog::continued(Opening::new(record, people))).await?;
        page.choose(5).await?;
        card(page).await?;
        page.reload().await?;
        card(page).await?;
        assert_eq!(page.status().await?, "Ada wins! 25–23.");
        assert_eq!(page.slots().await?, [0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 23]);
        page.open("#/kalah").await?;
        page.turns(0).await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        assert_eq!(page.text(".south .won").await?, "Wins: 1");
        Ok(())
    });
}

#[test]
fn a_finished_board_in_a_link_shows_what_its_result_says() {
    in_a_browser(async |page| {
        page.open("#/game/kalah~6-20-10-0-0-0-0-0-0-3-0-0-2-0-0-S~/Ada/Ben").await?;
        card(page).await?;
        assert_eq!(page.status().await?, "Ada wins! 20–15.");
        assert_eq!(page.slots().await?, [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 15]);
        Ok(())
    });
}

#[test]
fn nothing_celebrates_where_motion_is_not_welcome() {
    in_a_browser(async |page| {
        let still =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        page.command("Emulation.setEmulatedMedia", still).await?;
        end(page, NEARLY_OVER, 5).await?;
        let celebration = "getComputedStyle(document.querySelector('.celebration')).display";
        assert_eq!(page.value::<String>(celebration).await?, "none");
        Ok(())
    });
}

#[test]
fn only_what_costs_no_painting_moves() {
    in_a_browser(async |page| {
        for (game, slot) in [("gems", 5), ("island", 5), ("kalah", 5)] {
            let game = NEARLY_OVER.replace("kalah", game);
            page.open_with("speed Fast", &format!("#/game/{game}")).await?;
            page.choose(slot).await?;
            page.wait("document.querySelector('.celebration')").await?;
            let moved: Vec<String> = page
                .value(
                    "[...new Set(document.getAnimations() \
                     .filter((motion) => motion.effect.target.closest('.celebration')) \
                     .flatMap((motion) => motion.effect.getKeyframes().flatMap(Object.keys)))] \
                     .filter((key) => !['offset', 'computedOffset', 'easing', 'composite', \
                                        'opacity', 'transform'].includes(key))",
                )
                .await?;
            assert_eq!(moved, [""; 0], "{game}");
        }
        Ok(())
    });
}
