use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{Dice, Opponent};
use parlor_kgp::{Board, GameOutcome};
use parlor_rules::{AnyPosition, Choice};
use tokio::sync::oneshot;
use tokio::task::block_in_place;
use tokio::time::timeout;

use super::super::entrant::Entrant;
use super::forfeit::Forfeit;
use super::lobby::{Request, Seat};

/// Someone who plays in the tournament.
pub(super) enum Competitor {
    Bot(Seat),
    Engine { entrant: Entrant, opponent: Arc<Opponent>, effort: u64, dice: Dice },
}

/// How long a bot that has lost its connection has to come back before its next game.
const RECONNECT_TIME: Duration = Duration::from_secs(20);

impl Competitor {
    /// What it is called in the tournament.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Bot(seat) => seat.name.clone(),
            Self::Engine { entrant, .. } => match entrant {
                Entrant::Random => entrant.name().to_owned(),
                Entrant::Level(level) => parlor_wording::terminal::arena::level(*level),
            },
        }
    }

    /// Waits until it can play; false if it has gone for good.
    pub(super) async fn is_there(&mut self) -> bool {
        match self {
            Self::Bot(seat) => timeout(RECONNECT_TIME, seat.connected()).await.is_ok(),
            Self::Engine { .. } => true,
        }
    }

    /// A game begins. The engine's dice depend on the game alone.
    pub(super) async fn begin(&mut self, game: &str, opponent: String, seed: u64) {
        match self {
            // Whether the bot is still there shows when it is asked to move.
            Self::Bot(seat) => {
                let _ = seat.ask(Request::Begin { game: game.to_owned(), opponent }).await;
            }
            Self::Engine { entrant, dice, .. } => {
                *dice = Dice::new(seed ^ u64::from(entrant.number()) << 56);
            }
        }
    }

    /// Its move in a position that is not over.
    pub(super) async fn choose(&mut self, position: &AnyPosition) -> Result<Choice, Forfeit> {
        match self {
            Self::Bot(seat) => {
                let board = position.mancala().map(Board::of).ok_or(Forfeit::NoMove)?;
                let (answer, answered) = oneshot::channel();
                seat.ask(Request::Move { board, answer }).await?;
                let pit = answered.await.map_err(|_| Forfeit::Disconnected)??;
                Ok(Choice::from(pit))
            }
            Self::Engine { entrant, opponent, effort, dice } => {
                let chosen = block_in_place(|| entrant.choose(position, opponent, *effort, dice));
                chosen.ok_or(Forfeit::NoMove)
            }
        }
    }

    /// The game is over.
    pub(super) async fn end(&mut self, outcome: GameOutcome) {
        match self {
            // A bot that has gone is told nothing.
            Self::Bot(seat) => drop(seat.ask(Request::End(outcome)).await),
            Self::Engine { .. } => {}
        }
    }
}
