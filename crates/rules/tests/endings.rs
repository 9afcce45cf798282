//! Every game ends, whatever the rules and whatever is played.

use parlor_rules::mancala::{IllegalMove, Pit, Position, Rest};
use parlor_rules::{Game, Player};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::generated;

/// More turns than any game from here can have.
///
/// Stones never leave a store, so with `s` stones in the pits at most `s` turns bank one. A turn
/// that banks nothing stays within the mover's own row and moves stones, captured ones included,
/// only into pits after the one sown from, and so does every part of a relay. Between two bankings the
/// first pit therefore never gets a stone and is sown at most once; a pit is sown at most once more
/// than it gets stones, which is at most once for each sowing of a pit before it. So pit `i` is sown at
/// most 2^i times, a row of `n` pits fewer than 2^n times, and both rows fewer than 2^(n + 1) times.
fn more_turns_than_possible(position: &Position) -> usize {
    (usize::from(position.stones_in_play()) + 1) << (position.rules().pits() + 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn every_game_ends(
        start in generated::position(),
        choices in prop::collection::vec(any::<Index>(), 1..64),
    ) {
        let ended = play_out(&start, &choices);
        prop_assert!(ended.outcome().is_some());
        prop_assert_eq!(ended.moves().next(), None);
        for pit in Pit::all(ended.rules()) {
            prop_assert_eq!(ended.after(pit), Err(IllegalMove::GameOver));
        }
    }

    #[test]
    fn the_result_of_a_finished_game_is_read_off_its_stores(
        start in generated::position(),
        choices in prop::collection::vec(any::<Index>(), 1..64),
    ) {
        // Also where the game was over from the start.
        let ended = play_out(&start, &choices);
        let [south, north] = Player::BOTH.map(|player| ended.store(player));
        let winner = ended.outcome().and_then(parlor_rules::Outcome::winner);
        let bigger = match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(Player::One),
            std::cmp::Ordering::Less => Some(Player::Two),
            std::cmp::Ordering::Equal => None,
        };
        prop_assert_eq!(winner, bigger);
        if ended.rules().rest() == Rest::ToOwner {
            prop_assert_eq!(ended.stones_in_play(), 0);
        }
    }
}

/// Plays to the end, choosing by `choices` again and again.
fn play_out(start: &Position, choices: &[Index]) -> Position {
    let mut position = *start;
    let mut choices = choices.iter().cycle();
    for _ in 0..more_turns_than_possible(start) {
        let moves: Vec<Pit> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        let choice = choices.next().expect("a cycle goes on").get(&moves);
        position = position.after(*choice).expect("a listed move is legal");
    }
    position
}
