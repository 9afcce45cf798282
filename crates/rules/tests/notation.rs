//! What is printed can be read again, and nothing that is read makes the program fall over.

use parlor_rules::mancala::{Captures, Pit, Position, Preset, Relay, Rules};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{AnyPosition, AnyRecord, Choice, Game, NoSwap, Player, Ply, Record, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{generated, notated};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn rules_round_trip(rules in generated::rules()) {
        let text = rules.to_string();
        prop_assert_eq!(text.parse::<Rules>(), Ok(rules), "{}", text);
        prop_assert_eq!(text.parse::<Variant>(), Ok(Variant::Mancala(rules)), "{}", text);
        let changed = rules.change().build();
        prop_assert_eq!(changed, Ok(rules), "changing nothing changes nothing");
    }

    #[test]
    fn positions_round_trip(position in generated::position()) {
        let text = position.to_string();
        prop_assert_eq!(Position::parse(*position.rules(), &text), Ok(position), "{}", text);
    }

    #[test]
    fn mancala_records_round_trip_and_need_no_escaping(
        start in generated::position(),
        choices in prop::collection::vec(any::<Index>(), 0..80),
    ) {
        let mut record = Record::new(AnyPosition::from(start));
        play(&mut record, &choices);
        is_one_line_for_a_link(&record.to_string())?;
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn games_from_the_usual_start_are_short_to_write(
        rules in generated::rules(),
        first in generated::player(),
        choices in prop::collection::vec(any::<Index>(), 0..80),
    ) {
        let start = AnyPosition::from(Position::start(rules, first));
        let mut record = Record::new(start);
        play(&mut record, &choices);
        let text = record.to_string();
        let letter = start.letter(first);
        let moves: String = moves(&record).into_iter().map(|choice| choice.pit().to_string()).collect();
        let ending = format!("~{letter}~{moves}");
        prop_assert!(text.ends_with(&ending), "{}", text);
        prop_assert_eq!(text.parse(), Ok(record));
    }

    #[test]
    fn tic_tac_toe_records_round_trip_and_need_no_escaping(
        first in generated::player(),
        before in prop::collection::vec(any::<Index>(), 0..6),
        choices in prop::collection::vec(any::<Index>(), 0..10),
    ) {
        let mut opening = Record::new(tic_tac_toe::Position::start(first));
        play(&mut opening, &before);
        let mut record = Record::new(AnyPosition::from(*opening.position()));
        play(&mut record, &choices);
        is_one_line_for_a_link(&record.to_string())?;
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn taking_moves_back_leads_to_the_start(
        start in generated::position(),
        choices in prop::collection::vec(any::<Index>(), 0..40),
    ) {
        let mut record = Record::new(start);
        play(&mut record, &choices);
        let turns: Vec<_> = record.turns().collect();
        prop_assert_eq!(turns.len(), record.plies().len());
        for ply in turns.into_iter().rev() {
            let Ply::Move(turn) = ply else { panic!("no swap was played") };
            prop_assert_eq!(record.position(), turn.position());
            prop_assert_eq!(record.undo(), Some(Ply::Move(turn.choice())));
            prop_assert_eq!(record.position(), turn.before());
        }
        prop_assert_eq!(record.undo(), None);
        prop_assert_eq!(record.position(), &start);
    }

    #[test]
    fn garbage_is_refused_without_a_panic(text in any::<String>()) {
        read_everything(&text);
    }

    #[test]
    fn text_that_is_nearly_right_is_read_or_refused_without_a_panic(
        text in "[ <>,=~._SNXOsnxo0-9a-z+-]{0,60}",
    ) {
        read_everything(&text);
    }

    #[test]
    fn a_damaged_record_is_read_or_refused_without_a_panic(
        start in generated::position(),
        choices in prop::collection::vec(any::<Index>(), 0..20),
        at in any::<Index>(),
        with in any::<char>(),
    ) {
        let mut record = Record::new(start);
        play(&mut record, &choices);
        let mut letters: Vec<char> = record.to_string().chars().collect();
        *at.get_mut(&mut letters) = with;
        read_everything(&letters.into_iter().collect::<String>());
    }
}

#[test]
fn moves_round_trip() {
    for pit in (0..Rules::MAX_PITS).filter_map(Pit::new) {
        assert_eq!(pit.to_string().parse(), Ok(pit));
    }
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
}

#[test]
fn numbers_are_digits_and_nothing_else() {
    for text in ["", "+1", "-1", " 1", "1.0", "0x1", "٣", "256", "99999999999999999999"] {
        assert!(text.parse::<Pit>().is_err(), "pit '{text}'");
        assert!(text.parse::<Square>().is_err(), "square '{text}'");
        assert!(format!("kalah,stones={text}").parse::<Rules>().is_err());
    }
    let kalah = notated::rules("kalah,pits=1");
    for text in ["<+1,0,0,1,1> S", "<1,+0,0,1,1> S", "<1,0,0,+1,1> S", "<1,0,0,-1,1> S"] {
        assert!(Position::parse(kalah, text).is_err(), "{text}");
    }
}

#[test]
fn rules_are_written_as_short_as_they_can_be() {
    for (written, printed) in [
        ("kalah", "kalah"),
        ("Gems", "gems"),
        ("island", "island"),
        ("homepits", "homepits"),
        ("homepits,stones=6", "homepits"),
        ("kalah,stones=6", "kalah,stones=6"),
        ("kalah, stones=6 , pits=9", "kalah,pits=9,stones=6"),
        ("kalah,first=loser", "kalah,first=loser"),
        ("kalah,empty=bank", "gems"),
        ("gems,empty=none", "kalah"),
        ("island,take=store,rest=owner,origin=skip,stones=6,first=toss", "homepits"),
        (
            "kalah,over=stuck",
            "pits=6,stones=4,first=1,origin=sow,take=store,stone=store,empty=none,lap=capture,\
             over=stuck,rest=owner",
        ),
        (
            "homepits,take=pit",
            "pits=6,stones=6,first=toss,origin=skip,take=pit,stone=stay,empty=none,over=row,\
             rest=owner",
        ),
        (
            "kalah,relay=on",
            "pits=6,stones=4,first=1,origin=sow,take=store,stone=store,empty=none,lap=capture,\
             over=row,rest=owner,relay=on",
        ),
        (
            "gems,captures=off,take=pit",
            "pits=6,stones=4,first=1,origin=sow,over=row,rest=owner,captures=off",
        ),
        (
            "island,captures=off,empty=bank,lap=none,origin=skip",
            "pits=6,stones=4,first=1,origin=skip,over=row,rest=stay,captures=off",
        ),
        ("kalah,relay=off,captures=on", "kalah"),
        ("kalah,relay=on,captures=off", "avalanche"),
        ("island,rest=owner,captures=off,relay=on,pits=4", "avalanche,pits=4"),
        ("avalanche,captures=on,relay=off", "kalah"),
        (
            "pits=6,stones=4,first=1,origin=sow,over=row,rest=owner,captures=off",
            "pits=6,stones=4,first=1,origin=sow,over=row,rest=owner,captures=off",
        ),
    ] {
        assert_eq!(notated::rules(written).to_string(), printed);
    }
}

/// Links are kept by people for years. What was written before there was relay sowing, or before
/// captures could be left out, is read as it was meant, and is still written like that.
#[test]
fn rules_of_earlier_versions_are_written_as_they_were() {
    for text in [
        "pits=6,stones=4,first=1,origin=sow,take=store,stone=store,empty=none,lap=capture,\
         over=stuck,rest=owner",
        "pits=6,stones=6,first=toss,origin=skip,take=pit,stone=stay,empty=none,over=row,rest=owner",
        "pits=3,stones=10,first=loser,origin=sow,take=pit,stone=store,empty=bank,lap=none,\
         over=row,rest=stay",
    ] {
        let rules = notated::rules(text);
        assert_eq!(rules.to_string(), text);
        assert_eq!((rules.relay(), rules.captures()), (Relay::Off, Captures::On));
    }
    let link = "pits_6.stones_4.first_1.origin_sow.take_store.stone_store.empty_none.lap_capture.\
                over_stuck.rest_owner~S~361";
    assert_eq!(link.parse::<AnyRecord>().expect("a record").to_string(), link);
}

#[test]
fn every_preset_is_its_name() {
    for preset in Preset::ALL {
        assert_eq!(preset.rules().to_string(), preset.id());
        assert_eq!(notated::rules(preset.id()).preset(), Some(preset));
        assert_eq!(notated::rules(&preset.id().to_uppercase()), preset.rules());
    }
}

#[test]
fn the_written_examples_are_the_start() {
    let start = Position::start(Preset::Kalah.rules(), Player::One);
    assert_eq!(start.to_string(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S");
    let midgame: tic_tac_toe::Position = "X.O.X.... O".parse().unwrap();
    assert_eq!(midgame.to_string(), "X.O.X.... O");
}

#[test]
fn south_is_written_before_north_in_the_order_of_sowing() {
    let rules = notated::rules("kalah,pits=3");
    let position = Position::new(rules, &[1, 2, 3, 10, 4, 5, 6, 20], Player::Two).unwrap();
    assert_eq!(position.to_string(), "<3,10,20,1,2,3,4,5,6> N");
}

fn play<G: Game>(record: &mut Record<G>, choices: &[Index]) {
    for choice in choices {
        let moves: Vec<G::Move> = record.position().moves().collect();
        if moves.is_empty() {
            return;
        }
        record.play(*choice.get(&moves)).expect("a listed move is legal");
    }
}

/// Only what RFC 3986 calls unreserved: such text survives every part of an address unchanged.
fn moves(record: &AnyRecord) -> Vec<Choice> {
    let of_ply = |ply: &Ply<Choice>| match *ply {
        Ply::Move(choice) => Some(choice),
        Ply::Swap => None,
    };
    record.plies().iter().filter_map(of_ply).collect()
}

fn is_one_line_for_a_link(text: &str) -> Result<(), TestCaseError> {
    let unreserved = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
    prop_assert!(text.chars().all(unreserved), "{}", text);
    Ok(())
}

/// Whatever can be read is printed and read again.
fn read_everything(text: &str) {
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    if let Ok(variant) = text.parse::<Variant>() {
        assert_eq!(variant.to_string().parse(), Ok(variant));
    }
    for rules in ["kalah", "kalah,pits=1", "island,pits=9"].map(notated::rules) {
        if let Ok(position) = Position::parse(rules, text) {
            assert_eq!(Position::parse(rules, &position.to_string()), Ok(position));
        }
    }
    if let Ok(position) = text.parse::<tic_tac_toe::Position>() {
        assert_eq!(position.to_string().parse(), Ok(position));
    }
    if let Ok(pit) = text.parse::<Pit>() {
        assert_eq!(pit.to_string().parse(), Ok(pit));
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    if let Ok(record) = text.parse::<AnyRecord>() {
        assert_eq!(record.to_string().parse(), Ok(record));
    }
}

/// The pie rule: the second player may take the first player's side, once, before moving.
#[test]
fn a_swap_is_written_among_the_moves_and_leaves_the_board_alone() {
    for text in ["kalah~S~3s4", "kalah~S~4s2", "gems~S~36s", "homepits~N~5s6"] {
        let record: AnyRecord = text.parse().expect(text);
        assert_eq!(record.to_string(), text);
        let without: AnyRecord = {
            let (head, plies) = text.rsplit_once('~').expect("three parts");
            format!("{head}~{}", plies.replace('s', "")).parse().expect(text)
        };
        assert_eq!(record.position(), without.position(), "{text}");
    }
    for wrong in ["kalah~S~s", "kalah~S~4ss", "kalah~S~4s2s", "kalah~S~42s", "tic-tac-toe~X~4s"] {
        let error = wrong.parse::<AnyRecord>().expect_err(wrong).to_string();
        assert!(error.ends_with(&NoSwap.to_string()), "{wrong}: {error}");
    }
}

#[test]
fn taking_a_swap_back_is_one_turn() {
    let mut record: AnyRecord = "kalah~S~4s".parse().expect("a record");
    assert_eq!(record.undo(), Some(Ply::Swap));
    assert_eq!(record.to_string(), "kalah~S~4");
    assert_eq!(record.swap(), Ok(()));
    assert_eq!(record.swap(), Err(NoSwap));
}
