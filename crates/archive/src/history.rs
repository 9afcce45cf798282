use std::fmt::{self, Display};

use parlor_rules::AnyRecord;

use crate::{Date, PlayedGame};

/// The games that were played at a browser, oldest first, none twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    games: Vec<PlayedGame>,
}

/// Adds a game to the text of a history, as its last line. If the last game there began at the same
/// moment, it is that game, whose end was taken back: it is replaced.
///
/// Nothing else is read, so that a page can note a game without knowing all of them.
pub fn remember(history: &str, game: &PlayedGame) -> String {
    let line = game.to_string();
    let began = line.split(' ').next().unwrap_or_default();
    let mut lines: Vec<&str> = history.lines().collect();
    if lines.last().is_some_and(|last| last.split(' ').next() == Some(began)) {
        lines.pop();
    }
    lines.push(&line);
    let surplus = lines.len().saturating_sub(History::MOST);
    lines[surplus..].join("\n")
}

/// When the last game in the text of a history began, if it is this one: a page that is loaded again after
/// the end of a game knows by this that it was noted.
pub fn last_began(history: &str, game: &AnyRecord) -> Option<Date> {
    let (began, rest) = history.lines().last()?.split_once(' ')?;
    let (_, line) = rest.rsplit_once(' ')?;
    let began = began.parse().ok().filter(|_| line == game.to_string())?;
    Some(Date::from_unix(began))
}

impl History {
    /// The most games that are kept. The oldest make room. A game is some 100 characters: all of them
    /// fit into a twentieth of what a browser stores for a site.
    pub const MOST: usize = 2_000;

    /// Reads what is kept. A line that makes no sense is passed over: the others are still true.
    pub fn read(text: &str) -> Self {
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    /// The games, oldest first.
    pub fn games(&self) -> &[PlayedGame] {
        &self.games
    }

    /// Takes in games from elsewhere, and says how many were added. Those that are older than the newest
    /// [`History::MOST`] are not.
    pub fn merge(&mut self, games: impl IntoIterator<Item = PlayedGame>) -> usize {
        let before = self.games.len();
        for game in games {
            if !self.games.iter().any(|known| known.is_same(&game)) {
                self.games.push(game);
            }
        }
        let numbered = self.games.drain(..).enumerate();
        let mut all: Vec<(bool, PlayedGame)> =
            numbered.map(|(number, game)| (number >= before, game)).collect();
        all.sort_by_key(|(_, game)| game.began());
        let newest = all.len().saturating_sub(Self::MOST);
        let kept = all.split_off(newest);
        let added = kept.iter().filter(|(is_new, _)| *is_new).count();
        self.games.extend(kept.into_iter().map(|(_, game)| game));
        added
    }
}

impl FromIterator<PlayedGame> for History {
    fn from_iter<I: IntoIterator<Item = PlayedGame>>(games: I) -> Self {
        let mut history = Self::default();
        history.merge(games);
        history
    }
}

/// A line for each game.
impl Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.games.iter().map(PlayedGame::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}
