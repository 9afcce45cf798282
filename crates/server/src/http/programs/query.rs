//! What is asked for in the address of a request, in the words of the program's options.

use std::fmt::Display;
use std::num::NonZeroU64;
use std::time::Duration;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use parlor_report::{TimeLimit, play_moves, read_position};
use parlor_rules::{AnyPosition, AnyRecord, Variant};
use serde::Deserialize;

use crate::error::Error;

/// A position: the rules, and where they have led.
#[derive(Deserialize)]
pub(super) struct PositionQuery {
    rules: String,
    position: Option<String>,
}

/// A game: as one line, or as a position and the moves from there.
#[derive(Deserialize)]
pub(super) struct GameQuery {
    game: Option<String>,
    rules: Option<String>,
    position: Option<String>,
    moves: Option<String>,
}

/// A position, and how much to think about it.
#[derive(Deserialize)]
pub(super) struct ThinkQuery {
    rules: String,
    position: Option<String>,
    time: Option<String>,
    nodes: Option<NonZeroU64>,
    /// Whether to prove the value of the position alone.
    #[serde(default, rename = "value-only")]
    pub(super) value_only: bool,
}

/// How much to think.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) time: Duration,
    /// The most boards to look at.
    pub(super) nodes: u64,
}

impl Effort {
    /// How long the engine thinks for those who do not say.
    const USUAL_TIME: Duration = Duration::from_millis(200);
    /// How long it thinks at most.
    pub(super) const MAX_TIME: Duration = Duration::from_secs(2);
}

/// The most turns that a game may have.
const GAME_TURNS: usize = 1_000;

/// What a request asks for.
pub(super) fn read<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Error> {
    query.map(|Query(query)| query).map_err(|error| Error::Query(error.body_text()))
}

impl PositionQuery {
    pub(super) fn position(&self) -> Result<AnyPosition, Error> {
        position(&self.rules, self.position.as_deref())
    }
}

impl GameQuery {
    pub(super) fn game(&self) -> Result<AnyRecord, Error> {
        let game = match self {
            Self { game: Some(game), rules: None, position: None, moves: None } => {
                game.parse().map_err(|error| wrong("game", error))?
            }
            Self { game: None, rules: Some(rules), position: start, moves: Some(moves) } => {
                let start = position(rules, start.as_deref())?;
                play_moves(start, moves).map_err(|error| wrong("moves", error))?
            }
            _ => {
                let wanted = "either game, or rules and moves, is wanted";
                return Err(Error::Query(wanted.to_owned()));
            }
        };
        if game.plies().len() > GAME_TURNS { Err(Error::QueryTooLong) } else { Ok(game) }
    }
}

impl ThinkQuery {
    pub(super) fn position(&self) -> Result<AnyPosition, Error> {
        position(&self.rules, self.position.as_deref())
    }

    /// How much to think, where one address may have so much of the engine's time.
    pub(super) fn effort(&self, most: Option<Duration>) -> Result<Effort, Error> {
        let most = most.map_or(Effort::MAX_TIME, |most| most.min(Effort::MAX_TIME));
        let time = match &self.time {
            None => Effort::USUAL_TIME.min(most),
            Some(text) => {
                let TimeLimit(time) = text.parse().map_err(|error| wrong("time", error))?;
                if time.is_zero() || time > most {
                    return Err(wrong("time", format_args!("from 1ms to {}ms", most.as_millis())));
                }
                time
            }
        };
        Ok(Effort { time, nodes: self.nodes.map_or(u64::MAX, NonZeroU64::get) })
    }
}

fn position(rules: &str, position: Option<&str>) -> Result<AnyPosition, Error> {
    let variant: Variant = rules.parse().map_err(|error| wrong("rules", error))?;
    read_position(variant, position).map_err(|error| wrong("position", error))
}

fn wrong(what: &str, why: impl Display) -> Error {
    Error::Query(format!("{what}: {why}"))
}
