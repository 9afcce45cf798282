//! Who is who: names that are asked once and kept, and names of controls that say whose they are.

use parlor_rules::Player;
use parlor_table::Name;
use parlor_web_tests::{Page, Result, in_a_browser};
use thirtyfour::Key;

use crate::INSTANT;

/// Puts text into a field as a keyboard of emoji does, which the driver of the browser has not.
async fn insert(page: &Page, selector: &str, text: &str) -> Result {
    page.click(selector).await?;
    page.command("Input.insertText", serde_json::json!({ "text": text })).await?;
    page.press(Key::Enter).await
}

async fn value(page: &Page, selector: &str) -> Result<String> {
    page.value(&format!("document.querySelector({selector:?}).value")).await
}

#[test]
fn a_name_is_asked_once_and_kept_for_every_table() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        page.click("#computer-kalah").await?;
        page.click("#character-1").await?;
        page.type_into(".pane.south input.name", "Ada\n").await?;
        page.open("#/").await?;
        page.click("#computer-gems").await?;
        page.click("#character-1").await?;
        page.wait("document.querySelector('.pane.south input.name')?.value === 'Ada'").await?;
        page.open("#/kalah").await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        page.open("#/tic-tac-toe/setup").await?;
        assert_eq!(value(page, "#name-1").await?, "Ada");

        // It is changed in the settings, here and everywhere.
        page.open("#/kalah/computer").await?;
        page.click("#settings").await?;
        assert_eq!(value(page, "#your-name").await?, "Ada");
        page.type_into("#your-name", "Bo\n").await?;
        page.wait("document.querySelector('.pane.south input.name').value === 'Bo'").await?;
        page.open("#/homepits").await?;
        page.wait("document.querySelector('#name-1')?.value === 'Bo'").await
    });
}

#[test]
fn the_name_of_another_person_at_the_same_screen_is_theirs_alone() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        page.type_into(".pane.north input.name", "Ben\n").await?;
        page.type_into(".pane.south input.name", "Ada\n").await?;
        page.type_into(".pane.south input.name", "Cy\n").await?;
        page.open("#/gems").await?;
        assert_eq!(value(page, ".pane.south input.name").await?, "Ada", "the first who was named");
        assert_eq!(value(page, ".pane.north input.name").await?, "Player 2");
        Ok(())
    });
}

#[test]
fn clicking_a_name_selects_it_all_and_a_second_click_does_not() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let selected = "(() => { const name = document.querySelector('.south input.name'); \
                        return name.value.slice(name.selectionStart, name.selectionEnd); })()";
        page.click(".south input.name").await?;
        assert_eq!(page.value::<String>(selected).await?, "Player 1");
        page.click(".south input.name").await?;
        assert_eq!(page.value::<String>(selected).await?, "", "to change a letter of it");
        Ok(())
    });
}

#[test]
fn a_name_keeps_what_people_see_as_one_character() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        insert(page, ".south input.name", family).await?;
        assert_eq!(value(page, ".south input.name").await?, family);
        page.reload().await?;
        assert_eq!(value(page, ".south input.name").await?, family);
        insert(page, ".south input.name", &"🇩🇪".repeat(30)).await?;
        assert_eq!(value(page, ".south input.name").await?, "🇩🇪".repeat(24));
        Ok(())
    });
}

/// The page asks the browser what Unicode says; servers and terminals have tables of it.
#[test]
fn a_name_is_read_in_the_page_as_everywhere_else() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let accents = format!("a{}b", "\u{301}".repeat(30));
        let many = "क्षि กำ 각 👍🏽 ".repeat(8);
        for typed in [
            "  Ada \u{a0}Lovelace ",
            "\u{301}Zoë e\u{301}",
            "a\u{202e}b\u{200b}c\u{feff}\u{ad}",
            "\u{e000}x\u{378}y\u{3164}\u{2800}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} x\u{e0067}",
            "👩\u{200d}🚀\u{200d} \u{200d}z",
            "it's \"Bo\" \\ Ж石",
            &accents,
            &many,
            "\u{200b}\u{301}",
        ] {
            insert(page, ".south input.name", typed).await?;
            let name = Name::new(typed);
            assert_eq!(
                value(page, ".south input.name").await?,
                name.shown(Player::One),
                "{typed:?}"
            );
        }
        Ok(())
    });
}

#[test]
fn a_flag_and_a_letter_with_its_accent_apart_are_symbols() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        page.click("#settings").await?;
        for (field, symbol) in [("#symbol-1", "🇩🇪"), ("#symbol-2", "e\u{301}")] {
            page.browser
                .execute(format!("document.querySelector('{field}').select()"), vec![])
                .await?;
            page.command("Input.insertText", serde_json::json!({ "text": symbol })).await?;
        }
        assert_eq!(page.text("dialog .problem").await?, "");
        page.click("dialog [aria-label=Close]").await?;
        page.wait("!document.querySelector('dialog[open]')").await?;
        page.choose(4).await?;
        page.wait("document.getElementById('4').dataset.mark === '🇩🇪'").await?;
        assert_eq!(page.text("#center-msg").await?, "e\u{301}");
        page.choose(0).await?;
        page.wait("document.getElementById('0').dataset.mark === 'e\u{301}'").await
    });
}

#[test]
fn both_toss_buttons_and_all_marks_say_whose_they_are() {
    in_a_browser(async |page| {
        let label = async |selector: &str| -> Result<String> {
            page.value(&format!("document.querySelector({selector:?}).getAttribute('aria-label')"))
                .await
        };
        page.open_with(INSTANT, "#/homepits").await?;
        page.type_into("#name-1", "Ada").await?;
        page.click("#start").await?;
        page.wait("document.querySelector('#toss-1')").await?;
        assert_eq!(label("#toss-1").await?, "Toss: Ada");
        assert_eq!(label("#toss-2").await?, "Toss: Player 2");
        assert_eq!(page.text("#toss-1").await?, "Toss", "what is read stands at its beginning");

        page.open("#/tic-tac-toe").await?;
        page.choose(4).await?;
        page.choose(0).await?;
        page.wait("document.querySelector('.table-page').dataset.turns === '2'").await?;
        assert_eq!(label("[id='4']").await?, "centre, X, Player 1");
        assert_eq!(label("[id='0']").await?, "top left, O, Player 2");
        Ok(())
    });
}

#[test]
fn the_state_of_a_toggle_says_what_its_label_says() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        let pressed = async |id: &str| -> Result<String> {
            page.value(&format!("document.getElementById({id:?}).getAttribute('aria-pressed')"))
                .await
        };
        for (id, on, off) in [("mute", "Sound on", "Sound off"), ("music", "Music on", "Music off")]
        {
            for _ in 0..2 {
                let says = page.text(&format!("#{id}")).await?;
                assert!([on, off].contains(&says.as_str()), "{says}");
                assert_eq!(pressed(id).await?, (says == on).to_string(), "{says}");
                page.click(&format!("#{id}")).await?;
                page.wait(&format!("document.getElementById('{id}').textContent !== {says:?}"))
                    .await?;
            }
        }
        for id in ["values", "turn-board"] {
            assert_eq!(pressed(id).await?, "false");
            page.click(&format!("#{id}")).await?;
            page.wait(&format!("document.getElementById('{id}').ariaPressed === 'true'")).await?;
        }
        Ok(())
    });
}
