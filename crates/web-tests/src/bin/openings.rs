//! Writes down the page of each game as it begins, for the templates in `index.html`.
//!
//! Takes the folder to put them in. A test compares what is there with what the app draws.

use std::path::PathBuf;
use std::{env, fs};

use parlor_web_tests::{games, in_a_browser, opening};

fn main() {
    let folder =
        env::args_os().nth(1).map_or_else(|| PathBuf::from("crates/web/openings"), PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    in_a_browser(async |page| {
        for game in games() {
            let file = folder.join(format!("{game}.html"));
            fs::write(&file, opening(page, game).await?).expect("it can be written");
            println!("{}", file.display());
        }
        Ok(())
    });
}
