use parlor_rules::mancala::{Relay, Rest, Rules};

use crate::bounds::Bounds;
use crate::ranking::Ranking;

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
    /// What proves fastest what a board with so many stones in play is worth, in at most so many bytes.
    ///
    /// Most boards that a proof looks at have a few stones more than the endgame table, so a larger
    /// table saves much, as long as it takes less time to build than to do without it. In both the build
    /// and the search threads share the work, so how many there are makes no difference. A larger
    /// transposition table saves boards, too, but each takes longer: its pages are less often at hand.
    ///
    /// ```
    /// use parlor_engine::Size;
    ///
    /// let size = Size::for_proof(&"kalah".parse()?, 48, 8 << 30);
    /// assert_eq!(size, Size { endgame_stones: 19, transposition_bits: 24 });
    /// # Ok::<(), parlor_rules::mancala::RulesError>(())
    /// ```
    pub fn for_proof(rules: &Rules, stones: u8, bytes: u64) -> Self {
        let endgame_bytes = worthwhile_endgame_bytes(stones).min(bytes / 3 * 2);
        let endgame_stones = Self::endgame_stones_within(rules, endgame_bytes).min(stones);
        Self { endgame_stones, transposition_bits: Self::transposition_bits(rules, stones, bytes) }
    }

    /// The transposition table alone, which takes at most a third of the bytes.
    pub fn transposition_bits(rules: &Rules, stones: u8, bytes: u64) -> u32 {
        // Twice the boards for every three stones: 8 MiB for 36 stones, 128 for 48, 2048 for 60. Where
        // stones stay on the board for long, many more boards are reached by many orders of moves.
        let lasting = rules.rest() == Rest::Stays || rules.relay() == Relay::On;
        let doubled = u32::from(stones.saturating_sub(36) / 3) + if lasting { 5 } else { 0 };
        let fitting = (bytes / 3 / BOARD_BYTES).max(1).ilog2();
        (20 + doubled).min(MOST_TRANSPOSITION_BITS).min(fitting)
    }

    /// The largest endgame table of these rules that takes at most so many bytes, in stones.
    pub fn endgame_stones_within(rules: &Rules, bytes: u64) -> u8 {
        let ranking = Ranking::new(rules);
        (0..most_stones(&ranking))
            .take_while(|&stones| ranking.boards(stones) <= bytes)
            .last()
            .unwrap_or(0)
    }
}

/// What one board takes in a transposition table.
const BOARD_BYTES: u64 = 8;

/// A larger transposition table is of no more use.
const MOST_TRANSPOSITION_BITS: u32 = 30;

/// As large a table as saves a proof more time than it takes: a third more for each stone in play. With
/// six pits a side that is up to 12 stones for 36, 19 for 48 and 27 for 60.
fn worthwhile_endgame_bytes(stones: u8) -> u64 {
    (0..stones).fold(150, |bytes: u64, _| bytes.saturating_add(bytes / 3))
}

/// Boards with more stones than this have no number, or bounds too wide to be packed.
pub(crate) fn most_stones(ranking: &Ranking) -> u8 {
    ranking.most().min(Bounds::MOST_STONES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(rules: &str, stones: u8, bytes: u64) -> (u8, u32) {
        let rules = rules.parse().expect("valid rules");
        let size = Size::for_proof(&rules, stones, bytes);
        (size.endgame_stones, size.transposition_bits)
    }

    #[test]
    fn a_proof_gets_what_its_stones_are_worth() {
        let plenty = 16 << 30;
        for (rules, stones, expected) in [
            ("kalah", 24, (8, 20)),
            ("kalah", 36, (12, 20)),
            ("kalah", 48, (19, 24)),
            ("gems", 48, (19, 24)),
            ("kalah", 60, (27, 28)),
            ("homepits", 60, (27, 28)),
            ("kalah", 72, (30, 29)),
            ("island", 36, (12, 25)),
            ("island", 48, (19, 29)),
            ("kalah,pits=3", 18, (12, 20)),
            ("kalah,pits=1", 6, (6, 20)),
            ("kalah", 0, (0, 20)),
        ] {
            assert_eq!(proof(rules, stones, plenty), expected, "{rules} with {stones} stones");
        }
    }

    #[test]
    fn with_little_memory_a_proof_makes_do_with_less() {
        for (gibibytes, expected) in [(1, (22, 25)), (4, (26, 27)), (8, (27, 28))] {
            assert_eq!(proof("kalah", 60, gibibytes << 30), expected, "{gibibytes} GiB");
        }
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        for bytes in [1, 1 << 20, 1 << 26, 1 << 30, 4 << 30, 1 << 40] {
            for rules in ["kalah", "island", "kalah,pits=9", "kalah,pits=1"] {
                let rules: Rules = rules.parse().expect("valid rules");
                for stones in [0, 1, 18, 48, 72, 180, 255] {
                    let size = Size::for_proof(&rules, stones, bytes);
                    let table = Ranking::new(&rules).boards(size.endgame_stones);
                    let boards = 1_u64 << size.transposition_bits;
                    let taken = table + boards * BOARD_BYTES;
                    assert!(
                        taken <= bytes.max(BOARD_BYTES + 1),
                        "{rules} {stones}: {taken} of {bytes}"
                    );
                    assert!(size.endgame_stones <= stones, "{rules} {stones}: {size:?}");
                }
            }
        }
    }
}
