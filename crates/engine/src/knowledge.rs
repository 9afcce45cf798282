use parlor_rules::mancala::{Board, Relay, Row, Rules, Sowing};

use crate::bounds::Bounds;
use crate::endgame::Endgame;
use crate::margin::final_margin;
use crate::ranking::Ranking;
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
}

/// How much an engine may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Up to how many stones the exact value of every board is tabulated, a byte each.
    pub endgame_stones: u8,
    /// The power of two of boards in the transposition table of proved bounds, eight bytes each;
    /// at least 20.
    pub transposition_bits: u32,
}

impl Size {
    /// The largest endgame table of these rules that takes at most so many bytes, in stones.
    pub fn endgame_stones_within(rules: &Rules, bytes: u64) -> u8 {
        let ranking = Ranking::new(rules);
        (0..most_stones(&ranking))
            .take_while(|&stones| ranking.boards(stones) <= bytes)
            .last()
            .unwrap_or(0)
    }
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

/// Boards with more stones than this have no number, or bounds too wide to be packed.
fn most_stones(ranking: &Ranking) -> u8 {
    ranking.most().min(Bounds::MOST_STONES)
}
