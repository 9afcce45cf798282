//! Each game's own voice, with two at one screen and in its own look.

use parlor_web_tests::{Page, Result, Screen, in_a_browser, in_a_browser_at};

use crate::INSTANT;

/// Where an element begins and ends, from the top of the screen.
async fn extent(page: &Page, selector: &str) -> Result<[f64; 2]> {
    page.value(&format!(
        "(({{ top, bottom }}) => [top, bottom])(document.querySelector({selector:?}) \
         .getBoundingClientRect())"
    ))
    .await
}

/// How the letters of an element are shown.
async fn case(page: &Page, selector: &str) -> Result<String> {
    page.value(&format!("getComputedStyle(document.querySelector({selector:?})).textTransform"))
        .await
}

#[test]
fn gems_speaks_in_capitals_that_a_screen_reader_does_not_hear() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        assert_eq!(page.status().await?, "Player 1's turn");
        assert_eq!(case(page, "#status").await?, "uppercase");
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.message().await?, "Player 1 goes again.");
        assert_eq!(case(page, "#message").await?, "uppercase");
        assert_eq!(case(page, "[role=status]").await?, "none");
        let [[_, status], [message, _], [board, _]] = [
            extent(page, "#status").await?,
            extent(page, "#message").await?,
            extent(page, ".board").await?,
        ];
        assert!(status <= message && message < board, "the main message above the small one");
        page.open("#/game/gems~6-17-15-0-0-0-0-0-1-3-0-0-0-0-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.status().await?, "Tie game! 18–18.");
        Ok(())
    });
}

#[test]
fn island_speaks_below_the_board_to_player_one_and_player_two() {
    for screen in [Screen::WIDE, Screen::TABLET, Screen::SIDEWAYS, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, "#/island").await?;
            assert_eq!(page.status().await?, "Player One's Turn!");
            let [_, board] = extent(page, ".board").await?;
            let [message, end] = extent(page, ".message").await?;
            assert!(board <= message + 1.0, "{screen:?}: {board} {message}");
            let [controls, _] = extent(page, ".controls").await?;
            assert!(end <= controls + 1.0, "{screen:?}: {end} {controls}");
            page.choose(0).await?;
            page.turns(1).await?;
            assert_eq!(page.status().await?, "Player Two's Turn!");
            Ok(())
        });
    }
}

#[test]
fn home_pits_has_a_panel_above_the_board_and_each_coin_beside_its_row() {
    in_a_browser(async |page| {
        page.coins_fall("HT").await?;
        page.open_with(INSTANT, "#/homepits").await?;
        page.click("#start").await?;
        page.click("#toss-1").await?;
        page.click("#toss-2").await?;
        page.wait("document.querySelector('.table-page').dataset.phase === 'playing'").await?;
        assert_eq!(page.text(".south .coin-result").await?, "Heads");
        assert_eq!(page.text(".north .coin-result").await?, "Tails");
        let [_, panel] = extent(page, ".message").await?;
        let [board, end] = extent(page, ".board").await?;
        assert!(panel <= board, "the panel is above the board");
        let framed = "getComputedStyle(document.querySelector('.message')).borderTopStyle";
        assert_eq!(page.value::<String>(framed).await?, "solid");
        let [_, north] = extent(page, ".pane.north").await?;
        let [south, _] = extent(page, ".pane.south").await?;
        assert!(north <= board && south >= end, "each pane is beside its row");
        page.choose(0).await?;
        page.click(".play-turn").await?;
        page.turns(1).await?;
        assert_eq!(page.text(".south .coin-result").await?, "Heads", "for the whole game");
        Ok(())
    });
}

#[test]
fn kalah_speaks_plainly_and_so_does_every_game_to_one_person() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        assert_eq!(page.status().await?, "Player 1's turn.");
        assert_eq!(case(page, "#status").await?, "none");
        page.open("#/island/setup").await?;
        page.pick("#seat-2", "1").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('#status')?.textContent === 'Your turn.'").await
    });
}
