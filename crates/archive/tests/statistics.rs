//! What is kept of a game, and what games add up to.

use std::time::Duration;

use parlor_archive::{
    Date, History, NotAGame, Opponent, PlayedGame, Results, Statistics, Streaks, last_began,
    remember,
};
use parlor_rules::{AnyPosition, AnyRecord, Game, Level, Performance, Player, Variant};
use parlor_table::{Ending, Event, GameLog, Opening, Seat};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const WON_BY_X: &str = "tic-tac-toe~X~03142";
const TIED: &str = "tic-tac-toe~X~012435768";

fn game(line: &str) -> AnyRecord {
    line.parse().expect("a game")
}

fn date(day: &str) -> Date {
    day.parse().expect("a date")
}

fn played(line: &str) -> PlayedGame {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn a_game_is_noted_as_the_person_at_this_screen_played_it() {
    let seats = |one: Seat, two: Seat| {
        let log = GameLog::continued(Opening::new(game(WON_BY_X), [one, two]));
        let noted = PlayedGame::of(log.table(), date("2025-11-18"), Some(Duration::from_secs(75)));
        noted.map(|game| game.to_string())
    };
    let ada = || Seat::person("Ada");
    let otto = || Seat::computer(Level::new(3).expect("a level"), "Otto");
    let guest = || Seat { occupant: parlor_table::Occupant::Guest, ..Seat::person("Ben") };
    let line = |middle: &str| Some(format!("1763424000 75 {middle} played {WON_BY_X}"));
    assert_eq!(seats(ada(), otto()), line("1 level-3"));
    assert_eq!(seats(otto(), ada()), line("2 level-3"));
    assert_eq!(seats(ada(), guest()), line("1 remote"));
    assert_eq!(seats(ada(), ada()), line("- same-screen"));
    assert_eq!(seats(otto(), otto()), None, "nobody here played");
    let unfinished = GameLog::open(Variant::TicTacToe, [ada(), ada()]);
    assert_eq!(PlayedGame::of(unfinished.table(), date("2025-11-18"), None), None);
}

#[test]
fn a_game_that_was_given_up_is_lost() {
    let otto = Seat::computer(Level::STRONGEST, "Otto");
    let mut log = GameLog::open("kalah".parse().expect("rules"), [Seat::person("Ada"), otto]);
    log.append(Event::Resigned { player: Player::One }).expect("a game can be given up");
    let noted = PlayedGame::of(log.table(), date("2025-11-18"), None).expect("it is over");
    assert_eq!(noted.to_string(), "1763424000 - 1 level-8 resigned-1 kalah~S~");
    assert_eq!(Statistics::of(&[noted].into_iter().collect()).own.lost, 1);
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (line, why) in [
        ("1763424000 75 1 level-3 played", NotAGame::Shape),
        ("yesterday 75 1 level-3 played tic-tac-toe~X~03142", NotAGame::Shape),
        ("1763424000 75 1 level-9 played tic-tac-toe~X~03142", NotAGame::Opponent),
        ("1763424000 75 1 level-3 played tic-tac-toe~X~0", NotAGame::Ending),
        ("1763424000 75 1 level-3 resigned-1 tic-tac-toe~X~03142", NotAGame::Ending),
        ("1763424000 75 1 level-3 lost tic-tac-toe~X~03142", NotAGame::Ending),
        ("1763424000 75 - level-3 played tic-tac-toe~X~03142", NotAGame::Side),
        ("1763424000 75 1 same-screen played tic-tac-toe~X~03142", NotAGame::Side),
        ("1763424000 75 3 level-3 played tic-tac-toe~X~03142", NotAGame::Side),
    ] {
        assert_eq!(line.parse::<PlayedGame>(), Err(why), "{line}");
    }
    let damaged = "1763424000 75 1 level-3 played tic-tac-toe~X~0000";
    assert!(matches!(damaged.parse::<PlayedGame>(), Err(NotAGame::Game(_))));
    let kept = format!("nonsense\n1763424000 - 1 remote played {WON_BY_X}\n{damaged}");
    assert_eq!(History::read(&kept).games().len(), 1, "the others are still true");
}

#[test]
fn a_game_whose_end_was_taken_back_counts_once() {
    let first = played(&format!("100 9 1 remote played {WON_BY_X}"));
    let again = played(&format!("100 12 1 remote played {TIED}"));
    let next = played(&format!("200 - 1 remote played {WON_BY_X}"));
    let kept =
        [&first, &again, &next].into_iter().fold(String::new(), |kept, game| remember(&kept, game));
    assert_eq!(History::read(&kept).games(), [again, next]);
}

#[test]
fn the_last_game_is_known_again_by_its_line() {
    let kept = format!("100 9 1 remote played {WON_BY_X}\n200 - 1 remote played {TIED}");
    assert_eq!(last_began(&kept, &game(TIED)), Some(Date::from_unix(200)));
    assert_eq!(last_began(&kept, &game(WON_BY_X)), None, "another was played since");
    assert_eq!(last_began(&kept, &game("tic-tac-toe~X~01243576")), None, "not yet over");
    assert_eq!(last_began("", &game(TIED)), None);
}

#[test]
fn the_newest_games_are_kept() {
    let game = |began: usize| played(&format!("{began} - 1 remote played {WON_BY_X}"));
    let mut kept: String = (0..History::MOST).map(|began| game(began).to_string() + "\n").collect();
    for began in History::MOST..History::MOST + 3 {
        kept = remember(&kept, &game(began));
    }
    let history = History::read(&kept);
    assert_eq!(history.games().len(), History::MOST);
    assert_eq!(history.games().first(), Some(&game(3)));
    assert!(kept.len() < 250_000, "{} bytes", kept.len());
}

#[test]
fn only_games_that_are_kept_were_added() {
    let game = |began: usize| played(&format!("{began} - 1 remote played {WON_BY_X}"));
    let mut full: History = (100..100 + History::MOST).map(game).collect();
    assert_eq!(full.merge([game(1), game(2), game(150)]), 0, "they are too old, or known");
    assert_eq!(full.merge([game(3), game(9_000), game(9_001)]), 2);
    assert_eq!(full.games().len(), History::MOST);
    assert_eq!(full.games().first(), Some(&game(102)));
}

#[test]
fn games_add_up() {
    let lines = [
        // Two weeks before the others.
        format!("{} 60 1 level-3 played {WON_BY_X}", date("2025-11-03").unix()),
        format!("{} 60 1 level-3 played {WON_BY_X}", date("2025-11-17").unix()),
        format!("{} 60 2 level-1 played {WON_BY_X}", date("2025-11-18").unix()),
        format!("{} - 1 remote played {WON_BY_X}", date("2025-11-19").unix()),
        format!("{} - - same-screen played {TIED}", date("2025-11-20").unix()),
        format!("{} 30 2 remote resigned-1 kalah~S~36", date("2025-11-21").unix()),
    ];
    let history = History::read(&lines.join("\n"));
    let statistics = Statistics::of(&history);
    assert_eq!(statistics.games, 6);
    assert_eq!(statistics.own, Results { won: 4, lost: 1, tied: 0 });
    assert_eq!(statistics.shared, Results { won: 0, lost: 0, tied: 1 });
    assert_eq!(statistics.streaks, Streaks { current: 2, longest: 2 });
    assert_eq!(statistics.time, Duration::from_secs(210));
    let rules: Vec<_> = statistics.by_rules.iter().map(|group| group.of.to_string()).collect();
    assert_eq!(rules, ["tic-tac-toe", "kalah"]);
    assert_eq!(statistics.by_rules[0].own, Results { won: 3, lost: 1, tied: 0 });
    let opponents: Vec<_> =
        statistics.by_opponent.iter().map(|group| (group.of.to_string(), group.games)).collect();
    let expected = [("same-screen", 1), ("remote", 2), ("level-1", 1), ("level-3", 2)];
    assert_eq!(opponents, expected.map(|(name, games)| (name.to_owned(), games)));
    let weeks: Vec<_> =
        statistics.weeks.iter().map(|week| (week.own.games(), week.shared)).collect();
    assert_eq!(weeks, [(1, 0), (0, 0), (4, 1)]);
}

#[test]
fn a_clock_that_was_set_back_during_a_game_spoils_no_statistics() {
    // As a browser has kept it, whose clock went back by a second: 2^64 - 1 of them.
    let lines = [
        format!("100 18446744073709551615 1 remote played {WON_BY_X}"),
        format!("200 18446744073709551615 1 remote played {WON_BY_X}"),
        format!("300 60 1 remote played {WON_BY_X}"),
    ];
    let history = History::read(&lines.join("\n"));
    assert_eq!(history.games()[0].took(), None);
    let statistics = Statistics::of(&history);
    assert_eq!((statistics.games, statistics.time), (3, Duration::from_mins(1)));
}

#[test]
fn captures_and_extra_turns_are_those_of_the_person() {
    // South moves again with pit 3; then North captures nothing, and South captures with pit 1.
    let record = game("kalah~S~36");
    let [south, north] = Performance::of_both(&record);
    assert_eq!((south.turns, south.extra_turns, south.longest_run), (2, 1, 2));
    assert_eq!(north.turns, 0);
    let line = |side: u8| format!("5 - {side} remote resigned-2 {record}");
    let of = |side| Statistics::of(&History::read(&line(side)));
    assert_eq!((of(1).extra_turns, of(1).longest_run), (1, 2));
    assert_eq!((of(2).extra_turns, of(2).longest_run), (0, 0));
}

/// Random games, some of them given up.
fn games() -> impl Strategy<Value = PlayedGame> {
    let rules = select(vec!["kalah", "gems,stones=2", "avalanche", "tic-tac-toe", "island,pits=3"]);
    let who = select(vec![
        (Opponent::SameScreen, None),
        (Opponent::Remote, Some(Player::Two)),
        (Opponent::Computer(Level::STRONGEST), Some(Player::One)),
    ]);
    let choices = prop::collection::vec(any::<Index>(), 0..60);
    let when = (0..4_000_000_000_u64, prop::option::of(0..100_000_u64));
    (rules, who, choices, when).prop_map(|(rules, who, choices, (began, took))| {
        let mut record = AnyRecord::new(AnyPosition::opening(rules.parse().expect("rules")));
        for choice in choices {
            let moves: Vec<_> = record.position().moves().collect();
            if !moves.is_empty() {
                record.play(*choice.get(&moves)).expect("a legal move");
            }
        }
        let ending = match record.position().outcome() {
            Some(outcome) => Ending::Played(outcome),
            None if began % 2 == 0 => Ending::Resigned(Player::Two),
            None => Ending::DrawAgreed,
        };
        let when = (Date::from_unix(began), took.map(Duration::from_secs));
        PlayedGame::new(record, ending, who, when).expect("it fits together")
    })
}

proptest! {
    #[test]
    fn a_game_is_read_as_it_is_written(game in games()) {
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn merging_knows_no_doubles_and_no_order(
        games in prop::collection::vec(games(), 0..12),
        cut in any::<Index>(),
    ) {
        let all: History = games.iter().cloned().collect();
        let cut = cut.index(games.len() + 1);
        let mut merged: History = games[cut..].iter().cloned().collect();
        merged.merge(games[..cut].iter().cloned());
        prop_assert_eq!(merged.merge(games.iter().cloned()), 0);
        prop_assert_eq!(merged.games().len(), all.games().len());
        prop_assert_eq!(History::read(&all.to_string()), all);
    }

    #[test]
    fn every_game_is_counted_once(games in prop::collection::vec(games(), 0..12)) {
        let history: History = games.into_iter().collect();
        let statistics = Statistics::of(&history);
        let groups: usize = statistics.by_rules.iter().map(|group| group.games).sum();
        let opponents: usize = statistics.by_opponent.iter().map(|group| group.games).sum();
        let all = [statistics.own.games() + statistics.shared.games(), groups, opponents];
        prop_assert_eq!(all, [history.games().len(); 3]);
        prop_assert!(statistics.streaks.current <= statistics.streaks.longest);
        prop_assert!(statistics.weeks.len() as u64 <= Statistics::WEEKS);
    }
}
