use std::num::NonZero;
use std::thread;

use clap::Args;
use parlor_engine::Size;
use parlor_rules::{AnyPosition, mancala};

use crate::cache::Cache;

/// The threads and the memory that a search may use.
#[derive(Args)]
pub(crate) struct Resources {
    /// Search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Size of the transposition table, in MiB [default: depends on the stones in play]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(8..=1 << 20))]
    memory: Option<u32>,

    /// Size of the endgame tables to build first, in stones [default: depends on the stones in play]
    #[arg(long, value_name = "STONES")]
    endgame: Option<u8>,

    #[command(flatten)]
    pub(crate) cache: Cache,
}

impl Resources {
    pub(crate) fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }

    /// How much an engine may know of a position, with endgames of at most so many stones unless more
    /// are asked for.
    pub(crate) fn size(&self, position: &AnyPosition, endgame_stones: u8) -> Size {
        let stones = position.mancala().map_or(0, mancala::Position::stones_in_play);
        // Twice the memory for every three stones, from 8 MiB for 20 stones to 512 for 38.
        let usual = || 8 << (stones.saturating_sub(20) / 3).min(6);
        let memory = u64::from(self.memory.unwrap_or_else(usual)) << 20;
        let wanted = self.endgame.unwrap_or((stones / 3).min(endgame_stones));
        let fitting =
            |position: &mancala::Position| Size::endgame_stones_within(position.rules(), memory);
        Size {
            endgame_stones: wanted.min(position.mancala().map_or(0, fitting)),
            transposition_bits: (memory / BOARD_BYTES).ilog2(),
        }
    }
}

/// What the memory of one board takes.
const BOARD_BYTES: u64 = 8;
