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

/// A table as it is kept.
fn saved(engine: &Engine) -> Vec<u8> {
    let mut bytes = Vec::new();
    engine.save_endgame(&mut bytes).expect("memory can be written");
    assert_eq!(bytes.len() as u64, engine.saved_endgame_bytes());
    bytes
}

#[test]
fn a_saved_table_is_taken_over_whole() {
    let bytes = saved(&built("kalah"));
    let other = engine("kalah");
    assert_eq!(other.load_endgame(&bytes[..]), Ok(()));
    assert_eq!(other.endgame_known_below(), 8);
    assert_eq!(saved(&other), bytes);
}

#[test]
fn the_stones_at_the_start_do_not_matter_to_a_table() {
    let bytes = saved(&built("kalah"));
    assert_eq!(engine("kalah,stones=6,first=2").load_endgame(&bytes[..]), Ok(()));
}

#[test]
fn a_larger_table_fills_a_smaller_one() {
    let bytes = saved(&built("kalah"));
    let rules = "kalah".parse().expect("a preset");
    let small = Engine::new(&rules, Size { endgame_stones: 5, ..SIZE });
    assert_eq!(small.load_endgame(&bytes[..]), Ok(()));
    assert_eq!(small.endgame_known_below(), 6);
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let bytes = saved(&built("kalah"));
    for rules in [
        "gems",
        "island",
        "homepits",
        "kalah,pits=5",
        "kalah,over=stuck",
        "kalah,relay=on",
        "kalah,captures=off",
    ] {
        assert_eq!(engine(rules).load_endgame(&bytes[..]), Err(TableError::Foreign), "{rules}");
    }
}

#[test]
fn damaged_bytes_are_refused_wherever_the_damage_is() {
    let bytes = saved(&built("kalah"));
    let empty = engine("kalah");
    for at in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(empty.load_endgame(&damaged[..]).is_err(), "byte {at}");
    }
    for length in [0, 1, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(empty.load_endgame(&bytes[..length]).is_err(), "{length} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(empty.load_endgame(&longer[..]).is_err());
    assert_eq!(empty.endgame_known_below(), 0);

    // What was read of them is forgotten again.
    empty.build_endgame(1, &AtomicBool::new(false));
    assert_eq!(saved(&empty), bytes);
}

#[test]
fn what_is_known_is_not_forgotten_for_damaged_bytes() {
    for rules in ["island", "kalah"] {
        let engine = built(rules);
        let bytes = saved(&engine);
        let mut damaged = bytes.clone();
        damaged.iter_mut().skip(200).for_each(|byte| *byte ^= 1);
        assert!(engine.load_endgame(&damaged[..]).is_err(), "{rules}");
        assert_eq!(saved(&engine), bytes, "{rules}");

        let empty = self::engine(rules);
        assert!(empty.load_endgame(&damaged[..]).is_err(), "{rules}");
        empty.build_endgame(2, &AtomicBool::new(false));
        assert_eq!(saved(&empty), bytes, "{rules}");
    }
}

#[test]
fn a_table_is_built_in_parts() {
    for rules in ["island", "kalah"] {
        let engine = engine(rules);
        for (stones, known) in [(3, 4), (2, 4), (5, 6), (u8::MAX, 8)] {
            engine.build_endgame_up_to(stones, 1, &AtomicBool::new(false));
            assert_eq!(engine.endgame_known_below(), known, "{rules}");
        }
        assert_eq!(saved(&engine), saved(&built(rules)), "{rules}");
    }
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
