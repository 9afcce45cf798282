//! Random rules and positions for the laws.

use parlor_rules::Player;
use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Position, Preset,
    Relay, Rest, Rules, Starts,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Every rule set that can be built, each as likely as any other with or without relay sowing and with
/// or without captures.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let sizes = (1..=Rules::MAX_PITS, 1..=Rules::MAX_STONES);
    let starts = select(vec![Starts::One, Starts::Two, Starts::CoinToss, Starts::Loser]);
    let lap = select(vec![
        (Origin::Sown, Some(FullLap::Captures)),
        (Origin::Sown, Some(FullLap::Nothing)),
        (Origin::Skipped, None),
    ]);
    let to = select(vec![Captured::ToStore, Captured::ToLandingPit]);
    let stone = select(vec![
        (CapturingStone::ToStore, EmptyOpposite::Nothing),
        (CapturingStone::ToStore, EmptyOpposite::BanksTheStone),
        (CapturingStone::Stays, EmptyOpposite::Nothing),
    ]);
    let over = select(vec![Over::EitherRowEmpty, Over::NoMove]);
    let rest = select(vec![Rest::ToOwner, Rest::Stays]);
    let sowing = (select(vec![Relay::Off, Relay::On]), lap);
    let capture = (select(vec![Captures::On, Captures::Off]), to, stone);
    (sizes, starts, sowing, capture, over, rest).prop_map(
        |((pits, stones), starts, (relay, (origin, full_lap)), capture, over, rest)| {
            let (captures, to, (stone, empty)) = capture;
            let builder = Preset::Kalah
                .rules()
                .change()
                .pits(pits)
                .stones(stones)
                .starts(starts)
                .origin(origin)
                .relay(relay)
                .captures(captures)
                .captured(to)
                .capturing_stone(stone)
                .empty_opposite(empty)
                .over(over)
                .rest(rest);
            full_lap
                .map_or(builder, |full_lap| builder.full_lap(full_lap))
                .build()
                .expect("only possible rules are generated")
        },
    )
}

pub(crate) fn player() -> impl Strategy<Value = Player> {
    select(Player::BOTH.to_vec())
}

/// Any position of any rules: sparse ones, where captures and endings are near, full ones, and
/// ones with a heap that goes round the board many times.
pub(crate) fn position() -> impl Strategy<Value = Position> {
    rules().prop_flat_map(|rules| {
        let slots = 2 * usize::from(rules.pits()) + 2;
        let board = prop_oneof![
            3 => sparse(slots),
            2 => prop::collection::vec(0..=10_u8, slots),
            2 => heaped(slots),
            2 => full_lap(rules),
        ];
        (board, player()).prop_map(move |(slots, turn)| {
            Position::new(rules, &slots, turn).expect("only possible positions are generated")
        })
    })
}

fn sparse(slots: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![3 => Just(0), 2 => 1..=3_u8, 1 => 4..=9_u8], slots)
}

/// One heap on an otherwise sparse board; together they are never more than 255 stones.
fn heaped(slots: usize) -> impl Strategy<Value = Vec<u8>> {
    let others = prop::collection::vec(prop_oneof![Just(0), 0..=3_u8], slots);
    (others, any::<Index>(), 10..=190_u8).prop_map(|(mut slots, heap, stones)| {
        *heap.get_mut(&mut slots) = stones;
        slots
    })
}

/// One pit with just as many stones as come round to it, or to its neighbours, in a few laps.
fn full_lap(rules: Rules) -> impl Strategy<Value = Vec<u8>> {
    let pits = rules.pits();
    let lap = match rules.origin() {
        Origin::Sown => 2 * pits + 1,
        Origin::Skipped => 2 * pits,
    };
    let slots = 2 * usize::from(pits) + 2;
    (sparse(slots), any::<Index>(), 1..=3_u8, 0..=2_u8).prop_map(
        move |(mut slots, pit, laps, off)| {
            *pit.get_mut(&mut slots) = laps * lap + off - 1;
            slots
        },
    )
}
