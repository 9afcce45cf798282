use std::num::NonZero;
use std::thread;

use clap::Args;
use parlor_engine::Size;
use parlor_rules::AnyPosition;
use parlor_rules::mancala::Rules;

use crate::cache::Cache;
use crate::memory;

/// The threads and the memory that a search may use.
#[derive(Args)]
pub(crate) struct Resources {
    /// Search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Size of the transposition table, in MiB [default: depends on the stones in play and the memory at hand]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(8..=1 << 20))]
    memory: Option<u32>,

    /// Size of the endgame tables to build first, in stones [default: depends on the stones in play and the memory at hand]
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

    /// How much an engine may know that is to prove what a position is worth.
    pub(crate) fn size_for_proof(&self, position: &AnyPosition) -> Size {
        self.size(position, |rules, stones, bytes| {
            Size::for_proof(rules, stones, bytes).endgame_stones
        })
    }

    /// How much an engine may know of a position that has no time to build large tables: endgames of at
    /// most so many stones, unless more are asked for.
    pub(crate) fn size_for_estimate(&self, position: &AnyPosition, endgame_stones: u8) -> Size {
        self.size(position, |_, stones, _| (stones / 3).min(endgame_stones))
    }

    fn size(&self, position: &AnyPosition, usual: impl Fn(&Rules, u8, u64) -> u8) -> Size {
        let Some(position) = position.mancala() else {
            return Size { endgame_stones: 0, transposition_bits: 0 };
        };
        let (rules, stones) = (position.rules(), position.stones_in_play());
        let bytes = memory::available() / 4 * 3;
        let wanted = self.endgame.unwrap_or_else(|| usual(rules, stones, bytes));
        Size {
            endgame_stones: wanted.min(Size::endgame_stones_within(rules, bytes / 3 * 2)),
            transposition_bits: self.memory.map_or_else(
                || Size::transposition_bits(rules, stones, bytes),
                |mebibytes| ((u64::from(mebibytes) << 20) / BOARD_BYTES).ilog2(),
            ),
        }
    }
}

/// What the memory of one board takes.
const BOARD_BYTES: u64 = 8;
