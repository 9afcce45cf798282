//! Where players sit: name, score and mark stand beside the own row, and turn with the board.

use parlor_rules::Level;
use parlor_table::{GameLog, Seat};
use parlor_web_tests::{Page, Result, Screen, in_a_browser, in_a_browser_at};
use thirtyfour::Key;

use crate::INSTANT;

const SCREENS: [Screen; 4] = [Screen::WIDE, Screen::TABLET, Screen::SIDEWAYS, Screen::PHONE];

/// For each player whether name, score and row are on the near side of the board: below its middle, on
/// an upright screen to the right of it. `null` if they are not on one side.
const SIDES: &str = "['.pane.south', '.pane.north'].map((pane, player) => { \
    const middle = (element) => { \
        const { left, top, width, height } = element.getBoundingClientRect(); \
        return innerHeight > innerWidth ? left + width / 2 : top + height / 2; \
    }; \
    const board = middle(document.querySelector('.board')); \
    const row = [0, 1, 2, 3, 4, 5].map((pit) => document.getElementById(7 * player + pit)); \
    const parts = ['.name', '.store-count'].map((part) => document.querySelector(`${pane} ${part}`)); \
    const near = [...row, ...parts].map((part) => middle(part) > board); \
    return near.every((side) => side === near[0]) ? near[0] : null; \
})";

async fn sides(page: &Page) -> Result<[Option<bool>; 2]> {
    page.value(SIDES).await
}

#[test]
fn panes_stand_beside_their_rows_and_turn_with_the_board() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            for game in ["#/kalah", "#/gems"] {
                page.open_with(INSTANT, game).await?;
                assert_eq!(sides(page).await?, [Some(true), Some(false)], "{game} on {screen:?}");
                page.press_control("turn-board").await?;
                assert_eq!(sides(page).await?, [Some(false), Some(true)], "{game} on {screen:?}");
                page.press_control("turn-board").await?;
                assert_eq!(sides(page).await?, [Some(true), Some(false)], "{game} on {screen:?}");
            }
            Ok(())
        });
    }
}

#[test]
fn player_2_against_the_computer_sits_at_the_near_side_and_turns_nothing() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            let seats = [Seat::computer(Level::WEAKEST, "Pip"), Seat::person("Ada")];
            let log = GameLog::open("kalah".parse().expect("rules"), seats);
            page.open_with(INSTANT, "#/").await?;
            page.open_table("kalah", &log).await?;
            assert_eq!(sides(page).await?, [Some(false), Some(true)], "on {screen:?}");
            assert!(page.has("#turn-board.hidden").await?);
            page.press("f").await?;
            page.wait("Number(document.querySelector('.table-page').dataset.turns) > 0").await?;
            page.rest().await?;
            assert_eq!(sides(page).await?, [Some(false), Some(true)], "on {screen:?}");
            Ok(())
        });
    }
}

#[test]
fn stores_carry_the_names_of_their_owners() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let owner = async |store: u8| page.text(&format!("[id='{store}'] .owner")).await;
        assert_eq!([owner(6).await?, owner(13).await?], ["Player 1", "Player 2"]);
        page.type_into(".north .name", "Abcdefghijklmnopqrstuvwx").await?;
        page.press(Key::Enter).await?;
        page.wait("document.querySelector('[id=\"13\"] .owner').textContent.startsWith('Abc')")
            .await?;
        let inside: bool = page
            .value(
                "[6, 13].every((store) => { \
                 const outer = document.getElementById(store).getBoundingClientRect(); \
                 const inner = document.getElementById(store).querySelector('.owner') \
                     .getBoundingClientRect(); \
                 return inner.left >= outer.left && inner.right <= outer.right \
                     && inner.top >= outer.top && inner.bottom <= outer.bottom; })",
            )
            .await?;
        assert!(inside, "a long name stays inside");
        Ok(())
    });
}

#[test]
fn in_tic_tac_toe_player_1_is_left_with_x_and_player_2_right_with_o() {
    for screen in SCREENS {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, "#/tic-tac-toe").await?;
            let marks = [page.text(".south .mark").await?, page.text(".north .mark").await?];
            assert_eq!(marks, ["X", "O"]);
            for square in [0, 4] {
                let left: bool = page
                    .value(
                        "(() => { const x = (selector) => { \
                         const box = document.querySelector(selector).getBoundingClientRect(); \
                         return box.left + box.width / 2; }; \
                         return ['.mark', '.name'].every((part) => \
                             x(`.south ${part}`) < x('.board') && x('.board') < x(`.north ${part}`)); \
                         })()",
                    )
                    .await?;
                assert!(left, "on {screen:?}");
                page.choose(square).await?;
            }
            Ok(())
        });
    }
}

#[test]
fn play_turn_stands_by_the_row_of_the_selected_pit_and_a_second_press_plays() {
    for (screen, coins, pit) in [
        (Screen::WIDE, "HT", 2),
        (Screen::WIDE, "TH", 9),
        (Screen::PHONE, "HT", 2),
        (Screen::PHONE, "TH", 9),
        (Screen::SIDEWAYS, "TH", 9),
    ] {
        in_a_browser_at(screen, async |page| {
            page.coins_fall(coins).await?;
            page.open_with(INSTANT, "#/homepits").await?;
            page.click("#start").await?;
            page.click("#toss-1").await?;
            page.click("#toss-2:enabled").await?;
            page.choose(pit).await?;
            page.wait("document.querySelector('.play-turn:enabled')").await?;
            let by_its_row: bool = page
                .value(&format!(
                    "(() => {{ const middle = (element) => {{ \
                     const box = element.getBoundingClientRect(); \
                     return innerHeight > innerWidth ? box.left + box.width / 2 \
                         : box.top + box.height / 2; }}; \
                     const board = middle(document.querySelector('.board')); \
                     const [button, pit] = [document.querySelector('.play-turn'), \
                         document.getElementById({pit})].map((part) => middle(part) > board); \
                     return button === pit; }})()"
                ))
                .await?;
            assert!(by_its_row, "{coins} on {screen:?}");
            page.choose(pit).await?;
            page.turns(1).await
        });
    }
}
