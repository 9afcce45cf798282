//! What is heard: nothing before a person acts, and what the buttons say.

use parlor_web_tests::{Page, Result, in_a_browser};

use crate::INSTANT;

/// Counts what the page does with its loudspeaker.
const LISTEN: &str = "window.heard = { contexts: [], started: 0 }; \
    window.AudioContext = class extends AudioContext { \
        constructor(...options) { super(...options); heard.contexts.push(this); } \
    }; \
    const start = AudioScheduledSourceNode.prototype.start; \
    AudioScheduledSourceNode.prototype.start = function (...when) { \
        heard.started += 1; return start.apply(this, when); \
    };";

async fn started(page: &Page) -> Result<u32> {
    page.value("heard.started").await
}

/// What starts to sound in the next second and a half.
async fn started_in_a_while(page: &Page) -> Result<u32> {
    page.run(
        "const before = heard.started; const until = performance.now() + 1500; \
         const look = () => performance.now() < until ? requestAnimationFrame(look) \
             : done(heard.started - before); look();",
    )
    .await
}

#[test]
fn nothing_sounds_before_a_person_acts() {
    in_a_browser(async |page| {
        page.before_the_page(LISTEN).await?;
        page.open("#/gems").await?;
        assert_eq!(started_in_a_while(page).await?, 0);
        assert_eq!(page.value::<u32>("heard.contexts.length").await?, 0);
        page.choose(2).await?;
        page.turns(1).await?;
        assert!(started(page).await? >= 5, "four stones and another turn");
        assert_eq!(page.value::<String>("heard.contexts[0].state").await?, "running");
        Ok(())
    });
}

#[test]
fn a_muted_page_is_silent_and_stays_so() {
    in_a_browser(async |page| {
        page.before_the_page(LISTEN).await?;
        page.open_with("speed Fast", "#/gems").await?;
        page.click("#mute").await?;
        assert_eq!(page.text("#mute").await?, "Sound off");
        let before = started(page).await?;
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(started(page).await?, before);
        page.reload().await?;
        assert_eq!(page.text("#mute").await?, "Sound off");
        page.click("#mute").await?;
        page.choose(5).await?;
        page.turns(2).await?;
        assert!(started(page).await? > 0);
        Ok(())
    });
}

#[test]
fn a_skipped_slot_makes_no_sound() {
    in_a_browser(async |page| {
        page.before_the_page(LISTEN).await?;
        page.open_with("speed Fast", "#/game/kalah~6-10-8-1-0-3-0-0-7-0-0-2-0-7-0-S~").await?;
        // Seven stones end on North's last pit but one; eight pass its store and end on South's first.
        page.choose(5).await?;
        page.turns(1).await?;
        let seven = started(page).await?;
        page.open("#/game/kalah~6-10-8-1-0-3-0-0-8-0-0-2-0-7-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        let eight = started(page).await?;
        assert_eq!(eight * 7, seven * 8, "every stone sounds alike");
        Ok(())
    });
}

#[test]
fn the_label_of_the_music_is_always_true_and_it_stops_at_the_end_of_the_game() {
    in_a_browser(async |page| {
        page.before_the_page(LISTEN).await?;
        page.open_with(INSTANT, "#/game/kalah~6-20-10-1-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        assert_eq!(page.text("#music").await?, "Music off");
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music on");
        page.wait("heard.started > 2").await?;
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music off");
        assert_eq!(started_in_a_while(page).await?, 0);
        page.click("#music").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.text("#music").await?, "Music on", "the game goes on");
        page.choose(0).await?;
        page.turns(2).await?;
        page.choose(7).await?;
        page.rest().await?;
        Ok(())
    });
}

#[test]
fn music_stops_with_the_last_move() {
    in_a_browser(async |page| {
        page.before_the_page(LISTEN).await?;
        page.open_with(INSTANT, "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        page.click("#music").await?;
        page.wait("heard.started > 2").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(page.text("#music").await?, "Music off");
        // The notes of the win may still be under way; then there is silence.
        started_in_a_while(page).await?;
        assert_eq!(started_in_a_while(page).await?, 0);
        Ok(())
    });
}
