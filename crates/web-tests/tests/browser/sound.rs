//! What is heard: nothing before a person acts, and what the buttons say.

use parlor_web_tests::{Page, Result, in_a_browser};

use crate::INSTANT;

/// Notes what the page does with its loudspeaker: the names of its sounds, every source that it
/// starts, music included, and every loudspeaker.
const LISTEN: &str = "window.heard = { speakers: [], started: 0, sounds: [] }; \
    window.AudioContext = class extends AudioContext { \
        constructor(...options) { super(...options); heard.speakers.push(this); } \
    }; \
    const start = AudioScheduledSourceNode.prototype.start; \
    AudioScheduledSourceNode.prototype.start = function (...when) { \
        heard.started += 1; return start.apply(this, when); \
    }; \
    const set = Element.prototype.setAttribute; \
    Element.prototype.setAttribute = function (name, value) { \
        if (name === 'data-sound') heard.sounds.push(value); \
        return set.call(this, name, value); \
    };";

async fn listen(page: &Page, settings: &str, address: &str) -> Result {
    page.before_the_page(LISTEN).await?;
    page.open_with(settings, address).await
}

/// The sounds since the last time, once there are so many: the first ones wait for the speaker.
async fn sounds(page: &Page, count: usize) -> Result<Vec<String>> {
    page.wait(&format!("heard.sounds.length >= {count}")).await?;
    page.value("heard.sounds.splice(0)").await
}

/// How many sources start in the next second and a half.
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
        // Not even for a person who had music when they left.
        listen(page, "speed Fast\nmusic true", "#/gems").await?;
        assert_eq!(started_in_a_while(page).await?, 0);
        assert_eq!(page.value::<u32>("heard.speakers.length").await?, 0);
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.value::<u32>("heard.speakers.length").await?, 1);
        page.wait("heard.speakers[0].state === 'running'").await
    });
}

#[test]
fn every_stone_sounds_once_and_a_slot_that_is_passed_over_does_not() {
    in_a_browser(async |page| {
        // Eight stones: the last passes North's store and falls into South's first pit.
        let game = "#/game/kalah~6-10-8-1-0-3-0-0-8-0-0-2-0-7-0-S~";
        listen(page, "speed Fast", game).await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(sounds(page, 8).await?, ["drop"; 8]);
        Ok(())
    });
}

#[test]
fn a_relay_is_heard_to_take_up_the_stones_that_it_finds() {
    in_a_browser(async |page| {
        let rules = "pits_6.stones_4.first_1.origin_sow.over_row.rest_owner.relay_on.captures_off";
        let game = format!("#/game/{rules}~6-0-0-0-0-1-0-0-2-1-2-0-0-0-0-S~");
        listen(page, "speed Fast", &game).await?;
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(sounds(page, 5).await?, ["drop", "drop", "lift", "drop", "drop"]);
        Ok(())
    });
}

#[test]
fn another_turn_a_capture_a_win_a_tie_and_a_refusal_have_sounds_of_their_own() {
    in_a_browser(async |page| {
        listen(page, "speed Fast", "#/game/kalah~6-10-8-1-0-3-1-0-1-0-0-2-0-7-0-S~").await?;
        page.choose(4).await?;
        assert_eq!(sounds(page, 1).await?, ["illegal"], "an empty pit");
        page.choose(5).await?;
        page.turns(1).await?;
        assert_eq!(sounds(page, 2).await?, ["drop", "again"]);
        page.choose(0).await?;
        page.turns(2).await?;
        assert_eq!(sounds(page, 2).await?, ["drop", "capture"]);

        page.open("#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        page.wait("heard.sounds.at(-1) === 'win'").await?;
        assert_eq!(sounds(page, 2).await?, ["drop", "win"], "nobody goes again after the end");
        page.open("#/game/gems~6-17-15-0-0-0-0-0-1-3-0-0-0-0-0-S~").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        page.wait("heard.sounds.at(-1) === 'tie'").await?;
        Ok(())
    });
}

#[test]
fn a_muted_page_is_silent_and_stays_so() {
    in_a_browser(async |page| {
        listen(page, "speed Fast", "#/gems").await?;
        page.click("#mute").await?;
        assert_eq!(page.text("#mute").await?, "Sound off");
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(sounds(page, 0).await?, [""; 0]);
        page.reload().await?;
        assert_eq!(page.text("#mute").await?, "Sound off");
        page.click("#mute").await?;
        page.choose(5).await?;
        page.turns(2).await?;
        assert_eq!(sounds(page, 5).await?, ["drop"; 5]);
        Ok(())
    });
}

#[test]
fn the_label_of_the_music_is_always_true() {
    in_a_browser(async |page| {
        listen(page, INSTANT, "#/kalah").await?;
        assert_eq!(page.text("#music").await?, "Music off");
        for _ in 0..2 {
            page.click("#music").await?;
            assert_eq!(page.text("#music").await?, "Music on");
            page.wait("heard.started > 2").await?;
            page.click("#music").await?;
            assert_eq!(page.text("#music").await?, "Music off");
            assert_eq!(started_in_a_while(page).await?, 0, "music that is off is not heard");
            page.browser.execute("heard.started = 0", vec![]).await?;
        }
        page.click("#music").await?;
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.text("#music").await?, "Music on", "the game goes on");
        Ok(())
    });
}

#[test]
fn music_that_cannot_be_heard_says_so() {
    in_a_browser(async |page| {
        listen(page, INSTANT, "#/kalah").await?;
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music on");
        page.click("#mute").await?;
        assert_eq!(page.text("#music").await?, "Music on, muted");
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music off");
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music on, muted");
        page.click("#mute").await?;
        assert_eq!(page.text("#music").await?, "Music on");
        Ok(())
    });
}

#[test]
fn music_is_off_after_a_reload_and_in_the_next_game_until_it_is_turned_on() {
    in_a_browser(async |page| {
        let nearly_over = "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~";
        listen(page, INSTANT, nearly_over).await?;
        page.click("#music").await?;
        page.wait("heard.started > 2").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        page.click("#play-again").await?;
        page.turns(0).await?;
        assert_eq!(page.text("#music").await?, "Music off");
        page.click("#music").await?;
        assert_eq!(page.text("#music").await?, "Music on");
        page.reload().await?;
        page.choose(2).await?;
        page.turns(1).await?;
        assert_eq!(page.text("#music").await?, "Music off");
        // The turn's own sound waits for the loudspeaker.
        sounds(page, 1).await?;
        assert_eq!(started_in_a_while(page).await?, 0);
        Ok(())
    });
}

#[test]
fn music_stops_with_the_last_move() {
    in_a_browser(async |page| {
        listen(page, INSTANT, "#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
        page.click("#music").await?;
        page.wait("heard.started > 2").await?;
        page.choose(5).await?;
        page.turns(1).await?;
        page.wait("heard.sounds.at(-1) === 'win'").await?;
        assert_eq!(page.text("#music").await?, "Music off");
        assert_eq!(started_in_a_while(page).await?, 0);
        Ok(())
    });
}
