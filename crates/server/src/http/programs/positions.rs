//! What the rules allow in a position, and what the moves are worth.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use parlor_report::{Insight, InsightReport, MovesReport, ReplayReport};

use super::query::{GameQuery, PositionQuery, ThinkQuery, read};
use super::thinking::{analyze_within, solve_within};
use super::{Caching, json};
use crate::error::Error;
use crate::http::app::App;
use crate::http::client_address::MayRead;

type Asked<T> = Result<Query<T>, QueryRejection>;

/// The legal moves of a position.
pub(super) async fn moves(_: MayRead, query: Asked<PositionQuery>) -> Result<Response, Error> {
    Ok(json(&MovesReport::of(&read(query)?.position()?), &Caching::Lasting))
}

/// Every turn of a game.
pub(super) async fn replay(_: MayRead, query: Asked<GameQuery>) -> Result<Response, Error> {
    Ok(json(&ReplayReport::of(&read(query)?.game()?), &Caching::Lasting))
}

/// What each move is worth, as far as that can be found out with this effort.
pub(super) async fn analyze(
    State(app): State<Arc<App>>,
    MayRead(network): MayRead,
    query: Asked<ThinkQuery>,
) -> Result<Response, Error> {
    let query = read(query)?;
    let (position, effort) = (query.position()?, query.effort(app.thinker.most_for_one())?);
    let think = move |stop: &_| analyze_within(position, effort.nodes, stop);
    Ok(insight(&app.thinker.think(network, effort.time, think).await?))
}

/// What a position and its moves are worth, proved.
pub(super) async fn solve(
    State(app): State<Arc<App>>,
    MayRead(network): MayRead,
    query: Asked<ThinkQuery>,
) -> Result<Response, Error> {
    let query = read(query)?;
    let (position, effort) = (query.position()?, query.effort(app.thinker.most_for_one())?);
    let value_only = query.value_only;
    let think = move |stop: &_| solve_within(position, effort.nodes, value_only, stop);
    let solved = app.thinker.think(network, effort.time, think).await?;
    Ok(insight(&solved.ok_or(Error::NotProved)?))
}

/// What is proved stays true; an estimate may be a better one the next time.
fn insight(insight: &Insight) -> Response {
    let caching = if insight.proved { Caching::Lasting } else { Caching::Never };
    json(&InsightReport::of(insight), &caching)
}
