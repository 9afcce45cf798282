use anyhow::{Context, Result};
use clap::Args;
use parlor_rules::{AnyPosition, Variant};

/// Where a game begins.
#[derive(Args)]
pub(crate) struct Start {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES")]
    rules: Variant,

    /// The starting position, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S' or 'X.O.X.... O'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Start {
    pub(crate) fn position(&self) -> Result<AnyPosition> {
        read_position(self.rules, self.position.as_deref())
    }
}

/// Reads a position of a game; without one, the game is at its beginning.
pub(crate) fn read_position(variant: Variant, position: Option<&str>) -> Result<AnyPosition> {
    parlor_report::read_position(variant, position).context("--position")
}
