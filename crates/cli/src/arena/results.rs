use super::tally::Tally;

/// Who played in a contest, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Results {
    pub(super) players: Vec<Contestant>,
    /// Two who met, by their place among the players, and how the first of them fared.
    pub(super) pairs: Vec<(usize, usize, Tally)>,
}

/// A player as the tables name them.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    /// What their column is headed by.
    pub(super) number: usize,
    pub(super) name: String,
}

impl Results {
    /// How one player fared against another; `None` if they do not meet.
    pub(super) fn between(&self, one: usize, two: usize) -> Option<Tally> {
        self.pairs.iter().find_map(|(first, second, tally)| {
            if (*first, *second) == (one, two) {
                Some(*tally)
            } else if (*second, *first) == (one, two) {
                Some(tally.reversed())
            } else {
                None
            }
        })
    }

    /// How a player fared against all others.
    pub(super) fn total(&self, player: usize) -> Tally {
        let others = (0..self.players.len()).filter_map(|other| self.between(player, other));
        others.fold(Tally::default(), |total, tally| Tally {
            wins: total.wins + tally.wins,
            ties: total.ties + tally.ties,
            losses: total.losses + tally.losses,
        })
    }

    /// The same with the players in another order, and numbered by it from 1.
    pub(super) fn reordered(&self, order: &[usize]) -> Self {
        let numbered = order.iter().zip(1..);
        let players = numbered.map(|(&player, number)| Contestant {
            number,
            name: self.players[player].name.clone(),
        });
        let place = |player: usize| order.iter().position(|it| *it == player);
        let pairs = self
            .pairs
            .iter()
            .filter_map(|&(one, two, tally)| Some((place(one)?, place(two)?, tally)));
        Self { players: players.collect(), pairs: pairs.collect() }
    }
}
