use std::iter;

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

    /// The number of a row among all rows that have as many stones. Boards that differ only in the mover's
    /// row have numbers that follow each other in this order.
    #[inline]
    pub(crate) fn row<R: Row>(&self, row: R) -> u64 {
        let sums = row.running_sums();
        let terms = (0..self.pits - 1).zip(&self.terms);
        terms.map(|(pit, terms)| terms[usize::from(sums.get(pit))]).sum()
    }

    /// All rows with so many stones, in the order of their numbers.
    pub(crate) fn rows<R: Row>(&self, stones: u8) -> impl Iterator<Item = R> {
        let first = R::heap(self.pits - 1, stones);
        iter::successors(Some(first), |&row| self.next_row(row))
    }

    /// The board with this number.
    pub(crate) fn board<R: Row>(&self, number: u64) -> Board<R> {
        let mut left = number;
        let mut board = Board { mine: R::EMPTY, theirs: R::EMPTY };
        let mut heap = |slot: usize, stones: usize| {
            let (pit, stones) = (slot as u8 % self.pits, stones as u8);
            let row = if slot < self.pits.into() { &mut board.mine } else { &mut board.theirs };
            *row = *row + R::heap(pit, stones);
        };
        let mut behind = None;
        for (slot, terms) in self.terms.iter().enumerate().rev() {
            // The largest term that is not too much belongs to the stones up to this pit.
            let stones = terms[..=self.most.into()].partition_point(|&term| term <= left) - 1;
            left -= terms[stones];
            if let Some(more) = behind.replace(stones) {
                heap(slot + 1, more - stones);
            }
        }
        heap(0, behind.unwrap_or(0));
        board
    }

    /// The board with the next number: it takes a stone from the first pit behind pit 0 that has
    /// one and puts it, with all of pit 0, into the pit before. Where all stones are in pit 0,
    /// what follows is the first board with one stone more, which has all of them in the last pit.
    #[inline]
    pub(crate) fn next<R: Row>(&self, Board { mine, theirs }: Board<R>) -> Board<R> {
        if let Some(mine) = self.next_row(mine) {
            return Board { mine, theirs };
        }
        let moved = mine.get(0) + 1;
        match (0..self.pits).find(|&pit| theirs.get(pit) > 0) {
            Some(0) => {
                Board { mine: R::heap(self.pits - 1, moved), theirs: theirs - R::heap(0, 1) }
            }
            Some(pit) => {
                Board { mine: R::EMPTY, theirs: theirs - R::heap(pit, 1) + R::heap(pit - 1, moved) }
            }
            None => Board { mine: R::EMPTY, theirs: R::heap(self.pits - 1, moved) },
        }
    }

    /// The row with the next number and as many stones.
    #[inline]
    fn next_row<R: Row>(&self, row: R) -> Option<R> {
        let kept = row.emptied(0);
        let pit = (1..self.pits).find(|&pit| kept.get(pit) > 0)?;
        Some(kept - R::heap(pit, 1) + R::heap(pit - 1, row.get(0) + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_board() {
        for rules in ["kalah", "kalah,pits=1", "kalah,pits=3"] {
            let ranking = Ranking::new(&rules.parse().expect("valid rules"));
            let mut next: Board<u64> = ranking.board(0);
            for number in 0..ranking.boards(7) {
                let board = ranking.board::<u64>(number);
                assert_eq!(ranking.number(board), number, "{rules} {board:?}");
                assert_eq!(board, next, "{rules}");
                next = ranking.next(board);
            }
        }
    }

    #[test]
    fn boards_that_differ_in_the_movers_row_follow_each_other() {
        for rules in ["kalah", "kalah,pits=1", "kalah,pits=3"] {
            let ranking = Ranking::new(&rules.parse().expect("valid rules"));
            for (theirs, stones) in (0..4).flat_map(|stones| ranking.rows::<u64>(stones)).zip(0..6)
            {
                let numbers =
                    ranking.rows(stones).map(|mine| ranking.number(Board { mine, theirs }));
                let numbers: Vec<u64> = numbers.collect();
                let rows = ranking.rows::<u64>(stones).map(|row| numbers[0] + ranking.row(row));
                assert_eq!(numbers, rows.collect::<Vec<_>>(), "{rules} {theirs:x}");
                assert!(
                    numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]),
                    "{rules} {theirs:x}"
                );
            }
        }
    }
}
