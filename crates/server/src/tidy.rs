use std::sync::Arc;
use std::time::{Instant, SystemTime};

use crate::room::Room;
use crate::store::StoreError;

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
    let now = SystemTime::now();
    let before = |age| now.checked_sub(age).unwrap_or(SystemTime::UNIX_EPOCH);
    let played = before(room.config.forget_after);
    let unplayed = before(room.config.forget_unplayed_after);
    let mut logs = Vec::new();
    for (key, id) in room.store.abandoned(played, unplayed).await? {
        // Somebody may be sitting there after all, waiting.
        if !room.is_in_memory(&id) {
            logs.push(key);
        }
    }
    if !logs.is_empty() {
        room.store.forget(&logs).await?;
    }
    Ok(logs.len())
}
