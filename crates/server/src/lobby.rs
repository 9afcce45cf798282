use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use parlor_table::message::{Hello, Reason};
use parlor_table::{Clock, Clocks, Name, Phase, SeatToken, Table};

use crate::hosted::Hosted;
use crate::member::Member;
use crate::outbox::End;
use crate::room::Room;
use crate::secrets::TokenHash;
use crate::store::LogKey;

/// Tables where somebody waits for anyone who wants to play the same.
///
/// Everybody has a table of their own to wait at, and pairs are made when somebody comes to theirs:
/// then they are there, and so is whoever they are brought to.
#[derive(Default)]
pub(crate) struct Lobby {
    waiting: Mutex<HashMap<Wanted, Vec<Weak<Hosted>>>>,
    /// One pair at a time: otherwise two people who come together would both find nobody.
    pairing: tokio::sync::Mutex<()>,
}

/// What somebody wants to play.
#[derive(PartialEq, Eq, Hash)]
struct Wanted {
    /// The game and its moves so far, as text.
    game: String,
    clock: Option<Clock>,
}

impl Wanted {
    /// What is played at a table.
    fn at(table: &Table) -> Self {
        let clock = table.clocks().map(Clocks::clock);
        Self { game: table.play().record().to_string(), clock }
    }
}

impl Lobby {
    /// Notes that somebody waits at a table.
    fn list(&self, hosted: &Arc<Hosted>, wanted: Wanted) {
        let mut waiting = self.waiting.lock();
        let tables = waiting.entry(wanted).or_default();
        let weak = Arc::downgrade(hosted);
        if !tables.iter().any(|known| known.ptr_eq(&weak)) {
            tables.push(weak);
        }
    }

    /// A table where somebody else waits, and is there. It is taken off the list, and so are those
    /// before it where nobody is.
    fn take(&self, wanted: &Wanted, left: &Arc<Hosted>) -> Option<Arc<Hosted>> {
        let mut waiting = self.waiting.lock();
        let tables = waiting.get_mut(wanted)?;
        let mut found = None;
        tables.retain(|hosted| {
            let Some(hosted) = hosted.upgrade() else { return false };
            if Arc::ptr_eq(&hosted, left) || found.is_some() {
                return true;
            }
            if is_waited_at(&hosted) {
                found = Some(hosted);
            }
            false
        });
        if tables.is_empty() {
            waiting.remove(wanted);
        }
        found
    }

    /// Notes that nobody waits at a table any more.
    fn forget(&self, wanted: &Wanted, hosted: &Arc<Hosted>) {
        let mut waiting = self.waiting.lock();
        if let Some(tables) = waiting.get_mut(wanted) {
            tables.retain(|known| known.as_ptr() != Arc::as_ptr(hosted));
            if tables.is_empty() {
                waiting.remove(wanted);
            }
        }
    }
}

fn is_waited_at(hosted: &Hosted) -> bool {
    let state = hosted.lock();
    let there = state.presence().here.contains(&true);
    !state.broken && state.table.phase() == Phase::Waiting && there
}

impl Room {
    /// Brings somebody who comes to their table, to wait for anyone, to somebody who waits for the
    /// same; or lets them wait where nobody does.
    pub(crate) async fn bring_together(
        self: &Arc<Self>,
        hosted: Arc<Hosted>,
        hello: Hello,
        household: IpAddr,
    ) -> Result<(Arc<Hosted>, Arc<Member>), Reason> {
        let _one_at_a_time = self.lobby.pairing.lock().await;
        let table = match self.somebody_elsewhere(&hosted, &hello).await? {
            Some(elsewhere) => elsewhere,
            None => hosted,
        };
        let member = self.welcome(&table, &hello, household)?;
        if table.is_waited_at_by(hello.token.as_ref()) {
            let wanted = Wanted::at(&table.lock().table);
            self.lobby.list(&table, wanted);
        }
        Ok((table, member))
    }

    /// The table where somebody waits for the same, with a seat for whoever says this hello.
    async fn somebody_elsewhere(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        hello: &Hello,
    ) -> Result<Option<Arc<Hosted>>, Reason> {
        // They may have been brought somewhere before, and not have heard of it.
        if let Some(elsewhere) = self.seat_elsewhere(hello, Some(hosted.key)).await? {
            return Ok(Some(elsewhere));
        }
        let Some(token) = &hello.token else { return Ok(None) };
        let Some((name, wanted)) = hosted.wish_of(token) else { return Ok(None) };
        let key = TokenHash::of(token);
        while let Some(elsewhere) = self.lobby.take(&wanted, hosted) {
            // Somebody may have come by the link in the meantime.
            if self.seat(&elsewhere, name.clone(), key).await.is_ok() {
                self.lobby.forget(&wanted, hosted);
                // Their other devices follow when they come back.
                hosted.lock().send_away(End::ComeBack);
                return Ok(Some(elsewhere));
            }
        }
        Ok(None)
    }

    /// Another table than that of this log where somebody's key opens a seat.
    pub(crate) async fn seat_elsewhere(
        &self,
        hello: &Hello,
        log: Option<LogKey>,
    ) -> Result<Option<Arc<Hosted>>, Reason> {
        let Some(token) = &hello.token else { return Ok(None) };
        let seat = self.store.seat_elsewhere(&TokenHash::of(token), log).await;
        let seat = seat.map_err(|error| {
            tracing::error!(%error, "a seat could not be looked up");
            Reason::Failed
        })?;
        match seat {
            Some(table) => self.find(&table).await.map(Some),
            None => Ok(None),
        }
    }
}

impl Hosted {
    /// What somebody is called who waits here, and what they want to play.
    fn wish_of(&self, token: &SeatToken) -> Option<(Name, Wanted)> {
        let state = self.lock();
        let side = state.table.home(state.seat_of(token)?);
        Some((state.table.seat(side).name.clone(), Wanted::at(&state.table)))
    }
}
