//! What just happened, and what would: seen on the board and said in words.

use parlor_web_tests::{Page, Result, Screen, in_a_browser, in_a_browser_at};
use serde_json::json;
use thirtyfour::{By, Key};

use crate::INSTANT;

/// South's third pit ends in the empty fifth, opposite four stones.
const CAPTURE: &str = "#/game/kalah~6-0-0-4-4-2-4-0-4-4-4-4-4-4-4-S~";

#[test]
fn what_a_capture_brings_in_flies_into_the_store() {
    for screen in [Screen::WIDE, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            page.open_with("speed Fast", CAPTURE).await?;
            page.choose(2).await?;
            page.wait("document.querySelector('.gain')").await?;
            assert_eq!(page.text(".gain").await?, "+5", "four, and the one that captures");
            let inside = |slot: u8, part: f64| {
                format!(
                    "(() => {{ const [flight] = document.querySelector('.gain').getAnimations(); \
                     flight.pause(); flight.currentTime = {part} * flight.effect.getTiming().duration; \
                     const box = document.querySelector('.gain').getBoundingClientRect(); \
                     const slot = document.getElementById({slot}).getBoundingClientRect(); \
                     const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]; \
                     return slot.left < x && x < slot.right && slot.top < y && y < slot.bottom; }})()"
                )
            };
            assert!(page.value::<bool>(&inside(8, 0.1)).await?, "it starts opposite");
            assert!(page.value::<bool>(&inside(6, 0.8)).await?, "and ends in the store");
            page.turns(1).await
        });
    }
}

#[test]
fn go_again_is_said_beside_the_store() {
    for screen in [Screen::WIDE, Screen::SIDEWAYS, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, "#/kalah").await?;
            let said = "[...document.querySelectorAll('.go-again')] \
                        .filter((words) => getComputedStyle(words).opacity === '1').length";
            assert_eq!(page.value::<u32>(said).await?, 0);
            page.choose(2).await?;
            page.turns(1).await?;
            page.come_to_rest().await?;
            assert_eq!(page.value::<u32>(said).await?, 1);
            assert_eq!(page.text("[id='6'] .go-again").await?, "Go again!");
            let beside: bool = page
                .value(
                    "(() => { const box = (selector) => \
                     document.querySelector(selector).getBoundingClientRect(); \
                     const [store, words] = [box('[id=\"6\"]'), box('[id=\"6\"] .go-again')]; \
                     const gap = Math.max(words.top - store.bottom, store.top - words.bottom, \
                         words.left - store.right, store.left - words.right); \
                     const board = box('.board'); \
                     return gap < 8 && words.left >= board.left && words.right <= board.right \
                         && words.top >= board.top && words.bottom <= board.bottom; })()",
                )
                .await?;
            assert!(beside, "on {screen:?}");
            page.choose(0).await?;
            page.turns(2).await?;
            assert_eq!(page.value::<u32>(said).await?, 0, "it is the other player's turn");
            Ok(())
        });
    }
}

#[test]
fn an_arrow_shows_the_way_of_the_stones_until_one_has_moved() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        assert!(page.has(".direction:not(.gone)").await?);
        page.choose(0).await?;
        page.turns(1).await?;
        assert!(page.has(".direction.gone").await?);
        page.click("#undo").await?;
        page.turns(0).await?;
        assert!(page.has(".direction:not(.gone)").await?);
        Ok(())
    });
}

#[test]
fn carried_stones_cast_a_shadow_below_them() {
    in_a_browser(async |page| {
        page.open_with("speed Slow", "#/kalah").await?;
        assert!(page.has(".shade.empty").await?);
        page.choose(2).await?;
        page.wait("document.querySelector('.shade:not(.empty)')").await?;
        let below: bool = page
            .value(
                "(() => { for (const motion of document.getAnimations()) \
                     try { motion.finish() } catch {} \
                 const middle = (element) => { const box = element.getBoundingClientRect(); \
                     return [box.left + box.width / 2, box.top + box.height / 2]; }; \
                 const [x, y] = middle(document.querySelector('.shade')); \
                 const carried = [...document.querySelectorAll('.stone')] \
                     .filter((stone) => stone.style.getPropertyValue('--lifted') === '1').map(middle); \
                 return carried.length > 0 && carried.every(([left, top]) => \
                     top < y && Math.abs(left - x) < 80); })()",
            )
            .await?;
        assert!(below);
        page.press(" ").await?;
        page.turns(1).await?;
        assert!(page.has(".shade.empty").await?);
        Ok(())
    });
}

#[test]
fn what_was_said_about_a_turn_stays_until_the_next_one_has_been_shown() {
    in_a_browser(async |page| {
        page.open_with("speed Fast", CAPTURE).await?;
        page.choose(2).await?;
        page.turns(1).await?;
        let captured = "Player 1 captured 4 stones, plus Player 1's own.";
        assert_eq!(page.message().await?, captured);
        // The pointer rests where no pit says what it would do.
        let title = page.browser.find(By::Css("h1")).await?;
        page.browser.action_chain().move_to_element_center(&title).perform().await?;
        page.press("6").await?;
        page.wait("document.querySelector('[data-busy=true]')").await?;
        assert_eq!(page.message().await?, captured, "while the reply is sown");
        page.turns(2).await?;
        assert_ne!(page.message().await?, captured);
        Ok(())
    });
}

/// Notes from now on which pauses the page asks the browser for, in milliseconds.
const NOTE_PAUSES: &str = "window.pauses = []; const { setTimeout } = window; \
    window.setTimeout = (act, delay, ...rest) => { pauses.push(delay); \
        return setTimeout(act, delay, ...rest); };";

#[test]
fn a_slow_sowing_can_be_made_faster() {
    in_a_browser(async |page| {
        page.open("#/gems").await?;
        assert!(page.has("#faster.hidden").await?, "nothing is sown");
        page.browser.execute(NOTE_PAUSES, vec![]).await?;
        page.choose(0).await?;
        page.click("#faster:not(.hidden)").await?;
        assert!(page.has("#faster.hidden").await?, "it is as fast as it gets");
        page.browser.execute("pauses.length = 0", vec![]).await?;
        page.turns(1).await?;
        let pauses: Vec<u32> = page.value("pauses").await?;
        assert!(!pauses.contains(&600), "{pauses:?}");
        assert_eq!(page.slots().await?[..6], [0, 5, 5, 5, 5, 4], "every stone was sown");
        page.browser.execute("pauses.length = 0", vec![]).await?;
        page.choose(7).await?;
        page.wait("pauses.includes(600)").await
    });
}

#[test]
fn sowing_that_is_not_slow_needs_nothing_to_be_made_faster() {
    in_a_browser(async |page| {
        page.open("#/kalah").await?;
        page.choose(0).await?;
        page.wait("document.querySelector('[data-busy=true]')").await?;
        assert!(page.has("#faster.hidden").await?);
        Ok(())
    });
}

async fn board(page: &Page) -> Result<Vec<f64>> {
    page.value(
        "(({ x, y, width, height }) => [x, y, width, height])( \
         document.querySelector('.board').getBoundingClientRect())",
    )
    .await
}

#[test]
fn values_move_nothing_and_are_explained() {
    for screen in [Screen::WIDE, Screen::TABLET, Screen::SIDEWAYS, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            for (game, shown, legend) in [
                (
                    "#/kalah",
                    "[...document.querySelectorAll('.pit .value')].some((value) => \
                     /^≈?[+−]?\\d+$/.test(value.dataset.worth))",
                    "+3 wins by 3, −3 loses by 3 with best play; ≈ is an estimate",
                ),
                (
                    "#/tic-tac-toe",
                    "[...document.querySelectorAll('.square .value')].every((value) => \
                     value.dataset.worth === 'Draw')",
                    "How the game ends from each square with best play",
                ),
            ] {
                page.open_with(INSTANT, game).await?;
                let before = board(page).await?;
                let seen = "document.querySelector('.legend').checkVisibility( \
                            { visibilityProperty: true })";
                assert!(!page.value::<bool>(seen).await?, "{game} on {screen:?}");
                page.click("#values").await?;
                page.wait(shown).await?;
                assert_eq!(board(page).await?, before, "{game} on {screen:?}");
                assert!(page.value::<bool>(seen).await?, "{game} on {screen:?}");
                assert_eq!(page.text(".legend").await?, legend);
                let fits: bool = page
                    .value(
                        "(({ left, right }) => left >= 0 && right <= innerWidth)( \
                         document.querySelector('.legend').getBoundingClientRect())",
                    )
                    .await?;
                assert!(fits, "{game} on {screen:?}");
                page.click("#values").await?;
            }
            Ok(())
        });
    }
}

#[test]
fn the_values_of_tic_tac_toe_are_win_draw_and_loss() {
    in_a_browser(async |page| {
        // X has two in a row twice over; O can stop one of them.
        page.open_with("speed Instant\nvalues true", "#/game/tic-tac-toe~X~0412").await?;
        let worth = async |square: u8| -> Result<String> {
            page.value(&format!("document.querySelector('#worth-{square}').dataset.worth")).await
        };
        page.wait("document.querySelector('#worth-6').dataset.worth").await?;
        assert_eq!(worth(6).await?, "Draw", "O threatens, and is stopped");
        assert_eq!(worth(3).await?, "Loss");
        page.choose(3).await?;
        page.wait("document.querySelector('#worth-6').dataset.worth === 'Win'").await
    });
}

/// Notes from now on all that a screen reader hears.
const LISTEN: &str = "window.heard = []; const ear = document.querySelector('[role=status]'); \
    new MutationObserver(() => heard.push(ear.textContent)) \
        .observe(ear, { characterData: true, childList: true, subtree: true });";

#[test]
fn a_hint_says_why_and_is_announced_once() {
    in_a_browser(async |page| {
        for (game, why) in [
            (
                "#/kalah",
                "Hint: pit \\d\\. This is the best move: it .*(ahead|behind|even|by \\d+)\\.",
            ),
            ("#/tic-tac-toe", "Hint: .*\\. This is the best move: neither side can force a win\\."),
        ] {
            for settings in ["speed Instant", "speed Instant\nvalues true"] {
                page.open("#/").await?;
                let keep =
                    format!("localStorage.clear(); localStorage['parlor.settings'] = {settings:?}");
                page.browser.execute(keep, vec![]).await?;
                page.open(game).await?;
                page.browser.execute(LISTEN, vec![]).await?;
                page.click("#hint").await?;
                page.wait("document.querySelector('.hinted')").await?;
                page.wait(&format!(
                    "/^{why}$/.test(document.querySelector('#message').textContent)"
                ))
                .await?;
                // Better answers follow, and are not told.
                page.run::<()>(
                    "let frames = 0; const look = () => ++frames > 60 ? done() \
                     : requestAnimationFrame(look); look();",
                )
                .await?;
                let heard: Vec<String> = page.value("heard").await?;
                let hints = heard.iter().filter(|words| words.starts_with("Hint:")).count();
                assert_eq!(hints, 1, "{game}: {heard:?}");
            }
        }
        Ok(())
    });
}

/// Presses a key and holds it, so that it repeats.
async fn hold(page: &Page, key: &str, code: &str, text: &str) -> Result {
    let event = |kind: &str, repeats: bool| {
        json!({ "type": kind, "key": key, "code": code, "text": text, "autoRepeat": repeats,
                "windowsVirtualKeyCode": text.bytes().next().unwrap_or(0) })
    };
    page.command("Input.dispatchKeyEvent", event("keyDown", false)).await?;
    for _ in 0..5 {
        page.command("Input.dispatchKeyEvent", event("keyDown", true)).await?;
    }
    page.command("Input.dispatchKeyEvent", event("keyUp", false)).await
}

#[test]
fn a_key_that_is_held_down_plays_once() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        hold(page, "1", "Digit1", "1").await?;
        page.turns(1).await?;
        assert_eq!(page.status().await?, "Player 2's turn.");
        // Enter would press a focused pit again and again.
        page.browser.execute("document.getElementById('9').focus()", vec![]).await?;
        hold(page, "Enter", "Enter", "\r").await?;
        page.turns(2).await?;
        assert_eq!(page.message().await?, "Player 2 goes again.");
        page.open("#/tic-tac-toe").await?;
        hold(page, "5", "Digit5", "5").await?;
        page.turns(1).await
    });
}

#[test]
fn a_double_click_plays_a_turn_and_does_not_skip_its_sowing() {
    in_a_browser(async |page| {
        for (settings, game) in
            [("speed Slow", "#/kalah"), ("speed Slow\ntwo-step true", "#/kalah")]
        {
            page.open("#/").await?;
            let keep =
                format!("localStorage.clear(); localStorage['parlor.settings'] = {settings:?}");
            page.browser.execute(keep, vec![]).await?;
            page.open(game).await?;
            let pit = page.browser.find(By::Id("0")).await?;
            page.browser.action_chain().double_click_element(&pit).perform().await?;
            page.wait("document.querySelector('[data-busy=true]')").await?;
            let slots = page.slots().await?;
            assert!(slots[3] == 4 || slots[4] == 4, "it is being sown: {slots:?}");
            assert_eq!(page.text("#turns").await?, "0 turns played");
            page.press(Key::Escape).await?;
            page.turns(1).await?;
            assert_eq!(page.slots().await?[..6], [0, 5, 5, 5, 5, 4]);
            assert_eq!(page.message().await?, "", "nothing was refused");
        }
        Ok(())
    });
}

#[test]
fn the_lines_of_the_board_are_seen_under_the_pointer() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        let square = page.browser.find(By::Id("4")).await?;
        page.browser.action_chain().move_to_element_center(&square).perform().await?;
        page.wait("document.querySelector('[id=\"4\"]:hover')").await?;
        let style = "getComputedStyle(document.getElementById('4'))";
        let colour: String = page.value(&format!("{style}.backgroundColor")).await?;
        assert_eq!(colour, "rgba(0, 0, 0, 0)", "nothing covers the chalk");
        let image: String = page.value(&format!("{style}.backgroundImage")).await?;
        assert!(image.contains("gradient"), "but the square answers: {image}");
        Ok(())
    });
}
