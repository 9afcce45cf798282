//! A game by the keyboard alone, told to a player who does not see the screen.

use parlor_web_tests::{Mirror, Result, Screen, Tab, remote_play};
use serde_json::json;
use thirtyfour::Key;

use crate::{accept, open_as, open_seat, phase, place, says, seen, some_move, table_of_two};

/// Writes down everything that a screen reader would say from now on.
async fn listen(tab: &Tab) -> Result {
    let script = "window.heard = []; \
        new MutationObserver(() => heard.push(document.querySelector('[role=status]').textContent)) \
            .observe(document.querySelector('[role=status]'), \
                { characterData: true, childList: true, subtree: true });";
    tab.browser.execute(script, vec![]).await.map(drop)
}

/// Waits until something has been said, and forgets what was said up to then.
async fn hears(tab: &Tab, words: &str) -> Result {
    let place = format!("heard.findIndex((said) => said.includes({words:?}))");
    tab.wait(&format!("{place} >= 0")).await?;
    tab.browser.execute(format!("heard.splice(0, {place} + 1)"), vec![]).await.map(drop)
}

/// Presses a button without a pointer.
async fn press(tab: &Tab, id: &str) -> Result {
    tab.tab_to(id).await?;
    tab.press(Key::Enter).await
}

#[test]
fn everything_the_other_player_does_is_told_and_everything_is_done_by_keys() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let key = table_of_two(server, json!({"game": "kalah"}));
        open_seat(ada, &key).await?;
        listen(ada).await?;
        let link: String = ada.value("location.hash").await?;
        open_as(ben, "", &link).await?;
        ben.tab_to("my-name").await?;
        ben.press("Ben").await?;
        ben.press(Key::Enter).await?;
        phase(ben, "playing", true).await?;
        listen(ben).await?;
        hears(ada, "Ben joined. Your turn.").await?;

        let mut mirror = Mirror::with_names("kalah", ["Ada", "Ben"]);
        let both: [&Tab; 2] = [ada, ben];
        ada.press("3").await?;
        seen(&both, &mut mirror, place(2)).await?;
        hears(ben, "Ada sowed 4 stones from pit 3, ending in Ada's store. Ada goes again.").await?;
        ada.press("6").await?;
        seen(&both, &mut mirror, place(5)).await?;
        hears(ben, "Ada sowed 5 stones from pit 6").await?;

        // Requests and their answers.
        press(ada, "take-back").await?;
        hears(ben, "Ada asks to take back a move.").await?;
        press(ben, "decline").await?;
        hears(ada, "Ben declined.").await?;
        press(ben, "offer-tie").await?;
        hears(ada, "Ben offers a tie.").await?;
        press(ada, "decline").await?;
        hears(ben, "Ada declined.").await?;

        // Words, also when they are said twice.
        for _ in 0..2 {
            press(ben, "react").await?;
            press(ben, "say-luck").await?;
            hears(ada, "Ben: Good luck!").await?;
        }

        // Coming and going.
        ben.cable.cut();
        hears(ada, "Ben left, but may return.").await?;
        hears(ben, "Connection lost.").await?;
        ben.cable.mend();
        hears(ben, "Connected again.").await?;
        hears(ada, "Ben is back.").await?;

        let choice = some_move(&mirror, &mut 5);
        ben.press(choice.pit().to_string()).await?;
        seen(&both, &mut mirror, choice).await?;
        hears(ada, "Ben sowed").await?;

        ada.press("n").await?;
        ada.wait("document.querySelector('dialog[open]')").await?;
        press(ada, "confirm-resign").await?;
        hears(ben, "Ada resigned. You win!").await?;
        press(ben, "rematch").await?;
        hears(ada, "Ben wants a rematch").await?;
        press(ada, "agree").await?;
        hears(ben, "Sides swapped. Your turn.").await?;
        press(ben, "leave").await?;
        press(ben, "confirm-leave").await?;
        hears(ada, "Ben resigned. You win!").await?;
        hears(ada, "Ben left the table.").await
    });
}

#[test]
fn both_are_told_when_time_runs_short() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        open_seat(ada, &table_of_two(server, json!({"game": "gems", "clock": {"initial": 22}})))
            .await?;
        let link: String = ada.value("location.hash").await?;
        accept(ben, "Ben", &link).await?;
        ada.wait(&says("#status", "Your turn")).await?;
        ada.choose(2).await?;
        for (tab, told) in [(ada, "You have 20 seconds left."), (ben, "Ada has 20 seconds left.")] {
            tab.wait(&says("[role=status]", told)).await?;
            assert!(tab.has(".pane.south .clock.hurry").await?);
            assert!(!tab.has(".pane.north .clock.hurry").await?);
        }
        Ok(())
    });
}
