//! What moves are worth: for spectators, and for all after the end.

use parlor_web_tests::{Mirror, Screen, remote_play};

use crate::{at_the_table, in_order, open_as, play_on, says, sit_down};

/// Some move has a value.
const VALUED: &str =
    "[...document.querySelectorAll('.value')].some((value) => value.dataset.worth)";

#[test]
fn those_who_play_learn_no_values_before_the_end_and_all_look_back_after_it() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        play_on(players, &mut mirror, &mut 5, 2).await?;
        let after_two = ada.slots().await?;
        play_on(players, &mut mirror, &mut 5, 1).await?;
        let at_the_end = ada.slots().await?;
        for tab in players {
            assert!(tab.has("#values.hidden").await? && tab.has("#undo.hidden").await?);
            tab.press("v").await?;
            tab.press("h").await?;
            assert!(tab.has(".evaluation.off").await? && !tab.has(".hinted").await?);
        }
        ben.click("#resign").await?;
        ben.click("#confirm-resign").await?;
        ada.wait(&says("#status", "Ben resigned.")).await?;

        ada.click("#undo").await?;
        ada.shows(2, &after_two).await?;
        assert!(!ada.has(".pit.playable").await?, "nothing is played any more");
        ada.choose(0).await?;
        assert!(ada.message().await?.starts_with("The game is over"));
        ada.click("#values").await?;
        ada.wait(VALUED).await?;
        assert_eq!(ben.slots().await?, at_the_end, "each looks back alone");

        // What the other one asks is still heard, and the next game ends the looking back.
        ben.click("#rematch").await?;
        ada.wait("document.querySelector('#agree')").await?;
        assert_eq!(ada.slots().await?, after_two);
        ada.click("#redo").await?;
        ada.shows(3, &at_the_end).await?;
        ada.wait(&format!("!{VALUED}")).await?;
        assert!(ada.status().await?.starts_with("Ben resigned."));
        ada.click("#undo").await?;
        ada.wait(VALUED).await?;
        ada.click("#agree").await?;
        for tab in [ada, ben] {
            tab.turns(0).await?;
            assert!(tab.has("#values.hidden").await? && !tab.value::<bool>(VALUED).await?);
        }
        Ok(())
    });
}

#[test]
fn those_who_watch_see_what_moves_are_worth() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        let link = sit_down(ada, ben, "tic-tac-toe").await?;
        open_as(eve, "Eve", &link).await?;
        at_the_table(eve).await?;
        eve.click("#values").await?;
        eve.wait(VALUED).await?;
        for tab in [ada, ben] {
            assert!(!tab.value::<bool>(VALUED).await?, "those who play do not");
        }
        Ok(())
    });
}
