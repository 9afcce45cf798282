//! The pie rule: the second player may swap sides instead of a first move.

use parlor_web_tests::{Page, Result, in_a_browser};

use crate::INSTANT;

const NAMES: &str = "[...document.querySelectorAll('.south .name, .north .name')] \
    .map((name) => name.value ?? name.textContent)";

/// Sets up Kalah with the pie rule for Ada and Ben.
async fn set_up(page: &Page) -> Result {
    page.open_with(INSTANT, "#/kalah/setup").await?;
    page.type_into("#name-1", "Ada").await?;
    page.type_into("#name-2", "Ben").await?;
    page.click("#pie-rule").await?;
    page.click("#start").await?;
    page.wait("document.querySelector('.table-page')").await
}

async fn names(page: &Page) -> Result<Vec<String>> {
    let mut names: Vec<String> = page.value(NAMES).await?;
    // The pane of North stands first on the page.
    names.reverse();
    Ok(names)
}

#[test]
fn the_second_player_swaps_sides_and_the_board_stays() {
    in_a_browser(async |page| {
        set_up(page).await?;
        assert!(page.has("#swap.hidden").await?, "nothing has been played");
        page.choose(2).await?;
        page.turns(1).await?;
        assert!(page.has("#swap.hidden").await?, "the first player goes again");
        page.choose(0).await?;
        page.turns(2).await?;
        let slots = page.slots().await?;
        assert_eq!(names(page).await?, ["Ada", "Ben"]);

        page.click("#swap").await?;
        page.turns(3).await?;
        assert_eq!(names(page).await?, ["Ben", "Ada"]);
        assert_eq!(page.slots().await?, slots);
        assert_eq!(page.status().await?, "Ada's turn.");
        assert_eq!(page.message().await?, "Ben swapped sides.");
        assert!(page.has("#swap.hidden").await?, "once is enough");

        page.click("#undo").await?;
        page.turns(2).await?;
        assert_eq!(names(page).await?, ["Ada", "Ben"]);
        page.click("#redo").await?;
        page.turns(3).await?;
        page.reload().await?;
        page.turns(3).await?;
        assert_eq!(names(page).await?, ["Ben", "Ada"]);
        Ok(())
    });
}

#[test]
fn the_computer_swaps_when_moving_on_is_worth_less_than_nothing() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        page.pick("#seat-2", "8").await?;
        page.click("#pie-rule").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        // The strongest opening there is: three and six, each of which ends in the store.
        page.choose(2).await?;
        page.turns(1).await?;
        page.choose(5).await?;
        page.wait("document.querySelector('#message').textContent.includes('swapped sides')").await
    });
}
