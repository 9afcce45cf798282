use parlor_protocol::message::EventsMessage;
use parlor_table::GameLog;

use crate::database::Database;
use crate::store::{Append, AppendError, ChainHash, EncodedEvents, LogHeader, Store, StoreError};
use crate::tokens::{self, TokenHash};

/// How many logs are stored in one commit.
const AT_ONCE: u32 = 200;

/// Puts tables with games that were played elsewhere into a database: so many, with one of these logs
/// after the other. It is for measuring what a large database costs, and goes the way that the events
/// of players go, so that what is stored is what they would have stored.
///
/// # Errors
/// If the database cannot be opened, or something cannot be stored.
pub async fn fill(database: &Database, games: &[GameLog], tables: u32) -> Result<(), StoreError> {
    let (store, _) = database.open().await?;
    let mut games = games.iter().cycle();
    let mut left = tables;
    while left > 0 {
        let batch: Vec<Append> = games
            .by_ref()
            .take(left.min(AT_ONCE) as usize)
            .map(|game| append(&*store, game))
            .collect();
        left -= batch.len() as u32;
        for stored in store.append(&batch).await {
            stored.map_err(|error| match error {
                AppendError::Conflict => StoreError::new("another log has the same id"),
                AppendError::Failed(error) => error,
            })?;
        }
        if batch.is_empty() {
            return Err(StoreError::new("there is no game to be stored"));
        }
    }
    store.close().await;
    Ok(())
}

/// The whole log of a new table.
fn append(store: &dyn Store, game: &GameLog) -> Append {
    let table = tokens::new_table_id();
    let mut message = EventsMessage::new(0);
    for entry in game.entries() {
        message.push(entry);
    }
    let events = EncodedEvents::new(message, ChainHash::start(&table));
    let header = LogHeader {
        table,
        secret: tokens::random_bytes(),
        seeks_opponent: false,
        tokens: [(); 2].map(|()| Some(TokenHash(tokens::random_bytes()))),
        epoch: LogHeader::FIRST_EPOCH,
    };
    let log = store.new_log_id();
    Append { log, header: Some(Box::new(header)), version: 0, events, key_use: None, seat: None }
}

#[cfg(test)]
mod tests {
    use parlor_table::{GameLog, Seat};

    use super::*;

    #[tokio::test]
    async fn tables_are_stored_with_one_game_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::from(folder.path().join("parlor.db"));
        let people = || [Seat::person("Ada"), Seat::person("Ben")];
        let games = ["kalah", "gems"].map(|game| GameLog::open(game.parse().unwrap(), people()));
        fill(&database, &games, AT_ONCE + 3).await.unwrap();
        let (store, _) = database.open().await.unwrap();
        let all =
            store.expired(std::time::Duration::ZERO, std::time::Duration::ZERO).await.unwrap();
        assert_eq!(all.len(), AT_ONCE as usize + 3);
        let log = store.read_one(&all[0].table, 0).await.unwrap().unwrap();
        assert_eq!(log.events.len(), 1);
        assert!(fill(&database, &[], 1).await.is_err());
    }
}
