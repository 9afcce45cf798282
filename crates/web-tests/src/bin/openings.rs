//! Writes down the front room, and the page of each game as it begins, for the templates in `index.html`.
//!
//! Takes the folder to put them in. A test compares what is there with what the app draws.

use std::path::PathBuf;
use std::{env, fs, iter};

use parlor_web_tests::{FRONT_ROOM, games, in_a_browser, opening};

fn main() {
    let folder =
        env::args_os().nth(1).map_or_else(|| PathBuf::from("crates/web/openings"), PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    in_a_browser(async |page| {
        // The front room first: a game leaves a table to go on with there.
        for name in iter::once(FRONT_ROOM).chain(games()) {
            let file = folder.join(format!("{name}.html"));
            fs::write(&file, opening(page, name).await?).expect("it can be written");
            println!("{}", file.display());
        }
        Ok(())
    });
}
