//! How fast the page answers and how smoothly stones move, measured inside the page, one thing after
//! the other.
//!
//! Other programs may have the machine at any moment, so each figure is the best of a few rounds.

use std::time::{Duration, Instant};

use parlor_web_tests::{LONG_GAME, Page, Result, in_a_browser};

fn main() {
    a_stone_moves_within_50_ms_of_the_click();
    stones_are_sown_smoothly_in_every_look();
    the_page_answers_within_50_ms_while_level_8_thinks();
    a_long_game_is_reviewed_within_30_s();
}

/// Milliseconds from the click to the frame in which the first stone has begun to move.
const UNTIL_A_STONE_MOVES: &str = "window.answer = new Promise((resolve) => { \
    let clicked; \
    addEventListener('click', (event) => { clicked = event.timeStamp; }, { capture: true, once: true }); \
    const observer = new MutationObserver(() => { \
        observer.disconnect(); \
        requestAnimationFrame(() => { \
            const { port1, port2 } = new MessageChannel(); \
            port1.onmessage = () => resolve(performance.now() - clicked); \
            port2.postMessage(0); \
        }); \
    }); \
    for (const stone of document.querySelectorAll('.stone')) \
        observer.observe(stone, { attributes: true }); \
});";

fn a_stone_moves_within_50_ms_of_the_click() {
    in_a_browser(async |page| {
        page.open("#/kalah").await?;
        let mut best = f64::INFINITY;
        for (turn, pit) in [2, 5, 7, 0, 8].into_iter().enumerate() {
            page.browser.execute(UNTIL_A_STONE_MOVES, vec![]).await?;
            page.choose(pit).await?;
            let answer: f64 = page.run("answer.then(done)").await?;
            best = best.min(answer);
            page.turns(turn + 1).await?;
        }
        println!("from the click to the first stone moving: {best:.1} ms");
        assert!(best < 50.0, "{best} ms");
        Ok(())
    });
}

/// Notes the time between frames until stopped.
const WATCH_FRAMES: &str = "window.frames_seen = []; window.watching = true; let before; \
    const frame = (now) => { \
        if (before !== undefined) frames_seen.push(now - before); \
        before = now; \
        if (watching) requestAnimationFrame(frame); \
    }; requestAnimationFrame(frame);";

fn stones_are_sown_smoothly_in_every_look() {
    in_a_browser(async |page| {
        for look in ["homepits", "gems", "island", "walnut", "snow", "chalk"] {
            page.open("#/").await?;
            let keep = format!(
                "localStorage.clear(); localStorage['parlor.settings'] = 'look kalah {look}'"
            );
            page.browser.execute(keep, vec![]).await?;
            page.open("#/kalah").await?;
            let mut best = 0.0_f64;
            for (turn, pit) in [2, 5, 7, 0, 8].into_iter().enumerate() {
                if best > 59.0 {
                    break;
                }
                page.browser.execute(WATCH_FRAMES, vec![]).await?;
                page.choose(pit).await?;
                page.turns(turn + 1).await?;
                page.browser.execute("watching = false", vec![]).await?;
                let frames: Vec<f64> = page.value("frames_seen").await?;
                assert!(frames.len() > 20, "a sowing lasts longer");
                best = best.max(1000.0 * frames.len() as f64 / frames.iter().sum::<f64>());
            }
            println!("while stones are sown in {look}: {best:.1} frames a second");
            // A quiet machine gives 60. One that others use, too, loses a frame now and then.
            assert!(best > 55.0, "{look}: {best} frames a second");
        }
        Ok(())
    });
}

/// The longest that anything had to wait for the page while the computer thought, in milliseconds.
async fn longest_wait(page: &Page) -> Result<f64> {
    page.run(
        "let before = performance.now(); let longest = 0; \
         const table = document.querySelector('.table-page').dataset; const turns = table.turns; \
         const { port1, port2 } = new MessageChannel(); \
         const from = before; \
         port1.onmessage = () => { \
             const now = performance.now(); longest = Math.max(longest, now - before); before = now; \
             if (table.turns === turns && now - from < 3000) setTimeout(() => port2.postMessage(0)); \
             else done(longest); \
         }; port2.postMessage(0);",
    )
    .await
}

fn the_page_answers_within_50_ms_while_level_8_thinks() {
    in_a_browser(async |page| {
        let mut best = f64::INFINITY;
        for _game in 0..2 {
            page.open_with("speed Instant", "#/kalah/setup").await?;
            page.pick("#seat-2", "8").await?;
            page.click("#start").await?;
            page.wait("document.querySelector('.table-page')").await?;
            for _turn in 0..4 {
                page.wait("document.querySelector('[data-turn=\"1\"][data-busy=false]')").await?;
                page.click(".pit[aria-disabled=false]").await?;
                best = best.min(longest_wait(page).await?);
            }
        }
        println!("longest wait while level 8 thinks: {best:.1} ms");
        assert!(best < 50.0, "{best} ms");
        Ok(())
    });
}

fn a_long_game_is_reviewed_within_30_s() {
    in_a_browser(async |page| {
        let mut best = Duration::MAX;
        for _round in 0..2 {
            let asked = Instant::now();
            page.open(&format!("#/review/{LONG_GAME}")).await?;
            let done = "document.querySelector('.review[data-done=true]')";
            page.wait_at_most(Duration::from_mins(2), done).await?;
            best = best.min(asked.elapsed());
        }
        println!("until a game of 40 turns is reviewed: {:.1} s", best.as_secs_f64());
        assert!(best < Duration::from_secs(30), "{best:?}");
        Ok(())
    });
}
