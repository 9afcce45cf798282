//! Three ways to play a turn, which must agree: `Position::after`, the prepared `Sowing` of a
//! search, and the naive walk round the board.

use parlor_rules::mancala::{Pit, Position, Row, Sowing, Step};
use parlor_rules::{Game, Outcome, Player};
use proptest::prelude::*;

use crate::{generated, notated};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn fast_and_naive_play_agree(position in generated::position()) {
        let naive = notated::naive(&position);
        let playable: Vec<Pit> = position.moves().collect();
        let slots: Vec<usize> = playable.iter().map(|&pit| slot(&position, pit)).collect();
        prop_assert_eq!(&slots, &naive.playable());
        prop_assert_eq!(position.outcome().map(sign), naive.winner());

        for pit in playable {
            let turn = position.play(pit).unwrap();
            let played = naive.play(slot(&position, pit));
            prop_assert_eq!(notated::naive(turn.position()), played.position.clone());
            prop_assert_eq!(turn.position().outcome().map(sign), played.position.winner());
            let steps = turn.steps();
            prop_assert_eq!(steps.contains(&Step::Again), played.again);
            let captured: u32 = steps.iter().map(|step| u32::from(step.captured())).sum();
            prop_assert_eq!(captured, played.captured);
            let lifted = steps.iter().filter_map(|step| match step {
                Step::Lift { from, .. } => Some(usize::from(from.index())),
                _ => None,
            });
            prop_assert_eq!(lifted.collect::<Vec<_>>(), played.lifted);
        }
    }
}

// Preparing a rule set is the slow part of these.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn prepared_sowings_agree_with_positions(position in generated::position()) {
        if position.rules().pits() <= u64::PITS {
            prepared_sowing_agrees::<u64>(&position)?;
        }
        prepared_sowing_agrees::<u128>(&position)?;
    }

    #[test]
    fn perft_counts_what_playing_every_sequence_counts(
        position in generated::position(),
        turns in 0..=3_u32,
    ) {
        prop_assert_eq!(position.perft(turns), notated::naive(&position).perft(turns));
    }
}

fn prepared_sowing_agrees<R: Row>(position: &Position) -> Result<(), TestCaseError> {
    let sowing = Sowing::<R>::new(position.rules());
    let board = position.board::<R>();
    prop_assert_eq!(sowing.rules(), position.rules());
    prop_assert_eq!(sowing.is_over(board), position.outcome().is_some());
    prop_assert_eq!(board.stones(), position.stones_in_play());

    for pit in position.moves() {
        let sown = sowing.play(board, pit.index());
        let next = if sown.again { sown.board } else { sown.board.turned() };
        let turn = position.play(pit).unwrap();
        let after = turn.position();
        prop_assert_eq!(sowing.is_over(next), after.outcome().is_some());
        prop_assert_eq!(sown.again, turn.steps().contains(&Step::Again));
        let taken = turn.steps().iter().find_map(|step| match step {
            Step::Capture { taken, .. } => Some(*taken),
            _ => None,
        });
        prop_assert_eq!(sown.taken, taken);
        let conserved = sown.board.stones() + sown.banked;
        prop_assert_eq!(conserved, board.stones());
        if after.outcome().is_none() {
            let mover = position.turn();
            prop_assert_eq!(next, after.board::<R>());
            prop_assert_eq!(sown.banked, after.store(mover) - position.store(mover));
        }
    }

    let mut visited = Vec::new();
    sowing.for_each_turn(board, |pit, sown| visited.push((pit, sown)));
    let filled = (0..position.rules().pits()).filter(|&pit| board.mine.get(pit) > 0);
    let expected: Vec<_> = filled.map(|pit| (pit, sowing.play(board, pit))).collect();
    prop_assert_eq!(visited, expected);
    Ok(())
}

fn slot(position: &Position, pit: Pit) -> usize {
    usize::from(pit.slot(position.rules(), position.turn()).index())
}

fn sign(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Player::One) => 1,
        Outcome::Win(Player::Two) => -1,
        Outcome::Tie => 0,
    }
}
