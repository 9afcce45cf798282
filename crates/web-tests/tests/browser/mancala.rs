//! What players see at a Mancala table: names, messages, the stones and who may press what.

use parlor_web_tests::in_a_browser;
use thirtyfour::Key;

use crate::INSTANT;

#[test]
fn a_name_is_typed_where_it_stands_and_a_blank_one_is_the_default() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        assert_eq!(page.status().await?, "Player 1's turn.");
        page.type_into(".south .name", "Ada\n").await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        page.type_into(".south .name", "   \n").await?;
        assert_eq!(page.status().await?, "Player 1's turn.");
        let shown: String = page.value("document.querySelector('.south .name').value").await?;
        assert_eq!(shown, "Player 1");
        page.type_into(".north .name", "A name of more than twenty-four letters\n").await?;
        let shown: String = page.value("document.querySelector('.north .name').value").await?;
        assert_eq!(shown.chars().count(), 24, "{shown}");
        Ok(())
    });
}

#[test]
fn a_name_that_is_markup_stays_text() {
    in_a_browser(async |page| {
        page.before_the_page("window.alert = () => { window.alerted = true; }").await?;
        page.open_with(INSTANT, "#/kalah").await?;
        // The whole of it is longer than a name can be, so its two halves take a seat each.
        page.type_into(".south .name", "<img src=x onerror=alert(1)>\n").await?;
        page.type_into(".north .name", "<b onmouseover=alert(1)>\n").await?;
        assert_eq!(page.status().await?, "<img src=x onerror=alert's turn.");
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.message().await?, "<img src=x onerror=alert goes again.");
        page.click("#share").await?;
        let link: String = page.value("document.getElementById('link').value").await?;
        page.open(
            link.split_once('#').map(|(_, rest)| format!("#{rest}")).as_deref().unwrap_or_default(),
        )
        .await?;
        assert_eq!(page.status().await?, "<img src=x onerror=alert's turn.");
        page.open("#/").await?;
        assert!(!page.has("img, b, [onerror], [onmouseover]").await?, "markup became an element");
        assert!(!page.value::<bool>("!!window.alerted").await?);
        Ok(())
    });
}

#[test]
fn each_thing_that_happens_has_a_message_which_goes_with_the_next_action() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        assert_eq!(page.message().await?, "");
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.message().await?, "Player 1 goes again.");
        page.choose(2).await?;
        assert_eq!(page.message().await?, "That pit is empty. Choose another.");
        page.choose(8).await?;
        assert_eq!(page.message().await?, "That pit is Player 2's. Choose one of Player 1's.");
        page.choose(6).await?;
        let store = page.message().await?;
        assert!(store.starts_with("Stones in a store stay there"), "{store}");
        page.choose(13).await?;
        assert_eq!(page.message().await?, store);
        page.choose(1).await?;
        page.turns(2).await?;
        assert_eq!(page.message().await?, "", "a plain turn has no message");
        Ok(())
    });
}

#[test]
fn a_capture_and_the_last_sweep_are_said_and_so_is_the_end() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/game/kalah~6-10-8-1-0-3-0-0-2-0-0-2-0-7-0-S~").await?;
        page.choose(0).await?;
        page.turns(1).await?;
        assert_eq!(page.message().await?, "Player 1 captured 7 stones, plus Player 1's own.");

        page.open_with(INSTANT, "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        let end = "Player 1's row is empty. Player 2 keeps the 5 stones on Player 2's side.";
        assert_eq!(page.message().await?, end);
        assert_eq!(page.status().await?, "Player 1 wins! 21–15.");
        assert_eq!(page.slots().await?, [0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 15]);
        page.come_to_rest().await?;
        page.click("#end-close").await?;
        page.choose(8).await?;
        assert_eq!(page.message().await?, "The game is over.");
        Ok(())
    });
}

#[test]
fn a_tie_says_so() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/game/gems~6-17-15-0-0-0-0-0-1-3-0-0-0-0-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.phase().await?, "over");
        assert_eq!(page.status().await?, "Tie game! 18–18.");
        Ok(())
    });
}

#[test]
fn every_stone_lies_in_the_pit_that_counts_it() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        for choice in [2, 5, 7] {
            page.choose(choice).await?;
            page.rest().await?;
            // Stones fly to where they belong; they are counted when they have come down.
            page.run::<()>(
                "Promise.allSettled(document.getAnimations().filter((animation) => \
                 animation.effect.getComputedTiming().iterations !== Infinity) \
                 .map((animation) => animation.finished)).then(() => done())",
            )
            .await?;
            let lying: Vec<u8> = page.value(LYING).await?;
            assert_eq!(lying, page.slots().await?);
        }
        Ok(())
    });
}

/// How many stones have their middle over each slot.
const LYING: &str = "(() => { \
    const slots = [...document.querySelectorAll('.slot')].sort((a, b) => a.id - b.id); \
    const stones = [...document.querySelectorAll('.stone')].map((stone) => { \
        const box = stone.getBoundingClientRect(); \
        return [box.x + box.width / 2, box.y + box.height / 2]; \
    }); \
    return slots.map((slot) => { \
        const box = slot.getBoundingClientRect(); \
        return stones.filter(([x, y]) => \
            x > box.left && x < box.right && y > box.top && y < box.bottom).length; \
    }); \
})()";

#[test]
fn a_pit_says_its_owner_number_stones_and_effect() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let label = async |slot: u8| {
            page.value::<String>(&format!("document.getElementById('{slot}').ariaLabel")).await
        };
        assert_eq!(label(2).await?, "Player 1's pit 3, 4 stones, moves again");
        assert_eq!(label(0).await?, "Player 1's pit 1, 4 stones");
        assert_eq!(label(7).await?, "Player 2's pit 1, 4 stones");
        assert_eq!(label(6).await?, "Player 1's store, 0 stones");
        Ok(())
    });
}

#[test]
fn pointing_at_a_pit_shows_where_its_last_stone_would_fall() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let pit = page.browser.find(thirtyfour::By::Id("2")).await?;
        page.browser.action_chain().move_to_element_center(&pit).perform().await?;
        page.wait("document.getElementById('6').classList.contains('landing')").await?;
        assert_eq!(page.message().await?, "Ends in your store: you move again.");
        assert_eq!(page.phase().await?, "playing");
        let away = page.browser.find(thirtyfour::By::Css("h1")).await?;
        page.browser.action_chain().move_to_element_center(&away).perform().await?;
        page.wait("!document.querySelector('.landing')").await?;
        Ok(())
    });
}

#[test]
fn the_focus_on_a_pit_shows_where_its_last_stone_would_fall() {
    in_a_browser(async |page| {
        // Pit 1 captures what lies opposite pit 5, pit 3 goes nowhere special.
        page.open_with(INSTANT, "#/game/kalah~6-0-0-4-4-1-4-0-4-4-4-4-4-4-4-S~").await?;
        page.press(Key::Right).await?;
        page.wait("document.getElementById('4').classList.contains('landing')").await?;
        assert_eq!(page.message().await?, "Captures 4 stones, plus your own.");
        page.press(Key::Right + Key::Right).await?;
        page.wait("document.getElementById('3').classList.contains('landing')").await?;
        assert_eq!(page.message().await?, "");
        assert_eq!(page.text("#turns").await?, "0 turns played");
        Ok(())
    });
}

/// Which player's row is the nearest.
const NEARER: &str = "(() => { \
    const top = (id) => document.getElementById(id).getBoundingClientRect().top; \
    return top(0) > top(12) ? 1 : 2; })()";

#[test]
fn the_board_turns_to_the_player_to_move_if_they_want_it_to() {
    in_a_browser(async |page| {
        page.open_with("speed Instant\nturning true", "#/kalah").await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 1);
        page.press("1").await?;
        page.turns(1).await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 2);
        // Arrows go where they point: the pit on the left is Player 2's first.
        page.press(Key::Right + Key::Right).await?;
        assert_eq!(page.value::<String>("document.activeElement.id").await?, "8");
        page.press(Key::Enter).await?;
        page.turns(2).await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 1, "and turns back for Player 1");
        Ok(())
    });
}

#[test]
fn the_board_is_turned_by_hand_at_once() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 1);
        page.click("#turn-board").await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 2, "whoever's turn it is");
        assert!(page.has("#turn-board[aria-pressed=true]").await?);
        page.choose(0).await?;
        page.turns(1).await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 2, "and stays until it is turned back");
        page.press("f").await?;
        page.wait("document.querySelector('#turn-board[aria-pressed=false]')").await?;
        assert_eq!(page.value::<u8>(NEARER).await?, 1);
        Ok(())
    });
}

#[test]
fn a_click_between_pits_is_no_pit() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        // Half-way between two pits of one row, and between the two rows.
        let gaps: Vec<(i64, i64)> = page
            .value(
                "(() => { const box = (id) => document.getElementById(id).getBoundingClientRect(); \
                 const [a, b, c] = [box(0), box(1), box(12)]; \
                 return [[Math.round((a.right + b.left) / 2), Math.round(a.y + a.height / 2)], \
                 [Math.round(a.x + a.width / 2), Math.round((a.top + c.bottom) / 2)]]; })()",
            )
            .await?;
        for (x, y) in gaps {
            page.browser.action_chain().move_to(x, y).click().perform().await?;
            assert_eq!(page.slots().await?[..3], [4, 4, 4], "a click at {x}, {y}");
            assert_eq!(page.text("#turns").await?, "0 turns played");
        }
        Ok(())
    });
}
