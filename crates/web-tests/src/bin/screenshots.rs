//! Draws every look on a wide screen and on a phone, for the README.
//!
//! Takes the folder to put the pictures in.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlor_web_tests::{Page, Result, Screen, in_a_browser_at};
use serde_json::json;

/// A game in the middle, in the look that it opens in: what shows a look at its best.
const SCENES: [(&str, &str); 6] = [
    ("front-room", "#/"),
    ("gems", "#/game/gems~S~3625143262"),
    ("island", "#/game/island~S~3514236153"),
    ("home-pits", "#/game/homepits~S~2143265214"),
    ("walnut", "#/game/kalah~S~3621354126"),
    ("chalk", "#/game/tic-tac-toe~X~40265"),
];

fn main() {
    let folder =
        env::args_os().nth(1).map_or_else(|| PathBuf::from("docs/screenshots"), PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (screen, size) in [("wide", Screen::WIDE), ("phone", Screen::PHONE)] {
        in_a_browser_at(size, async |page| {
            for (scene, address) in SCENES {
                page.open_with("speed Instant", address).await?;
                let file = folder.join(format!("{scene}-{screen}.webp"));
                draw(page, &file).await?;
                println!("{}", file.display());
            }
            Ok(())
        });
    }
}

async fn draw(page: &Page, file: &Path) -> Result {
    page.come_to_rest().await?;
    let picture = json!({ "format": "webp", "quality": 85 });
    let picture = page.browser.cdp().send_raw("Page.captureScreenshot", picture).await?;
    let picture = picture["data"].as_str().and_then(|text| STANDARD.decode(text).ok());
    fs::write(file, picture.expect("the browser sends a picture")).expect("it can be written");
    Ok(())
}
