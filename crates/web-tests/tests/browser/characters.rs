//! The computer's characters: their faces, what they say and when, and the ladder.

use parlor_rules::{AnyRecord, Level};
use parlor_table::{GameLog, Opening, Seat};
use parlor_web_tests::{Page, Result, in_a_browser};
use parlor_wording::{Occasion, remark};

const PIP: Level = Level::WEAKEST;

/// A game that Ada has begun against Pip: she is player 1.
fn against_pip(game: &str) -> GameLog {
    let record: AnyRecord = game.parse().expect("a record");
    GameLog::continued(Opening::new(record, [Seat::person("Ada"), Seat::computer(PIP, "Pip")]))
}

/// Waits until Pip says something.
async fn says(page: &Page, occasion: Occasion) -> Result {
    let words = remark(PIP, occasion);
    page.wait(&format!("document.querySelector('.remark')?.textContent === {words:?}")).await
}

/// Lets the computer play these places of the board, whatever it thought of.
async fn computer_plays(page: &Page, places: &[u8]) -> Result {
    page.before_the_page(&format!(
        "const places = {places:?}; \
         const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get; \
         Object.defineProperty(MessageEvent.prototype, 'data', {{ get() {{ \
             const data = get.call(this); \
             if (typeof data !== 'string' || !/^\\d+ play \\d+$/.test(data)) return data; \
             this.placed ??= places.shift(); \
             return this.placed === undefined ? data : data.replace(/\\d+$/, this.placed); \
         }} }});"
    ))
    .await
}

#[test]
fn a_character_greets_and_thinks_with_its_eyes_up() {
    in_a_browser(async |page| {
        // Its first answer never comes, so that it thinks for as long as the test looks.
        page.before_the_page(
            "const post = Worker.prototype.postMessage; \
             Worker.prototype.postMessage = function (data) { \
                 if (!(typeof data === 'string' && / move /.test(data))) post.call(this, data); \
             };",
        )
        .await?;
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~")).await?;
        says(page, Occasion::Start).await?;
        assert!(page.has(".pane.north .face").await? && !page.has(".pane.south .face").await?);
        assert!(!page.has(".face.thinking").await?, "it is the person's turn");
        page.choose(4).await?;
        page.wait("document.querySelector('.face.thinking')").await?;
        page.come_to_rest().await?;
        let up: f64 = page
            .value("new DOMMatrix(getComputedStyle(document.querySelector('.gaze')).transform).f")
            .await?;
        assert!(up < -1.0, "its eyes have gone up by {up}");
        Ok(())
    });
}

#[test]
fn a_blunder_of_the_person_is_spoken_of_as_the_engine_judges_it() {
    in_a_browser(async |page| {
        // Three in the top row are there to be had.
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~0314")).await?;
        page.choose(8).await?;
        says(page, Occasion::YourBlunder).await
    });
}

#[test]
fn a_big_capture_that_is_missed_is_a_blunder_too() {
    in_a_browser(async |page| {
        let game = "kalah~6-10-10-1-0-0-1-0-0-0-0-0-0-20-6-S~";
        page.open_with(crate::INSTANT, "#/").await?;
        page.open_table("kalah", &against_pip(game)).await?;
        page.choose(3).await?;
        says(page, Occasion::YourBlunder).await
    });
}

#[test]
fn a_blunder_of_the_character_is_owned_up_to() {
    in_a_browser(async |page| {
        // Only the centre answers a corner.
        computer_plays(page, &[1]).await?;
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~")).await?;
        page.choose(0).await?;
        says(page, Occasion::OwnBlunder).await
    });
}

#[test]
fn a_good_move_is_not_spoken_of() {
    in_a_browser(async |page| {
        computer_plays(page, &[4]).await?;
        // Every answer of the engine is noted: what it says of a move has been heard by then.
        page.before_the_page(
            "window.glances = 0; const ask = Worker.prototype.postMessage; \
             Worker.prototype.postMessage = function (data) { \
                 if (/ glance /.test(data)) this.addEventListener('message', () => glances++); \
                 return ask.call(this, data); \
             };",
        )
        .await?;
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~")).await?;
        says(page, Occasion::Start).await?;
        page.choose(0).await?;
        page.wait("document.querySelector('.table-page').dataset.turns === '2' && glances > 1")
            .await?;
        let said = page.text(".remark").await?;
        assert!(
            [remark(PIP, Occasion::Start), ""].contains(&said.as_str()),
            "nothing new is said: {said}"
        );
        Ok(())
    });
}

#[test]
fn the_last_word_fits_the_result_and_the_ladder_remembers_a_win() {
    in_a_browser(async |page| {
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~0314")).await?;
        page.choose(2).await?;
        says(page, Occasion::Lost).await?;
        page.open("#/").await?;
        page.click("#computer-tic-tac-toe").await?;
        assert!(page.text("#character-1 .beaten").await?.contains("Beaten in Tic-Tac-Toe"));
        assert_eq!(page.value::<u32>("document.querySelectorAll('.beaten').length").await?, 1);
        assert_eq!(page.text("#ladder").await?, "Beaten in Tic-Tac-Toe: 1 of 8");
        page.press(thirtyfour::Key::Escape).await?;
        page.wait("!document.querySelector('dialog')").await?;
        page.click("#computer-kalah").await?;
        assert!(!page.has(".beaten").await?, "each game has a ladder of its own");
        Ok(())
    });
}

#[test]
fn a_character_that_wins_or_ties_says_so() {
    in_a_browser(async |page| {
        computer_plays(page, &[5]).await?;
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~0314")).await?;
        page.choose(8).await?;
        says(page, Occasion::Won).await
    });
    in_a_browser(async |page| {
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~01243576")).await?;
        page.choose(8).await?;
        says(page, Occasion::Tied).await
    });
}

#[test]
fn characters_are_silenced_by_a_switch() {
    in_a_browser(async |page| {
        page.open_table("tic-tac-toe", &against_pip("tic-tac-toe~X~0314")).await?;
        page.click("#settings").await?;
        let talk = "//label[contains(., 'Computer players talk')]/input";
        page.browser.find(thirtyfour::By::XPath(talk)).await?.click().await?;
        page.reload().await?;
        page.choose(2).await?;
        page.wait("document.querySelector('[data-phase=over]')").await?;
        assert!(page.has(".pane.north .face").await?, "it is still seen");
        assert_eq!(page.text(".remark").await?, "");
        Ok(())
    });
}
