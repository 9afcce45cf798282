//! The front room: how many taps it takes to play, and what can be continued.

use parlor_rules::Level;
use parlor_table::{Event, GameLog, Seat};
use parlor_web_tests::{Mirror, Page, Result, Screen, in_a_browser, in_a_browser_at};

use crate::INSTANT;

const GAMES: [&str; 6] = ["gems", "island", "homepits", "kalah", "avalanche", "tic-tac-toe"];

/// Counts what a person presses, from the next page on.
async fn count_taps(page: &Page) -> Result {
    page.before_the_page("window.taps = 0; addEventListener('click', () => taps++, true);").await
}

async fn taps(page: &Page) -> Result<u32> {
    page.value("taps").await
}

#[test]
fn a_game_with_the_computer_is_two_taps_away_and_a_board_for_two_one() {
    in_a_browser_at(Screen::PHONE, async |page| {
        count_taps(page).await?;
        for game in GAMES {
            page.open_with(INSTANT, "#/").await?;
            page.click(&format!("#computer-{game}")).await?;
            page.wait("document.activeElement.id === 'character-3'").await?;
            page.click("#character-3").await?;
            page.wait("document.querySelector('.table-page')").await?;
            assert_eq!(taps(page).await?, 2, "{game}");
            assert_eq!(page.value::<String>("location.hash").await?, format!("#/{game}/computer"));
            assert!(page.value::<bool>(NAMES_OTTO).await?, "{game}");
            assert!(!page.has("dialog[open]").await?, "{game} begins without more questions");

            page.open("#/").await?;
            page.click(&format!("#play-{game}")).await?;
            page.wait("document.querySelector('.table-page')").await?;
            assert_eq!(taps(page).await?, 1, "{game}");
            assert_eq!(page.value::<u32>(PEOPLE).await?, 2, "{game} is for two");
        }
        Ok(())
    });
}

const NAMES_OTTO: &str =
    "[...document.querySelectorAll('.pane span.name')].some((name) => name.textContent === 'Otto')";
const PEOPLE: &str = "document.querySelectorAll('.pane input.name').length";

#[test]
fn the_character_played_last_is_chosen_already() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        page.click("#computer-kalah").await?;
        assert!(page.has("#character-3[aria-current=true]").await?, "Otto at first");
        assert_eq!(
            page.value::<u32>("document.querySelectorAll('.characters .face').length").await?,
            8
        );
        page.click("#character-5").await?;
        page.wait("document.querySelector('.table-page')").await?;
        page.open("#/").await?;
        page.click("#computer-gems").await?;
        page.wait("document.activeElement.id === 'character-5'").await?;
        assert!(page.has("#character-5[aria-current=true]").await?);
        page.press(thirtyfour::Key::Enter).await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert!(page.text(".pane.north").await?.contains("Bruno"));
        Ok(())
    });
}

/// A game of Kalah against Otto in which two turns have been played, so that it is Ada's move.
fn against_otto() -> GameLog {
    let otto = Seat::computer(Level::new(3).expect("a level"), "Otto");
    let mut log = GameLog::open("kalah".parse().expect("a game"), [Seat::person("Ada"), otto]);
    for digit in [0, 1] {
        let choice = parlor_rules::Choice::new(digit).expect("a pit");
        log.append(Event::Moved { choice }).expect("a legal move");
    }
    log
}

#[test]
fn games_in_progress_are_continued_and_neither_takes_the_others_place() {
    in_a_browser(async |page| {
        page.open_table("kalah", &against_otto()).await?;
        page.turns(2).await?;
        page.open("#/kalah").await?;
        page.choose(0).await?;
        page.turns(1).await?;
        page.open("#/").await?;
        let cards: Vec<String> = page
            .value("[...document.querySelectorAll('.going-on a')].map((card) => card.innerText)")
            .await?;
        let cards: Vec<String> = cards
            .iter()
            .map(|card| card.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(cards, ["Kalah with Otto Your move", "Kalah: Player 1 and Player 2"]);
        page.click(".going-on a").await?;
        page.turns(2).await?;

        // To choose a character anew would give the game up: the way back to it is offered first.
        page.open("#/").await?;
        page.click("#computer-kalah").await?;
        assert_eq!(page.text("#resume").await?, "Continue your game with Otto");
        page.click("#resume").await?;
        page.turns(2).await
    });
}

#[test]
fn a_table_kept_by_an_earlier_version_is_found_where_it_belongs_now() {
    in_a_browser(async |page| {
        let stored = parlor_protocol::event_log::write_log(&against_otto());
        page.before_the_page(&format!(
            "try {{ if (!localStorage.seen) {{ localStorage.seen = 1; \
             localStorage['parlor.table.kalah'] = {stored:?}; }} }} catch {{}}"
        ))
        .await?;
        page.open_with(INSTANT, "#/kalah").await?;
        page.turns(0).await?;
        assert_eq!(page.value::<u32>(PEOPLE).await?, 2);
        page.open("#/kalah/computer").await?;
        page.turns(2).await
    });
}

#[test]
fn without_a_server_the_ways_to_other_players_stay_and_say_why_they_cannot_be_taken() {
    in_a_browser(async |page| {
        page.open("#/").await?;
        page.wait("document.querySelector('#friend-gems[aria-disabled=true]')").await?;
        let said = "document.getElementById(document.querySelector('#anyone-gems') \
                    .getAttribute('aria-describedby')).textContent";
        assert_eq!(
            page.value::<String>(said).await?,
            "Playing online needs a Parlor server, and this page doesn't have one."
        );
        page.click("#friend-gems").await?;
        assert_eq!(page.value::<String>("location.hash").await?, "#/", "nothing happens");
        page.open("#/kalah/setup").await?;
        page.wait("document.querySelector('#seat-2 option[value=friend]:disabled')").await?;
        assert!(page.text("#obstacle").await?.starts_with("Playing online"));
        Ok(())
    });
}

#[test]
fn the_focus_ring_of_everything_on_a_card_is_whole() {
    in_a_browser(async |page| {
        page.open("#/").await?;
        for id in ["computer-gems", "friend-gems", "play-gems", "anyone-gems", "setup-gems"] {
            page.tab_to(id).await?;
            // Whatever lies around it and clips would cut the ring, which is 5 pixels wide.
            let whole = "(() => { \
                const focused = document.activeElement; \
                const ring = focused.getBoundingClientRect(); \
                for (let box = focused.parentElement; box; box = box.parentElement) { \
                    if (getComputedStyle(box).overflow === 'visible') continue; \
                    const edge = box.getBoundingClientRect(); \
                    if (edge.left > ring.left - 5 || edge.right < ring.right + 5 \
                        || edge.top > ring.top - 5 || edge.bottom < ring.bottom + 5) return false; \
                } \
                return getComputedStyle(focused).outlineStyle === 'solid'; })()";
            assert!(page.value::<bool>(whole).await?, "{id}");
        }
        Ok(())
    });
}

#[test]
fn every_game_is_still_set_up_and_rules_are_still_made() {
    in_a_browser(async |page| {
        for game in GAMES {
            page.open("#/").await?;
            page.click(&format!("#setup-{game}")).await?;
            page.wait("document.querySelector('.setup-page')").await?;
        }
        page.open("#/").await?;
        page.click("a[href='#/own/setup']").await?;
        page.wait("document.querySelector('.setup-page #pits')").await
    });
}

#[test]
fn the_rules_played_last_are_those_that_the_computer_plays_by() {
    in_a_browser(async |page| {
        let log = Mirror::of("homepits,stones=4,first=1").log().clone();
        page.open_table("homepits", &log).await?;
        page.wait("document.querySelector('.table-page')").await?;
        page.open("#/").await?;
        page.click("#computer-homepits").await?;
        page.click("#character-1").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
        Ok(())
    });
}
