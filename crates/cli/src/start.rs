use anyhow::{Context, Result};
use clap::Args;
use parlor_rules::{Player, Variant, mancala, tic_tac_toe};

/// Where a game begins.
#[derive(Args)]
pub(crate) struct Start {
    /// gems, island, homepits, kalah, tic-tac-toe, or a preset with changes: kalah,stones=6
    #[arg(long, value_name = "RULES")]
    rules: Variant,

    /// The position to begin from, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S' or 'X.O.X.... O'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Start {
    pub(crate) fn position(&self) -> Result<AnyPosition> {
        AnyPosition::read(self.rules, self.position.as_deref())
    }
}

/// A position of whichever game.
pub(crate) enum AnyPosition {
    Mancala(mancala::Position),
    TicTacToe(tic_tac_toe::Position),
}

impl AnyPosition {
    /// Reads a position of a game; without one, the game is at its beginning.
    pub(crate) fn read(variant: Variant, position: Option<&str>) -> Result<Self> {
        Ok(match (variant, position) {
            (Variant::Mancala(rules), None) => Self::Mancala(mancala::Position::opening(rules)),
            (Variant::Mancala(rules), Some(text)) => {
                Self::Mancala(mancala::Position::parse(rules, text).context("--position")?)
            }
            (Variant::TicTacToe, None) => {
                Self::TicTacToe(tic_tac_toe::Position::start(Player::One))
            }
            (Variant::TicTacToe, Some(text)) => {
                Self::TicTacToe(text.parse().context("--position")?)
            }
        })
    }
}
