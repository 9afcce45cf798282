//! The front room, and rules that players put together.

use parlor_web_tests::{Mirror, in_a_browser};

use crate::INSTANT;

#[test]
fn the_front_room_has_a_card_for_each_game_and_one_click_plays() {
    in_a_browser(async |page| {
        for game in ["gems", "island", "homepits", "kalah", "avalanche", "tic-tac-toe"] {
            page.open("#/").await?;
            page.click(&format!("#play-{game}")).await?;
            page.wait("document.querySelector('.table-page')").await?;
            let address: String = page.value("location.hash").await?;
            assert_eq!(address, format!("#/{game}"));
        }
        Ok(())
    });
}

#[test]
fn every_address_opens_its_game_in_its_own_look() {
    in_a_browser(async |page| {
        for (game, look) in [
            ("gems", "gems"),
            ("island", "island"),
            ("homepits", "homepits"),
            ("kalah", "walnut"),
            ("avalanche", "snow"),
            ("tic-tac-toe", "chalk"),
        ] {
            page.open(&format!("#/{game}")).await?;
            page.wait(&format!("document.documentElement.dataset.look === '{look}'")).await?;
            assert_eq!(page.has("dialog[open]").await?, game == "homepits", "{game}");
        }
        Ok(())
    });
}

#[test]
fn any_look_can_be_chosen_for_any_game_and_is_kept() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/gems").await?;
        page.click("#settings").await?;
        page.click("dialog select option:nth-child(3)").await?;
        page.wait("document.documentElement.dataset.look === 'island'").await?;
        page.reload().await?;
        page.wait("document.documentElement.dataset.look === 'island'").await?;
        page.open("#/island").await?;
        page.wait("document.documentElement.dataset.look === 'island'").await?;
        page.open("#/kalah").await?;
        page.wait("document.documentElement.dataset.look === 'walnut'").await
    });
}

#[test]
fn own_rules_are_played_at_once_and_a_preset_is_recognised() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/own/setup").await?;
        assert_eq!(page.text("#preset").await?, "These are the rules of Kalah.");
        page.pick("#pits", "1").await?;
        page.wait("document.getElementById('preset').textContent === 'These are your own rules.'")
            .await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_eq!(page.slots().await?, [4, 4, 4, 4, 0, 4, 4, 4, 4, 0]);
        page.choose(0).await?;
        page.turns(1).await?;
        assert_eq!(page.slots().await?, [0, 5, 5, 5, 1, 4, 4, 4, 4, 0]);
        assert_eq!(page.message().await?, "Player 1 goes again.");
        Ok(())
    });
}

#[test]
fn relay_sowing_without_captures_can_be_chosen_and_leaves_out_what_captures_do() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/own/setup").await?;
        let asked = "[...document.querySelectorAll('fieldset select[id]')].filter((field) => \
                     field.checkVisibility()).map((field) => field.id)";
        let before: Vec<String> = page.value(asked).await?;
        page.pick("#relay", "1").await?;
        page.pick("#captures", "1").await?;
        page.wait("!document.getElementById('captured').checkVisibility()").await?;
        assert_eq!(page.text("#preset").await?, "These are the rules of Avalanche.");
        let after: Vec<String> = page.value(asked).await?;
        let gone: Vec<String> = before.into_iter().filter(|id| !after.contains(id)).collect();
        assert_eq!(gone, ["captured", "capturing-stone", "empty-opposite", "full-lap"]);
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        let mut mirror = Mirror::of("avalanche");
        for pit in [0, 4, 1] {
            let choice = mirror.moves()[pit];
            page.choose(mirror.element(choice)).await?;
            mirror.plays(page, choice).await?;
        }
        Ok(())
    });
}

#[test]
fn an_impossible_choice_of_rules_cannot_be_made_and_says_why() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/own/setup").await?;
        page.pick("#capturing-stone", "1").await?;
        page.wait("document.querySelector('#empty-opposite option[value=\"1\"]').disabled").await?;
        let why: String = page
            .value("document.querySelector('#empty-opposite').closest('label').querySelector('.why').textContent")
            .await?;
        assert_eq!(why, "A stone that stays in its pit can't score as well.");
        Ok(())
    });
}

#[test]
fn the_coin_toss_can_be_chosen_for_any_rules_and_player_2_can_start() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah/setup").await?;
        page.pick("#starts", "2").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('#toss-1')").await?;
        page.open("#/gems/setup").await?;
        page.pick("#starts", "1").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('.table-page')").await?;
        assert_eq!(page.status().await?, "Player 2's turn");
        Ok(())
    });
}

#[test]
fn the_lesson_takes_only_moves_that_do_what_it_teaches() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        page.click("a[href='#/learn']").await?;
        // Each step: a pit that does something else, if there is one, and one that is right.
        let steps = [(None, 0), (Some(0), 2), (Some(2), 3), (None, 5)];
        for (number, (wrong, right)) in (1..).zip(steps) {
            page.wait(&format!("document.querySelector('.lesson[data-step=\"{number}\"]')"))
                .await?;
            if let Some(wrong) = wrong {
                let before = page.slots().await?;
                page.choose(wrong).await?;
                page.wait("document.querySelector('.lesson-message').textContent !== ''").await?;
                assert_eq!(page.slots().await?, before, "step {number}");
            }
            page.choose(right).await?;
            page.wait("document.querySelector('.lesson[data-done=true]')").await?;
            page.click("#next").await?;
        }
        page.click("#play-now").await?;
        page.wait("document.querySelector('.table-page')").await
    });
}
