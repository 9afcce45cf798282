//! Tic-Tac-Toe: nine squares, two marks and the ids that scripts rely on.

use parlor_web_tests::{Page, Result, in_a_browser};

/// Clicks on squares one after the other.
async fn play(page: &Page, squares: &[u8]) -> Result {
    for (turn, square) in squares.iter().enumerate() {
        page.choose(*square).await?;
        page.turns(turn + 1).await?;
    }
    Ok(())
}

async fn squares(page: &Page) -> Result<String> {
    page.value(
        "[...Array(9).keys()].map((id) => \
         document.getElementById(id).textContent.trim() || '.').join('')",
    )
    .await
}

async fn winning(page: &Page) -> Result<Vec<u8>> {
    page.value("[...document.querySelectorAll('.winning')].map((square) => Number(square.id))")
        .await
}

async fn clickable(page: &Page) -> Result<Vec<u8>> {
    page.value(
        "[...document.querySelectorAll('#board button:enabled')].map((square) => Number(square.id))",
    )
    .await
}

#[test]
fn the_page_has_its_title_messages_board_and_button_under_their_ids() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        for inside in [
            "#app #title",
            "#app #player-msg #left-msg",
            "#player-msg #center-msg",
            "#player-msg #right-msg",
            "#app table#board",
            "#app #reset",
        ] {
            assert!(page.has(inside).await?, "{inside}");
        }
        for square in 0..9 {
            assert!(page.has(&format!("table#board [id='{square}']")).await?, "square {square}");
        }
        assert_eq!(page.text("#title").await?, "Tic-Tac-Toe");
        assert_eq!(page.text("#reset").await?, "Restart Game");
        Ok(())
    });
}

#[test]
fn the_turn_is_told_on_the_side_of_the_player_with_the_symbol_in_the_middle() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        let messages = async || {
            Ok::<_, thirtyfour::error::WebDriverError>([
                page.text("#left-msg").await?,
                page.text("#center-msg").await?,
                page.text("#right-msg").await?,
            ])
        };
        assert_eq!(messages().await?, ["Player 1's turn.", "X", ""]);
        play(page, &[4]).await?;
        assert_eq!(messages().await?, ["", "O", "Player 2's turn."]);
        Ok(())
    });
}

#[test]
fn a_filled_square_does_nothing_and_is_not_offered() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        play(page, &[4]).await?;
        assert_eq!(clickable(page).await?, [0, 1, 2, 3, 5, 6, 7, 8]);
        page.choose(4).await?;
        assert_eq!(squares(page).await?, "....X....");
        assert_eq!(page.text("#center-msg").await?, "O");
        Ok(())
    });
}

#[test]
fn three_equal_marks_win_and_three_empty_squares_never_do() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        assert_eq!(page.phase().await?, "playing");
        play(page, &[0, 3, 1, 4]).await?;
        assert_eq!(page.phase().await?, "playing", "the bottom row is empty, not won");
        page.choose(2).await?;
        page.turns(5).await?;
        assert_eq!(page.phase().await?, "over");
        assert_eq!(page.text("#center-msg").await?, "Player 1 wins!");
        assert_eq!(winning(page).await?, [0, 1, 2]);
        assert_eq!(clickable(page).await?, [0; 0], "the rest is inert");
        page.choose(8).await?;
        assert_eq!(squares(page).await?, "XXXOO....");
        Ok(())
    });
}

#[test]
fn player_2_wins_by_name() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        page.type_into(".north .name", "Bo\n").await?;
        play(page, &[0, 2, 1, 4, 8, 6]).await?;
        assert_eq!(page.text("#center-msg").await?, "Bo wins!");
        assert_eq!(winning(page).await?, [2, 4, 6]);
        Ok(())
    });
}

#[test]
fn a_ninth_move_that_makes_a_line_wins_and_two_lines_light_five_squares() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        // X has 0, 1, 5 and 8; the last square, 2, completes the top row and the right column.
        play(page, &[0, 3, 1, 4, 5, 6, 8, 7, 2]).await?;
        assert_eq!(page.text("#center-msg").await?, "Player 1 wins!");
        assert_eq!(winning(page).await?, [0, 1, 2, 5, 8]);
        Ok(())
    });
}

#[test]
fn a_full_board_without_a_line_is_a_tie_and_restart_begins_anew() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        page.browser.execute("window.sameDocument = true", vec![]).await?;
        play(page, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).await?;
        assert_eq!(page.text("#center-msg").await?, "Tie game!");
        assert_eq!(winning(page).await?, [0; 0]);
        page.click("#reset").await?;
        page.turns(0).await?;
        assert_eq!(squares(page).await?, ".........");
        assert_eq!(page.text("#left-msg").await?, "Player 1's turn.");
        play(page, &[8]).await?;
        page.click("#reset").await?;
        page.turns(0).await?;
        assert!(page.value::<bool>("window.sameDocument").await?, "the page was not loaded again");
        Ok(())
    });
}

#[test]
fn other_symbols_can_be_chosen_if_they_can_be_told_apart() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        page.click("#settings").await?;
        page.type_into("#symbol-1", "O").await?;
        page.wait("document.querySelector('dialog .problem').textContent !== ''").await?;
        page.type_into("#symbol-1", "★").await?;
        page.wait("document.querySelector('dialog .problem').textContent === ''").await?;
        page.click("dialog [aria-label=Close]").await?;
        page.wait("!document.querySelector('dialog[open]')").await?;
        play(page, &[4, 0]).await?;
        assert_eq!(squares(page).await?, "O...★....");
        Ok(())
    });
}

#[test]
fn the_marks_differ_by_colour_and_shape() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        play(page, &[4, 0]).await?;
        let colours: Vec<String> = page
            .value("[4, 0].map((id) => getComputedStyle(document.getElementById(id).querySelector('.mark')).color)")
            .await?;
        assert_ne!(colours[0], colours[1]);
        assert_eq!(squares(page).await?, "O...X....");
        Ok(())
    });
}
