//! A file is opened as it was saved, and one that makes no sense is refused.

use parlor_archive::{Date, FileRefusal, History, Match};
use parlor_protocol::file::{Kept, read_file, write_file};
use parlor_rules::{Choice, Game, Level, Player};
use parlor_table::{Event, GameLog, PieRule, Seat};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const MATCH: &str = concat!(
    r#"{"parlor":1,"type":"match","data":{"seats":[{"occupant":"person","name":"Ada"},"#,
    r#"{"occupant":"computer","level":4,"name":"Otto"}],"games":["#,
    r#"{"game":"tic-tac-toe~X~03142","outcome":"X"},"#,
    r#"{"game":"tic-tac-toe~X~0","outcome":"X","ending":{"type":"resigned","data":{"player":2}},"swapped":true},"#,
    r#"{"game":"tic-tac-toe~X~04","date":"2025-11-18T01:20:55Z"}]}}"#,
);

fn seats() -> [Seat; 2] {
    [Seat::person("Ada"), Seat::computer(Level::new(4).expect("a level"), "Otto")]
}

fn play(log: &mut GameLog, choice: u8) {
    log.append(Event::Moved { choice: Choice::new(choice).expect("a place") }).expect("a move");
}

#[test]
fn a_match_is_saved_with_all_its_games() {
    let mut log = GameLog::open("tic-tac-toe".parse().expect("rules"), seats());
    for choice in [0, 3, 1, 4, 2] {
        play(&mut log, choice);
    }
    log.append(Event::Rematched { swapped: true }).expect("the game is over");
    play(&mut log, 8);
    log.append(Event::Restarted).expect("another game instead");
    play(&mut log, 0);
    log.append(Event::Resigned { player: Player::Two }).expect("a game");
    log.append(Event::Rematched { swapped: true }).expect("the game is over");
    play(&mut log, 0);
    play(&mut log, 4);
    let now = "2025-11-18T01:20:55Z".parse().expect("a date");
    let saved = Match::of(&log, now);
    let file = Kept::Match(saved.clone());
    assert_eq!(write_file(&file), MATCH);
    assert_eq!(read_file(MATCH), Ok(file));
    let names = |game: usize| {
        let table = saved.table_of(&saved.games[game]);
        table.table().names().map(str::to_owned)
    };
    assert_eq!(names(0), ["Ada", "Otto"]);
    assert_eq!(names(1), ["Otto", "Ada"], "they had swapped sides");
    let given_up = saved.table_of(&saved.games[1]);
    assert_eq!(given_up.table().ending(), saved.games[1].ending());
}

#[test]
fn who_swapped_by_the_pie_rule_has_the_other_side() {
    let kalah = "kalah".parse().expect("rules");
    let mut log = GameLog::open_with(kalah, seats(), PieRule::On);
    play(&mut log, 5);
    log.append(Event::Swapped).expect("the second player may swap");
    let saved = Match::of(&log, Date::from_unix(0));
    assert!(!saved.games[0].swapped, "they began with their own sides");
    let again = saved.table_of(&saved.games[0]);
    assert_eq!(again.table().names(), log.table().names());
    assert_eq!(again.table().play().record(), log.table().play().record());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let changed = |from: &str, to: &str| {
        assert!(MATCH.contains(from), "{from}");
        read_file(&MATCH.replacen(from, to, 1))
    };
    assert_eq!(read_file(""), Err(FileRefusal::NotJson));
    assert_eq!(read_file("[]"), Err(FileRefusal::NotOurs));
    assert_eq!(read_file("{\"type\":\"match\"}"), Err(FileRefusal::NotOurs));
    assert_eq!(changed("\"parlor\":1", "\"parlor\":2"), Err(FileRefusal::Newer));
    assert_eq!(changed("\"match\"", "\"score\""), Err(FileRefusal::OtherKind));
    assert_eq!(
        changed("\"outcome\":\"X\"", "\"outcome\":\"O\""),
        Err(FileRefusal::Outcome { number: 1 })
    );
    assert_eq!(
        changed(",\"date\"", ",\"outcome\":\"tie\",\"date\""),
        Err(FileRefusal::Outcome { number: 3 })
    );
    assert!(matches!(changed("X~04", "X~00"), Err(FileRefusal::Game { number: 3, .. })));
    assert!(matches!(changed("2025-11-18T", "2025-13-18T"), Err(FileRefusal::Form(_))));
    assert!(matches!(changed("\"level\":4,", ""), Err(FileRefusal::Form(_))));
    let empty =
        MATCH.split("\"games\":").next().expect("a beginning").to_owned() + "\"games\":[]}}";
    assert_eq!(read_file(&empty), Err(FileRefusal::NoGames));
    assert_eq!(read_file(&" ".repeat(5 << 20)), Err(FileRefusal::TooLarge));
    let later = MATCH.replacen("\"parlor\":1", "\"made by\":[\"hand\"],\"parlor\":1", 1);
    assert!(read_file(&later).is_ok(), "members that are not known are passed over");
}

#[test]
fn a_history_is_saved_and_opened() {
    let kept = "1763428855 75 1 level-4 played tic-tac-toe~X~03142\n\
                1763428999 - - same-screen agreed kalah~S~36\n\
                1763429999 5 2 remote time-1 gems~S~";
    let history = History::read(kept);
    assert_eq!(history.games().len(), 3);
    let text = write_file(&Kept::Statistics(history.clone()));
    assert!(
        text.contains(
            r#""began":"2025-11-18T01:20:55Z","seconds":75,"opponent":"level-4","side":1"#
        ),
        "{text}"
    );
    assert_eq!(read_file(&text), Ok(Kept::Statistics(history)));
    let wrong = text.replacen("level-4", "level-9", 1);
    assert!(matches!(read_file(&wrong), Err(FileRefusal::Note { number: 1, .. })));
}

#[cfg(feature = "schema")]
#[test]
fn the_schema_knows_both_kinds() {
    let schema = parlor_protocol::schema::file().to_string();
    for word in
        ["\"match\"", "\"statistics\"", "MatchGame", "PlayedGame", "\"swapped\"", "\"began\""]
    {
        assert!(schema.contains(word), "{word} in {schema}");
    }
}

/// What can happen at a table: moves, swaps, the ends of games and rematches, by chance.
fn log() -> impl Strategy<Value = GameLog> {
    let rules = select(vec![
        "kalah,pits=3,stones=2",
        "avalanche,pits=2",
        "tic-tac-toe",
        "gems,first=loser",
    ]);
    (rules, prop::collection::vec((0..10_u8, any::<Index>()), 0..80)).prop_map(|(rules, acts)| {
        let variant = rules.parse().expect("rules");
        let mut log = GameLog::open_with(variant, seats(), PieRule::On);
        for (act, choice) in acts {
            let moves: Vec<_> = log.table().play().position().moves().collect();
            let event = match act {
                0 => Event::Swapped,
                1 => Event::Resigned { player: Player::BOTH[choice.index(2)] },
                2 => Event::DrawAgreed,
                3 => Event::Restarted,
                4 | 5 => Event::Rematched { swapped: act == 4 },
                _ if moves.is_empty() => Event::Rematched { swapped: false },
                _ => Event::Moved { choice: *choice.get(&moves) },
            };
            // What cannot happen now changes nothing.
            let _ = log.append(event);
        }
        log
    })
}

proptest! {
    #[test]
    fn every_match_is_opened_as_it_was_saved(log in log(), now in 0..4_000_000_000_u64) {
        let saved = Match::of(&log, Date::from_unix(now));
        let file = Kept::Match(saved.clone());
        prop_assert_eq!(read_file(&write_file(&file)), Ok(file));
        let last = saved.games.last().expect("the game that is there now");
        let table = saved.table_of(last);
        prop_assert_eq!(table.table().names(), log.table().names());
        prop_assert_eq!(table.table().ending(), log.table().ending());
    }

    #[test]
    fn whatever_is_opened_is_read_or_refused(
        at in any::<Index>(), with in "\\PC{0,4}", cut in 0..6_usize,
    ) {
        let start = at.index(MATCH.len());
        let changed: String = MATCH.chars().take(start).chain(with.chars())
            .chain(MATCH.chars().skip(start + cut)).collect();
        if let Ok(file) = read_file(&changed) {
            prop_assert_eq!(read_file(&write_file(&file)), Ok(file));
        }
    }
}
