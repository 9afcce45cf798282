use std::sync::atomic::AtomicBool;

use parlor_engine::{Engine, Limits, Size, TableError};
use parlor_rules::mancala::{Position, Rules};

const SIZE: Size = Size { endgame_stones: 7, transposition_bits: 20 };

fn engine(rules: &str) -> Engine {
    Engine::new(&rules.parse::<Rules>().expect("valid rules"), SIZE)
}

fn built(rules: &str) -> Engine {
    let engine = engine(rules);
    engine.build_endgame(2, &AtomicBool::new(false));
    engine
}

#[test]
fn a_saved_table_is_taken_over_whole() {
    let bytes = built("kalah").save_endgame();
    let other = engine("kalah");
    assert_eq!(other.load_endgame(&bytes), Ok(()));
    assert_eq!(other.endgame_known_below(), 8);
    assert_eq!(other.save_endgame(), bytes);
}

#[test]
fn the_stones_at_the_start_do_not_matter_to_a_table() {
    let bytes = built("kalah").save_endgame();
    assert_eq!(engine("kalah,stones=6,first=2").load_endgame(&bytes), Ok(()));
}

#[test]
fn a_larger_table_fills_a_smaller_one() {
    let bytes = built("kalah").save_endgame();
    let rules = "kalah".parse().expect("a preset");
    let small = Engine::new(&rules, Size { endgame_stones: 5, ..SIZE });
    assert_eq!(small.load_endgame(&bytes), Ok(()));
    assert_eq!(small.endgame_known_below(), 6);
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let bytes = built("kalah").save_endgame();
    for rules in [
        "gems",
        "island",
        "homepits",
        "kalah,pits=5",
        "kalah,over=stuck",
        "kalah,relay=on",
        "kalah,captures=off",
    ] {
        assert_eq!(engine(rules).load_endgame(&bytes), Err(TableError::Foreign), "{rules}");
    }
}

#[test]
fn damaged_bytes_are_refused_wherever_the_damage_is() {
    let bytes = built("kalah").save_endgame();
    let empty = engine("kalah");
    for at in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(empty.load_endgame(&damaged).is_err(), "byte {at}");
    }
    for length in [0, 1, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(empty.load_endgame(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(empty.endgame_known_below(), 0);
}

#[test]
fn an_interrupted_build_goes_on_later() {
    for rules in ["island", "kalah"] {
        let engine = engine(rules);
        engine.build_endgame(1, &AtomicBool::new(true));
        assert!(engine.endgame_known_below() < 8, "{rules}");
        engine.build_endgame(1, &AtomicBool::new(false));
        assert_eq!(engine.endgame_known_below(), 8, "{rules}");
        let stop = AtomicBool::new(false);
        let position = Position::parse(*engine.rules(), "<6,10,10,1,0,2,0,0,1,0,0,1,0,0,1> S");
        let position = position.expect("a position");
        let analysis = engine.analyze(&position, &Limits::until(&stop), |_| {});
        assert!(analysis.is_proved(), "{rules}");
    }
}
