mod by_board;
mod by_row;
mod rows;

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};

use parlor_rules::mancala::{Row, Rules, Sowing, Starts};

use self::by_board::BoardBuilder;
use self::by_row::RowBuilder;
use crate::prefetch::prefetch;
use crate::ranking::Ranking;

/// An endgame tablebase: the exact value of every board with few stones, a byte each, built
/// bottom-up, fewest stones first.
///
/// The value of a board is what the player to move will have gained more than the other by the
/// end of the game, if both play their best. What is in the stores already does not matter.
#[derive(Debug)]
pub(crate) struct Endgame {
    rules: Rules,
    values: Box<[AtomicI8]>,
    /// One more than the number of stones up to which all values are known.
    ready: AtomicU8,
    stones: u8,
}

const UNKNOWN: i8 = i8::MIN;

impl Endgame {
    /// Room for the boards with at most so many stones. Nothing is computed yet.
    pub(crate) fn new(rules: &Rules, ranking: &Ranking, stones: u8) -> Self {
        let boards = boards_below(ranking, stones + 1);
        let values = (0..boards).map(|_| AtomicI8::new(UNKNOWN)).collect();
        Self { rules: *rules, values, ready: AtomicU8::new(0), stones }
    }

    /// Computes what is not known yet of the boards with at most so many stones, fewest stones first.
    pub(crate) fn build_up_to<R: Row>(
        &self,
        stones: u8,
        sowing: &Sowing<R>,
        ranking: &Ranking,
        threads: usize,
        stop: &AtomicBool,
    ) {
        let most = stones.min(self.stones);
        if self.known_below() > most {
            return;
        }
        if RowBuilder::can_build(&self.rules) {
            let builder = RowBuilder::new(&self.rules, ranking, most, &self.values);
            self.build_layers(most, stop, |stones| builder.build_layer(stones, threads, stop));
        } else {
            let builder = BoardBuilder { sowing, ranking, values: &self.values };
            self.build_layers(most, stop, |stones| builder.build_layer(stones, threads, stop));
        }
    }

    fn build_layers(&self, most: u8, stop: &AtomicBool, build_layer: impl Fn(u8)) {
        for stones in self.known_below()..=most {
            build_layer(stones);
            if stop.load(Relaxed) {
                return;
            }
            self.ready.store(stones + 1, Release);
        }
    }

    /// Boards with fewer stones than this have known values.
    #[inline]
    pub(crate) fn known_below(&self) -> u8 {
        self.ready.load(Acquire)
    }

    /// The value of the board with this number, which must be known.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> i16 {
        i16::from(self.values[number as usize].load(Relaxed))
    }

    /// Has the value of the board with this number brought near.
    #[inline]
    pub(crate) fn prefetch(&self, number: u64) {
        prefetch(&self.values[number as usize]);
    }

    /// Writes down everything that is known, after a header that says of what.
    pub(crate) fn save(&self, ranking: &Ranking, out: &mut impl Write) -> io::Result<()> {
        let below = self.known_below();
        let values = &self.values[..boards_below(ranking, below)];
        let mut buffer = Vec::with_capacity(PIECE);
        let mut in_pieces = |take: &mut dyn FnMut(&[u8]) -> io::Result<()>| {
            values.chunks(PIECE).try_for_each(|piece| {
                buffer.clear();
                buffer.extend(piece.iter().map(|value| value.load(Relaxed).cast_unsigned()));
                take(&buffer)
            })
        };
        let mut checksum = Checksum::of_bytes(values.len());
        in_pieces(&mut |piece| {
            checksum.add(piece);
            Ok(())
        })?;
        out.write_all(self.header(below, checksum).as_bytes())?;
        in_pieces(&mut |piece| out.write_all(piece))
    }

    /// How many bytes are written when everything that is known is saved.
    pub(crate) fn saved_bytes(&self, ranking: &Ranking) -> u64 {
        let below = self.known_below();
        let header = self.header(below, Checksum::of_bytes(0));
        (header.len() + boards_below(ranking, below)) as u64
    }

    /// Takes over what was saved, as far as there is room for it and it is not known.
    pub(crate) fn load(&self, ranking: &Ranking, table: impl Read) -> Result<(), TableError> {
        let mut table = BufReader::new(table);
        let mut header = Vec::new();
        let read = table.by_ref().take(512).read_until(b'\n', &mut header);
        read.map_err(|_| TableError::Damaged)?;
        let header = std::str::from_utf8(&header).map_err(|_| TableError::Foreign)?;
        let below = (0..=ranking.most())
            .find(|&below| header.starts_with(&self.title(below)))
            .ok_or(TableError::Foreign)?;
        // What is being read counts for nothing until all of it has turned out to be whole.
        let known = boards_below(ranking, self.known_below());
        let boards = boards_below(ranking, below);
        let checksum = self.read_values(known, boards, &mut table);
        if checksum.is_none_or(|checksum| header != self.header(below, checksum)) {
            let read = known..boards.clamp(known, self.values.len());
            self.values[read].iter().for_each(|value| value.store(UNKNOWN, Relaxed));
            return Err(TableError::Damaged);
        }
        self.ready.fetch_max(below.min(self.stones + 1), Release);
        Ok(())
    }

    /// Reads exactly so many values and keeps those that are not known and that there is room for. `None`
    /// if there are fewer or more.
    fn read_values(&self, known: usize, boards: usize, table: &mut impl Read) -> Option<Checksum> {
        let mut checksum = Checksum::of_bytes(boards);
        let mut buffer = vec![0; PIECE.min(boards)];
        for first in (0..boards).step_by(PIECE) {
            let piece = &mut buffer[..PIECE.min(boards - first)];
            table.read_exact(piece).ok()?;
            checksum.add(piece);
            let slots = self.values.iter().enumerate().skip(first);
            for ((_, slot), &value) in slots.zip(&*piece).filter(|((at, _), _)| *at >= known) {
                slot.store(value.cast_signed(), Relaxed);
            }
        }
        let more = table.read(&mut [0]).ok()?;
        (more == 0).then_some(checksum)
    }

    fn header(&self, below: u8, checksum: Checksum) -> String {
        format!("{}{:016x}\n", self.title(below), checksum.0)
    }

    fn title(&self, below: u8) -> String {
        format!("Parlor endgame table 1; {}; fewer than {below} stones; ", self.name())
    }

    /// What the table is of. How many stones a game starts with does not matter to its end, nor who
    /// starts.
    pub(crate) fn name(&self) -> String {
        let rules = self.rules.change().stones(1).starts(Starts::One).build();
        rules.map_or_else(|error| error.to_string(), |rules| rules.to_string())
    }
}

/// How many values are written or read at a time: a table may be as large as half of the memory, so no
/// copy of it is ever made. A multiple of eight.
const PIECE: usize = 1 << 16;

/// How many boards have fewer stones than this.
fn boards_below(ranking: &Ranking, below: u8) -> usize {
    let boards = below.checked_sub(1).map_or(0, |stones| ranking.boards(stones));
    usize::try_from(boards).expect("a table is in memory, or would be too large for it")
}

/// A number that changes if any byte does, for bytes that may have been damaged by accident.
#[derive(Clone, Copy)]
struct Checksum(u64);

impl Checksum {
    /// That of so many bytes, none of which has been added yet.
    fn of_bytes(count: usize) -> Self {
        Self(count as u64)
    }

    /// Adds the bytes that follow. Only of the last ones the number may not be a multiple of eight.
    fn add(&mut self, bytes: &[u8]) {
        let mix =
            |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let (words, rest) = bytes.as_chunks::<8>();
        let sum = words.iter().fold(self.0, |sum, word| mix(sum, u64::from_le_bytes(*word)));
        self.0 = rest.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)));
    }
}

/// Why bytes are not the endgame table that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// They are something else, or a table of other rules or another version.
    Foreign,
    /// They were a table once and are not what they were.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "not an endgame table of these rules",
            Self::Damaged => "a damaged endgame table",
        })
    }
}

impl Error for TableError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table built a board at a time, and the one built a row at a time by so many threads.
    fn both(rules: &str, stones: u8, threads: usize) -> [Vec<i8>; 2] {
        let rules: Rules = rules.parse().expect("valid rules");
        assert!(RowBuilder::can_build(&rules), "{rules}");
        let (ranking, sowing) = (Ranking::new(&rules), Sowing::<u64>::new(&rules));
        let stop = AtomicBool::new(false);
        let [by_board, by_row] = [(); 2].map(|()| Endgame::new(&rules, &ranking, stones));
        // What an interrupted build has left behind must not matter.
        by_row.values.iter().for_each(|value| value.store(1, Relaxed));
        let values = &by_board.values;
        let board_builder = BoardBuilder { sowing: &sowing, ranking: &ranking, values };
        let row_builder = RowBuilder::new(&rules, &ranking, stones, &by_row.values);
        for stones in 0..=stones {
            board_builder.build_layer(stones, 1, &stop);
            row_builder.build_layer(stones, threads, &stop);
        }
        [by_board, by_row]
            .map(|table| table.values.iter().map(|value| value.load(Relaxed)).collect())
    }

    #[test]
    fn a_table_built_by_rows_is_the_same_byte_for_byte() {
        for (size, stones) in [("1", 40), ("2", 40), ("3", 18), ("4", 12), ("6", 8), ("8", 6)] {
            for rules in [
                "kalah",
                "gems",
                "homepits",
                "kalah,over=stuck",
                "gems,over=stuck",
                "homepits,rest=stay",
                "kalah,lap=none",
                "kalah,captures=off",
                "homepits,captures=off,over=stuck",
                "kalah,stone=stay",
            ] {
                let rules = format!("{rules},pits={size}");
                let [by_board, by_row] = both(&rules, stones, 1);
                assert!(by_board == by_row, "{rules} with {stones} stones");
            }
        }
    }

    #[test]
    fn threads_make_no_difference_to_a_table() {
        for rules in ["kalah", "gems", "homepits"] {
            let [by_board, by_row] = both(rules, 10, 3);
            assert!(by_board == by_row, "{rules}");
        }
    }
}
