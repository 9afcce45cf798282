//! Home Pits: the start dialog, the coin toss and turns in two steps.

use parlor_web_tests::{Page, Result, in_a_browser};

use crate::INSTANT;

/// Opens Home Pits with coins that fall as they are told: `H` or `T` for each toss.
async fn begin(page: &Page, coins: &str) -> Result {
    page.coins_fall(coins).await?;
    page.open_with(INSTANT, "#/homepits").await?;
    page.wait("document.querySelector('dialog[open]')").await
}

#[test]
fn heads_starts_for_either_player() {
    for (coins, starter, shown) in
        [("HT", "Player 1", ["Heads", "Tails"]), ("TH", "Player 2", ["Tails", "Heads"])]
    {
        in_a_browser(async |page| {
            begin(page, coins).await?;
            page.click("#start").await?;
            assert!(page.has("#toss-2:disabled").await?, "player 1 tosses first");
            page.click("#toss-1").await?;
            page.wait("document.querySelector('#toss-1:disabled')").await?;
            let said = page.text("#toss-message").await?;
            assert_eq!(
                said,
                format!("Player 1 tossed {}. Player 2's turn to toss.", shown[0].to_lowercase())
            );
            page.click("#toss-2").await?;
            page.wait("document.querySelector('.table-page').dataset.phase === 'playing'").await?;
            assert_eq!(page.status().await?, format!("{starter}'s turn."));
            assert_eq!(page.text(".south .coin-result").await?, shown[0]);
            assert_eq!(page.text(".north .coin-result").await?, shown[1]);
            Ok(())
        });
    }
}

#[test]
fn equal_coins_are_tossed_again_and_the_screen_says_so() {
    in_a_browser(async |page| {
        begin(page, "TTHHHT").await?;
        page.click("#start").await?;
        for same in ["tails", "heads"] {
            page.click("#toss-1").await?;
            page.click("#toss-2:enabled").await?;
            let said = page.text("#toss-message").await?;
            assert_eq!(said, format!("Both {same}. Toss again."));
            assert_eq!(page.phase().await?, "tossing");
            page.wait("document.querySelector('#toss-1:enabled')").await?;
        }
        page.click("#toss-1").await?;
        page.click("#toss-2:enabled").await?;
        assert_eq!(page.status().await?, "Player 1's turn.");
        Ok(())
    });
}

#[test]
fn names_and_difficulty_are_chosen_before_the_first_game() {
    in_a_browser(async |page| {
        begin(page, "HT").await?;
        let difficulty: String = page.value("document.getElementById('difficulty').value").await?;
        assert_eq!(difficulty, "6");
        page.type_into("#name-1", "Ada").await?;
        page.type_into("#difficulty", "10").await?;
        page.click("#start").await?;
        page.click("#toss-1").await?;
        page.click("#toss-2:enabled").await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        assert_eq!(page.slots().await?, [10, 10, 10, 10, 10, 10, 0, 10, 10, 10, 10, 10, 10, 0]);
        Ok(())
    });
}

#[test]
fn a_difficulty_that_is_not_offered_is_not_taken() {
    in_a_browser(async |page| {
        begin(page, "HT").await?;
        // A browser takes `1e1` for ten, and a field that says nothing for one that need not.
        for refused in ["2", "11", "", "1e1", "4.5"] {
            page.type_into("#difficulty", refused).await?;
            page.click("#start").await?;
            assert!(page.has("dialog[open]").await?, "{refused} stones");
        }
        page.type_into("#difficulty", "3").await?;
        page.click("#start").await?;
        page.wait("!document.querySelector('dialog[open]')").await?;
        assert_eq!(page.slots().await?[0], 3);
        Ok(())
    });
}

#[test]
fn a_pit_is_selected_first_and_played_by_the_button() {
    in_a_browser(async |page| {
        begin(page, "HT").await?;
        page.click("#start").await?;
        page.click("#toss-1").await?;
        page.click("#toss-2:enabled").await?;
        assert!(page.has(".south .play-turn:disabled").await?, "nothing is selected yet");

        page.choose(2).await?;
        page.wait("document.querySelector('[id=\"2\"].selected')").await?;
        assert_eq!(page.text(".south .selection").await?, "Pit 3: 6 stones");
        assert_eq!(page.text("#turns").await?, "0 turns played");

        page.choose(9).await?;
        page.wait("document.querySelector('[id=\"9\"].selected')").await?;
        assert_eq!(page.text(".south .selection").await?, "Pit 3: 6 stones", "it can be looked at");
        assert!(page.has(".south .play-turn:disabled").await?, "but not played");

        page.choose(0).await?;
        page.click(".south .play-turn:enabled").await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..7], [0, 7, 7, 7, 7, 7, 1]);
        assert_eq!(page.status().await?, "Player 1's turn.");
        Ok(())
    });
}

#[test]
fn two_steps_are_a_setting() {
    in_a_browser(async |page| {
        page.open_with("speed Instant\ntwo-step true", "#/gems").await?;
        page.choose(0).await?;
        page.click(".south .play-turn:enabled").await?;
        page.turns(1).await?;
        page.click("#settings").await?;
        let two_step = "//label[contains(., 'Select a pit first')]/input";
        page.browser.find(thirtyfour::By::XPath(two_step)).await?.click().await?;
        page.click("dialog [aria-label=Close]").await?;
        page.choose(7).await?;
        page.turns(2).await
    });
}
