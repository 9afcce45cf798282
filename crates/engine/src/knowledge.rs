use std::array;

use parlor_rules::mancala::{Board, Relay, Row, Rules, Sowing};

use crate::endgame::Endgame;
use crate::margin::{MAX_MOVES, final_margin};
use crate::ranking::Ranking;
use crate::size::{Size, most_stones};
use crate::transposition_table::TranspositionTable;

/// All that is known about the boards of one rule set.
#[derive(Debug)]
pub(crate) struct Knowledge<R> {
    pub(crate) sowing: Sowing<R>,
    pub(crate) ranking: Ranking,
    pub(crate) endgame: Endgame,
    /// Proved bounds, from the solver.
    pub(crate) proofs: TranspositionTable,
    /// Estimates, from alpha-beta searches of limited depth.
    pub(crate) estimates: TranspositionTable,
    /// Boards with more stones than this are in neither table.
    pub(crate) most_stones: u8,
    /// What a turn that goes again costs of the depth of an estimate. Mostly nothing, so that a
    /// player's turns are seen to their end. In relay sowing so many go again that a look ahead would
    /// hardly have one.
    pub(crate) again_costs: u8,
    /// A row in which the last stone of every pit would fall into the store.
    ready: R,
    /// For each pit, a stone in each of those between it and the store.
    beyond: [R; MAX_MOVES],
}

impl<R: Row> Knowledge<R> {
    pub(crate) fn new(rules: &Rules, size: Size) -> Self {
        let ranking = Ranking::new(rules);
        let most_stones = most_stones(&ranking);
        let endgame_stones = size.endgame_stones.min(most_stones - 1);
        Self {
            sowing: Sowing::new(rules),
            endgame: Endgame::new(rules, &ranking, endgame_stones),
            proofs: TranspositionTable::new(size.transposition_bits),
            estimates: TranspositionTable::new(TranspositionTable::MIN_BITS),
            most_stones,
            again_costs: u8::from(rules.relay() == Relay::On),
            ready: (0..rules.pits())
                .fold(R::EMPTY, |row, pit| row + R::heap(pit, rules.pits() - pit)),
            beyond: array::from_fn(|pit| {
                let beyond = (pit + 1).min(rules.pits().into())..rules.pits().into();
                beyond.fold(R::EMPTY, |row, pit| row + R::heap(pit as u8, 1))
            }),
            ranking,
        }
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.sowing.rules()
    }

    /// How many pits of a row have stones.
    #[inline]
    pub(crate) fn filled(row: R) -> i16 {
        row.differing(R::EMPTY).into()
    }

    /// How many pits of a row would go again at once.
    #[inline]
    pub(crate) fn ready(&self, row: R) -> i16 {
        (self.rules().pits() - row.differing(self.ready)).into()
    }

    /// How many stones the player to move can bank before the other has a turn, whatever is on the other
    /// side: by pits that go again, the nearest to the store first, and by passing the store at last.
    /// There may be more; there are never fewer.
    ///
    /// That holds for all rules. Such a pit ends in the store, so its sowing neither captures nor goes on
    /// in relay, and leaves the other row as it is; and no game ends while the mover, who is to move
    /// again, has such a pit. A stone that passes the store stays there, wherever the sowing ends.
    #[inline]
    pub(crate) fn sure_stones(&self, mut row: R) -> i16 {
        let pits = self.rules().pits();
        let mut banked = 0;
        while let Some(pit) = (0..pits).rev().find(|&pit| row.get(pit) == pits - pit) {
            row = row.emptied(pit) + self.beyond[usize::from(pit)];
            banked += 1;
        }
        let passes = (0..pits).any(|pit| row.get(pit) > pits - pit);
        banked + i16::from(passes)
    }

    /// The number of a board, if it can be remembered by it.
    #[inline]
    pub(crate) fn number(&self, board: Board<R>, stones: u8) -> Option<u64> {
        (stones <= self.most_stones).then(|| self.ranking.number(board))
    }

    /// The value of a board that needs no search: the game is over, or it is in the table.
    #[inline]
    pub(crate) fn settled(&self, board: Board<R>, stones: u8, tabled_below: u8) -> Option<i16> {
        if self.sowing.is_over(board) {
            Some(self.final_margin(board))
        } else if stones < tabled_below {
            Some(self.endgame.value(self.ranking.number(board)))
        } else {
            None
        }
    }

    /// What the player to move gains from the sweep at the end, compared with the other.
    #[inline]
    pub(crate) fn final_margin(&self, board: Board<R>) -> i16 {
        final_margin(self.rules(), board)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn nobody_ends_up_with_fewer_than_their_sure_stones() {
        let mut telling = 0;
        for rules in [
            "kalah,pits=3",
            "kalah,pits=4,captures=off",
            "gems,pits=3",
            "homepits,pits=3",
            "island,pits=3",
            "kalah,pits=3,relay=on",
            "kalah,pits=2,over=stuck,rest=stay",
            "kalah,pits=1,origin=skip",
        ] {
            let rules: Rules = rules.parse().expect("valid rules");
            let size = Size { endgame_stones: 9, transposition_bits: 20 };
            let knowledge = Knowledge::<u64>::new(&rules, size);
            let Knowledge { sowing, ranking, endgame, .. } = &knowledge;
            endgame.build_up_to(9, sowing, ranking, 1, &AtomicBool::new(false));
            for stones in 0..=9 {
                let split = (0..=stones).map(|mine| (mine, stones - mine));
                let boards = split.flat_map(|(mine, theirs)| {
                    let rows = ranking.rows(theirs);
                    rows.flat_map(move |theirs| {
                        ranking.rows(mine).map(move |mine| Board { mine, theirs })
                    })
                });
                for board in boards.filter(|&board| !sowing.is_over(board)) {
                    let least = 2 * knowledge.sure_stones(board.mine) - i16::from(stones);
                    let value = endgame.value(ranking.number(board));
                    assert!(value >= least, "{rules}: {value} for {board:?}, not {least}");
                    telling += u32::from(value == least);
                }
            }
        }
        assert!(telling > 1000, "a bound that is never reached is of no use");
    }
}
