use std::collections::HashSet;
use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use parlor_protocol::TableId;
use parlor_protocol::message::FromServer;
use parlor_table::{GameLog, fairness};

use super::Played;
use crate::client::Connection;
use crate::history::{Checked, Timeline};

/// Holds the log that the server has in the end against what the clients received.
pub(super) async fn check(server: SocketAddr, played: &Played) -> Result<Checked> {
    let Played { table, first_side, clients } = played;
    let log = read_log(server, table).await?;
    for told in clients.iter().filter_map(|client| client.known.log()) {
        let kept = log.entries().get(..told.version()).context("events are gone")?;
        ensure!(kept == told.entries(), "events are not what they were");
    }
    let mut keys = HashSet::new();
    for key in log.entries().iter().filter_map(|entry| entry.note.key.as_ref()) {
        ensure!(keys.insert(key), "the command {key} was carried out twice");
    }
    fairness::check(log.events()).context("a toss was not fair")?;
    let timeline = Timeline::new(&log)?;
    let mut checked = Checked::default();
    for (number, client) in clients.iter().enumerate() {
        let first_side = (number == 0).then_some(*first_side);
        let told = timeline.check(&client.history, first_side);
        checked += told.with_context(|| format!("client {number} of table {table} was told"))?;
    }
    Ok(checked)
}

/// The log of a table, all of whose pages are told one after the other.
async fn read_log(server: SocketAddr, table: &TableId) -> Result<GameLog> {
    let mut connection = Connection::hello(server, table, None, 0).await?;
    let mut entries = Vec::new();
    let mut version = None;
    while version.is_none_or(|version| entries.len() < version) {
        let news = match connection.receive().await? {
            FromServer::Welcome(welcome) => {
                version = welcome.version.map(|version| version as usize);
                welcome.news
            }
            FromServer::Events(news) => news,
            other => bail!("instead of the log of a table there came: {other}"),
        };
        ensure!(news.from == entries.len(), "a page of the log is missing");
        entries.extend(news.entries);
    }
    GameLog::try_from(entries).context("a log that makes no sense")
}
