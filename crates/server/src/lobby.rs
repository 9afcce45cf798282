use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use parlor_rules::Player;
use parlor_table::message::{NewTable, Reason, SeatKey};
use parlor_table::{Clock, Clocks, Phase, Table};

use crate::hosted::Hosted;
use crate::room::Room;

/// Tables where somebody waits for anyone who wants to play the same.
#[derive(Default)]
pub(crate) struct Lobby {
    waiting: Mutex<HashMap<Wanted, Vec<Waiting>>>,
    /// One pair at a time: otherwise two people who come together would both find nobody.
    pairing: tokio::sync::Mutex<()>,
}

/// What somebody wants to play.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    /// The game and its moves so far, as text.
    game: String,
    clock: Option<Clock>,
}

impl Wanted {
    /// What is played at a table.
    pub(crate) fn at(table: &Table) -> Self {
        let clock = table.clocks().map(Clocks::clock);
        Self { game: table.play().record().to_string(), clock }
    }
}

struct Waiting {
    hosted: Weak<Hosted>,
    since: Instant,
}

/// How long somebody who has just asked may take to connect to the table.
const PATIENCE: Duration = Duration::from_secs(15);

impl Lobby {
    /// Notes that somebody waits at a table.
    pub(crate) fn list(&self, hosted: &Arc<Hosted>, wanted: Wanted) {
        let mut waiting = self.waiting.lock();
        let tables = waiting.entry(wanted).or_default();
        let weak = Arc::downgrade(hosted);
        if !tables.iter().any(|known| known.hosted.ptr_eq(&weak)) {
            tables.push(Waiting { hosted: weak, since: Instant::now() });
        }
    }

    /// Somebody else's table who still waits, taken off the list.
    fn take(&self, wanted: &Wanted) -> Option<Arc<Hosted>> {
        let mut waiting = self.waiting.lock();
        let tables = waiting.get_mut(wanted)?;
        let mut found = None;
        while found.is_none() && !tables.is_empty() {
            let Waiting { hosted, since } = tables.remove(0);
            found = hosted.upgrade().filter(|hosted| is_waited_at(hosted, since));
        }
        if tables.is_empty() {
            waiting.remove(wanted);
        }
        found
    }
}

fn is_waited_at(hosted: &Hosted, since: Instant) -> bool {
    let state = hosted.lock();
    let somebody_there = state.presence().here.contains(&true) || since.elapsed() < PATIENCE;
    !state.broken && state.table.phase() == Phase::Waiting && somebody_there
}

/// Seats somebody opposite anyone who waits for the same, or at a table of their own to wait.
pub(crate) async fn pair(room: &Arc<Room>, new: NewTable) -> Result<SeatKey, Reason> {
    let _one_at_a_time = room.lobby.pairing.lock().await;
    let wanted = Wanted { game: new.game.to_string(), clock: new.clock };
    while let Some(hosted) = room.lobby.take(&wanted) {
        // Somebody may have come by the link in the meantime.
        if let Ok(key) = room.seat(&hosted, new.name.clone()).await {
            return Ok(key);
        }
    }
    let (key, hosted) = room.open(NewTable { seat: None::<Player>, ..new }, true).await?;
    room.lobby.list(&hosted, wanted);
    Ok(key)
}
