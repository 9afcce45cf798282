//! Lines that are cut.

use parlor_web_tests::{Mirror, Person, Result, Screen, remote_play};
use serde_json::json;

use crate::{
    accept, at_the_table, in_order, invite, open_as, phase, says, seat, sit_down, some_move,
};

const LOST: &str = "document.querySelector('.table-page[data-connection=lost]')";

/// Has the browser say that there is a network, or none; the cable is another matter.
async fn says_offline(person: &Person, offline: bool) -> Result {
    let conditions = json!({
        "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    person.command("Network.emulateNetworkConditions", conditions).await
}

#[test]
fn a_move_made_without_a_network_is_sent_once_it_is_back() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "gems").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        let (first, second) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        says_offline(first, true).await?;
        first.cable.cut();
        first.wait(LOST).await?;
        first
            .wait("document.querySelector('.note').textContent.includes('Connection lost')")
            .await?;
        second.wait("document.querySelector('.away:not(.hidden)')").await?;
        let choice = some_move(&mirror, &mut 5);
        first.choose(mirror.element(choice)).await?;
        first.wait("document.querySelector('.pit.pressed')").await?;
        first.choose(mirror.element(choice)).await?;
        assert_eq!(first.text("#turns").await?, "0 turns played");
        assert_eq!(first.message().await?, "Your move will be sent when the connection is back.");
        first.cable.mend();
        says_offline(first, false).await?;
        crate::seen(&players, &mut mirror, choice).await?;
        second.wait("!document.querySelector('.away:not(.hidden)')").await?;
        Ok(())
    });
}

#[test]
fn what_happened_meanwhile_is_there_when_the_line_is_back() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        let (first, second) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        second.cable.cut();
        second.wait(LOST).await?;
        // The third pit earns another turn.
        crate::play(&[first], first, &mut mirror, crate::place(2)).await?;
        crate::play(&[first], first, &mut mirror, crate::place(5)).await?;
        second.cable.mend();
        second.turns(2).await?;
        assert_eq!(second.slots().await?, first.slots().await?);
        crate::play_on(players, &mut mirror, &mut 3, 1).await
    });
}

#[test]
fn a_seat_is_not_lost_with_the_answer() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let link = invite(ada, "Ada", "gems").await?;
        open_as(ben, "", &link).await?;
        ben.type_into("#my-name", "Ben").await?;
        ben.cable.swallow_answers();
        ben.click("#join").await?;
        ada.wait(&says("#message", "Ben joined.")).await?;
        assert!(ben.has("#join").await?, "Ben knows nothing of it");
        ben.cable.cut();
        ben.wait(LOST).await?;
        ben.cable.mend();
        phase(ben, "playing", true).await?;
        assert_eq!(seat(ada).await? + seat(ben).await?, 3);
        // Nor with the page that asked for it.
        ben.reload().await?;
        at_the_table(ben).await?;
        assert_eq!(seat(ada).await? + seat(ben).await?, 3);
        Ok(())
    });
}

#[test]
fn a_player_who_comes_back_too_late_for_the_seat_is_told_and_watches() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        let link = invite(ada, "Ada", "gems").await?;
        open_as(ben, "", &link).await?;
        ben.type_into("#my-name", "Ben").await?;
        ben.cable.cut();
        ben.wait(LOST).await?;
        ben.click("#join").await?;
        accept(eve, "Eve", &link).await?;
        ben.cable.mend();
        ben.wait(&says("#message", "taken")).await?;
        ben.wait(&says(".watching", "You're watching")).await?;
        assert!(!ben.has("#join").await?);
        // Nothing claims that there is a game to go on with.
        ben.click(".home").await?;
        ben.wait("document.querySelector('.front-room') && !document.querySelector('.going-on')")
            .await
    });
}
