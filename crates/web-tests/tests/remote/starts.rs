//! Games that don't start as usual, between two browsers.

use parlor_web_tests::{Screen, Tab, remote_play};
use serde_json::json;

use crate::games::toss_on;
use crate::{accept, open_seat, phase, table_of_two};

/// Both see this board, before the first turn.
async fn both_see(tabs: [&Tab; 2], slots: &[u8]) -> parlor_web_tests::Result {
    for tab in tabs {
        tab.shows(0, slots).await?;
    }
    Ok(())
}

/// Ben gives up, and both want to play again.
async fn play_again(ada: &Tab, ben: &Tab) -> parlor_web_tests::Result {
    ben.press_control("resign").await?;
    ben.click("#confirm-resign").await?;
    phase(ada, "over", true).await?;
    phase(ben, "over", true).await?;
    ada.click("#rematch").await?;
    ben.click("#agree").await?;
    phase(ada, "over", false).await?;
    phase(ben, "over", false).await
}

#[test]
fn a_rematch_begins_with_the_same_even_start() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let even = [3, 5, 4, 4, 4, 4, 0, 3, 5, 4, 4, 4, 4, 0];
        let game = "kalah~6-0-0-3-5-4-4-4-4-3-5-4-4-4-4-S~";
        let key = table_of_two(server, json!({ "game": game }));
        open_seat(ada, &key).await?;
        accept(ben, "Ben", &format!("#/table/{}", key.table)).await?;
        both_see([ada, ben], &even).await?;
        play_again(ada, ben).await?;
        both_see([ada, ben], &even).await?;
        // They have swapped sides, and the first turn is on the same side.
        ben.choose(0).await?;
        ada.turns(1).await
    });
}

#[test]
fn a_head_start_goes_with_its_player_to_the_other_side() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let game = "homepits~6-0-2-5-5-6-6-6-6-6-6-6-6-6-6-S~";
        let key = table_of_two(server, json!({ "game": game }));
        open_seat(ada, &key).await?;
        accept(ben, "Ben", &format!("#/table/{}", key.table)).await?;
        phase(ada, "tossing", true).await?;
        toss_on([ada, ben]).await?;
        both_see([ada, ben], &[5, 5, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 2]).await?;
        play_again(ada, ben).await?;
        phase(ada, "tossing", true).await?;
        both_see([ada, ben], &[6, 6, 6, 6, 6, 6, 2, 5, 5, 6, 6, 6, 6, 0]).await
    });
}
