//! Getting up from a table.

use parlor_web_tests::{Mirror, Result, Screen, Tab, remote_play};

use crate::{accept, at_the_table, in_order, invite, open_as, phase, play_on, says, sit_down};

const HOME: &str = "location.hash === '#/' && document.querySelector('.front-room')";

/// Leaves by the bar and says yes.
async fn leave(tab: &Tab) -> Result {
    tab.click("#leave").await?;
    tab.click("#confirm-leave").await?;
    tab.wait(HOME).await
}

#[test]
fn a_player_who_leaves_in_the_middle_of_a_game_gives_it_up() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        let link = sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        play_on(players, &mut mirror, &mut 5, 1).await?;

        // One is asked first, and may think better of it.
        ben.click("#leave").await?;
        ben.wait(&says("dialog[open]", "the other player wins")).await?;
        ben.click("#keep-playing").await?;
        ben.wait("!document.querySelector('dialog[open]')").await?;
        assert_eq!(ada.phase().await?, "playing");

        leave(ben).await?;
        assert!(!ben.has(".going-on").await?, "there is nothing to go on with");
        ada.wait(&says("#status", "Ben resigned. You win!")).await?;
        ada.wait(&says("#message", "Ben left the table.")).await?;
        ada.wait(&says("[role=status]", "Ben left the table.")).await?;
        ada.wait(&says(".note", "The other seat is free.")).await?;
        assert!(ada.has("#rematch:disabled").await?, "there is no one to answer");
        assert!(!ada.has(".invite").await?, "the board is in sight");

        // The seat is free for another player. The next game begins, whatever Ada looks at.
        ada.click("#undo").await?;
        accept(eve, "Eve", &link).await?;
        ada.wait(&says("#message", "Eve joined.")).await?;
        for tab in [ada, eve] {
            phase(tab, "playing", true).await?;
            assert_eq!(tab.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
            assert!(tab.has("#undo.hidden").await?, "there is nothing to look back at");
        }
        Ok(())
    });
}

#[test]
fn a_player_who_waits_calls_the_invitation_off() {
    remote_play(Screen::PHONE, async |_, [ada, ben]| {
        let link = invite(ada, "Ada", "gems").await?;
        ada.click("#cancel-invitation").await?;
        ada.wait(HOME).await?;
        assert!(!ada.has(".going-on").await?);
        open_as(ben, "", &link).await?;
        ben.wait(&says(".panel h2", "Everyone has left this table")).await
    });
}

#[test]
fn a_seat_is_given_up_as_soon_as_the_line_is_back() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "tic-tac-toe").await?;
        ben.cable.cut();
        ben.wait("document.querySelector('.table-page[data-connection=lost]')").await?;
        ben.click("#leave").await?;
        ben.click("#confirm-leave").await?;
        ben.wait("!document.querySelector('dialog[open]')").await?;
        assert!(!ben.value::<bool>(HOME).await?, "Ada would never hear of it");
        ben.cable.mend();
        ben.wait(HOME).await?;
        ada.wait(&says("[role=status]", "Ben left the table.")).await?;
        ada.wait(&says("#center-msg", "resigned. You win!")).await
    });
}

#[test]
fn those_who_watch_just_go() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        let link = sit_down(ada, ben, "island").await?;
        open_as(eve, "Eve", &link).await?;
        at_the_table(eve).await?;
        ada.wait(&says(".watching", "1 watching")).await?;
        eve.click("#leave").await?;
        eve.wait(HOME).await?;
        ada.wait("document.querySelector('.watching').textContent === ''").await?;
        assert_eq!(ada.phase().await?, "playing");
        Ok(())
    });
}
