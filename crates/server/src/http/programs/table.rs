use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::Response;
use parlor_protocol::TableId;
use tokio::time::Instant;

use super::table_report::TableReport;
use super::{Caching, json};
use crate::error::Error;
use crate::http::app::App;
use crate::http::client_address::MayRead;

/// A table as a spectator finds it: how it stands, and its log.
pub(super) async fn table(
    State(app): State<Arc<App>>,
    _: MayRead,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Error> {
    let table = app.tables.registry.find(&read_id(id)?).await?;
    let snapshot = table.lock().snapshot(Instant::now()).ok_or(Error::NoSuchTable)?;
    let report = TableReport::of(&table.id, &snapshot);
    let report = report.map_err(|error| Error::DamagedLog { log: table.log, error })?;
    Ok(json(&report, &Caching::Never))
}

/// The id in an address. What no table can be called is the address of none.
pub(super) fn read_id(id: Result<Path<String>, PathRejection>) -> Result<TableId, Error> {
    let Path(id) = id.map_err(|_| Error::NoSuchTable)?;
    id.parse().map_err(|_| Error::NoSuchTable)
}
