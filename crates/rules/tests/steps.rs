//! A turn is a list of steps, and the list is the whole truth about the turn.

use parlor_rules::mancala::{Origin, Position, Relay, Slot, Step};
use parlor_rules::{Game, Turn};
use proptest::prelude::*;

use crate::generated;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn stones_are_conserved_at_every_step(position in generated::position()) {
        let total = total(&position.slots());
        for turn in turns(&position) {
            let mut slots = position.slots();
            let mut hand = 0;
            for step in turn.steps() {
                step.apply(&mut slots);
                hand = match step {
                    Step::Lift { stones, .. } => stones,
                    Step::Drop { left, .. } => left,
                    _ => hand,
                };
                prop_assert_eq!(self::total(&slots) + u32::from(hand), total, "after {:?}", step);
            }
            prop_assert_eq!(hand, 0);
            prop_assert_eq!(self::total(&turn.position().slots()), total);
        }
    }

    #[test]
    fn steps_folded_over_the_old_position_give_the_new_one(position in generated::position()) {
        for turn in turns(&position) {
            let mut slots = position.slots();
            for step in turn.steps() {
                step.apply(&mut slots);
            }
            prop_assert_eq!(slots, turn.position().slots());
        }
    }

    #[test]
    fn steps_come_in_the_order_in_which_they_happen(position in generated::position()) {
        let place = |step: &Step| match step {
            Step::Lift { .. } | Step::Drop { .. } => 0,
            Step::Capture { .. } | Step::Again => 1,
            Step::Sweep { .. } => 2,
            Step::End(_) => 3,
        };
        for turn in turns(&position) {
            let steps = turn.steps();
            prop_assert!(steps.is_sorted_by_key(place), "{:?}", steps);
            let count = |wanted| steps.iter().filter(|step| place(step) == wanted).count();
            prop_assert!(count(1) <= 1, "a capture and another turn exclude each other");
            prop_assert_eq!(count(3) == 1, turn.position().outcome().is_some());
        }
    }

    #[test]
    fn stones_fall_one_by_one_and_never_where_they_must_not(position in generated::position()) {
        let rules = position.rules();
        let their_store = Slot::store(rules, !position.turn());
        for turn in turns(&position) {
            let sowings = sowings(&turn);
            prop_assert_eq!(sowings[0].from, turn.choice().slot(rules, position.turn()));
            for sowing in sowings {
                let left: Vec<u8> = sowing.drops.iter().map(|&(_, left)| left).collect();
                let countdown: Vec<u8> = (0..sowing.stones).rev().collect();
                prop_assert_eq!(left, countdown);
                let mut slots = sowing.drops.iter().map(|&(into, _)| into);
                prop_assert!(!slots.clone().any(|into| into == their_store));
                let skips = rules.origin() == Origin::Skipped;
                prop_assert!(!skips || !slots.any(|into| into == sowing.from));
            }
        }
    }

    #[test]
    fn sowing_goes_on_exactly_where_its_last_stone_finds_others(position in generated::position()) {
        let rules = position.rules();
        for turn in turns(&position) {
            let mut slots = position.slots();
            let mut steps = turn.steps().into_iter().peekable();
            while let Some(step) = steps.next() {
                step.apply(&mut slots);
                let Step::Drop { into, left: 0 } = step else { continue };
                let stones = slots[usize::from(into.index())];
                let goes_on =
                    rules.relay() == Relay::On && into.pit(rules).is_some() && stones > 1;
                let next = steps.peek().copied();
                let lift = Some(Step::Lift { from: into, stones });
                prop_assert_eq!(next == lift, goes_on, "{} {:?}", rules, turn.steps());
            }
        }
    }

    #[test]
    fn a_turn_ends_because_every_lap_leaves_a_stone_in_the_store(
        position in generated::position(),
    ) {
        let rules = position.rules();
        let store = Slot::store(rules, position.turn());
        let lap = 2 * usize::from(rules.pits());
        for turn in turns(&position) {
            let drops: Vec<Slot> = sowings(&turn)
                .into_iter()
                .flat_map(|sowing| sowing.drops)
                .map(|(into, _)| into)
                .collect();
            let mut without = drops.split(|&into| into == store);
            prop_assert!(without.all(|drops| drops.len() <= lap), "{} {:?}", rules, drops);
            let banked = drops.iter().filter(|&&into| into == store).count();
            prop_assert!(banked <= usize::from(position.stones_in_play()));
        }
    }

    #[test]
    fn a_step_that_moves_nothing_is_not_a_step(position in generated::position()) {
        for step in turns(&position).flat_map(|turn| turn.steps()) {
            let moved = match step {
                Step::Lift { stones, .. } | Step::Sweep { stones, .. } => stones,
                Step::Capture { .. } => step.captured(),
                Step::Drop { .. } | Step::Again | Step::End(_) => 1,
            };
            prop_assert!(moved > 0, "{:?}", step);
        }
    }

    #[test]
    fn a_turn_tells_who_played_what_and_where(position in generated::position()) {
        for turn in turns(&position) {
            prop_assert_eq!(turn.player(), position.turn());
            prop_assert_eq!(turn.before(), &position);
            let again = turn.steps().contains(&Step::Again);
            prop_assert_eq!(turn.position().turn() == position.turn(), again);
            let ended = turn.position().outcome().map(Step::End);
            prop_assert_eq!(turn.steps().last().copied() == ended, ended.is_some());
        }
    }
}

fn turns(position: &Position) -> impl Iterator<Item = Turn<Position>> {
    position.moves().map(|pit| position.play(pit).expect("a listed move is legal"))
}

/// One pit taken up and sown to the last stone: a turn, or a part of one in relay sowing.
struct Sowing {
    from: Slot,
    stones: u8,
    /// Where each stone falls, and how many are left in the hand then.
    drops: Vec<(Slot, u8)>,
}

fn sowings(turn: &Turn<Position>) -> Vec<Sowing> {
    let mut sowings: Vec<Sowing> = Vec::new();
    for step in turn.steps() {
        match step {
            Step::Lift { from, stones } => sowings.push(Sowing { from, stones, drops: Vec::new() }),
            Step::Drop { into, left } => {
                sowings.last_mut().expect("a lift comes first").drops.push((into, left));
            }
            Step::Capture { .. } | Step::Again | Step::Sweep { .. } | Step::End(_) => {}
        }
    }
    sowings
}

fn total(slots: &[u8]) -> u32 {
    slots.iter().map(|&stones| u32::from(stones)).sum()
}
