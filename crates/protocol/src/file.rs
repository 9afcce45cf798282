//! Files: the games of a match, and the history of a person, as JSON that is made to be kept.
//!
//! ```text
//! {"parlor":1,"type":"match","data":{"seats":[{"occupant":"person","name":"Ada"},…],"games":[{"game":"kalah~S~36"}]}}
//! {"parlor":1,"type":"statistics","data":{"games":[{"game":"…","outcome":"X","began":"2026-11-18T01:20:55Z","opponent":"level-4","side":1}]}}
//! ```
//!
//! `docs/files.md` says what each member means. `parlor` is the version of the format: readers refuse a
//! later one. Members that are not known are passed over; types, results and dates are checked.

mod form;

use parlor_archive::{FileRefusal, History, Match, MatchGame, PlayedGame};
use parlor_rules::AnyRecord;

use crate::json::{Object, Raw, Tagged, reason_of, to_text};
pub(crate) use form::FileJson;
use form::{Header, HistoryJson, MatchJson};

/// The version of the format that is written and read here.
pub const FORMAT: u32 = 1;

/// The largest file that is read, in bytes.
pub const LARGEST: usize = 4 << 20;

/// What a file can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The games of a match; a single game is a match of one.
    Match(Match),
    /// The games that a person has played.
    Statistics(History),
}

/// A file, as one line of JSON.
pub fn write_file(kept: &Kept) -> String {
    to_text(&match kept {
        Kept::Match(games) => FileJson::of_match(games),
        Kept::Statistics(history) => FileJson::of_history(history),
    })
}

/// Reads a file.
///
/// # Errors
/// Says why it cannot be opened.
pub fn read_file(text: &str) -> Result<Kept, FileRefusal> {
    if text.len() > LARGEST {
        return Err(FileRefusal::TooLarge);
    }
    let json = Raw::parse(text).map_err(|_| FileRefusal::NotJson)?;
    let Header { parlor } = json.read().map_err(|_| FileRefusal::NotOurs)?;
    if parlor > FORMAT {
        return Err(FileRefusal::Newer);
    }
    let damaged = |error: &_| FileRefusal::Form(reason_of(error));
    let file: Tagged<'_> = json.read().map_err(|error| damaged(&error))?;
    match &*file.kind {
        "match" => {
            let Object(read): Object<MatchJson> = file.data().map_err(|error| damaged(&error))?;
            read_match(read).map(Kept::Match)
        }
        "statistics" => {
            let Object(read): Object<HistoryJson> = file.data().map_err(|error| damaged(&error))?;
            read_history(read).map(Kept::Statistics)
        }
        _ => Err(FileRefusal::OtherKind),
    }
}

fn read_match(MatchJson { seats, games }: MatchJson) -> Result<Match, FileRefusal> {
    let [one, two] = seats.map(|Object(seat)| seat.try_into());
    let damaged = |error| FileRefusal::Form(reason_of(&error));
    let seats = [one.map_err(damaged)?, two.map_err(damaged)?];
    if games.is_empty() {
        return Err(FileRefusal::NoGames);
    }
    if games.len() > Match::MOST {
        return Err(FileRefusal::TooLarge);
    }
    let games = (1..).zip(games).map(|(number, Object(game))| {
        let record = read_game(number, &game.game)?;
        let stopped = game.ending.map(|Object(ending)| ending.into());
        let read = MatchGame::new(record, stopped);
        let mut read = read.map_err(|why| FileRefusal::of_game(number, why))?;
        if read.outcome() != game.outcome {
            return Err(FileRefusal::Outcome { number });
        }
        read.date = game.date.map(|date| date.0);
        read.swapped = game.swapped;
        Ok(read)
    });
    Ok(Match { seats, games: games.collect::<Result<_, _>>()? })
}

fn read_history(HistoryJson { games }: HistoryJson) -> Result<History, FileRefusal> {
    if games.len() > History::MOST {
        return Err(FileRefusal::TooLarge);
    }
    let games = (1..).zip(games).map(|(number, Object(game))| {
        let record = read_game(number, &game.game)?;
        let refused = |why| FileRefusal::of_game(number, why);
        let stopped = game.ending.map(|Object(ending)| ending.into());
        let ended = MatchGame::new(record, stopped).map_err(refused)?;
        let ending = ended.ending().filter(|_| ended.outcome().as_deref() == Some(&*game.outcome));
        let ending = ending.ok_or(FileRefusal::Outcome { number })?;
        let who = (game.opponent.parse().map_err(refused)?, game.side.map(|side| side.0));
        let took = game.seconds.map(|seconds| std::time::Duration::from_secs(seconds.into()));
        PlayedGame::new(ended.game().clone(), ending, who, (game.began.0, took)).map_err(refused)
    });
    games.collect()
}

fn read_game(number: usize, line: &str) -> Result<AnyRecord, FileRefusal> {
    line.parse().map_err(|why| FileRefusal::Game { number, why })
}
