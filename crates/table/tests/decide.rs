//! What commands lead to, and why some lead to nothing.

use std::time::Duration;

use parlor_rules::{Choice, Level, Player, Variant};
use parlor_table::fairness::{check, coins};
use parlor_table::{
    Actor, Clock, Coin, Command, Commitment, Ending, Entry, Event, GameLog, Hand, Name, Nonce,
    Note, Occupant, Phase, Policy, Refusal, Seat, SeatId, Wish, WishKind,
};
use proptest::prelude::*;

const ONE: Option<Player> = Some(Player::One);
const TWO: Option<Player> = Some(Player::Two);

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn guest(name: &str) -> Seat {
    Seat { name: Name::new(name), occupant: Occupant::Guest }
}

fn free_seat() -> Seat {
    Seat { name: Name::default(), occupant: Occupant::Nobody }
}

fn open(variant: &str) -> GameLog {
    GameLog::open(variant.parse().expect("a variant"), [guest("Ada"), guest("Ben")])
}

/// Carries a command out as a server would.
fn order(log: &mut GameLog, by: Option<Player>, command: &Command) -> Result<usize, Refusal> {
    let table = log.table();
    let actor = by.map_or(Actor::Spectator, |player| Actor::Seat(table.seat_id(player)));
    let events = table.decide(actor, command, Policy::Remote)?;
    let count = events.len();
    for event in events {
        log.append(event.clone()).unwrap_or_else(|refusal| panic!("{event:?}: {refusal}"));
    }
    Ok(count)
}

fn moves(log: &mut GameLog, choices: &[u8]) {
    for &choice in choices {
        let turn = Some(log.table().turn());
        order(log, turn, &Command::Move { choice: place(choice) }).expect("a legal move");
    }
}

fn join(seat: Option<Player>) -> Command {
    Command::Join { name: Name::new("Cy"), seat }
}

#[test]
fn the_first_visitor_takes_the_free_seat_and_later_ones_watch() {
    let mut log = GameLog::open(Variant::TicTacToe, [guest("Ada"), free_seat()]);
    assert_eq!(order(&mut log, ONE, &Command::Move { choice: place(4) }), Err(Refusal::SeatFree));
    assert_eq!(order(&mut log, None, &join(ONE)), Err(Refusal::SeatTaken));
    assert_eq!(order(&mut log, ONE, &join(None)), Err(Refusal::AlreadySeated));
    assert_eq!(order(&mut log, None, &join(None)), Ok(1));
    assert_eq!(log.table().names(), ["Ada", "Cy"]);
    assert_eq!(order(&mut log, None, &join(None)), Err(Refusal::SeatTaken));
    assert_eq!(order(&mut log, None, &Command::Move { choice: place(4) }), Err(Refusal::NotSeated));
}

#[test]
fn only_the_player_to_move_moves_and_only_legally() {
    let mut log = open("gems");
    assert_eq!(
        order(&mut log, TWO, &Command::Move { choice: place(0) }),
        Err(Refusal::NotYourTurn)
    );
    for choice in [6, 7, 8] {
        assert_eq!(
            order(&mut log, ONE, &Command::Move { choice: place(choice) }),
            Err(Refusal::Illegal)
        );
    }
    assert_eq!(order(&mut log, ONE, &Command::Move { choice: place(0) }), Ok(1));
    order(&mut log, TWO, &Command::Resign).expect("a game to give up");
    assert_eq!(order(&mut log, TWO, &Command::Move { choice: place(0) }), Err(Refusal::GameOver));
    assert_eq!(order(&mut log, ONE, &Command::Resign), Err(Refusal::GameOver));
}

#[test]
fn a_draw_needs_both() {
    let mut log = open("kalah");
    let draw = Command::Ask(Wish::Draw);
    let accept = Command::Accept(WishKind::Draw);
    assert_eq!(order(&mut log, TWO, &accept), Err(Refusal::NotAsked));
    order(&mut log, ONE, &draw).expect("a question");
    assert_eq!(order(&mut log, ONE, &draw), Err(Refusal::AlreadyAsked));
    assert_eq!(order(&mut log, ONE, &accept), Err(Refusal::NotAsked));
    assert_eq!(order(&mut log, ONE, &Command::Decline), Err(Refusal::NotAsked));
    assert_eq!(
        order(&mut log, TWO, &Command::Accept(WishKind::TakeBack)),
        Err(Refusal::NotAsked),
        "another question than the one that was asked"
    );
    order(&mut log, TWO, &Command::Decline).expect("an answer");
    order(&mut log, ONE, &draw).expect("the same question again");
    order(&mut log, TWO, &draw).expect("asking for the same is agreeing");
    assert_eq!(log.table().phase(), Phase::Over(Ending::DrawAgreed));
}

#[test]
fn a_takeback_is_by_consent_and_gives_the_asker_their_turn_again() {
    let mut log = open("tic-tac-toe");
    let ask = |to| Command::Ask(Wish::TakeBack { to });
    assert_eq!(order(&mut log, ONE, &ask(None)), Err(Refusal::NoSuchMove));
    moves(&mut log, &[4, 0]);
    assert_eq!(order(&mut log, ONE, &ask(Some(2))), Err(Refusal::NoSuchMove));
    order(&mut log, ONE, &ask(None)).expect("a question");
    assert_eq!(order(&mut log, ONE, &ask(Some(1))), Err(Refusal::AlreadyAsked), "one at a time");
    assert_eq!(order(&mut log, TWO, &Command::Ask(Wish::Draw)), Err(Refusal::AnswerFirst));
    assert_eq!(order(&mut log, TWO, &ask(None)), Err(Refusal::AnswerFirst), "to another move");
    order(&mut log, TWO, &Command::Accept(WishKind::TakeBack)).expect("an answer");
    assert_eq!(log.table().play().played(), 0);
    moves(&mut log, &[4]);
    order(&mut log, ONE, &ask(None)).expect("a question");
    moves(&mut log, &[0]);
    assert_eq!(
        order(&mut log, TWO, &Command::Accept(WishKind::TakeBack)),
        Err(Refusal::NotAsked),
        "a move answers no"
    );
}

#[test]
fn a_rematch_changes_sides_and_keys_follow_the_people() {
    let mut log = open("tic-tac-toe");
    assert_eq!(order(&mut log, ONE, &Command::Ask(Wish::Rematch)), Err(Refusal::NotOver));
    moves(&mut log, &[0, 3, 1, 4, 2]);
    order(&mut log, ONE, &Command::Ask(Wish::Rematch)).expect("a question");
    order(&mut log, TWO, &Command::Accept(WishKind::Rematch)).expect("an answer");
    assert_eq!(log.table().names(), ["Ben", "Ada"]);
    assert_eq!(log.table().seat_id(Player::Two), SeatId::First, "Ada came as player 1");
    assert_eq!(log.table().score().wins(Player::Two), 1);
    moves(&mut log, &[0, 3, 1, 4, 2]);
    order(&mut log, TWO, &Command::Ask(Wish::Rematch)).expect("a question");
    order(&mut log, ONE, &Command::Ask(Wish::Rematch)).expect("the same question");
    assert_eq!(log.table().seat_id(Player::One), SeatId::First);
    assert_eq!(log.table().score().wins(Player::One), 1);
}

#[test]
fn the_computer_takes_a_free_seat_and_agrees_to_what_costs_it_nothing() {
    let mut log = GameLog::open(Variant::TicTacToe, [guest("Ada"), free_seat()]);
    let computer = Command::SeatComputer {
        seat: Player::Two,
        level: Level::new(3).expect("a level"),
        name: Name::new("Otto"),
    };
    assert_eq!(order(&mut log, None, &computer), Err(Refusal::NotSeated));
    order(&mut log, ONE, &computer).expect("a free seat");
    assert_eq!(order(&mut log, ONE, &computer), Err(Refusal::SeatTaken));
    moves(&mut log, &[4, 0]);
    let draw = Command::Ask(Wish::Draw);
    assert_eq!(order(&mut log, ONE, &draw), Err(Refusal::ComputerDeclines));
    order(&mut log, ONE, &Command::Ask(Wish::TakeBack { to: None })).expect("a takeback");
    assert_eq!(log.table().play().played(), 0);
}

#[test]
fn a_seat_is_left_before_a_game_or_after_it() {
    let mut log = open("gems");
    assert_eq!(order(&mut log, ONE, &Command::Leave), Err(Refusal::NotOver));
    order(&mut log, ONE, &Command::Resign).expect("a game to give up");
    order(&mut log, TWO, &Command::Ask(Wish::Rematch)).expect("a question");
    order(&mut log, TWO, &Command::Leave).expect("nothing keeps them");
    assert_eq!(log.table().phase(), Phase::Waiting);
    order(&mut log, None, &join(None)).expect("a free seat");
    let accept = Command::Accept(WishKind::Rematch);
    assert_eq!(order(&mut log, ONE, &accept), Err(Refusal::NotAsked), "who asked has gone");
}

#[test]
fn who_takes_a_free_seat_begins_a_match_of_their_own() {
    let mut log = open("tic-tac-toe");
    moves(&mut log, &[0, 3, 1, 4, 2]);
    order(&mut log, TWO, &Command::Leave).expect("nothing keeps them");
    assert_eq!(log.table().score().wins(Player::One), 1, "it can still be read");
    assert_eq!(log.table().names(), ["Ada", "Ben"], "and who it was");
    order(&mut log, None, &join(None)).expect("a free seat");
    assert_eq!(log.table().score().games(), 0);
    assert_eq!(log.table().phase(), Phase::Playing(Player::One), "a game begins at once");
    assert_eq!(log.table().play().played(), 0);
    // Only players who are here, or in a result that can be seen, are named.
    for player in [ONE, TWO] {
        order(&mut log, player, &Command::Resign).ok();
        order(&mut log, player, &Command::Leave).expect("nothing keeps them");
    }
    order(&mut log, None, &join(None)).expect("a free seat");
    assert_eq!(log.table().name(Player::Two), "Player 2");
}

fn toss_round(log: &mut GameLog, nonces: [Nonce; 2]) {
    for (player, nonce) in Player::BOTH.into_iter().zip(nonces) {
        let commit = Command::Commit(Commitment::of(player, nonce));
        order(log, Some(player), &commit).expect("a toss");
    }
    for (player, nonce) in Player::BOTH.into_iter().zip(nonces) {
        order(log, Some(player), &Command::Reveal(nonce)).expect("an open hand");
    }
}

/// Nonces whose coins are as wanted.
fn nonces_for(wanted: [Coin; 2]) -> [Nonce; 2] {
    let pairs = (0..).map(|number| [Nonce(7), Nonce(number)]);
    pairs.into_iter().find(|&pair| coins(pair) == wanted).expect("every result is possible")
}

#[test]
fn a_toss_by_commitment_and_reveal_decides_who_starts() {
    let mut log = open("homepits");
    let [one, two] = nonces_for([Coin::Tails, Coin::Tails]);
    let commit = |player, nonce| Command::Commit(Commitment::of(player, nonce));
    assert_eq!(
        order(&mut log, TWO, &commit(Player::Two, two)),
        Err(Refusal::NoToss),
        "player 1 tosses first"
    );
    order(&mut log, ONE, &commit(Player::One, two)).expect("a toss");
    order(&mut log, ONE, &commit(Player::One, one)).expect("another one, on another device");
    assert_eq!(log.table().phase(), Phase::Tossing(Player::Two));
    assert_eq!(order(&mut log, ONE, &Command::Reveal(one)), Err(Refusal::NoToss), "too early");
    order(&mut log, TWO, &commit(Player::Two, two)).expect("a toss");
    for (by, player) in [(ONE, Player::One), (TWO, Player::Two)] {
        assert_eq!(
            order(&mut log, by, &commit(player, Nonce(9))),
            Err(Refusal::NoToss),
            "no change"
        );
    }
    assert_eq!(order(&mut log, ONE, &Command::Reveal(two)), Err(Refusal::OtherNonce));
    assert_eq!(order(&mut log, TWO, &Command::Reveal(one)), Err(Refusal::OtherNonce));
    assert_eq!(order(&mut log, TWO, &Command::Reveal(two)), Ok(1));
    assert_eq!(order(&mut log, TWO, &Command::Reveal(two)), Err(Refusal::NoToss), "once is enough");
    assert_eq!(log.table().phase(), Phase::Tossing(Player::One));
    assert_eq!(order(&mut log, ONE, &Command::Reveal(one)), Ok(3), "and both coins fall");
    let toss = *log.table().toss().expect("a toss");
    assert_eq!((toss.same(), toss.hand(Player::One)), (Some(Coin::Tails), Hand::Empty));

    toss_round(&mut log, nonces_for([Coin::Tails, Coin::Heads]));
    assert_eq!(log.table().phase(), Phase::Playing(Player::Two));
    assert_eq!(check(log.events()), Ok(4));
    assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
}

#[test]
fn who_never_opens_their_hand_does_not_start() {
    for silent in Player::BOTH {
        let mut log = open("homepits");
        let forfeit = Event::TossForfeited { player: silent };
        assert_eq!(log.append(forfeit.clone()), Err(Refusal::NoToss), "nothing to open yet");
        for player in Player::BOTH {
            let commit = Command::Commit(Commitment::of(player, Nonce(1)));
            order(&mut log, Some(player), &commit).expect("a toss");
        }
        order(&mut log, Some(!silent), &Command::Reveal(Nonce(1))).expect("an open hand");
        log.append(forfeit).expect("a player does not wait for ever");
        assert_eq!(log.table().phase(), Phase::Playing(!silent));
        assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
    }
}

#[test]
fn who_lets_the_other_wait_is_the_one_who_has_not_done_their_part() {
    let mut log = open("homepits");
    let awaited = |log: &GameLog, clocked| log.table().toss().expect("a toss").awaited(clocked);
    assert_eq!(awaited(&log, false), None, "without a clock there is no hurry");
    assert_eq!(awaited(&log, true), Some(Player::One));
    let commit = |player| Command::Commit(Commitment::of(player, Nonce(1)));
    order(&mut log, ONE, &commit(Player::One)).expect("a toss");
    assert_eq!([awaited(&log, false), awaited(&log, true)], [None, Some(Player::Two)]);
    order(&mut log, TWO, &commit(Player::Two)).expect("a toss");
    assert_eq!(awaited(&log, true), None, "neither has shown anything yet");
    order(&mut log, TWO, &Command::Reveal(Nonce(1))).expect("an open hand");
    assert_eq!(awaited(&log, false), Some(Player::One));
}

#[test]
fn who_never_tosses_against_a_clock_does_not_start() {
    for silent in Player::BOTH {
        let mut log = open("homepits");
        let clock = Clock::new(60, 0).expect("a clock");
        log.append(Event::Clocked(clock)).expect("before the first move");
        if silent == Player::Two {
            let commit = Command::Commit(Commitment::of(Player::One, Nonce(1)));
            order(&mut log, ONE, &commit).expect("a toss");
        }
        assert_eq!(log.append(Event::TossForfeited { player: !silent }), Err(Refusal::NoToss));
        log.append(Event::TossForfeited { player: silent })
            .expect("a player does not wait for ever");
        assert_eq!(log.table().phase(), Phase::Playing(!silent));
        assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
    }
}

fn moved(choice: u8, took: u64) -> Entry {
    let took = Some(Duration::from_millis(took));
    Entry { event: Event::Moved { choice: place(choice) }, note: Note { took, ..Note::default() } }
}

#[test]
fn the_log_tells_what_both_have_left() {
    let mut log = open("tic-tac-toe");
    log.append(Event::Clocked(Clock::new(10, 2).expect("a clock"))).expect("before the first move");
    log.append(moved(4, 3_000)).expect("a legal move");
    log.append(moved(0, 500)).expect("a legal move");
    let left = |log: &GameLog| {
        let clocks = *log.table().clocks().expect("a clock");
        Player::BOTH.map(|player| clocks.left(player).as_millis())
    };
    assert_eq!(left(&log), [9_000, 11_500]);
    let late = Event::Clocked(Clock::new(10, 2).expect("a clock"));
    assert_eq!(log.append(late), Err(Refusal::GameBegun));
    let other = Event::TimeRanOut { player: Player::Two };
    assert_eq!(log.append(other), Err(Refusal::NotYourTurn));
    log.append(Event::TimeRanOut { player: Player::One }).expect("their turn");
    assert_eq!(log.table().phase(), Phase::Over(Ending::OutOfTime(Player::One)));
    assert_eq!(log.table().score().wins(Player::Two), 1);
    assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log.clone()));
    log.append(Event::Rematched { swapped: true }).expect("the game is over");
    assert_eq!(left(&log), [10_000, 10_000], "every game has its own time");
}

#[test]
fn the_clocks_of_a_game_start_with_its_first_move() {
    let mut log = open("gems");
    assert_eq!(log.table().clock_runs_for(), None, "there are none");
    log.append(Event::Clocked(Clock::new(10, 2).expect("a clock"))).expect("before the first move");
    assert_eq!(log.table().clock_runs_for(), None);
    log.append(Event::Moved { choice: Choice::new(0).expect("a pit") }).expect("a legal move");
    assert_eq!(log.table().clock_runs_for(), Some(Player::Two));
    log.append(Event::TookBack { to: 0 }).expect("a move to take back");
    assert_eq!(log.table().clock_runs_for(), None);
    log.append(Event::Resigned { player: Player::One }).expect("a game");
    assert_eq!(log.table().clock_runs_for(), None);
}

#[test]
fn without_a_clock_no_time_runs_out() {
    let mut log = open("gems");
    let out = Event::TimeRanOut { player: Player::One };
    assert_eq!(log.append(out), Err(Refusal::NotYourTurn));
}

fn any_command() -> impl Strategy<Value = Command> {
    let kind = prop::sample::select(WishKind::ALL.to_vec());
    let wish = prop_oneof![
        Just(Wish::Draw),
        prop::option::of(0_u16..30).prop_map(|to| Wish::TakeBack { to }),
        Just(Wish::Rematch),
    ];
    let level = (1_u8..=8).prop_map(|number| Level::new(number).expect("a level"));
    prop_oneof![
        20 => (0_u8..9).prop_map(|choice| Command::Move { choice: place(choice) }),
        2 => prop::option::of(any_player()).prop_map(join),
        1 => Just(Command::Leave),
        1 => Just(Command::Rename { player: None, name: Name::new("Eve") }),
        1 => (any_player(), level).prop_map(|(seat, level)| Command::SeatComputer {
            seat,
            level,
            name: Name::default(),
        }),
        4 => (any_player(), 0_u128..3).prop_map(|(player, nonce)| {
            Command::Commit(Commitment::of(player, Nonce(nonce)))
        }),
        4 => (0_u128..3).prop_map(|nonce| Command::Reveal(Nonce(nonce))),
        1 => Just(Command::Resign),
        4 => wish.prop_map(Command::Ask),
        4 => kind.prop_map(Command::Accept),
        2 => Just(Command::Decline),
    ]
}

fn any_player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::One), Just(Player::Two)]
}

proptest! {
    /// Whatever is decided can happen, no matter who asks for what and when.
    #[test]
    fn what_is_decided_is_never_refused(
        variant in prop::sample::select(vec!["kalah,pits=3,stones=2", "homepits", "tic-tac-toe"]),
        free in any::<bool>(),
        orders in prop::collection::vec((prop::option::weighted(0.9, any_player()), any_command()), 0..200),
    ) {
        let seats = [guest(""), if free { free_seat() } else { guest("") }];
        let mut log = GameLog::open(variant.parse().expect("a variant"), seats);
        for (by, command) in orders {
            let _ = order(&mut log, by, &command);
        }
        prop_assert!(check(log.events()).is_ok());
        prop_assert_eq!(GameLog::try_from(log.entries().to_vec()), Ok(log));
    }
}
