use std::collections::VecDeque;

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    /// The two who play, by their place among the competitors, the lower one first.
    pub(super) pair: [usize; 2],
    /// Which of the games of this pair it is, from 0.
    pub(super) number: u32,
}

/// A round robin: everyone plays everyone, so many games each.
///
/// All pairs have played a game before any plays its next, and between two games of a player the others
/// have theirs as far as possible (the circle method): so a tournament can be stopped at any time.
pub(super) fn round_robin(players: usize, games: u32) -> VecDeque<Fixture> {
    let once = rounds(players);
    let all = (0..games).flat_map(|number| once.iter().map(move |&pair| Fixture { pair, number }));
    all.collect()
}

/// Each pair once. One player stays where it is, and the others move around it; with an odd number of
/// players, the one who would play the empty chair has a break.
fn rounds(players: usize) -> Vec<[usize; 2]> {
    let chairs = players.next_multiple_of(2);
    let turns = chairs.saturating_sub(1);
    let round = |round: usize| {
        let at = move |chair: usize| if chair == 0 { 0 } else { 1 + (chair - 1 + round) % turns };
        (0..chairs / 2).map(move |chair| {
            let (one, two) = (at(chair), at(chairs - 1 - chair));
            [one.min(two), one.max(two)]
        })
    };
    (0..turns).flat_map(round).filter(|&[_, two]| two < players).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_meets_as_often_as_the_others() {
        for players in 0..10 {
            let fixtures = round_robin(players, 3);
            let pairs = players * players.saturating_sub(1) / 2;
            assert_eq!(fixtures.len(), 3 * pairs);
            for one in 0..players {
                for two in one + 1..players {
                    let of_pair = fixtures.iter().filter(|fixture| fixture.pair == [one, two]);
                    let numbers: Vec<u32> = of_pair.map(|fixture| fixture.number).collect();
                    assert_eq!(numbers, [0, 1, 2], "{one} and {two} of {players}");
                }
            }
        }
    }

    #[test]
    fn no_one_plays_twice_in_a_round() {
        let fixtures = round_robin(6, 1);
        for round in fixtures.into_iter().collect::<Vec<_>>().chunks(3) {
            let mut players: Vec<usize> = round.iter().flat_map(|fixture| fixture.pair).collect();
            players.sort_unstable();
            assert_eq!(players, [0, 1, 2, 3, 4, 5]);
        }
    }
}
