use std::sync::Arc;
use std::time::Instant;

use crate::store::{Abandoned, LogKey, StoreError};
use crate::tables::Room;

/// Tidies up memory and database now and then, for ever.
pub(crate) async fn run(room: Arc<Room>) {
    let mut looked: Option<Instant> = None;
    loop {
        tokio::time::sleep(room.config.tidy_every).await;
        room.unload(room.config.unload_after);
        room.tables_from.tidy();
        room.connections_from.tidy();
        room.lobby.tidy();
        if looked.is_some_and(|looked| looked.elapsed() < room.config.forget_every) {
            continue;
        }
        looked = Some(Instant::now());
        match forget(&room).await {
            Ok(0) => {}
            Ok(tables) => tracing::info!(tables, "forgot abandoned tables"),
            Err(error) => tracing::error!(%error, "could not forget abandoned tables"),
        }
    }
}

/// Forgets tables at which nothing has happened for long, and says how many.
async fn forget(room: &Room) -> Result<usize, StoreError> {
    let (played, unplayed) = (room.config.forget_after, room.config.forget_unplayed_after);
    let mut forgotten = 0;
    for few in few_at_a_time(room.store.abandoned(played, unplayed).await?) {
        let _nobody_comes_meanwhile = room.forgetting.write().await;
        // Somebody may be sitting there after all, waiting; or has come since the list was made, and
        // then the table is in memory still, because nobody else drops tables from there.
        let gone = few.iter().filter(|abandoned| !room.is_in_memory(&abandoned.table));
        let logs: Vec<LogKey> = gone.map(|abandoned| abandoned.log).collect();
        if !logs.is_empty() {
            room.store.forget(&logs).await?;
        }
        forgotten += logs.len();
    }
    Ok(forgotten)
}

/// About how many events are forgotten at once. Everybody's moves wait meanwhile.
const EVENTS_AT_ONCE: u32 = 10_000;

/// The logs in parts that can be forgotten quickly.
fn few_at_a_time(mut abandoned: Vec<Abandoned>) -> Vec<Vec<Abandoned>> {
    let mut parts = Vec::new();
    while !abandoned.is_empty() {
        let mut events = 0;
        let fit = abandoned.iter().take_while(|log| {
            // To forget a log is some work besides that of its events.
            events += log.events + 3;
            events <= EVENTS_AT_ONCE
        });
        let few = fit.count().max(1);
        let rest = abandoned.split_off(few);
        parts.push(std::mem::replace(&mut abandoned, rest));
    }
    parts
}

#[cfg(test)]
mod tests;
