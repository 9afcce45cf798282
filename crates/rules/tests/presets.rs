//! The table of presets, cell by cell: what the rules say, and what then happens on a board.

use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Position, Preset,
    Relay, Rest, Starts, Step,
};
use parlor_rules::{Game, Outcome, Player};

use crate::notated;

#[test]
fn player_one_starts_except_where_a_coin_decides() {
    use Starts::{CoinToss, One};
    let starts = Preset::ALL.map(|preset| preset.rules().starts());
    assert_eq!(starts, [One, One, CoinToss, One, One]);
    for preset in Preset::ALL {
        assert_eq!(Position::opening(preset.rules()).turn(), Player::One);
    }
    assert_eq!(Position::opening(notated::rules("kalah,first=2")).turn(), Player::Two);
}

#[test]
fn a_pit_starts_with_so_many_stones() {
    let stones = Preset::ALL.map(|preset| preset.rules().stones());
    assert_eq!(stones, [4, 4, 6, 4, 4]);
    let offered = Preset::ALL.map(Preset::offered_stones);
    assert_eq!(offered, [4..=4, 4..=4, 3..=10, 3..=6, 4..=4]);
    for preset in Preset::ALL {
        let rules = preset.rules();
        assert_eq!(rules.pits(), 6);
        assert!(preset.offered_stones().contains(&rules.stones()));
        let start = Position::start(rules, Player::One);
        let row = [rules.stones(); 6];
        assert_eq!(start.slots(), [&row[..], &[0], &row[..], &[0]].concat());
    }
}

#[test]
fn only_home_pits_skips_the_pit_sown_from() {
    let origins = Preset::ALL.map(|preset| preset.rules().origin());
    let [sown, skipped] = [Origin::Sown, Origin::Skipped];
    assert_eq!(origins, [sown, sown, skipped, sown, sown]);
    // Twelve stones stop just before they come round; in Avalanche they go on from there.
    let sown = "<6,1,0,0,1,1,1,1,1,3,3,3,3,3,3> N";
    let relay = "<6,2,0,1,2,0,2,0,2,3,3,3,3,3,0> S";
    check("<6,0,0,12,0,0,0,0,0,2,2,2,2,2,2> S", 1, [sown, sown, sown, sown, relay]);
    // The twenty-fifth comes round twice: one lap is thirteen stones long, or twelve with the skip.
    let sown = "<6,2,0,1,2,2,2,2,2,4,4,4,4,4,4> N";
    let skipped = "<6,2,0,0,3,2,2,2,2,4,4,4,4,4,4> N";
    let relay = "<6,3,0,2,3,3,0,3,3,4,4,4,4,4,0> S";
    check("<6,0,0,25,0,0,0,0,0,2,2,2,2,2,2> S", 1, [sown, sown, skipped, sown, relay]);
    // The same for North, from the middle of the row.
    let sown = "<6,0,2,3,2,2,2,2,2,2,2,1,2,2,2> S";
    let skipped = "<6,0,2,3,2,2,2,2,2,2,2,0,3,2,2> S";
    let relay = "<6,0,3,3,2,2,2,2,2,2,0,2,0,3,3> N";
    check("<6,0,0,1,0,0,0,0,0,0,0,25,0,0,0> N", 3, [sown, sown, skipped, sown, relay]);
}

#[test]
fn only_avalanche_sows_in_relays_and_captures_nothing() {
    let relay = Preset::ALL.map(|preset| preset.rules().relay());
    assert_eq!(relay, [Relay::Off, Relay::Off, Relay::Off, Relay::Off, Relay::On]);
    let captures = Preset::ALL.map(|preset| preset.rules().captures());
    let [on, off] = [Captures::On, Captures::Off];
    assert_eq!(captures, [on, on, on, on, off]);
    assert_eq!(notated::rules("kalah,relay=on,captures=off"), Preset::Avalanche.rules());

    // The stone of pit 1 finds another; the second of those two finds an empty pit.
    let once = "<6,0,0,0,2,0,0,0,0,1,0,5,0,0,0> N";
    let relay = "<6,0,0,0,0,1,1,0,0,1,0,5,0,0,0> N";
    check("<6,0,0,1,1,0,0,0,0,1,0,5,0,0,0> S", 1, [once, once, once, once, relay]);
}

#[test]
fn captured_stones_and_the_capturing_stone_go_where_the_preset_says() {
    let captured = Preset::ALL.map(|preset| preset.rules().captured());
    let to_store = Some(Captured::ToStore);
    assert_eq!(captured, [to_store, Some(Captured::ToLandingPit), to_store, to_store, None]);
    let stone = Preset::ALL.map(|preset| preset.rules().capturing_stone());
    let [goes, stays] = [CapturingStone::ToStore, CapturingStone::Stays].map(Some);
    assert_eq!(stone, [goes, stays, stays, goes, None]);

    let before = "<6,0,0,1,0,1,0,0,0,1,0,0,0,5,0> S";
    let banked = "<6,6,0,0,0,1,0,0,0,1,0,0,0,0,0> N";
    let in_landing_pit = "<6,0,0,0,6,1,0,0,0,1,0,0,0,0,0> N";
    let stone_stays = "<6,5,0,0,1,1,0,0,0,1,0,0,0,0,0> N";
    let nothing = "<6,0,0,0,1,1,0,0,0,1,0,0,0,5,0> N";
    check(before, 1, [banked, in_landing_pit, stone_stays, banked, nothing]);
    check_captured(before, 1, [6, 5, 5, 6, 0]);
}

#[test]
fn an_empty_opposite_pit_matters_only_to_gems() {
    let empty = Preset::ALL.map(|preset| preset.rules().empty_opposite());
    let [banks, nothing] = [EmptyOpposite::BanksTheStone, EmptyOpposite::Nothing].map(Some);
    assert_eq!(empty, [banks, nothing, nothing, nothing, None]);

    let before = "<6,0,0,1,0,1,0,0,0,1,0,0,0,0,5> S";
    let banked = "<6,1,0,0,0,1,0,0,0,1,0,0,0,0,5> N";
    let stays = "<6,0,0,0,1,1,0,0,0,1,0,0,0,0,5> N";
    check(before, 1, [banked, stays, stays, stays, stays]);
    check_captured(before, 1, [1, 0, 0, 0, 0]);
}

#[test]
fn a_full_lap_captures_except_in_island_and_where_nothing_does() {
    let lap = Preset::ALL.map(|preset| preset.rules().full_lap());
    let captures = Some(FullLap::Captures);
    assert_eq!(lap, [captures, Some(FullLap::Nothing), None, captures, None]);

    let before = "<6,0,0,13,0,0,0,0,0,2,2,2,2,2,2> S";
    let banked = "<6,5,0,0,1,1,1,1,1,3,3,3,3,3,0> N";
    let not_empty = "<6,1,0,1,1,1,1,1,1,3,3,3,3,3,3> N";
    let cannot_happen = "<6,1,0,0,2,1,1,1,1,3,3,3,3,3,3> N";
    check(before, 1, [banked, not_empty, cannot_happen, banked, not_empty]);
    check_captured(before, 1, [4, 0, 0, 4, 0]);
}

#[test]
fn a_second_full_lap_ends_in_a_pit_that_is_not_empty() {
    let before = "<6,0,0,26,0,0,0,0,0,2,2,2,2,2,2> S";
    check_captured(before, 1, [0, 0, 0, 0, 0]);
    let twice = "<6,2,0,2,2,2,2,2,2,4,4,4,4,4,4> N";
    let skipped = "<6,2,0,0,3,3,2,2,2,4,4,4,4,4,4> N";
    let relay = "<6,3,0,1,3,0,3,3,0,5,0,5,5,5,5> N";
    check(before, 1, [twice, twice, skipped, twice, relay]);
}

#[test]
fn a_lap_that_ends_in_another_empty_pit_captures_wherever_anything_does() {
    // Eight stones from pit 6 end in pit 1, opposite North's last pit.
    let before = "<6,0,0,0,1,0,0,0,8,1,1,1,1,1,1> S";
    let banked = "<6,4,0,0,1,0,0,0,0,2,2,2,2,2,0> N";
    let in_landing_pit = "<6,1,0,3,1,0,0,0,0,2,2,2,2,2,0> N";
    let stone_stays = "<6,3,0,1,1,0,0,0,0,2,2,2,2,2,0> N";
    let nothing = "<6,1,0,1,1,0,0,0,0,2,2,2,2,2,2> N";
    check(before, 6, [banked, in_landing_pit, stone_stays, banked, nothing]);
}

#[test]
fn what_is_left_goes_to_its_owner_except_in_island() {
    let over = Preset::ALL.map(|preset| preset.rules().over());
    assert_eq!(over, [Over::EitherRowEmpty; 5]);
    let rest = Preset::ALL.map(|preset| preset.rules().rest());
    let [owner, stays] = [Rest::ToOwner, Rest::Stays];
    assert_eq!(rest, [owner, stays, owner, owner, owner]);

    let before = "<6,10,5,0,0,0,0,0,1,4,0,3,0,0,0> S";
    let swept = "<6,11,12,0,0,0,0,0,0,0,0,0,0,0,0> S";
    let left = "<6,11,5,0,0,0,0,0,0,4,0,3,0,0,0> S";
    check(before, 6, [swept, left, swept, swept, swept]);
    // Whether the rest moves decides who wins.
    let outcomes = Preset::ALL
        .map(|preset| notated::turn(preset.id(), before, 6).position().outcome().unwrap());
    let [south, north] = Player::BOTH.map(Outcome::Win);
    assert_eq!(outcomes, [north, south, north, north, north]);
}

#[test]
fn the_other_ending_waits_until_the_player_to_move_is_stuck() {
    let before = "<2,0,0,0,1,2,1> S";
    let row = notated::turn("kalah,pits=2", before, 2);
    assert_eq!(row.position().to_string(), "<2,1,3,0,0,0,0> S");

    // The last stone earned another turn, but there is none to sow.
    let stuck = notated::turn("kalah,pits=2,over=stuck", before, 2);
    assert_eq!(stuck.position().outcome(), Some(Outcome::Win(Player::Two)));

    // South's row is empty, but it is North's turn: the game goes on.
    let before = "<2,0,0,0,2,2,1> S";
    let waiting = notated::turn("kalah,pits=2,over=stuck", before, 2);
    assert_eq!(waiting.position().to_string(), "<2,1,0,0,0,3,1> N");
    assert_eq!(waiting.position().outcome(), None);
}

/// Plays a pit by each preset, in the order of `Preset::ALL`.
fn check(before: &str, pit: u8, after: [&str; 5]) {
    for (preset, after) in Preset::ALL.into_iter().zip(after) {
        let turn = notated::turn(preset.id(), before, pit);
        assert_eq!(turn.position().to_string(), after, "{} {before} pit {pit}", preset.id());
    }
}

fn check_captured(before: &str, pit: u8, captured: [u8; 5]) {
    let found = Preset::ALL.map(|preset| {
        let steps = notated::turn(preset.id(), before, pit).steps();
        steps.iter().map(Step::captured).sum::<u8>()
    });
    assert_eq!(found, captured, "{before} pit {pit}");
}
