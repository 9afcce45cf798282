//! Stones leave the hand one at a time, undisturbed.

use parlor_rules::mancala::{Pit, Position, Step};
use parlor_rules::{AnyRecord, Game as _};
use parlor_web_tests::{Page, Result, in_a_browser};
use serde::Deserialize;

use crate::INSTANT;

/// One change of what is drawn while stones are sown.
#[derive(Debug, Deserialize)]
struct Change {
    /// The pause before it that the page asked the browser for, in milliseconds. A busy machine may
    /// take longer; what was asked for does not depend on it.
    pause: Option<f64>,
    /// What the counts are now.
    slots: Vec<u8>,
    /// The number that the hand shows, if there is a hand.
    hand: Option<u8>,
}

/// Notes every change of a count from now on, and the timer that led to it.
const WATCH: &str = "window.changes = []; let pause = null; \
    const { setTimeout } = window; \
    window.setTimeout = (act, delay, ...rest) => \
        setTimeout((...given) => { pause = delay; act(...given); }, delay, ...rest); \
    const slots = [...document.querySelectorAll('.slot')].sort((a, b) => a.id - b.id); \
    const hand = document.querySelector('.hand'); \
    new MutationObserver(() => changes.push({ \
        pause, \
        slots: slots.map((slot) => Number(slot.querySelector('.count').textContent)), \
        hand: hand.classList.contains('empty') ? null : Number(hand.textContent), \
    })).observe(document.querySelector('.board'), \
        { subtree: true, characterData: true, childList: true });";

async fn watch(page: &Page) -> Result {
    page.browser.execute(WATCH, vec![]).await.map(drop)
}

/// What the rules say that a person sees: the counts after each step, and the stones in hand.
fn expected(position: &Position, pit: u8) -> Vec<(Vec<u8>, u8)> {
    let turn = position.play(Pit::new(pit).expect("a pit")).expect("a legal move");
    let mut slots = position.slots();
    let mut hand = 0;
    let mut seen = Vec::new();
    for step in turn.steps() {
        match step {
            Step::Lift { .. } => {
                let before: u8 = slots.iter().sum();
                step.apply(&mut slots);
                hand = before - slots.iter().sum::<u8>();
            }
            Step::Drop { .. } => {
                step.apply(&mut slots);
                hand -= 1;
            }
            _ => continue,
        }
        seen.push((slots.clone(), hand));
    }
    seen
}

fn position(record: &str) -> Position {
    let record: AnyRecord = record.parse().expect("a record");
    *record.position().mancala().expect("a game of Mancala")
}

#[test]
fn stones_leave_the_hand_one_by_one_600_ms_apart_in_gems() {
    in_a_browser(async |page| {
        page.open("#/gems").await?;
        watch(page).await?;
        page.choose(5).await?;
        page.turns(1).await?;
        let changes: Vec<Change> = page.value("changes").await?;
        let seen: Vec<_> =
            changes.iter().map(|change| (change.slots.clone(), change.hand.unwrap_or(0))).collect();
        assert_eq!(seen, expected(&position("gems~S~"), 5));
        // The hand is shown for a moment before the first stone leaves it.
        let pauses: Vec<f64> = changes[2..].iter().filter_map(|change| change.pause).collect();
        assert!(pauses.iter().all(|&pause| (pause - 600.0).abs() < 0.5), "{pauses:?}");
        assert_eq!(pauses.len(), changes.len() - 2);
        Ok(())
    });
}

#[test]
fn a_slot_that_is_passed_over_costs_no_time() {
    // From South's last pit the seventh stone falls into North's last pit and the eighth into
    // South's first; in Home Pits the thirteenth passes the pit that the sowing began from.
    for (game, pit, crossing) in [
        ("kalah~6-10-8-1-0-3-0-0-10-0-0-2-0-7-0-S~", 5, 8),
        ("homepits~6-10-8-1-0-3-0-0-14-0-0-2-0-7-0-S~", 5, 13),
    ] {
        in_a_browser(async |page| {
            let expected: Vec<_> =
                expected(&position(game), pit).into_iter().map(|(slots, _)| slots).collect();
            page.open_with("speed Fast\ntwo-step false", &format!("#/game/{game}")).await?;
            watch(page).await?;
            page.choose(pit).await?;
            page.turns(1).await?;
            let changes: Vec<Change> = page.value("changes").await?;
            let seen: Vec<_> = changes.iter().map(|change| change.slots.clone()).collect();
            assert_eq!(seen[..expected.len()], expected);
            assert_eq!(changes[crossing].pause, Some(120.0), "as between any two stones");
            Ok(())
        });
    }
}

/// Relay sowing without captures, as the rules of a link.
const RELAY: &str = "pits_6.stones_4.first_1.origin_sow.over_row.rest_owner.relay_on.captures_off";

#[test]
fn every_lift_and_stone_of_a_relay_is_seen_and_a_long_one_is_over_in_eight_seconds() {
    in_a_browser(async |page| {
        let game = format!("{RELAY}~S~413");
        page.open(&format!("#/game/{game}")).await?;
        watch(page).await?;
        page.choose(5).await?;
        page.turns(4).await?;
        let changes: Vec<Change> = page.value("changes").await?;
        let seen: Vec<_> =
            changes.iter().map(|change| (change.slots.clone(), change.hand.unwrap_or(0))).collect();
        let expected = expected(&position(&game), 5);
        assert_eq!(seen, expected);
        assert_eq!(expected.len(), 190);
        let pauses: Vec<f64> = changes.iter().skip(1).filter_map(|change| change.pause).collect();
        let all: f64 = pauses.iter().sum();
        assert!(all <= 8_000.0 && all > 7_000.0, "{all} ms: {pauses:?}");
        assert!(pauses.last() < pauses.first(), "it gets faster: {pauses:?}");
        Ok(())
    });
}

#[test]
fn a_click_while_stones_are_sown_skips_to_the_end_and_plays_nothing() {
    in_a_browser(async |page| {
        page.open_with("speed Slow", "#/gems").await?;
        page.choose(2).await?;
        page.wait("document.querySelector('.table-page').dataset.busy === 'true'").await?;
        assert!(!page.has(".pit[aria-disabled=false]").await?, "input is locked");
        page.choose(0).await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?, [4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0]);
        Ok(())
    });
}

#[test]
fn a_key_while_stones_are_sown_skips_to_the_end_and_plays_nothing() {
    in_a_browser(async |page| {
        page.open_with("speed Slow", "#/gems").await?;
        for (turn, key) in [(1, " "), (2, "1")] {
            page.choose(if turn == 1 { 2 } else { 5 }).await?;
            page.wait("document.querySelector('.table-page').dataset.busy === 'true'").await?;
            page.press(key).await?;
            page.turns(turn).await?;
        }
        assert_eq!(page.slots().await?, [4, 4, 0, 5, 5, 0, 2, 5, 5, 5, 5, 4, 4, 0]);
        Ok(())
    });
}

#[test]
fn with_instant_sowing_and_with_less_motion_the_result_is_right() {
    in_a_browser(async |page| {
        let reduce = serde_json::json!({
            "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }],
        });
        page.command("Emulation.setEmulatedMedia", reduce).await?;
        page.open_with(INSTANT, "#/kalah").await?;
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..7], [4, 4, 0, 5, 5, 5, 1]);
        assert!(page.has("[id='2'].last").await?, "the last move is marked");
        Ok(())
    });
}
