//! Games one after the other, moves taken back, and pages left and found again.

use parlor_web_tests::{Screen, in_a_browser, in_a_browser_at};

use crate::INSTANT;

/// South plays its last stone and wins.
const NEARLY_OVER: &str = "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~";

#[test]
fn play_again_keeps_players_rules_and_the_score_of_the_match() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, NEARLY_OVER).await?;
        page.type_into(".south .name", "Ada\n").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.status().await?, "Ada wins! 21–15.");
        assert!(page.has("#new-game:not(.hidden)").await?, "it is there beside Play Again");
        page.click("#play-again").await?;
        page.turns(0).await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        assert_eq!(page.text(".south .won").await?, "Wins: 1");
        assert_eq!(page.text(".north .won").await?, "Wins: 0");
        Ok(())
    });
}

#[test]
fn a_new_game_is_asked_about_only_while_one_is_under_way() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        page.click("#new-game").await?;
        assert!(!page.has("dialog[open]").await?, "nothing would be lost");
        page.choose(0).await?;
        page.turns(1).await?;
        page.click("#new-game").await?;
        page.click("#keep-playing").await?;
        page.wait("!document.querySelector('dialog[open]')").await?;
        assert_eq!(page.text("#turns").await?, "1 turn played");
        page.click("#new-game").await?;
        page.click("#confirm-new-game").await?;
        page.turns(0).await?;
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
        Ok(())
    });
}

#[test]
fn after_the_end_a_new_game_is_offered_beside_the_next_one() {
    for screen in [Screen::WIDE, Screen::PHONE, Screen::SIDEWAYS] {
        in_a_browser_at(screen, async |page| {
            page.open_with(INSTANT, NEARLY_OVER).await?;
            page.choose(5).await?;
            page.turns(1).await?;
            assert!(page.value::<bool>(BESIDE).await?, "on {screen:?}");
            page.click("#new-game").await?;
            page.wait("document.querySelector('dialog[open] a[href=\"#/kalah/setup\"]')").await?;
            assert!(!page.has("#keep-playing").await?, "there is nothing to keep");
            page.click("#confirm-new-game").await?;
            page.turns(0).await
        });
    }
}

/// Both buttons are seen, side by side.
const BESIDE: &str = "(() => { \
    const [again, anew] = ['play-again', 'new-game'].map((id) => document.getElementById(id)); \
    const [one, two] = [again, anew].map((button) => button.getBoundingClientRect()); \
    return again.checkVisibility() && anew.checkVisibility() && Math.abs(one.top - two.top) < 2 \
        && Math.max(one.left - two.right, two.left - one.right) < 16; })()";

#[test]
fn moves_are_taken_back_and_played_again() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        assert!(page.has("#undo:disabled").await? && page.has("#redo:disabled").await?);
        let mut seen = vec![page.slots().await?];
        for (turn, slot) in [2, 5, 9, 1].into_iter().enumerate() {
            page.choose(slot).await?;
            page.turns(turn + 1).await?;
            seen.push(page.slots().await?);
        }
        for turns in (0..4).rev() {
            page.click("#undo").await?;
            page.turns(turns).await?;
            assert_eq!(page.slots().await?, seen[turns]);
        }
        for (turns, slots) in seen.iter().enumerate().skip(1) {
            page.click("#redo").await?;
            page.turns(turns).await?;
            assert_eq!(page.slots().await?, *slots);
        }
        assert!(page.has("#redo:disabled").await?);
        page.click("#undo").await?;
        page.turns(3).await?;
        page.choose(0).await?;
        page.turns(4).await?;
        assert!(page.has("#redo:disabled").await?, "another move was played instead");
        Ok(())
    });
}

#[test]
fn a_win_that_is_taken_back_is_not_counted() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, NEARLY_OVER).await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.text(".south .won").await?, "Wins: 1");
        page.click("#undo").await?;
        page.turns(0).await?;
        assert!(page.has(".south .won.hidden").await?);
        Ok(())
    });
}

#[test]
fn a_game_under_way_survives_a_reload_and_another_page() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/island").await?;
        page.type_into(".north .name", "Bo\n").await?;
        page.choose(2).await?;
        page.turns(1).await?;
        page.choose(5).await?;
        page.turns(2).await?;
        let slots = page.slots().await?;
        page.reload().await?;
        page.turns(2).await?;
        assert_eq!(page.slots().await?, slots);
        assert_eq!(page.status().await?, "Bo's Turn!");
        page.click(".home").await?;
        page.wait("document.querySelector('.going-on a')").await?;
        assert!(page.text(".going-on a").await?.starts_with("Island: Player 1 and Bo"));
        page.click(".going-on a").await?;
        page.turns(2).await?;
        assert!(page.has("#undo:enabled").await?);
        Ok(())
    });
}

#[test]
fn a_game_that_was_kept_before_there_was_json_goes_on() {
    in_a_browser(async |page| {
        let kept = "opened\tisland~S~\tXO\tperson\t\tperson\tBo\nmoved\t2\nmoved\t5\n";
        let store =
            format!("try {{ localStorage['parlor.table.island'] ??= {kept:?} }} catch {{}}");
        page.before_the_page(&store).await?;
        page.open_with(INSTANT, "#/island").await?;
        page.turns(2).await?;
        assert_eq!(page.status().await?, "Bo's Turn!");
        page.choose(7).await?;
        page.turns(3).await?;
        let kept: String = page.value("localStorage['parlor.table.island']").await?;
        assert!(kept.ends_with("{\"type\":\"moved\",\"data\":{\"choice\":0}}\n"), "{kept}");
        page.reload().await?;
        page.turns(3).await
    });
}

#[test]
fn a_reload_while_stones_are_sown_shows_the_turn_as_played() {
    in_a_browser(async |page| {
        page.open_with("speed Slow", "#/gems").await?;
        page.choose(2).await?;
        page.wait("document.querySelector('.table-page').dataset.busy === 'true'").await?;
        page.reload().await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?[..7], [4, 4, 0, 5, 5, 5, 1]);
        Ok(())
    });
}
