//! Draws every look on a wide screen and on a phone, and on each what happens around a game: by day, and
//! what differs most also by night.
//!
//! Takes the folder to put the pictures in.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlor_rules::{AnyRecord, Level};
use parlor_table::{Coin, Event, GameLog, Opening, Phase, Seat};
use parlor_web_tests::{Mirror, Page, Result, Screen, in_a_browser_at};
use parlor_wording::level_name;
use serde_json::json;

/// Each look with the game that opens in it.
const LOOKS: [(&str, &str); 6] = [
    ("gems", "gems"),
    ("island", "island"),
    ("home-pits", "homepits"),
    ("walnut", "kalah"),
    ("snow", "avalanche"),
    ("chalk", "tic-tac-toe"),
];

fn main() {
    let folder =
        env::args_os().nth(1).map_or_else(|| PathBuf::from("docs/screenshots"), PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (screen, size) in [("wide", Screen::WIDE), ("phone", Screen::PHONE)] {
        in_a_browser_at(size, async |page| {
            page.open_with("speed Instant", "#/").await?;
            draw(page, &folder.join(format!("front-room-{screen}.webp"))).await?;
            for (look, variant) in LOOKS {
                page.open_table(variant, &middle_of_a_game(variant)).await?;
                draw(page, &folder.join(format!("{look}-{screen}.webp"))).await?;
            }
            Ok(())
        });
        for (scheme, suffix) in [("light", ""), ("dark", "-night")] {
            in_a_browser_at(size, async |page| {
                let media =
                    json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
                page.command("Emulation.setEmulatedMedia", media).await?;
                around_a_game(page, |scene| folder.join(format!("{scene}-{screen}{suffix}.webp")))
                    .await
            });
        }
    }
}

/// The choice of an opponent, a hint with its reason beside the values, the rules, and the end.
async fn around_a_game(page: &Page, file: impl Fn(&str) -> PathBuf) -> Result {
    page.open_with("speed Instant", "#/").await?;
    page.click("#computer-kalah").await?;
    draw(page, &file("characters")).await?;

    page.open_table("kalah", &against_otto(HAS_A_CAPTURE)).await?;
    page.click("#values").await?;
    page.click("#hint").await?;
    page.wait("document.querySelector('.hinted') && document.querySelector('.evaluation')").await?;
    draw(page, &file("hint")).await?;
    page.click("#values").await?;
    // On a phone it is behind another button.
    page.browser.execute("document.querySelector('#help').click()", vec![]).await?;
    draw(page, &file("rules")).await?;

    page.open_table("gems", &against_otto(NEARLY_WON)).await?;
    page.choose(5).await?;
    page.wait("document.querySelector('.end-card')").await?;
    draw(page, &file("end")).await
}

/// South can capture seven.
const HAS_A_CAPTURE: &str = "kalah~6-12-14-1-0-3-1-0-2-0-0-2-0-6-7-S~";

/// South plays its last stone and wins.
const NEARLY_WON: &str = "gems~6-24-18-0-0-0-0-0-1-3-0-0-2-0-0-S~";

/// A table for one person and the computer.
fn against_otto(game: &str) -> GameLog {
    let record: AnyRecord = game.parse().expect("a record");
    let otto = Level::new(3).expect("a level");
    let computer = Seat::computer(otto, level_name(otto));
    GameLog::continued(Opening::new(record, [Seat::person("Ada"), computer]))
}

/// A game with so much on the board that a look is seen at its best.
fn middle_of_a_game(variant: &str) -> GameLog {
    let mut mirror = Mirror::of(variant);
    for coin in [Coin::Heads, Coin::Tails] {
        if let Phase::Tossing(player) = mirror.log().table().phase() {
            mirror.happens(Event::Tossed { player, coin });
        }
    }
    for turn in 0..if variant == "tic-tac-toe" { 5 } else { 13 } {
        let moves = mirror.moves();
        mirror.happens(Event::Moved { choice: moves[(3 * turn + 1) % moves.len()] });
    }
    mirror.log().clone()
}

async fn draw(page: &Page, file: &Path) -> Result {
    page.come_to_rest().await?;
    let picture = json!({ "format": "webp", "quality": 85 });
    let picture = page.browser.cdp().send_raw("Page.captureScreenshot", picture).await?;
    let picture = picture["data"].as_str().and_then(|text| STANDARD.decode(text).ok());
    fs::write(file, picture.expect("the browser sends a picture")).expect("it can be written");
    println!("{}", file.display());
    Ok(())
}
