use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use parlor_archive::FileRefusal;
use parlor_protocol::file::{Kept, read_file};
use parlor_rules::AnyRecord;

/// The last game of a file that the browser app saved.
pub(crate) fn last_game(path: &Path) -> Result<AnyRecord> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let record = match read_file(&text).with_context(|| path.display().to_string())? {
        Kept::Match(games) => games.games.last().map(|game| game.game().clone()),
        Kept::Statistics(history) => history.games().last().map(|game| game.game().clone()),
    };
    record.context(FileRefusal::NoGames)
}
