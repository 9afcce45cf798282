//! What setup says of the start, and what evens it out.

use parlor_puzzles::even_starts;
use parlor_rules::mancala::{Position, Preset};
use parlor_rules::{Game as _, Player, Record};
use parlor_table::{Event, GameLog, Opening, Seat};
use parlor_web_tests::{audit, in_a_browser};
use thirtyfour::prelude::*;

use crate::INSTANT;

#[test]
fn setup_says_what_the_start_is_worth_where_it_is_proved() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        let said = page.text("#worth").await?;
        assert!(said.starts_with("With perfect play, player 1 wins by 8."), "{said}");
        audit(page, "setup with fair play").await?;
        // Of another start it would be untrue.
        for other in ["even", "head-start-1"] {
            page.pick("#start-position", other).await?;
            page.wait("document.getElementById('worth').textContent === ''").await?;
        }
        page.pick("#start-position", "usual").await?;
        page.wait("document.getElementById('worth').textContent !== ''").await?;
        page.open("#/avalanche/setup").await?;
        assert_eq!(page.text("#worth").await?, "");
        assert!(page.has("#start-position option[value=even][disabled]").await?);
        Ok(())
    });
}

#[test]
fn an_even_start_is_one_that_was_proved() {
    in_a_browser(async |page| {
        for preset in [Preset::Kalah, Preset::Gems] {
            page.open_with(INSTANT, &format!("#/{}/setup", preset.id())).await?;
            page.pick("#start-position", "even").await?;
            page.click("#start").await?;
            page.wait("document.querySelector('.table-page')").await?;
            let slots = page.slots().await?;
            let starts = even_starts(&preset.rules());
            assert!(starts.iter().any(|start| start.slots() == slots), "{slots:?}");
            page.reload().await?;
            assert_eq!(page.slots().await?, slots);
        }
        Ok(())
    });
}

/// A game from this start in which one move is left, and that move.
fn almost_over(start: Position) -> (GameLog, u8) {
    let names = ["", ""].map(Seat::person);
    let mut log = GameLog::continued(Opening::new(Record::new(start.into()), names));
    loop {
        let play = log.table().play();
        let choice = play.moves()[0];
        let slot = choice.pit().slot(start.rules(), play.turn()).index();
        let turn = play.preview(choice).expect("it is a legal move");
        if turn.position().outcome().is_some() {
            return (log, slot);
        }
        log.append(Event::Moved { choice }).expect("it is a legal move");
    }
}

fn begins_again_with(start: Position) {
    in_a_browser(async |page| {
        let (log, last) = almost_over(start);
        page.open_with(INSTANT, "#/").await?;
        page.open_table("kalah", &log).await?;
        page.choose(last).await?;
        page.wait("document.querySelector('#end-again')").await?;
        page.come_to_rest().await?;
        page.click("#end-again").await?;
        page.shows(0, &start.slots()).await
    });
}

#[test]
fn the_next_game_begins_with_the_same_even_start() {
    begins_again_with(even_starts(&Preset::Kalah.rules())[0]);
}

#[test]
fn the_next_game_begins_with_the_same_head_start() {
    let start = Position::opening(Preset::Kalah.rules());
    begins_again_with(start.with_head_start(Player::Two, 3));
}

#[test]
fn a_coin_is_tossed_for_a_head_start_in_home_pits() {
    in_a_browser(async |page| {
        page.coins_fall("HT").await?;
        page.open_with(INSTANT, "#/homepits/setup").await?;
        page.pick("#start-position", "head-start-2").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page[data-phase=tossing]')").await?;
        page.click("#toss-1").await?;
        page.click("#toss-2").await?;
        page.wait("document.querySelector('.table-page[data-phase=playing]')").await?;
        page.shows(0, &[5, 5, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 2]).await
    });
}

#[test]
fn a_head_start_takes_stones_from_the_other_side() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        page.pick("#start-position", "head-start-2").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_eq!(page.slots().await?, [3, 3, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 2]);
        Ok(())
    });
}

#[test]
fn a_head_start_is_no_larger_than_the_row_that_it_is_taken_from() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/own/setup").await?;
        page.pick("#start-position", "head-start-2").await?;
        page.browser.find(By::Id("head-start")).await?.send_keys(Key::End + "").await?;
        let said = "document.getElementById('head-start').closest('label').textContent";
        page.wait(&format!("{said}.startsWith('Head start: 6 stones')")).await?;
        page.pick("#pits", "0").await?;
        page.wait(&format!("{said}.startsWith('Head start: 3 stones')")).await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_eq!(page.slots().await?.last(), Some(&3));
        Ok(())
    });
}
