use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use parlor_protocol::TableId;
use parlor_protocol::message::FromServer;
use parlor_table::{GameLog, fairness};

use super::LOOK_EVERY;
use super::client::Witness;
use super::place::Played;
use super::stranger::Looked;
use crate::client::Connection;
use crate::history::{self, Arrival, Checked, Seek, Timeline};

/// Holds the log that the server has in the end against what the clients received.
pub(super) async fn check(server: SocketAddr, played: &Played) -> Result<Checked> {
    let Played { table, first_side, clients } = played;
    let timeline = read(server, table, clients).await?;
    let mut checked = Checked::default();
    for (number, client) in clients.iter().enumerate() {
        let arrival = if number == 0 { Arrival::Set(*first_side) } else { Arrival::Joined };
        let told = timeline.check(&client.history, &arrival);
        checked += told.with_context(|| format!("client {number} of table {table} was told"))?;
    }
    Ok(checked)
}

/// Holds the logs of all tables where strangers waited against what they were told of each other.
pub(super) async fn check_pairing(
    server: SocketAddr,
    looked: &[Looked],
    rounds: u64,
) -> Result<Checked> {
    let mut ended: HashMap<&TableId, Vec<&Witness>> = HashMap::new();
    for Looked { witness, .. } in looked {
        ended.entry(&witness.table).or_default().push(witness);
    }
    let mut timelines = HashMap::new();
    for Looked { key, .. } in looked {
        let clients = ended.remove(&key.table).unwrap_or_default();
        timelines.insert(key.table.clone(), read(server, &key.table, clients).await?);
    }
    ensure!(ended.is_empty(), "strangers play at tables where nobody waited");
    let mut checked = Checked::default();
    for Looked { seek, key, witness } in looked {
        let mut check = |table, arrival| -> Result<()> {
            let timeline: &Timeline = timelines.get(table).context("there is no such table")?;
            let told = timeline.check(&witness.history, &arrival);
            checked += told.with_context(|| format!("{} was told at {table}", seek.name))?;
            Ok(())
        };
        check(&key.table, Arrival::Set(key.seat))?;
        if witness.table != key.table {
            check(&witness.table, Arrival::Paired(seek.name.clone()))?;
        }
    }
    let seeks: Vec<Seek> = looked.iter().map(|looked| looked.seek.clone()).collect();
    // Everybody has to have got on by every look at how far they are.
    checked.pairings = history::check_pairing(&seeks, &timelines, LOOK_EVERY.into(), rounds)?;
    Ok(checked)
}

/// What happened at a table, after a look whether everything is there that clients received.
async fn read(
    server: SocketAddr,
    table: &TableId,
    clients: impl IntoIterator<Item = &Witness>,
) -> Result<Timeline> {
    let log = read_log(server, table).await?;
    for told in clients.into_iter().filter_map(|client| client.known.log()) {
        let kept = log.entries().get(..told.version()).context("events are gone")?;
        ensure!(kept == told.entries(), "events are not what they were");
    }
    let mut keys = HashSet::new();
    for key in log.entries().iter().filter_map(|entry| entry.note.key.as_ref()) {
        ensure!(keys.insert(key), "the command {key} was carried out twice");
    }
    fairness::check(log.events()).context("a toss was not fair")?;
    Timeline::new(table.clone(), &log)
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
