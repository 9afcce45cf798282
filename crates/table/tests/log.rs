//! A table is the fold of its log.

use parlor_rules::{Choice, Level, Outcome, Player, Variant};
use parlor_table::{
    Coin, Ending, Event, GameLog, Name, Occupant, Opening, Phase, Refusal, Request, Seat, SeatId,
};

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn people() -> [Seat; 2] {
    [Seat::person("Ada"), Seat::person("Ben")]
}

fn open(variant: &str) -> GameLog {
    GameLog::open(variant.parse().expect("a variant"), people())
}

fn append_all(log: &mut GameLog, events: impl IntoIterator<Item = Event>) {
    for event in events {
        log.append(event.clone()).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
    }
}

fn moves(choices: &[u8]) -> impl Iterator<Item = Event> {
    choices.iter().map(|&choice| Event::Moved { choice: place(choice) })
}

/// X wins with the top row.
const WON: [u8; 5] = [0, 3, 1, 4, 2];

#[test]
fn a_log_is_replayed_from_its_entries() {
    let mut log = open("homepits,stones=3");
    append_all(
        &mut log,
        [
            Event::Tossed { player: Player::One, coin: Coin::Tails },
            Event::Tossed { player: Player::Two, coin: Coin::Heads },
            Event::Renamed { player: Player::One, name: Name::new("<b>Eve</b>") },
            Event::Moved { choice: place(3) },
            Event::Moved { choice: place(2) },
            Event::TookBack { to: 1 },
            Event::Asked { player: Player::One, request: Request::Draw },
        ],
    );
    assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log.clone()));
    assert_eq!(log.table().play().first(), Player::Two);
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut log = open("tic-tac-toe");
    append_all(&mut log, moves(&[4]));
    let before = log.clone();
    for (event, refusal) in [
        (Event::Moved { choice: place(4) }, Refusal::SquareTaken),
        (Event::TookBack { to: 1 }, Refusal::NoSuchMove),
        (Event::Redone { to: 2 }, Refusal::NoSuchMove),
        (Event::Rematched { swapped: false }, Refusal::NotOver),
        (Event::Declined { player: Player::One }, Refusal::NotAsked),
        (Event::Tossed { player: Player::One, coin: Coin::Heads }, Refusal::NoToss),
    ] {
        assert_eq!(log.append(event), Err(refusal));
        assert_eq!(log, before);
    }
}

#[test]
fn home_pits_tosses_before_it_plays_and_again_for_each_game() {
    let mut log = open("homepits");
    assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
    assert_eq!(log.append(Event::Moved { choice: place(0) }), Err(Refusal::NotTossed));
    assert_eq!(
        log.append(Event::Tossed { player: Player::Two, coin: Coin::Heads }),
        Err(Refusal::NoToss)
    );
    for (one, two, phase) in [
        (Coin::Heads, Coin::Heads, Phase::Tossing(Player::One)),
        (Coin::Tails, Coin::Heads, Phase::Playing(Player::Two)),
    ] {
        append_all(&mut log, [Event::Tossed { player: Player::One, coin: one }]);
        assert_eq!(log.table().phase(), Phase::Tossing(Player::Two));
        append_all(&mut log, [Event::Tossed { player: Player::Two, coin: two }]);
        assert_eq!(log.table().phase(), phase);
    }
    append_all(&mut log, [Event::Resigned { player: Player::Two }]);
    append_all(&mut log, [Event::Rematched { swapped: false }]);
    assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
}

#[test]
fn the_match_score_is_kept_and_follows_the_players() {
    let mut log = open("tic-tac-toe");
    append_all(&mut log, moves(&WON));
    assert_eq!(log.table().phase(), Phase::Over(Ending::Played(Outcome::Win(Player::One))));
    assert_eq!(log.append(Event::Moved { choice: place(8) }), Err(Refusal::GameOver));
    append_all(&mut log, [Event::Rematched { swapped: true }]);
    assert_eq!(log.table().names(), ["Ben", "Ada"]);
    assert_eq!(Player::BOTH.map(|player| log.table().score().wins(player)), [0, 1]);
    append_all(&mut log, [Event::DrawAgreed, Event::Rematched { swapped: false }]);
    assert_eq!((log.table().score().ties(), log.table().score().games()), (1, 2));
}

#[test]
fn taking_back_the_winning_move_takes_back_the_point() {
    let mut log = open("tic-tac-toe");
    append_all(&mut log, moves(&WON));
    append_all(&mut log, [Event::TookBack { to: 4 }]);
    assert_eq!(log.table().score().games(), 0);
    append_all(&mut log, [Event::Redone { to: 5 }]);
    assert_eq!(log.table().score().wins(Player::One), 1);
}

#[test]
fn a_look_back_shows_the_game_as_it_was_then() {
    let mut log = open("tic-tac-toe");
    append_all(&mut log, moves(&[4, 0]));
    let then = log.table().clone();
    append_all(&mut log, moves(&[8]));
    append_all(&mut log, [Event::Resigned { player: Player::Two }]);
    let seen = log.table().looked_back_at(2);
    assert_eq!(seen.play().record(), then.play().record());
    assert_eq!(seen.phase(), Phase::Playing(Player::One));
    assert_eq!(seen.score(), log.table().score(), "nothing is taken back");
    assert_eq!(log.table().looked_back_at(3), *log.table(), "that is where the game stands");
}

#[test]
fn the_loser_starts_where_the_rules_say_so() {
    let mut log = open("kalah,first=loser");
    assert_eq!(log.table().turn(), Player::One);
    append_all(&mut log, [Event::Resigned { player: Player::Two }]);
    append_all(&mut log, [Event::Rematched { swapped: false }]);
    assert_eq!(log.table().turn(), Player::Two);
    append_all(&mut log, [Event::DrawAgreed, Event::Rematched { swapped: false }]);
    assert_eq!(log.table().turn(), Player::One, "a tie has no loser: the other player starts");
}

/// A table whose first game is this one.
fn continued(game: &str) -> GameLog {
    GameLog::continued(Opening::new(game.parse().expect("a game"), people()))
}

fn position(log: &GameLog) -> String {
    log.table().play().position().to_string()
}

#[test]
fn the_next_game_begins_like_the_one_before() {
    for (game, again, swapped) in [
        // An even start is the same for both.
        (
            "kalah~6-0-0-3-5-4-4-4-4-3-5-4-4-4-4-S~",
            "<6,0,0,3,5,4,4,4,4,3,5,4,4,4,4> S",
            "<6,0,0,3,5,4,4,4,4,3,5,4,4,4,4> S",
        ),
        // A head start is Ben's, wherever he sits.
        (
            "kalah~6-0-2-3-3-4-4-4-4-4-4-4-4-4-4-S~",
            "<6,0,2,3,3,4,4,4,4,4,4,4,4,4,4> S",
            "<6,2,0,4,4,4,4,4,4,3,3,4,4,4,4> S",
        ),
        // After a game that went on from a moment of another, a whole one is played.
        ("kalah.pits_3~3-7-0-1-2-3-0-5-3-N~3", "<3,0,0,4,4,4,4,4,4> S", "<3,0,0,4,4,4,4,4,4> S"),
        ("tic-tac-toe~X........-O~4", "......... X", "......... X"),
        ("tic-tac-toe~X~4", "......... X", "......... X"),
        // There, nothing was left to play.
        (
            "kalah~6-30-18-0-0-0-0-0-0-0-0-0-0-0-0-N~",
            "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S",
            "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S",
        ),
    ] {
        for (is_swapped, expected) in [(false, again), (true, swapped)] {
            let mut log = continued(game);
            if log.table().ending().is_none() {
                append_all(&mut log, [Event::DrawAgreed]);
            }
            append_all(&mut log, [Event::Rematched { swapped: is_swapped }]);
            assert_eq!(position(&log), expected, "{game}, swapped: {is_swapped}");
        }
        let mut log = continued(game);
        append_all(&mut log, [Event::Restarted]);
        assert_eq!(
            position(&log).split_once(' ').map(|it| it.0),
            again.split_once(' ').map(|it| it.0)
        );
    }
}

#[test]
fn others_can_play_a_match_like_it() {
    for (game, start) in [
        ("kalah~6-0-2-3-3-4-4-4-4-4-4-4-4-4-4-S~36", "<6,0,2,3,3,4,4,4,4,4,4,4,4,4,4> S"),
        // The loser of the last game went first; at a new table neither has lost yet.
        ("kalah.first_loser~N~3", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"),
    ] {
        let log = continued(game);
        let other = GameLog::open_like(log.table(), people());
        assert_eq!((position(&other), other.table().play().played()), (start.to_owned(), 0));
    }
}

#[test]
fn a_coin_decides_who_starts_with_a_head_start_too() {
    let mut log = continued("homepits~6-2-0-6-6-6-6-6-6-5-5-6-6-6-6-S~");
    for _ in 0..2 {
        assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
        append_all(
            &mut log,
            [
                Event::Tossed { player: Player::One, coin: Coin::Tails },
                Event::Tossed { player: Player::Two, coin: Coin::Heads },
            ],
        );
        assert_eq!(position(&log), "<6,2,0,6,6,6,6,6,6,5,5,6,6,6,6> N");
        append_all(&mut log, [Event::DrawAgreed, Event::Rematched { swapped: false }]);
    }
    // A moment of a game says itself whose turn it is.
    let mut log = continued("homepits~6-2-1-6-6-6-6-6-6-5-5-6-6-6-6-N~");
    assert_eq!(log.table().phase(), Phase::Playing(Player::Two));
    append_all(&mut log, [Event::DrawAgreed, Event::Rematched { swapped: true }]);
    assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
}

#[test]
fn at_a_table_of_an_earlier_version_the_next_game_begins_as_usual() {
    let earlier = |game: &str| {
        let opening = Opening::new(game.parse().expect("a game"), people());
        GameLog::continued(opening.of_earlier_version())
    };
    let mut log = earlier("kalah~6-0-2-3-3-4-4-4-4-4-4-4-4-4-4-S~");
    append_all(&mut log, [Event::DrawAgreed, Event::Rematched { swapped: true }]);
    assert_eq!(position(&log), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
    // There, a head start was not tossed for. The next game is.
    let mut log = earlier("homepits~6-2-0-6-6-6-6-6-6-5-5-6-6-6-6-S~");
    assert_eq!(log.table().phase(), Phase::Playing(Player::One));
    append_all(&mut log, [Event::Restarted]);
    assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
    assert_eq!(position(&log), "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> S");
}

#[test]
fn against_the_computer_undo_gives_the_person_their_own_turn_again() {
    let level = Level::new(3).expect("a level");
    let seats = [Seat::person(""), Seat::computer(level, "Otto")];
    let mut log = GameLog::open(Variant::TicTacToe, seats);
    assert_eq!(log.table().undo_target(), None);
    append_all(&mut log, moves(&[4, 0, 8, 2]));
    assert_eq!(log.table().undo_target(), Some(2));
    append_all(&mut log, [Event::TookBack { to: 2 }]);
    assert_eq!((log.table().undo_target(), log.table().redo_target()), (Some(0), Some(4)));
    append_all(&mut log, [Event::TookBack { to: 0 }]);
    assert_eq!(log.table().redo_target(), Some(2));
    append_all(&mut log, moves(&[1]));
    assert_eq!(log.table().redo_target(), None, "another move forgets what was taken back");
}

#[test]
fn a_reader_of_the_beginning_reads_on_from_there() {
    let mut log = open("gems");
    append_all(&mut log, moves(&[2, 5]));
    assert_eq!(log.since(2), [Event::Moved { choice: place(5) }.into()]);
    assert!(log.since(99).is_empty());
    assert_eq!(log.version(), 3);
}

#[test]
fn the_owner_of_a_remote_seat_sits_at_their_own_screen() {
    let guest = Seat { name: Name::default(), occupant: Occupant::Guest };
    let log = GameLog::open("kalah".parse().expect("a variant"), [guest.clone(), guest]);
    let seen = log.table().seen_from(Some(SeatId::Second));
    assert!(seen.seat(Player::Two).is_person() && !seen.seat(Player::One).is_person());
    assert_eq!(log.table().seen_from(None), *log.table(), "a spectator sits nowhere");
}
