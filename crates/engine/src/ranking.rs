use parlor_rules::mancala::{Board, Row, Rules};

/// Numbers all boards of a rule set, fewest stones first, without gaps.
///
/// This is the combinatorial number system. Write the pits one after the other, mine first, and
/// let `c(i)` be the stones in the first `i + 1` of them; the board's number is the sum of the
/// binomials `c(i) + i` over `i + 1`. The last term alone counts all boards with fewer stones.
#[derive(Debug)]
pub(crate) struct Ranking {
    pits: u8,
    /// `terms[i][c]` is `c + i` over `i + 1`, or 0 where that does not fit.
    terms: Box<[[u64; 256]]>,
    most: u8,
}

impl Ranking {
    /// The numbering for boards of these rules.
    pub(crate) fn new(rules: &Rules) -> Self {
        let slots = 2 * usize::from(rules.pits());
        let mut terms = vec![[0_u64; 256]; slots].into_boxed_slice();
        let mut most = u8::MAX;
        for i in 0..slots {
            for stones in 1..256 {
                // Pascal's triangle: each term is the one to its left and the one above it.
                let above = if i == 0 { 1 } else { terms[i - 1][stones] };
                let Some(term) = terms[i][stones - 1].checked_add(above) else {
                    most = most.min(stones as u8 - 2);
                    break;
                };
                terms[i][stones] = term;
            }
        }
        Self { pits: rules.pits(), terms, most }
    }

    /// Boards with more stones than this have no number that fits.
    pub(crate) const fn most(&self) -> u8 {
        self.most
    }

    /// How many boards have at most so many stones.
    ///
    /// # Panics
    /// If there are more than [`most`](Self::most).
    pub(crate) fn boards(&self, stones: u8) -> u64 {
        assert!(stones <= self.most, "boards with {stones} stones have no numbers");
        self.terms[self.terms.len() - 1][usize::from(stones) + 1]
    }

    /// The number of a board, which must not have more than [`most`](Self::most) stones.
    #[inline]
    pub(crate) fn number<R: Row>(&self, board: Board<R>) -> u64 {
        let mine = board.mine.running_sums();
        let theirs = board.theirs.running_sums();
        let all_mine = usize::from(mine.get(self.pits - 1));
        let (my_terms, their_terms) = self.terms.split_at(usize::from(self.pits));
        let mut number = 0_u64;
        for (pit, (my_terms, their_terms)) in (0..self.pits).zip(my_terms.iter().zip(their_terms)) {
            let theirs = usize::from(theirs.get(pit)) + all_mine;
            number = number
                .wrapping_add(my_terms[usize::from(mine.get(pit))])
                .wrapping_add(their_terms[theirs & 0xff]);
        }
        number
    }
}

/// All boards with so many stones, in the order of their numbers.
pub(crate) fn boards_with<R: Row>(pits: u8, stones: u8) -> impl Iterator<Item = Board<R>> {
    let mut pit_stones = vec![0_u8; 2 * usize::from(pits)];
    pit_stones[2 * usize::from(pits) - 1] = stones;
    let mut more = true;
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let row = |pits: &[u8]| {
            (0..).zip(pits).fold(R::EMPTY, |row, (pit, &stones)| row + R::heap(pit, stones))
        };
        let (mine, theirs) = pit_stones.split_at(usize::from(pits));
        let board = Board { mine: row(mine), theirs: row(theirs) };
        // The next board takes a stone from the first pit behind pit 0 that has one and puts it,
        // with all of pit 0, into the pit before.
        match (1..pit_stones.len()).find(|&pit| pit_stones[pit] > 0) {
            Some(pit) => {
                let moved = std::mem::take(&mut pit_stones[0]) + 1;
                pit_stones[pit] -= 1;
                pit_stones[pit - 1] = moved;
            }
            None => more = false,
        }
        Some(board)
    })
}
