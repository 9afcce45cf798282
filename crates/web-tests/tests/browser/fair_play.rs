//! What setup says of the start, and what evens it out.

use parlor_puzzles::even_starts;
use parlor_rules::mancala::Preset;
use parlor_web_tests::{audit, in_a_browser};

use crate::INSTANT;

#[test]
fn setup_says_what_the_start_is_worth_where_it_is_proved() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        let said = page.text("#worth").await?;
        assert!(said.starts_with("With perfect play, player 1 wins by 8."), "{said}");
        audit(page, "setup with fair play").await?;
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
