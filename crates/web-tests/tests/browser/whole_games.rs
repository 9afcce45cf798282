//! Every preset, played to its end by clicks and compared with the rules after each of them.

use parlor_rules::Player;
use parlor_table::{Coin, Event};
use parlor_web_tests::{Mirror, Page, Result, in_a_browser};

use crate::INSTANT;

#[test]
fn gems_is_played_to_the_end_by_clicks() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        play_to_the_end(page, Mirror::of("gems"), 1).await
    });
}

#[test]
fn island_is_played_to_the_end_by_clicks() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/island").await?;
        play_to_the_end(page, Mirror::of("island"), 2).await
    });
}

#[test]
fn kalah_is_played_to_the_end_by_clicks() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        play_to_the_end(page, Mirror::of("kalah"), 3).await
    });
}

#[test]
fn avalanche_is_played_to_the_end_by_clicks() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/avalanche").await?;
        play_to_the_end(page, Mirror::of("avalanche"), 5).await
    });
}

#[test]
fn home_pits_is_played_to_the_end_in_two_steps() {
    in_a_browser(async |page| {
        // Tails, then Heads: player 2 starts.
        page.before_the_page(
            "const coins = [0.9, 0.1]; const random = Math.random; \
            Math.random = () => coins.shift() ?? random();",
        )
        .await?;
        page.open_with(INSTANT, "#/homepits").await?;
        page.click("#start").await?;
        page.click("#toss-1").await?;
        page.click("#toss-2").await?;
        let mut mirror = Mirror::of("homepits");
        mirror.happens(Event::Tossed { player: Player::One, coin: Coin::Tails });
        mirror.happens(Event::Tossed { player: Player::Two, coin: Coin::Heads });
        play_to_the_end(page, mirror, 4).await
    });
}

async fn play_to_the_end(page: &Page, mut mirror: Mirror, seed: usize) -> Result {
    mirror.compare(page).await?;
    let mut turn = seed;
    while !mirror.is_over() {
        let moves = mirror.moves();
        // Any fixed way to choose will do, as long as it wanders over the whole row.
        turn = (turn * 31 + 7) % 1009;
        let choice = moves[turn % moves.len()];
        page.choose(mirror.element(choice)).await?;
        if page.has(".play-turn").await? {
            page.click(".play-turn").await?;
        }
        mirror.plays(page, choice).await?;
    }
    assert_eq!(page.phase().await?, "over");
    assert!(page.has("#play-again:not(.hidden)").await?);
    Ok(())
}
