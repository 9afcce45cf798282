//! What people at one screen can do, and what the pie rule lets them do.

use parlor_rules::mancala::Slot;
use parlor_rules::{Choice, Level, Player};
use parlor_table::{
    Actor, Coin, Command, Event, GameLog, Host, LocalHost, Name, Offer, Opening, Phase, PieRule,
    Policy, Refusal, Report, Seat, SeatId,
};

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn people() -> [Seat; 2] {
    [Seat::person("Ada"), Seat::person("Ben")]
}

fn host(game: &str, seats: [Seat; 2], pie_rule: PieRule) -> LocalHost {
    let opening = Opening::new(game.parse().expect("a record"), seats);
    let log = GameLog::continued(Opening { pie_rule, ..opening });
    let mut heads = false;
    LocalHost::new(log, move || {
        heads = !heads;
        if heads { Coin::Heads } else { Coin::Tails }
    })
}

/// Submits a command and returns the events that it led to.
fn submit(host: &mut LocalHost, command: Command) -> Result<Vec<Event>, Refusal> {
    host.submit(command);
    let mut events = Vec::new();
    while let Some(report) = host.next_report() {
        match report {
            Report::Changed(change) => events.push(change.entry.event),
            Report::Refused { refusal, .. } => return Err(refusal),
        }
    }
    Ok(events)
}

fn play(host: &mut LocalHost, choices: &[u8]) {
    for &choice in choices {
        submit(host, Command::Move { choice: place(choice) }).expect("a legal move");
    }
}

#[test]
fn at_one_screen_nothing_needs_consent() {
    let mut host = host("kalah~S~", people(), PieRule::Off);
    play(&mut host, &[3, 0]);
    assert_eq!(host.offer(&Command::Undo { to: None }), Ok(Offer::AtOnce));
    assert_eq!(submit(&mut host, Command::Undo { to: None }), Ok(vec![Event::TookBack { to: 1 }]));
    assert_eq!(submit(&mut host, Command::Redo { to: None }), Ok(vec![Event::Redone { to: 2 }]));
    assert_eq!(submit(&mut host, Command::Redo { to: None }), Err(Refusal::NoSuchMove));
    assert_eq!(submit(&mut host, Command::Restart), Ok(vec![Event::Restarted]));
    let name = Name::new("Bea");
    let rename = Command::Rename { player: Some(Player::Two), name };
    submit(&mut host, rename).expect("a new name");
    assert_eq!(host.table().name(Player::Two), "Bea");
    assert_eq!(submit(&mut host, Command::Leave), Err(Refusal::RemoteOnly));
}

#[test]
fn between_people_apart_the_other_player_is_asked() {
    let mut host = host("kalah~S~", people(), PieRule::Off);
    play(&mut host, &[3, 0]);
    let table = host.table();
    let decide = |command| table.decide(Actor::Seat(SeatId::First), &command, Policy::Remote);
    assert!(matches!(decide(Command::Undo { to: None }).as_deref(), Ok([Event::Asked { .. }])));
    assert_eq!(decide(Command::Restart), Err(Refusal::NotOver));
    assert_eq!(decide(Command::Redo { to: None }), Err(Refusal::OneScreenOnly));
    assert_eq!(decide(Command::Toss), Err(Refusal::OneScreenOnly));
    let rename = Command::Rename { player: Some(Player::Two), name: Name::default() };
    assert_eq!(decide(rename), Err(Refusal::OneScreenOnly));
    assert_eq!(
        table.decide(Actor::Spectator, &Command::Undo { to: None }, Policy::Remote),
        Err(Refusal::NotSeated)
    );
}

#[test]
fn coins_are_tossed_in_turn_and_decide_who_starts() {
    let mut host = host("homepits~S~", people(), PieRule::Off);
    assert_eq!(host.table().phase(), Phase::Tossing(Player::One));
    assert_eq!(
        submit(&mut host, Command::Toss),
        Ok(vec![Event::Tossed { player: Player::One, coin: Coin::Heads }])
    );
    submit(&mut host, Command::Toss).expect("the second toss");
    assert_eq!(host.table().phase(), Phase::Playing(Player::One));
    assert_eq!(submit(&mut host, Command::Toss), Err(Refusal::NoToss));
}

#[test]
fn a_slot_that_cannot_be_played_says_why() {
    let mut host = host("kalah~S~", people(), PieRule::Off);
    play(&mut host, &[2]);
    let rules = host.table().rules().expect("a game of Mancala");
    let choice = |host: &LocalHost, index: usize| {
        let slot = Slot::all(&rules).nth(index).expect("a slot");
        host.table().choice_at(host.actor(), slot)
    };
    assert_eq!(choice(&host, 0), Ok(place(0)));
    assert_eq!(choice(&host, 2), Err(Refusal::EmptyPit));
    assert_eq!(choice(&host, 6), Err(Refusal::Store));
    assert_eq!(choice(&host, 7), Err(Refusal::OpponentsPit));
    submit(&mut host, Command::Resign).expect("a game to give up");
    assert_eq!(choice(&host, 0), Err(Refusal::GameOver));
}

#[test]
fn the_computer_has_its_turn_and_no_person_plays_it() {
    let level = Level::new(3).expect("a level");
    let seats = [Seat::computer(level, "Otto"), Seat::person("Ada")];
    let mut host = host("kalah~S~", seats, PieRule::Off);
    assert_eq!(host.computer_to_act(), Some((SeatId::First, level)));
    let command = Command::Move { choice: place(0) };
    assert_eq!(submit(&mut host, command.clone()), Err(Refusal::NotYourTurn));
    host.submit_for_computer(SeatId::First, command);
    assert!(matches!(host.next_report(), Some(Report::Changed(_))));
    assert_eq!(host.computer_to_act(), None);
}

#[test]
fn the_second_player_may_swap_instead_of_a_first_move() {
    let mut host = host("kalah~S~", people(), PieRule::On);
    assert_eq!(submit(&mut host, Command::Swap), Err(Refusal::NoSwap), "nothing was played");
    play(&mut host, &[2]);
    assert_eq!(
        submit(&mut host, Command::Swap),
        Err(Refusal::NoSwap),
        "the first player goes again"
    );
    play(&mut host, &[0]);
    let board = *host.table().play().position();
    assert_eq!(submit(&mut host, Command::Swap), Ok(vec![Event::Swapped]));
    assert_eq!(host.table().names(), ["Ben", "Ada"]);
    assert_eq!(host.table().turn(), Player::Two, "the side to move stays the same");
    assert_eq!(host.table().play().position(), &board);
    assert_eq!(host.table().play().record().to_string(), "kalah~S~31s");
    assert_eq!(submit(&mut host, Command::Swap), Err(Refusal::NoSwap), "once is enough");

    submit(&mut host, Command::Undo { to: None }).expect("the swap is a turn");
    assert_eq!(host.table().names(), ["Ada", "Ben"]);
    submit(&mut host, Command::Redo { to: None }).expect("what was taken back");
    assert_eq!(host.table().names(), ["Ben", "Ada"]);
    play(&mut host, &[0]);
    assert_eq!(submit(&mut host, Command::Swap), Err(Refusal::NoSwap));
}

#[test]
fn players_without_a_name_keep_their_number_when_they_swap() {
    let nameless = [Seat::person(""), Seat::person("")];
    let mut host = host("kalah~S~", nameless, PieRule::On);
    play(&mut host, &[0]);
    submit(&mut host, Command::Swap).expect("a swap");
    assert_eq!(host.table().names(), ["Player 2", "Player 1"]);
}

#[test]
fn without_the_pie_rule_sides_stay() {
    let mut host = host("kalah~S~", people(), PieRule::Off);
    play(&mut host, &[0]);
    assert_eq!(host.offer(&Command::Swap), Err(Refusal::NoSwap));
}

#[test]
fn undo_after_the_computer_swapped_gives_the_person_their_first_move_again() {
    let level = Level::new(8).expect("a level");
    let seats = [Seat::person("Ada"), Seat::computer(level, "Athena")];
    let mut host = host("kalah~S~", seats, PieRule::On);
    play(&mut host, &[0]);
    let (athena, _) = host.computer_to_act().expect("the computer's turn");
    host.submit_for_computer(athena, Command::Swap);
    assert!(matches!(host.next_report(), Some(Report::Changed(_))));
    assert_eq!(host.computer_to_act(), None, "Ada plays North now");
    assert_eq!(submit(&mut host, Command::Undo { to: None }), Ok(vec![Event::TookBack { to: 0 }]));
    assert_eq!(host.table().names(), ["Ada", "Athena"]);
    assert_eq!(host.table().phase(), Phase::Playing(Player::One));
}

#[test]
fn a_rematch_goes_on_from_the_seats_as_they_are() {
    let mut host = host("kalah~S~", people(), PieRule::On);
    play(&mut host, &[0]);
    submit(&mut host, Command::Swap).expect("a swap");
    submit(&mut host, Command::Resign).expect("Ada, who is to move, gives up");
    assert_eq!(host.table().score().wins(Player::One), 1, "Ben, who has South now");
    submit(&mut host, Command::Restart).expect("another game");
    assert_eq!(host.table().names(), ["Ben", "Ada"]);
    assert_eq!(host.table().score().wins(Player::One), 1);
}
