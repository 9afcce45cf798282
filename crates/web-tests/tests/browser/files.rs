//! Matches are saved where they are played, and files are opened wherever they are dropped.

use parlor_web_tests::{Page, Result, Screen, audit, in_a_browser, in_a_browser_at};
use serde_json::{Value, json};

use crate::INSTANT;

/// A file with one game of Ada and Ben.
fn file_with(game: &Value) -> String {
    let person = |name: &str| json!({ "occupant": "person", "name": name });
    let seats = [person("Ada"), person("Ben")];
    json!({ "parlor": 1, "type": "match", "data": { "seats": seats, "games": [game] } }).to_string()
}

fn finished() -> String {
    file_with(&json!({ "game": "tic-tac-toe~X~03142", "outcome": "X" }))
}

fn in_progress() -> String {
    file_with(&json!({ "game": "kalah.pits_3.stones_2~S~1" }))
}

/// Keeps whatever the page saves for the test to read.
const KEEP_SAVED: &str = "const address = URL.createObjectURL; \
    URL.createObjectURL = (blob) => { window.saved = blob; return address.call(URL, blob); };";

/// What was saved last.
async fn saved(page: &Page) -> Result<Value> {
    page.wait("window.saved").await?;
    let text: String = page.run("window.saved.text().then(done)").await?;
    Ok(serde_json::from_str(&text).expect("a file is JSON"))
}

/// Drags a file over the middle of the page, and lets go of it.
pub(crate) async fn drop_file(page: &Page, text: &str) -> Result {
    drag(page, "drop", text).await
}

async fn drag(page: &Page, kind: &str, text: &str) -> Result {
    page.run(&format!(
        "const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([{}], 'saved.json'));
         const under = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
         under.dispatchEvent(
           new DragEvent({kind:?}, {{ dataTransfer, bubbles: true, cancelable: true }}));
         done(null)",
        json!(text)
    ))
    .await
}

#[test]
fn a_match_is_saved_at_its_table_and_opens_again() {
    in_a_browser(async |page| {
        page.before_the_page(KEEP_SAVED).await?;
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        for square in [0, 3, 1, 4, 2] {
            page.choose(square).await?;
        }
        page.turns(5).await?;
        page.come_to_rest().await?;
        page.click("#end-share").await?;
        page.click("#save-file").await?;
        page.wait("document.getElementById('save-file').textContent === 'Saved'").await?;
        let file = saved(page).await?;
        assert_eq!((&file["parlor"], &file["type"]), (&json!(1), &json!("match")));
        assert_eq!(file["data"]["games"][0]["game"], "tic-tac-toe~X~03142");
        assert_eq!(file["data"]["games"][0]["outcome"], "X");
        audit(page, "the sheet with a file to save").await?;

        // The next game of the match is in the file as well, as it stands.
        page.reload().await?;
        page.wait("document.querySelector('#end-again')").await?;
        page.come_to_rest().await?;
        page.click("#end-again").await?;
        page.turns(0).await?;
        page.choose(4).await?;
        page.turns(1).await?;
        page.press_control("share").await?;
        page.click("#save-file").await?;
        let file = saved(page).await?;
        assert_eq!(file["data"]["games"].as_array().map(Vec::len), Some(2), "{file}");
        drop_file(page, &file.to_string()).await?;
        page.wait("document.querySelectorAll('#opened-games li').length === 2").await
    });
}

#[test]
fn a_game_that_is_dropped_on_any_page_is_reviewed() {
    for screen in [Screen::WIDE, Screen::PHONE] {
        in_a_browser_at(screen, async |page| {
            for address in ["#/", "#/gems", "#/kalah/setup", "#/review/kalah~S~3", "#/statistics"] {
                page.open_with(INSTANT, address).await?;
                drag(page, "dragenter", &finished()).await?;
                page.wait("document.querySelector('.drop-target')").await?;
                assert!(
                    page.text(".drop-target").await?.starts_with("Drop a saved game to review it")
                );
                audit(page, "where a file goes").await?;
                drop_file(page, &finished()).await?;
                page.wait("location.hash === '#/review/tic-tac-toe~X~03142/Ada/Ben'").await?;
                page.wait("document.querySelector('.review[data-turns=\"5\"]')?.textContent.includes('Ada')").await?;
                assert!(!page.has(".drop-target").await?);
            }
            Ok(())
        });
    }
}

#[test]
fn the_editor_shows_the_position_of_a_game_that_is_dropped_on_it() {
    const TEXT: &str = "document.getElementById('editor-text').value";
    in_a_browser(async |page| {
        page.open("#/editor").await?;
        page.wait("document.getElementById('place-13')").await?;
        for _ in 0..2 {
            drop_file(page, &in_progress()).await?;
            page.wait(&format!("{TEXT} === 'kalah,pits=3,stones=2 <3,0,0,0,3,3,2,2,2> N'")).await?;
            page.click("#editor-clear").await?;
        }
        Ok(())
    });
}

#[test]
fn a_game_in_progress_goes_on_where_it_stopped() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/").await?;
        drop_file(page, &in_progress()).await?;
        page.turns(1).await?;
        page.shows(1, &[0, 3, 3, 0, 2, 2, 2, 0]).await
    });
}

#[test]
fn what_is_no_such_file_gets_one_sentence() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        for (text, words) in [
            ("a shopping list", "This file wasn't saved by Parlor. Choose another."),
            (
                r#"{"parlor":2,"type":"match"}"#,
                "A newer version of Parlor saved this file. Reload the page to get it.",
            ),
        ] {
            drop_file(page, text).await?;
            page.wait(&format!(
                "document.querySelector('.drop-refusal p')?.textContent === {words:?}"
            ))
            .await?;
        }
        audit(page, "a table with a file refused").await?;
        // The game is as it was, and the sentence goes.
        page.shows(0, &[4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]).await?;
        page.click(".drop-refusal button").await?;
        page.wait("!document.querySelector('.drop-refusal')").await
    });
}

#[test]
fn a_file_that_only_passes_over_the_page_changes_nothing() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/kalah").await?;
        drag(page, "dragenter", &finished()).await?;
        page.wait("document.querySelector('.drop-target')").await?;
        drag(page, "dragleave", &finished()).await?;
        page.wait("!document.querySelector('.drop-target')").await?;
        assert_eq!(page.value::<String>("location.hash").await?, "#/kalah");
        Ok(())
    });
}

#[test]
fn where_the_second_module_cannot_be_fetched_a_dropped_file_says_so() {
    in_a_browser(async |page| {
        page.command("Network.enable", json!({})).await?;
        page.command("Network.setBlockedURLs", json!({ "urls": ["*/assets/study*"] })).await?;
        page.open_with(INSTANT, "#/kalah").await?;
        page.press_control("share").await?;
        page.click("#save-file").await?;
        page.wait("document.getElementById('save-file').textContent.startsWith('Couldn')").await?;
        drop_file(page, &finished()).await?;
        page.wait("document.querySelector('#study-again')").await
    });
}
