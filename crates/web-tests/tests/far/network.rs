//! Lines that are cut.

use parlor_web_tests::{Mirror, Person, Result, Screen, far_apart};
use serde_json::json;

use crate::{in_order, seat, sit_down, some_move};

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
    far_apart(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "gems").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        let (first, second) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        says_offline(first, true).await?;
        first.cable.cut();
        first.wait(LOST).await?;
        first.wait("document.querySelector('.note').textContent.includes('is lost')").await?;
        second.wait("document.querySelector('.away:not(.hidden)')").await?;
        let choice = some_move(&mirror, &mut 5);
        first.choose(mirror.element(choice)).await?;
        first.wait("document.querySelector('.pit.pressed')").await?;
        first.choose(mirror.element(choice)).await?;
        assert_eq!(first.text("#turns").await?, "0 turns played");
        assert_eq!(first.message().await?, "Your move is sent as soon as the connection is back.");
        first.cable.mend();
        says_offline(first, false).await?;
        crate::seen(&players, &mut mirror, choice).await?;
        second.wait("!document.querySelector('.away:not(.hidden)')").await?;
        Ok(())
    });
}

#[test]
fn what_happened_meanwhile_is_there_when_the_line_is_back() {
    far_apart(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        let (first, second) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        second.cable.cut();
        second.wait(LOST).await?;
        // The third pit earns another turn.
        crate::play(&[first], first, &mut mirror, 2).await?;
        crate::play(&[first], first, &mut mirror, 5).await?;
        second.cable.mend();
        second.turns(2).await?;
        assert_eq!(second.slots().await?, first.slots().await?);
        crate::play_on(players, &mut mirror, &mut 3, 1).await
    });
}
