//! Draws every look on a wide screen and on a phone, for the README.
//!
//! Takes the folder to put the pictures in.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlor_table::{Coin, Event, GameLog, Phase};
use parlor_web_tests::{Mirror, Page, Result, Screen, in_a_browser_at};
use serde_json::json;

/// Each look with the game that opens in it.
const LOOKS: [(&str, &str); 5] = [
    ("gems", "gems"),
    ("island", "island"),
    ("home-pits", "homepits"),
    ("walnut", "kalah"),
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
    }
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
