//! The review of a game, move by move.

use std::time::Duration;

use parlor_rules::{AnyRecord, Level, Player};
use parlor_table::{GameLog, Opening, Seat};
use parlor_web_tests::{LONG_GAME, Page, Result, Screen, audit, in_a_browser, in_a_browser_at};
use thirtyfour::prelude::*;

use crate::INSTANT;

/// A short game of Kalah with few stones, played to its end by both sides.
const GAME: &str = "kalah.pits_3.stones_2~S~12";

async fn reviewed(page: &Page, game: &str) -> Result {
    page.open_with(INSTANT, &format!("#/review/{game}/Ada/Ben")).await?;
    page.wait("document.querySelector('.review[data-done=true]')").await
}

#[test]
fn the_end_card_leads_to_the_review_and_back_to_the_game_as_it_ended() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/game/kalah~6-24-18-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        page.choose(5).await?;
        page.wait("document.querySelector('#end-review')").await?;
        page.come_to_rest().await?;
        assert_eq!(page.text("#end-review").await?, "Review");
        page.click("#end-review").await?;
        page.wait("document.querySelector('.review[data-turns=\"1\"]')").await?;
        page.browser.back().await?;
        page.wait("document.querySelector('.end-card')").await
    });
}

#[test]
fn keys_clicks_and_the_graph_step_through_the_game() {
    in_a_browser(async |page| {
        reviewed(page, GAME).await?;
        page.turns(2).await?;
        page.press(Key::Left).await?;
        page.turns(1).await?;
        page.click("#review-first").await?;
        page.shows(0, &[2, 2, 2, 0, 2, 2, 2, 0]).await?;
        assert!(page.has("#review-back:disabled").await?);
        page.click(".move[data-turn='2']").await?;
        page.turns(2).await?;
        assert!(page.has(".move[data-turn='2'][aria-current=true]").await?);
        page.press(Key::Home).await?;
        page.turns(0).await?;
        page.run::<()>(
            "document.querySelectorAll('.graph .press')[1] \
               .dispatchEvent(new MouseEvent('click', { bubbles: true })); done();",
        )
        .await?;
        page.turns(1).await
    });
}

#[test]
fn each_move_has_a_class_and_a_mistake_its_reason_and_the_better_move() {
    in_a_browser(async |page| {
        reviewed(page, GAME).await?;
        page.press(Key::Home).await?;
        page.press(Key::Right).await?;
        page.turns(1).await?;
        let said = page.text("#review-note").await?;
        assert!(said.starts_with("Ada plays 1: turns a win into a loss."), "{said}");
        assert!(said.contains("would have"), "{said}");
        // The values of all moves of the position stand on the board.
        page.press(Key::Home).await?;
        page.wait("document.querySelectorAll('.value.proved').length === 3").await?;
        page.click(".show-better").await?;
        page.wait("document.querySelector('#review-note').textContent.startsWith('Better: pit')")
            .await?;
        page.wait("document.querySelector('.review[data-busy=false]')").await?;
        page.press(Key::End).await?;
        page.turns(2).await?;
        assert!(page.text(".proved").await?.contains("3 of 3 positions proved"));
        assert!(page.text(".review-summary").await?.contains("Longest chain"));
        Ok(())
    });
}

#[test]
fn a_long_game_is_proved_from_thirty_stones_on() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, &format!("#/review/{LONG_GAME}/Ada/Ben")).await?;
        page.wait_at_most(PATIENCE, "document.querySelector('.review[data-done=true]')").await?;
        let margins: Vec<String> = page
            .value(
                "[...document.querySelectorAll('.for-the-ear tbody td:nth-of-type(2)')] \
                   .map((cell) => cell.textContent)",
            )
            .await?;
        let record: AnyRecord = LONG_GAME.parse().expect("a game");
        assert_eq!(margins.len(), 40);
        let mut late = 0;
        for (turns, margin) in (1..).zip(&margins) {
            let position = record.at(turns);
            let position = position.mancala().expect("a position of Kalah");
            let stores = Player::BOTH.map(|player| u32::from(position.store(player)));
            if 48 - stores.iter().sum::<u32>() <= 30 {
                late += 1;
                assert!(
                    !margin.contains("about") && margin != "not known yet",
                    "{turns}: {margin}"
                );
            }
        }
        assert!(late >= 20, "{late} positions have 30 stones or fewer");
        Ok(())
    });
}

/// Long enough for a review on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(170);

/// Keeps back all that the reviewing worker says after its first words, so that the review never ends.
const NEVER_DONE: &str = "let heard = 0; \
    window.Worker = class extends Worker { \
        constructor(address, options) { \
            super(address, options); \
            if (String(address).includes('reviewer')) this.addEventListener('message', (event) => { \
                if (heard++ > 0) event.stopImmediatePropagation(); }); } };";

#[test]
fn stepping_does_not_wait_for_the_engine() {
    in_a_browser(async |page| {
        page.before_the_page(NEVER_DONE).await?;
        page.open_with(INSTANT, &format!("#/review/{LONG_GAME}/Ada/Ben")).await?;
        page.wait("heard > 1").await?;
        let record: AnyRecord = LONG_GAME.parse().expect("a game");
        for turns in (0..40).rev() {
            page.press(Key::Left).await?;
            let position = record.at(turns);
            page.shows(turns, &position.mancala().expect("a position of Kalah").slots()).await?;
        }
        assert!(page.has(".review[data-done=false] progress:not(.hidden)").await?);
        Ok(())
    });
}

#[test]
fn a_step_away_from_the_better_move_ends_it() {
    in_a_browser(async |page| {
        page.open_with("speed Slow", &format!("#/review/{GAME}/Ada/Ben")).await?;
        page.wait("document.querySelector('.review[data-done=true]')").await?;
        page.click(".show-better").await?;
        // Two turns in a row: the step comes while the first of them is being sown.
        page.wait(
            "document.querySelector('#review-note').textContent === 'Better: pit 2, then pit 3.'",
        )
        .await?;
        page.wait("document.querySelector('.review[data-busy=true]')").await?;
        page.press(Key::Right).await?;
        page.shows(1, &[0, 3, 3, 0, 2, 2, 2, 0]).await
    });
}

#[test]
fn margins_before_a_swap_are_those_of_who_sat_there_then() {
    in_a_browser(async |page| {
        // The first move wins for who has South then. That is Ben, who has North after the swap.
        reviewed(page, "kalah.pits_3.stones_2~S~23s1").await?;
        let margin = async |turn: usize| {
            page.text(&format!("table.for-the-ear tbody tr:nth-child({turn}) td:nth-of-type(2)"))
                .await
        };
        assert_eq!(margin(1).await?, "Ben by 4");
        assert_eq!(margin(2).await?, "Ben by 4");
        assert_eq!(margin(3).await?, "Ada by 4");
        Ok(())
    });
}

#[test]
fn no_mistakes_are_claimed_before_the_game_was_looked_at() {
    in_a_browser(async |page| {
        // Without its worker the review finds nothing.
        page.before_the_page("window.Worker = class { postMessage() {} terminate() {} };").await?;
        page.open_with(INSTANT, &format!("#/review/{GAME}/Ada/Ben")).await?;
        page.wait("document.querySelector('.mistakes-of')").await?;
        assert_eq!(page.text(".mistakes-of p").await?, "Still looking…");
        Ok(())
    });
}

#[test]
fn the_game_is_played_on_from_any_moment() {
    in_a_browser(async |page| {
        reviewed(page, GAME).await?;
        page.press(Key::Home).await?;
        page.turns(0).await?;
        page.click("#play-on-here").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert!(page.value::<String>("location.hash").await?.starts_with("#/game/kalah"));
        reviewed(page, "tic-tac-toe~X~40").await?;
        page.click("#play-on-computer").await?;
        page.wait("document.querySelector('.tic-tac-toe-page')").await?;
        page.turns(2).await
    });
}

#[test]
fn a_game_in_progress_is_not_given_up_unasked() {
    in_a_browser(async |page| {
        let otto = Seat::computer(Level::WEAKEST, "Otto");
        let begun =
            Opening::new("tic-tac-toe~X~04".parse().expect("a game"), [Seat::person("Ada"), otto]);
        page.open_table("tic-tac-toe", &GameLog::continued(begun)).await?;
        page.turns(2).await?;
        let kept = "localStorage['parlor.table.tic-tac-toe.computer']";
        let before: String = page.value(kept).await?;
        reviewed(page, "tic-tac-toe~X~40").await?;
        assert_eq!(page.text("#play-on-computer").await?, "Against the computer");
        page.click("#play-on-computer").await?;
        page.wait(
            "document.querySelector('#play-on-computer').textContent === \
             'Abandon the game in progress'",
        )
        .await?;
        assert_eq!(page.value::<String>(kept).await?, before);
        page.click("#play-on-computer").await?;
        page.wait("document.querySelector('.tic-tac-toe-page')").await?;
        assert_ne!(page.value::<String>(kept).await?, before);
        Ok(())
    });
}

#[test]
fn a_game_can_be_pasted() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/review").await?;
        page.wait("document.querySelector('#review-game')").await?;
        page.type_into("#review-game", "nothing").await?;
        page.press(Key::Enter).await?;
        page.wait("document.querySelector('.problem').textContent !== ''").await?;
        let file = r#"{"parlor":1,"type":"match","data":{"seats":[{"occupant":"person","name":"Ada"},{"occupant":"person","name":"Ben"}],"games":[{"game":"tic-tac-toe~X~03142","outcome":"X"}]}}"#;
        for (game, address) in [
            ("tic-tac-toe~X~40812", "#/review/tic-tac-toe~X~40812"),
            ("see https://example.org/#/game/kalah~S~36/Ada/Ben", "#/review/kalah~S~36/Ada/Ben"),
            ("https://example.org/#/review/kalah%7ES%7E36//Ben", "#/review/kalah~S~36//Ben"),
            ("#/editor/kalah~N~", "#/review/kalah~N~"),
            (file, "#/review/tic-tac-toe~X~03142/Ada/Ben"),
        ] {
            page.open("#/review").await?;
            page.type_into("#review-game", game).await?;
            page.press(Key::Enter).await?;
            page.wait(&format!("location.hash === '{address}'")).await?;
            page.wait("document.querySelector('.review')").await?;
        }
        Ok(())
    });
}

#[test]
fn a_review_can_be_read_and_reached_by_everyone() {
    for screen in [Screen::WIDE, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            for game in [GAME, "tic-tac-toe~X~40812"] {
                reviewed(page, game).await?;
                assert!(page.has("table.for-the-ear caption").await?);
                audit(page, "a review").await?;
                assert!(
                    page.value::<bool>("document.documentElement.scrollWidth <= innerWidth")
                        .await?
                );
            }
            Ok(())
        });
    }
}
