//! Games against the computer, which thinks in a worker of its own.

use std::time::Duration;

use parlor_protocol::event_log::read_log;
use parlor_rules::Variant;
use parlor_table::{GameLog, Seat};
use parlor_web_tests::{Page, Result, in_a_browser};

use crate::INSTANT;

/// Seats a person against the computer of a level.
async fn sit_down(page: &Page, game: &str, level: u8) -> Result {
    page.open_with(INSTANT, &format!("#/{game}/setup")).await?;
    page.pick("#seat-2", &level.to_string()).await?;
    page.click("#start").await?;
    page.wait("document.querySelector('.table-page')").await
}

/// A person's turn, or the end.
const MY_TURN: &str = "document.querySelector('[data-phase=over]') \
    || document.querySelector('[data-phase=playing][data-turn=\"1\"][data-busy=false]')";

/// However long the computer thinks on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Plays the first pit that can be pressed until the game is over.
async fn play_to_the_end(page: &Page) -> Result {
    loop {
        page.wait_at_most(PATIENCE, MY_TURN).await?;
        if page.phase().await? == "over" {
            return Ok(());
        }
        let turns = page.value::<String>(TURNS).await?;
        page.click(".pit[aria-disabled=false]").await?;
        page.wait(&format!("{TURNS} !== '{turns}'")).await?;
    }
}

const TURNS: &str = "document.querySelector('.table-page').dataset.turns";

/// Checks that the game on the page was played by the rules to its end.
async fn the_rules_agree(page: &Page, game: &str) -> Result {
    let stored: String =
        page.value(&format!("localStorage['parlor.table.{game}.computer']")).await?;
    let log = read_log(&stored).expect("a log that could have happened");
    let position = log.table().play().mancala().expect("a game of Mancala");
    assert_eq!(page.slots().await?, position.slots());
    let variant: Variant = game.parse().expect("a game");
    let opening = GameLog::open(variant, [Seat::person(""), Seat::person("")]);
    let total: u8 = opening.table().play().mancala().expect("Mancala").slots().iter().sum();
    assert_eq!(page.slots().await?.iter().sum::<u8>(), total);
    Ok(())
}

#[test]
fn a_game_against_level_1_comes_to_its_end() {
    in_a_browser(async |page| {
        sit_down(page, "kalah", 1).await?;
        play_to_the_end(page).await?;
        the_rules_agree(page, "kalah").await
    });
}

#[test]
fn a_whole_game_against_level_8_is_won_by_it() {
    in_a_browser(async |page| {
        sit_down(page, "kalah", 8).await?;
        play_to_the_end(page).await?;
        the_rules_agree(page, "kalah").await?;
        let slots = page.slots().await?;
        assert!(slots[13] > slots[6], "a player who always plays the first pit loses: {slots:?}");
        Ok(())
    });
}

#[test]
fn the_perfect_player_never_loses_at_tic_tac_toe() {
    in_a_browser(async |page| {
        sit_down(page, "tic-tac-toe", 8).await?;
        for _ in 0..5 {
            page.wait(MY_TURN).await?;
            if page.phase().await? == "over" {
                break;
            }
            page.click("#board button:enabled").await?;
        }
        page.wait("document.querySelector('[data-phase=over]')").await?;
        let result = page.text("#center-msg").await?;
        assert_ne!(result, "Player 1 wins!");
        Ok(())
    });
}

#[test]
fn the_computer_tosses_by_itself_and_may_start() {
    in_a_browser(async |page| {
        // Tails for the person, Heads for the computer, which starts.
        page.before_the_page(
            "const coins = [0.9, 0.1]; const random = Math.random; \
             Math.random = () => coins.shift() ?? random();",
        )
        .await?;
        sit_down(page, "homepits", 1).await?;
        page.click("#toss-1").await?;
        page.wait("document.querySelector('.table-page').dataset.phase === 'playing'").await?;
        page.wait("Number(document.querySelector('.table-page').dataset.turns) > 0").await
    });
}

#[test]
fn undo_against_the_computer_goes_back_to_the_persons_turn() {
    in_a_browser(async |page| {
        sit_down(page, "kalah", 1).await?;
        page.choose(0).await?;
        page.wait("Number(document.querySelector('.table-page').dataset.turns) > 1").await?;
        page.wait(MY_TURN).await?;
        page.click("#undo").await?;
        page.turns(0).await?;
        assert_eq!(page.status().await?, "Your turn.");
        Ok(())
    });
}

#[test]
fn a_reload_while_the_computer_thinks_lets_it_go_on() {
    in_a_browser(async |page| {
        sit_down(page, "kalah", 8).await?;
        page.choose(0).await?;
        page.wait(&format!("{TURNS} === '1'")).await?;
        page.reload().await?;
        page.wait_at_most(PATIENCE, &format!("Number({TURNS}) > 1")).await
    });
}

#[test]
fn a_hint_marks_a_move_and_values_stand_on_every_pit() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.click("#hint").await?;
        page.wait("document.querySelector('.pit.playable.hinted')").await?;
        page.click("#values").await?;
        page.wait("document.querySelectorAll('.pit.playable .value.estimated, .pit.playable .value.proved').length === 6").await?;
        page.wait("document.querySelector('.evaluation .words').textContent !== ''").await?;
        page.open("#/tic-tac-toe").await?;
        page.wait("document.querySelectorAll('.square .value.proved').length === 9").await
    });
}
