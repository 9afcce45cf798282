//! Screens of every size: the board fits, and fingers find what they want.

use parlor_web_tests::{Page, Result, Screen, in_a_browser_at};
use serde::Deserialize;

use crate::INSTANT;

/// Every size that is looked at, down to the smallest phones.
const SCREENS: [Screen; 6] = [
    Screen::WIDE,
    Screen::TABLET,
    Screen::SIDEWAYS,
    Screen::PHONE,
    Screen { width: 640, height: 430, touch: true },
    Screen { width: 320, height: 568, touch: true },
];

#[derive(Debug, Deserialize)]
struct Box {
    what: String,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

const TABLES: [&str; 6] =
    ["#/gems", "#/island", "#/homepits", "#/kalah", "#/avalanche", "#/tic-tac-toe"];

async fn boxes(page: &Page, selector: &str) -> Result<Vec<Box>> {
    page.value(&format!(
        "[...document.querySelectorAll({selector:?})] \
         .filter((element) => element.checkVisibility({{ visibilityProperty: true }})) \
         .map((element) => {{ \
             const {{ left, top, right, bottom }} = element.getBoundingClientRect(); \
             const what = (element.id || element.className || element.tagName) + ''; \
             return {{ what, left, top, right, bottom }}; }})"
    ))
    .await
}

async fn open_table(page: &Page, address: &str) -> Result {
    page.open_with(INSTANT, address).await?;
    if page.has("dialog[open]").await? {
        page.click("#start").await?;
        page.click("#toss-1").await?;
        page.wait("document.querySelector('#toss-2:enabled')").await?;
    }
    Ok(())
}

fn nothing_scrolls_and_the_board_fits(screen: Screen) {
    in_a_browser_at(screen, async |page| {
        for address in TABLES {
            open_table(page, address).await?;
            let (width, height): (f64, f64) = page
                .value(
                    "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
                )
                .await?;
            let (room, tall) = (f64::from(screen.width), f64::from(screen.height));
            assert!(width <= room && height <= tall, "{address} scrolls: {width} by {height}");
            for part in
                boxes(page, ".board, .slot, .square, .controls button, .pane, .message p").await?
            {
                let inside = part.left >= -0.5
                    && part.top >= -0.5
                    && part.right <= room + 0.5
                    && part.bottom <= tall + 0.5;
                assert!(inside, "{address}: {part:?} is not on the screen");
            }
        }
        Ok(())
    });
}

#[test]
fn on_an_upright_phone_nothing_scrolls_and_the_board_fits() {
    nothing_scrolls_and_the_board_fits(Screen::PHONE);
}

#[test]
fn on_a_phone_held_sideways_nothing_scrolls_and_the_board_fits() {
    nothing_scrolls_and_the_board_fits(Screen::SIDEWAYS);
}

#[test]
fn on_a_tablet_nothing_scrolls_and_the_board_fits() {
    nothing_scrolls_and_the_board_fits(Screen::TABLET);
}

#[test]
fn on_a_wide_screen_nothing_scrolls_and_the_board_fits() {
    nothing_scrolls_and_the_board_fits(Screen::WIDE);
}

#[test]
fn fingers_find_targets_of_44_pixels_and_pits_and_squares_of_56() {
    const TARGETS: &str = "button, .cards a, nav a, a.home, select, \
                           input:not([type=checkbox]), label.switch";
    for screen in [Screen::PHONE, Screen::SIDEWAYS] {
        in_a_browser_at(screen, async |page| {
            let mut small = Vec::new();
            for address in TABLES.into_iter().chain(["#/", "#/kalah/setup", "#/own/setup"]) {
                open_table(page, address).await?;
                for target in boxes(page, TARGETS).await? {
                    let (width, height) = (target.right - target.left, target.bottom - target.top);
                    if width < 43.5 || height < 43.5 {
                        small.push(format!("{address}: {} is {width} by {height}", target.what));
                    }
                }
                let places = boxes(page, ".table-page .pit, .table-page .square").await?;
                let expected = match address {
                    "#/tic-tac-toe" => 9,
                    _ if TABLES.contains(&address) => 12,
                    _ => 0,
                };
                assert_eq!(places.len(), expected, "{address} on {screen:?}");
                for place in places {
                    let width = place.right - place.left;
                    if screen == Screen::PHONE && width < 56.0 {
                        small.push(format!("{address}: {} is {width} wide", place.what));
                    }
                }
            }
            assert!(small.is_empty(), "{screen:?}:\n{}", small.join("\n"));
            Ok(())
        });
    }
}

#[test]
fn an_upright_board_has_two_columns_and_still_runs_counter_clockwise() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let mut slots = boxes(page, ".slot").await?;
        slots.sort_by_key(|slot| slot.what.parse::<u8>().unwrap_or(99));
        let middle = |slot: usize| {
            let slot = &slots[slot];
            (f64::midpoint(slot.left, slot.right), f64::midpoint(slot.top, slot.bottom))
        };
        for pit in 0..5 {
            assert!(middle(pit).1 > middle(pit + 1).1, "South's column runs upwards");
            assert!(middle(pit + 7).1 < middle(pit + 8).1, "North's column runs downwards");
        }
        assert!(middle(0).0 > middle(12).0, "South's column is on the right");
        assert!(middle(6).1 < middle(5).1, "South's store is at the top");
        assert!(middle(13).1 > middle(12).1, "North's store is at the bottom");
        Ok(())
    });
}

#[test]
fn the_board_keeps_its_place_from_the_first_turn_to_the_last() {
    for (screen, game, coins) in [
        (Screen::PHONE, "kalah", ""),
        (Screen::PHONE, "homepits", "HT"),
        (Screen::SIDEWAYS, "homepits", "TH"),
        (Screen::TABLET, "kalah", ""),
        (Screen::TABLET, "homepits", "HT"),
        (Screen::TABLET, "homepits", "TH"),
        (Screen::WIDE, "kalah", ""),
        (Screen::WIDE, "homepits", "HT"),
    ] {
        in_a_browser_at(screen, async |page| {
            let place = async || -> Result<Vec<i64>> {
                page.value(
                    "(({ x, y, width, height }) => [x, y, width, height].map(Math.round))( \
                     document.querySelector('.board').getBoundingClientRect())",
                )
                .await
            };
            page.coins_fall(coins).await?;
            open_table(page, &format!("#/{game}")).await?;
            let first = place().await?;
            if !coins.is_empty() {
                page.click("#toss-2").await?;
                page.wait("document.querySelector('.table-page').dataset.phase === 'playing'")
                    .await?;
                assert_eq!(place().await?, first, "{game} on {screen:?}, after {coins}");
            }
            // A long message: this pit is the other player's.
            page.click(".pit[aria-disabled=true]").await?;
            assert_eq!(place().await?, first, "{game} on {screen:?}, after a refusal");
            for turn in 1.. {
                page.click(".pit[aria-disabled=false]").await?;
                if game == "homepits" {
                    page.click(".play-turn:enabled").await?;
                }
                page.turns(turn).await?;
                assert_eq!(place().await?, first, "{game} on {screen:?}, turn {turn}");
                if page.phase().await? == "over" {
                    break;
                }
            }
            Ok(())
        });
    }
}

#[test]
fn on_a_phone_the_squares_of_tic_tac_toe_form_a_board_and_every_one_can_be_tapped() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        let mut squares = boxes(page, ".square").await?;
        squares.sort_by_key(|square| square.what.parse::<u8>().unwrap_or(99));
        assert_eq!(squares.len(), 9);
        for (number, square) in squares.iter().enumerate() {
            assert_eq!(square.what, number.to_string());
            let (width, height) = (square.right - square.left, square.bottom - square.top);
            assert!((width - height).abs() < 8.0, "square {number} is {width} by {height}");
            if number % 3 > 0 {
                assert!(square.left >= squares[number - 1].right - 0.5, "{number} is to the right");
            }
            if number >= 3 {
                assert!(square.top >= squares[number - 3].bottom - 0.5, "{number} is below");
            }
        }
        // A tie fills all nine.
        for (turn, number) in [4, 0, 8, 2, 1, 7, 3, 5, 6].into_iter().enumerate() {
            let square = &squares[number];
            let at = serde_json::json!([{
                "x": f64::midpoint(square.left, square.right),
                "y": f64::midpoint(square.top, square.bottom),
            }]);
            for (kind, points) in [("touchStart", at), ("touchEnd", serde_json::json!([]))] {
                let event = serde_json::json!({ "type": kind, "touchPoints": points });
                page.command("Input.dispatchTouchEvent", event).await?;
            }
            page.turns(turn + 1).await?;
        }
        assert_eq!(page.phase().await?, "over");
        Ok(())
    });
}

#[test]
fn a_tap_plays_and_a_long_press_only_looks() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let touch = async |kind: &str, points: serde_json::Value| {
            let event = serde_json::json!({ "type": kind, "touchPoints": points });
            page.command("Input.dispatchTouchEvent", event).await
        };
        let pit = &boxes(page, "[id='2']").await?[0];
        let at = serde_json::json!([{
            "x": f64::midpoint(pit.left, pit.right), "y": f64::midpoint(pit.top, pit.bottom),
        }]);
        touch("touchStart", at.clone()).await?;
        page.wait("document.getElementById('6').classList.contains('landing')").await?;
        page.run::<()>(
            "const from = performance.now(); const look = () => \
            performance.now() - from > 700 ? done() : requestAnimationFrame(look); look();",
        )
        .await?;
        touch("touchEnd", serde_json::json!([])).await?;
        assert_eq!(page.text("#turns").await?, "0 turns played");
        touch("touchStart", at).await?;
        touch("touchEnd", serde_json::json!([])).await?;
        page.turns(1).await
    });
}

/// The words of the controls that are seen, from left to right.
const LABELS: &str = "[...document.querySelectorAll('.controls button')] \
    .filter((button) => button.querySelector('span').checkVisibility()) \
    .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left) \
    .map((button) => button.innerText.trim())";

#[test]
fn the_bar_of_a_phone_is_labelled_and_the_rest_is_under_more() {
    for screen in [Screen::PHONE, Screen::SIDEWAYS] {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, "#/kalah").await?;
            let labels: Vec<String> = page.value(LABELS).await?;
            assert_eq!(labels, ["Undo", "Hint", "Values", "More"], "on {screen:?}");
            let board = "JSON.stringify(document.querySelector('.board').getBoundingClientRect())";
            let place: String = page.value(board).await?;
            page.click("#more").await?;
            page.wait("document.querySelector('#more[aria-expanded=true]')").await?;
            let labels: Vec<String> = page.value(LABELS).await?;
            for word in ["New Game", "Redo", "Turn board", "Music off", "Sound on", "Settings"] {
                assert!(labels.iter().any(|label| label == word), "{word} on {screen:?}");
            }
            assert_eq!(page.value::<String>(board).await?, place, "the board stays where it is");
            let focused: String = page.value("document.activeElement.id").await?;
            assert_eq!(focused, "new-game", "keys go on with what has just come");
            page.press(thirtyfour::Key::Escape).await?;
            page.wait("document.querySelector('#more[aria-expanded=false]')").await?;
            page.press_control("settings").await?;
            page.wait("document.querySelector('dialog[open]')").await?;
            assert!(page.has("#more[aria-expanded=false]").await?, "it closes by itself");
            Ok(())
        });
    }
}

#[test]
fn the_board_fills_the_width_of_a_phone() {
    for screen in SCREENS.into_iter().filter(|screen| screen.height > screen.width) {
        in_a_browser_at(screen, async |page| {
            for game in ["#/kalah", "#/gems", "#/tic-tac-toe"] {
                page.open_with(INSTANT, game).await?;
                let board = &boxes(page, ".board").await?[0];
                let part = (board.right - board.left) / f64::from(screen.width);
                // The smallest phone has no height for nine squares as wide as itself.
                let enough = if game == "#/tic-tac-toe" { 0.85 } else { 0.92 };
                assert!(part > enough, "{game} on {screen:?}: {part}");
            }
            Ok(())
        });
    }
}

#[test]
fn the_name_of_the_game_the_turns_and_the_score_of_the_match_are_seen_on_every_screen() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            // South plays its last stone and wins.
            page.open_with(INSTANT, "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
            page.choose(5).await?;
            page.turns(1).await?;
            for (selector, words) in [
                ("h1", "Kalah"),
                ("#turns", "1 turn played"),
                (".south .won", "Wins: 1"),
                (".north .won", "Wins: 0"),
            ] {
                assert_eq!(page.text(selector).await?, words);
                let seen = boxes(page, selector).await?;
                let size =
                    seen.first().map(|seen| (seen.right - seen.left, seen.bottom - seen.top));
                let is_legible = size.is_some_and(|(width, height)| width > 20.0 && height > 9.0);
                assert!(is_legible, "{selector} on {screen:?}: {size:?}");
            }
            Ok(())
        });
    }
}

/// Which controls are closer together than a finger needs.
const TOO_CLOSE: &str = "(() => { \
    const controls = [...document.querySelectorAll('.table-page :is(button, a, input)')] \
        .filter((control) => control.checkVisibility({ visibilityProperty: true })) \
        .filter((control) => !document.querySelector('.list.open') || control.closest('.list')) \
        .map((control) => [control.id || control.className, control.getBoundingClientRect()]); \
    const close = []; \
    controls.forEach(([one, a], index) => controls.slice(index + 1).forEach(([two, b]) => { \
        const gap = Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom); \
        if (gap < 7.9) close.push(`${one} and ${two}: ${gap.toFixed(1)}`); \
    })); \
    return close; })()";

#[test]
fn no_control_is_closer_than_8_pixels_to_another() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            for game in ["#/kalah", "#/gems", "#/homepits", "#/tic-tac-toe"] {
                page.coins_fall("HT").await?;
                open_table(page, game).await?;
                if page.has("#toss-2").await? {
                    page.click("#toss-2").await?;
                    // Not by the pointer, under which pits grow.
                    page.press("3").await?;
                }
                let close: Vec<String> = page.value(TOO_CLOSE).await?;
                // Squares share their lines; everything else keeps its distance.
                let close: Vec<&String> = close
                    .iter()
                    .filter(|pair| game != "#/tic-tac-toe" || !is_of_squares(pair))
                    .collect();
                assert!(close.is_empty(), "{game} on {screen:?}: {close:?}");
                if page.value("document.querySelector('#more').checkVisibility()").await? {
                    page.click("#more").await?;
                    let close: Vec<String> = page.value(TOO_CLOSE).await?;
                    assert!(close.is_empty(), "{game} on {screen:?}, under More: {close:?}");
                }
            }
            Ok(())
        });
    }
}

fn is_of_squares(pair: &str) -> bool {
    let names = pair.split(" and ").map(|name| name.split(':').next().unwrap_or(name));
    names.filter(|name| name.parse::<u8>().is_ok()).count() == 2
}

/// Which parts of the page lie over each other, and which reach out of it.
const OVERLAPS: &str = "(() => { \
    const parts = [...document.querySelectorAll('h1, #turns, .home, #status, #message, \
        #left-msg, #center-msg, #right-msg, .pane .light, .pane .name, .pane .mark, \
        .pane .store-count, .pane .won, .pane .coin-result, .pane .selection, .play-turn, .clock, \
        .evaluation, .board, #reset, .controls button')] \
        .filter((part) => part.checkVisibility() && (part.textContent || part.value || part.matches('.light'))) \
        .map((part) => [part.id || part.className, part.getBoundingClientRect()]) \
        .filter(([, box]) => box.width > 0 && box.height > 0); \
    const wrong = parts.filter(([, box]) => box.left < -0.5 || box.top < -0.5 \
        || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) \
        .map(([name]) => `${name} reaches out`); \
    parts.forEach(([one, a], index) => parts.slice(index + 1).forEach(([two, b]) => { \
        const depth = Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top); \
        if (depth > 1) wrong.push(`${one} over ${two}: ${depth.toFixed(1)}`); \
    })); \
    return wrong; })()";

#[test]
fn nothing_overlaps_on_any_screen_with_the_longest_names() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            for game in ["#/kalah", "#/homepits", "#/tic-tac-toe"] {
                page.coins_fall("HT").await?;
                open_table(page, game).await?;
                if page.has("#toss-2").await? {
                    page.click("#toss-2").await?;
                }
                for (pane, name) in
                    [("south", "Wilhelmina Wigglesworth"), ("north", "Maximilian Montgomery W.")]
                {
                    page.type_into(&format!(".{pane} .name"), name).await?;
                    page.press(thirtyfour::Key::Enter).await?;
                }
                let check = async |when: &str| -> Result {
                    page.come_to_rest().await?;
                    let wrong: Vec<String> = page.value(OVERLAPS).await?;
                    assert!(wrong.is_empty(), "{game} on {screen:?}, {when}: {wrong:#?}");
                    Ok(())
                };
                check("at the start").await?;
                page.choose(2).await?;
                check("after a press").await?;
                page.click("#values").await?;
                check("with values").await?;
                page.click("#values").await?;
            }
            Ok(())
        });
    }
}

#[test]
fn every_page_opens_at_its_top() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.open_with(INSTANT, "#/learn").await?;
        page.browser.execute("window.scrollTo(0, document.body.scrollHeight)", vec![]).await?;
        page.wait("scrollY > 0").await?;
        page.browser.execute("location.hash = '#/kalah/setup'", vec![]).await?;
        page.wait("document.querySelector('#start') && scrollY === 0").await?;
        page.browser.execute("window.scrollTo(0, document.body.scrollHeight)", vec![]).await?;
        page.browser.execute("location.hash = '#/'", vec![]).await?;
        page.wait("document.querySelector('.card') && scrollY === 0").await
    });
}
