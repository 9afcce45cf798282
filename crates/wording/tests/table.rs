//! What is said at a table, to each of those who may be listening.

use parlor_rules::mancala::{Pit, Slot};
use parlor_rules::{AnyRecord, AnyTurn, Choice, Level, Player};
use parlor_table::{
    Actor, Event, GameLog, Landing, Name, Occupant, Opening, Request, Seat, SeatId,
};
use parlor_wording::{
    Players, Voice, headline, name, news, preview, refusal, slot_label, status, turn_account,
    turn_message,
};

fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

fn table(game: &str) -> GameLog {
    let seats = [Seat::person("Ada"), Seat::person("Ben")];
    GameLog::continued(Opening::new(game.parse::<AnyRecord>().expect("a record"), seats))
}

fn after(game: &str, choice: u8) -> (GameLog, AnyTurn) {
    let mut log = table(game);
    log.append(Event::Moved { choice: place(choice) }).expect("a legal move");
    let turn = log.table().play().last_turn().cloned().expect("a turn");
    (log, turn)
}

const ADA: Voice = Voice::ToOne(Player::One);
const BEN: Voice = Voice::ToOne(Player::Two);

/// Checks the short message and the whole account of a turn.
fn check(game: &str, choice: u8, voice: Voice, message: &str, account: &str) {
    let (log, turn) = after(game, choice);
    let said = turn_message(log.table(), &turn, voice).unwrap_or_default();
    assert_eq!(said, message, "{game} {voice:?}");
    assert_eq!(turn_account(log.table(), &turn, voice), account, "{game} {voice:?}");
}

#[test]
fn plain_turns_are_told_without_a_message() {
    let turn = |choice, voice, account| check("gems~S~", choice, voice, "", account);
    turn(0, Voice::ToBoth, "Ada sowed 4 stones from pit 1, ending in pit 5. Ben's turn.");
    turn(0, ADA, "You sowed 4 stones from pit 1, ending in pit 5. Ben's turn.");
    turn(0, BEN, "Ada sowed 4 stones from pit 1, ending in pit 5. Your turn.");
    turn(5, Voice::Spectator, "Ada sowed 4 stones from pit 6, ending in Ben's pit 3. Ben's turn.");
    turn(5, BEN, "Ada sowed 4 stones from pit 6, ending in your pit 3. Your turn.");
}

#[test]
fn another_turn_is_said_once() {
    let turn = |voice, message, account| check("gems~S~", 2, voice, message, account);
    turn(
        Voice::ToBoth,
        "Ada goes again.",
        "Ada sowed 4 stones from pit 3, ending in Ada's store. Ada goes again.",
    );
    turn(
        ADA,
        "You go again.",
        "You sowed 4 stones from pit 3, ending in your store. You go again.",
    );
}

#[test]
fn a_capture_names_the_stones_of_the_other_side_and_the_own_one_apart() {
    let row = "6-0-0-1-0-0-0-0-3-0-0-0-0-5-1-S~";
    let sown = "Ada sowed 1 stone from pit 1, ending in pit 2.";
    let turn = |rules: &str, voice, message: &str| {
        let [sown, next] = match voice {
            ADA => ["You sowed 1 stone from pit 1, ending in pit 2.", "Ben's turn."],
            BEN => [sown, "Your turn."],
            _ => [sown, "Ben's turn."],
        };
        let account = format!("{sown} {message} {next}");
        check(&format!("{rules}~{row}"), 0, voice, message, &account);
    };
    turn("kalah", Voice::ToBoth, "Ada captured 5 stones, plus Ada's own.");
    turn("kalah", ADA, "You captured 5 stones, plus your own.");
    turn("kalah", BEN, "Ada captured 5 of your stones, plus Ada's own.");
    turn("homepits", ADA, "You captured 5 stones.");
    turn("island", BEN, "Ada captured 5 of your stones into pit 2.");
    let empty = "gems~6-0-0-1-0-0-0-0-3-1-0-0-0-0-1-S~";
    let (log, turn) = after(empty, 0);
    let said = |voice| turn_message(log.table(), &turn, voice);
    assert_eq!(said(ADA).as_deref(), Some("Your lone last stone scores."));
    assert_eq!(said(Voice::ToBoth).as_deref(), Some("Ada's lone last stone scores."));
}

#[test]
fn a_relay_is_summed_up_in_one_sentence() {
    let rules = "pits_6.stones_4.first_1.origin_sow.over_row.rest_owner.relay_on.captures_off";
    let game = |position: &str| format!("{rules}~{position}-S~");
    // Two stones: one for the store, and one that finds another. Then on from there.
    let once = game("6-0-0-0-0-1-0-0-2-1-2-0-0-0-0");
    let turn = |voice, message, account| check(&once, 5, voice, message, account);
    turn(
        Voice::ToBoth,
        "Ada scored 1 stone.",
        "Ada sowed 2 stones from pit 6, then from 1 more pit, ending in Ben's pit 3. \
         Ada scored 1 stone. Ben's turn.",
    );
    turn(
        BEN,
        "Ada scored 1 stone.",
        "Ada sowed 2 stones from pit 6, then from 1 more pit, ending in your pit 3. \
         Ada scored 1 stone. Your turn.",
    );
    let (log, turn) = after(&game("6-0-0-26-0-0-0-0-0-2-2-2-2-2-2"), 0);
    assert_eq!(
        turn_account(log.table(), &turn, ADA),
        "You sowed 26 stones from pit 1, then from 4 more pits, ending in pit 1. \
         You scored 3 stones. Ben's turn."
    );
    let again = game("6-0-0-0-0-0-1-1-0-1-0-0-0-0-0");
    check(
        &again,
        3,
        ADA,
        "You scored 1 stone. You go again.",
        "You sowed 1 stone from pit 4, then from 1 more pit, ending in your store. \
         You scored 1 stone. You go again.",
    );
    // What scores nothing has nothing to say, and a single sowing is told as ever.
    let nothing = game("6-0-0-1-1-0-0-0-0-1-0-0-0-0-0");
    let account =
        "You sowed 1 stone from pit 1, then from 1 more pit, ending in pit 4. Ben's turn.";
    check(&nothing, 0, ADA, "", account);
    check(&nothing, 1, ADA, "", "You sowed 1 stone from pit 2, ending in pit 3. Ben's turn.");
}

#[test]
fn the_end_says_why_and_where_the_last_stones_went() {
    let last = "6-20-10-0-0-0-0-0-1-0-0-0-0-5-1-S~";
    let kalah = format!("kalah~{last}");
    check(
        &kalah,
        5,
        Voice::ToBoth,
        "Ada's row is empty. Ben keeps the 6 stones on Ben's side.",
        "Ada sowed 1 stone from pit 6, ending in Ada's store. Ada's row is empty. \
         Ben keeps the 6 stones on Ben's side. Ada wins! 21–16.",
    );
    check(
        &kalah,
        5,
        ADA,
        "Your row is empty. Ben keeps the 6 stones on Ben's side.",
        "You sowed 1 stone from pit 6, ending in your store. Your row is empty. \
         Ben keeps the 6 stones on Ben's side. You win 21–16.",
    );
    let (log, turn) = after(&kalah, 5);
    let said = turn_message(log.table(), &turn, BEN);
    assert_eq!(said.as_deref(), Some("Ada's row is empty. You keep the 6 stones on your side."));
    assert_eq!(status(log.table(), BEN), "Ada wins 21–16.");

    let (log, turn) = after(&format!("island~{last}"), 5);
    let said = turn_message(log.table(), &turn, ADA);
    let left = "Your row is empty. The 6 stones left on the board don't count.";
    assert_eq!(said.as_deref(), Some(left));
    assert_eq!(status(log.table(), ADA), "You win 21–10.");

    let (log, turn) = after("gems~6-17-17-0-0-0-0-0-1-1-0-0-0-0-0-S~", 5);
    let said = turn_message(log.table(), &turn, Voice::ToBoth);
    assert_eq!(said.as_deref(), Some("Ada's row is empty. Ben keeps the one stone on Ben's side."));
    assert_eq!(status(log.table(), Voice::ToBoth), "Tie game! 18–18.");

    let (log, turn) = after("kalah~6-20-10-1-0-0-0-0-0-0-0-0-0-5-0-S~", 0);
    let said = turn_message(log.table(), &turn, Voice::ToBoth);
    assert_eq!(
        said.as_deref(),
        Some("Ada captured 5 stones, plus Ada's own. Both rows are empty.")
    );
}

#[test]
fn tic_tac_toe_is_told() {
    check("tic-tac-toe~X~", 4, Voice::ToBoth, "", "Ada put X in the centre. Ben's turn.");
    check("tic-tac-toe~X~", 4, ADA, "", "You put X in the centre. Ben's turn.");
    check("tic-tac-toe~X~0314", 2, Voice::ToBoth, "", "Ada put X in the top right. Ada wins!");
    check("tic-tac-toe~X~0314", 2, ADA, "", "You put X in the top right. You win!");
}

#[test]
fn the_voice_follows_from_who_sits_at_this_screen() {
    let pip = || Seat::computer(Level::WEAKEST, "Pip");
    let voice = |seats| {
        let log = GameLog::open("kalah".parse().expect("a variant"), seats);
        Voice::of(log.table())
    };
    assert_eq!(voice([Seat::person(""), Seat::person("")]), Voice::ToBoth);
    assert_eq!(voice([Seat::person(""), pip()]), ADA);
    assert_eq!(voice([pip(), Seat::person("")]), BEN);
    assert_eq!(voice([pip(), pip()]), Voice::Spectator);
}

#[test]
fn a_slot_that_cannot_be_played_says_why() {
    let log = table("kalah~6-0-0-0-4-4-4-4-4-4-4-4-4-4-4-S~");
    let rules = log.table().rules().expect("Mancala has rules");
    let pit = |index, player| Pit::new(index).expect("a pit").slot(&rules, player);
    let check = |slot, voice, said: Option<&str>| {
        let actor = match voice {
            Voice::ToOne(player) => Actor::Seat(SeatId::opened_as(player)),
            Voice::ToBoth => Actor::Screen,
            Voice::Spectator => Actor::Spectator,
        };
        let refused = log.table().choice_at(actor, slot).err();
        let words = refused.map(|refused| refusal(log.table(), refused, voice));
        assert_eq!(words.as_deref(), said);
    };
    let [mine, theirs] = Player::BOTH.map(|player| pit(0, player));
    let store = Slot::store(&rules, Player::One);
    check(mine, Voice::ToBoth, Some("That pit is empty. Choose another."));
    check(theirs, Voice::ToBoth, Some("That pit is Ben's. Choose one of Ada's."));
    check(theirs, ADA, Some("That pit is Ben's. Choose one of yours."));
    check(theirs, BEN, Some("It's Ada's turn."));
    check(store, ADA, Some("Stones in a store stay there. Choose one of your pits."));
    check(mine, Voice::Spectator, Some("You're watching this game."));
    check(pit(1, Player::One), ADA, None);
}

#[test]
fn labels_say_owner_number_stones_and_effect() {
    let log = table("gems~S~");
    let position = log.table().play().mancala().expect("Mancala");
    let label = |slot: u8, voice| {
        let slot = Slot::all(position.rules()).nth(slot.into()).expect("a slot");
        slot_label(log.table(), position, slot, voice)
    };
    assert_eq!(label(0, Voice::ToBoth), "Ada's pit 1, 4 stones");
    assert_eq!(label(2, Voice::ToBoth), "Ada's pit 3, 4 stones, moves again");
    assert_eq!(label(6, ADA), "Your store, 0 stones");
    assert_eq!(label(7, ADA), "Ben's pit 1, 4 stones");
    let relay = table("kalah.relay_on~6-0-0-0-0-0-1-1-0-1-0-0-0-0-0-S~");
    let position = relay.table().play().mancala().expect("Mancala");
    let pit = Slot::all(position.rules()).nth(3).expect("a slot");
    let said = slot_label(relay.table(), position, pit, ADA);
    assert_eq!(said, "Your pit 4, 1 stone, scores 1, moves again");
}

#[test]
fn a_pit_that_is_looked_at_says_what_it_would_do() {
    let said = |game: &str, choice, voice| {
        let (log, turn) = after(game, choice);
        let turn = turn.mancala().expect("a game of Mancala");
        preview(Players::of(log.table(), voice), &Landing::of(&turn).effect)
    };
    assert_eq!(said("gems~S~", 0, ADA), None);
    let relay = "pits_6.stones_4.first_1.origin_sow.over_row.rest_owner.relay_on.captures_off~\
                 6-0-0-0-0-0-1-1-0-1-0-0-0-0-0-S~";
    let scores = "Scores 1 stone. Ends in your store: you move again.";
    assert_eq!(said(relay, 3, ADA).as_deref(), Some(scores));
    assert_eq!(said("gems~S~", 2, ADA).as_deref(), Some("Ends in your store: you move again."));
    let capture = "kalah~6-0-0-1-0-0-0-0-3-0-0-0-0-5-1-S~";
    assert_eq!(said(capture, 0, ADA).as_deref(), Some("Captures 5 stones, plus your own."));
    let last = "kalah~6-20-10-0-0-0-0-0-1-0-0-0-0-5-1-S~";
    assert_eq!(said(last, 5, ADA).as_deref(), Some("Ends the game: you win."));
    assert_eq!(said(last, 5, Voice::ToBoth).as_deref(), Some("Ends the game: Ada wins."));
}

/// What is said to a spectator when something happens between the players.
fn told(log: &mut GameLog, event: &Event) -> Option<String> {
    let before = log.table().clone();
    log.append(event.clone()).expect("it can happen");
    news(&before, log.table(), event, Voice::Spectator).map(|news| news.whole())
}

#[test]
fn what_happens_between_players_is_told() {
    let guest = |name: &str| Seat { name: Name::new(name), occupant: Occupant::Guest };
    let free = || Seat { name: Name::default(), occupant: Occupant::Nobody };
    let variant = "kalah".parse().expect("a variant");
    let mut log = GameLog::open(variant, [guest("Ada"), free()]);
    let said = told(&mut log, &Event::Seated { player: Player::Two, seat: guest("Ben") });
    assert_eq!(said.as_deref(), Some("Ben joined. Ada's turn."));
    let said = told(&mut log, &Event::Renamed { player: Player::Two, name: Name::new("Bob") });
    assert_eq!(said.as_deref(), Some("Ben is now called Bob."));
    for choice in [2, 0] {
        assert_eq!(
            told(&mut log, &Event::Moved { choice: place(choice) }),
            None,
            "the turn says it all"
        );
    }
    let said =
        told(&mut log, &Event::Asked { player: Player::One, request: Request::TakeBack { to: 0 } });
    assert_eq!(said.as_deref(), Some("Ada asks to take back 2 moves."));
    let said = told(&mut log, &Event::Declined { player: Player::Two });
    assert_eq!(said.as_deref(), Some("Bob declined."));
    let said = told(&mut log, &Event::TookBack { to: 1 });
    assert_eq!(said.as_deref(), Some("Move taken back. Ada's turn."));
    let said = told(&mut log, &Event::Asked { player: Player::Two, request: Request::Draw });
    assert_eq!(said.as_deref(), Some("Bob offers a tie."));

    // A player who leaves after the game takes nothing with them.
    told(&mut log, &Event::Resigned { player: Player::Two });
    assert_eq!(status(log.table(), ADA), "Bob resigned. You win!");
    let said = told(&mut log, &Event::Seated { player: Player::Two, seat: free() });
    assert_eq!(said.as_deref(), Some("Bob left the table."));
    assert_eq!(status(log.table(), Voice::Spectator), "Player 2 resigned. Ada wins!");
}

#[test]
fn each_game_speaks_in_its_own_voice_to_two_at_one_screen() {
    let nameless = |game: &str| {
        let seats = [Seat::person(""), Seat::person("")];
        GameLog::open(game.parse().expect("a variant"), seats)
    };
    let said = |game: &str, voice| headline(nameless(game).table(), voice);
    assert_eq!(said("gems", Voice::ToBoth), "Player 1's turn");
    assert_eq!(said("island", Voice::ToBoth), "Player One's Turn!");
    assert_eq!(said("island,first=2", Voice::ToBoth), "Player Two's Turn!");
    assert_eq!(said("kalah", Voice::ToBoth), "Player 1's turn.");
    assert_eq!(said("island", Voice::Spectator), "Player 1's turn.");
    assert_eq!(said("island", ADA), "Your turn.");
    let over = "island~6-20-10-0-0-0-0-0-1-0-0-0-0-5-1-S~";
    let (log, turn) = after(over, 5);
    assert_eq!(headline(log.table(), Voice::ToBoth), "Ada wins! 21–10.");
    assert!(turn_message(log.table(), &turn, Voice::ToBoth).is_some());
    let mut log = nameless("island");
    log.append(Event::Renamed { player: Player::Two, name: Name::new("Bo") }).expect("a name");
    let names = Player::BOTH.map(|player| name(log.table(), player, Voice::ToBoth).to_owned());
    assert_eq!(names, ["Player One", "Bo"]);
}

#[test]
fn who_begins_against_the_clock_is_told_of_the_deadline() {
    let mut log = table("gems~S~");
    log.append(Event::Clocked("300+5".parse().expect("a clock"))).expect("no move was played");
    assert_eq!(status(log.table(), ADA), "Your turn. Move within a minute.");
    assert_eq!(status(log.table(), BEN), "Ada's turn.");
    assert_eq!(parlor_table::FIRST_MOVE_TIMEOUT.as_secs(), 60);
    log.append(Event::Moved { choice: place(0) }).expect("a legal move");
    assert_eq!(status(log.table(), BEN), "Your turn.");
}
