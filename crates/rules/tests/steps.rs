//! A turn is a list of steps, and the list is the whole truth about the turn.

use parlor_rules::mancala::{Origin, Position, Slot, Step};
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
            Step::Lift { .. } => 0,
            Step::Drop { .. } => 1,
            Step::Capture { .. } | Step::Again => 2,
            Step::Sweep { .. } => 3,
            Step::End(_) => 4,
        };
        for turn in turns(&position) {
            let steps = turn.steps();
            prop_assert!(steps.is_sorted_by_key(place), "{:?}", steps);
            let count = |wanted| steps.iter().filter(|step| place(step) == wanted).count();
            prop_assert_eq!(count(0), 1);
            prop_assert!(count(2) <= 1, "a capture and another turn exclude each other");
            prop_assert_eq!(count(4) == 1, turn.position().outcome().is_some());
        }
    }

    #[test]
    fn stones_fall_one_by_one_and_never_where_they_must_not(position in generated::position()) {
        let rules = position.rules();
        let their_store = Slot::store(rules, !position.turn());
        for turn in turns(&position) {
            let origin = turn.choice().slot(rules, position.turn());
            let drops: Vec<(Slot, u8)> = turn
                .steps()
                .into_iter()
                .filter_map(|step| match step {
                    Step::Drop { into, left } => Some((into, left)),
                    _ => None,
                })
                .collect();
            let left: Vec<u8> = drops.iter().map(|&(_, left)| left).collect();
            let countdown: Vec<u8> = (0..position.stones(origin)).rev().collect();
            prop_assert_eq!(left, countdown);
            let slots: Vec<Slot> = drops.into_iter().map(|(into, _)| into).collect();
            prop_assert!(!slots.contains(&their_store));
            prop_assert!(rules.origin() == Origin::Sown || !slots.contains(&origin));
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

fn total(slots: &[u8]) -> u32 {
    slots.iter().map(|&stones| u32::from(stones)).sum()
}
