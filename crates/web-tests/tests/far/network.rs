//! Lines that are cut.

use parlor_web_tests::{Mirror, Result, Screen, Tab, far_apart};
use serde_json::json;

use crate::{in_order, sit_down, some_move};

/// Cuts somebody off from the network, or lets them back.
pub(crate) async fn cut(tab: &Tab, off: bool) -> Result {
    let nothing = json!({
        "offline": off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    tab.command("Network.emulateNetworkConditions", nothing).await
}

#[test]
fn a_move_made_without_a_network_is_sent_once_it_is_back() {
    far_apart(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "gems").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        cut(players[0], true).await?;
        players[0].wait("document.querySelector('.table-page[data-connection=lost]')").await?;
        players[1].wait("document.querySelector('.away:not(.hidden)')").await?;
        let choice = some_move(&mirror, &mut 5);
        players[0].choose(mirror.element(choice)).await?;
        players[0].wait("document.querySelector('.pit.pressed')").await?;
        assert_eq!(players[0].text("#turns").await?, "0 turns played");
        cut(players[0], false).await?;
        crate::seen(&players, &mut mirror, choice).await?;
        players[1].wait("!document.querySelector('.away:not(.hidden)')").await?;
        Ok(())
    });
}
