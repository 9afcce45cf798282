//! A search without any table, window or ordering, and random positions to try it on.

use parlor_engine::Dice;
use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Pit, Position,
    Preset, Relay, Rest, Rules,
};
use parlor_rules::{Game, Player};

/// By how much the player to move will be ahead at the end.
pub(crate) fn value(position: &Position) -> i16 {
    if position.outcome().is_some() {
        let player = position.turn();
        return i16::from(position.score(player)) - i16::from(position.score(!player));
    }
    position.moves().map(|pit| move_value(position, pit)).max().expect("a game goes on by a move")
}

/// By how much the player to move will be ahead at the end, if this pit is played now.
pub(crate) fn move_value(position: &Position, pit: Pit) -> i16 {
    let after = position.after(pit).expect("only legal moves are tried");
    if after.turn() == position.turn() { value(&after) } else { -value(&after) }
}

/// Any rules whose boards are small enough for a plain search.
pub(crate) fn random_rules(dice: &mut Dice) -> Rules {
    let either = |dice: &mut Dice| dice.percent(50);
    loop {
        let mut change = Preset::Kalah
            .rules()
            .change()
            .pits(1 + dice.roll(4) as u8)
            .relay(if either(dice) { Relay::Off } else { Relay::On })
            .captures(if either(dice) { Captures::On } else { Captures::Off })
            .over(if either(dice) { Over::EitherRowEmpty } else { Over::NoMove })
            .rest(if either(dice) { Rest::ToOwner } else { Rest::Stays })
            .captured(if either(dice) { Captured::ToStore } else { Captured::ToLandingPit })
            .capturing_stone(if either(dice) {
                CapturingStone::ToStore
            } else {
                CapturingStone::Stays
            })
            .empty_opposite(if either(dice) {
                EmptyOpposite::BanksTheStone
            } else {
                EmptyOpposite::Nothing
            });
        if either(dice) {
            change = change.origin(Origin::Skipped);
        } else {
            change =
                change.full_lap(if either(dice) { FullLap::Captures } else { FullLap::Nothing });
        }
        if let Ok(rules) = change.build() {
            return rules;
        }
    }
}

/// A position with few stones in the pits, and some in the stores.
pub(crate) fn random_position(rules: Rules, stones: u32, dice: &mut Dice) -> Position {
    let mut slots = vec![0_u8; 2 * usize::from(rules.pits()) + 2];
    for _ in 0..dice.roll(stones + 1) {
        let slot = dice.roll(slots.len() as u32) as usize;
        slots[slot] += 1;
    }
    let turn = if dice.percent(50) { Player::One } else { Player::Two };
    Position::new(rules, &slots, turn).expect("a handful of stones fits")
}
