use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use parlor_protocol::message::{Hello, NewTable, Reason, SeatKey, Submission, Whereabouts};
use parlor_rules::Player;
use parlor_table::{Clock, Clocks, Command, Name, PieRule, Table};

use crate::store::LogKey;
use crate::tables::Room;
use crate::tables::hosted_table::Hosted;
use crate::tables::participant::Member;
use crate::tables::send_queue::End;
use crate::tokens::TokenHash;

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
    pie_rule: PieRule,
}

impl Wanted {
    /// What is played at a table.
    fn at(table: &Table) -> Self {
        let clock = table.clocks().map(Clocks::clock);
        Self { game: table.play().record().to_string(), clock, pie_rule: table.pie_rule() }
    }

    /// What somebody asks for.
    fn by(new: &NewTable) -> Self {
        Self { game: new.game.to_string(), clock: new.clock, pie_rule: new.pie_rule }
    }
}

/// Somebody who waits for anyone.
pub(crate) struct Waiting {
    home: Player,
    key: TokenHash,
    name: Name,
    wanted: Wanted,
}

impl Hosted {
    /// Who says this hello, if they wait here for anyone who wants to play the same.
    pub(crate) fn waiting(&self, hello: &Hello) -> Option<Waiting> {
        let token = hello.token.as_ref()?;
        let state = self.lock();
        let home = state.seat_of(token)?;
        state.waits_for_anyone().then(|| {
            let name = state.table.seat(state.table.home(home)).name.clone();
            Waiting { home, key: TokenHash::of(token), name, wanted: Wanted::at(&state.table) }
        })
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

    /// Forgets tables where nobody waits any more. Who comes back to one is noted again.
    pub(crate) fn tidy(&self) {
        self.waiting.lock().retain(|_, tables| {
            tables.retain(|hosted| hosted.upgrade().is_some_and(|hosted| is_waited_at(&hosted)));
            !tables.is_empty()
        });
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
}

fn is_waited_at(hosted: &Hosted) -> bool {
    let state = hosted.lock();
    state.waits_for_anyone() && state.presence().players.contains(&Whereabouts::Here)
}

impl Room {
    /// The seat where somebody waits already for anyone who wants to play what they ask for now:
    /// in two tabs they would be brought together with themselves.
    pub(crate) async fn waits_already(self: &Arc<Self>, new: &NewTable) -> Option<SeatKey> {
        let (table, token) = new.waits.clone()?;
        let hosted = self.find(&table).await.ok()?;
        let mut state = hosted.lock();
        let home = state.seat_of(&token)?;
        let seat = state.table.home(home);
        let same = Wanted::at(&state.table) == Wanted::by(new) && state.table.marks() == new.marks;
        if !state.waits_for_anyone() || !same {
            return None;
        }
        if state.table.seat(seat).name != new.name {
            let member =
                Member::new(Some(home), TokenHash::of(&token), Ipv4Addr::UNSPECIFIED.into());
            let command = Command::Rename { player: None, name: new.name.clone() };
            let order = Submission { command, key: None, version: None, token: None };
            self.carry_out(&hosted, &mut state, &member, order, None).ok()?;
        }
        Some(SeatKey { table, seat, token })
    }

    /// Brings somebody who comes to their table, to wait for anyone, to somebody who waits for the
    /// same; or lets them wait where nobody does.
    pub(crate) async fn bring_together(
        self: &Arc<Self>,
        hosted: Arc<Hosted>,
        hello: Hello,
        household: IpAddr,
    ) -> Result<(Arc<Hosted>, Arc<Member>), Reason> {
        let _one_at_a_time = self.lobby.pairing.lock().await;
        let table = match self.somebody_elsewhere(&hosted, &hello, household).await? {
            Some(elsewhere) => elsewhere,
            None => hosted,
        };
        let member = self.welcome(&table, &hello, household)?;
        if let Some(Waiting { wanted, .. }) = table.waiting(&hello) {
            self.lobby.list(&table, wanted);
        }
        Ok((table, member))
    }

    /// The table where somebody waits for the same, with a seat for whoever says this hello.
    async fn somebody_elsewhere(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        hello: &Hello,
        household: IpAddr,
    ) -> Result<Option<Arc<Hosted>>, Reason> {
        let Some(Waiting { home, key, name, wanted }) = hosted.waiting(hello) else {
            return Ok(None);
        };
        // They may have been brought somewhere before, just when the server stopped.
        let mut elsewhere = self.seat_elsewhere(hello, Some(hosted.key)).await?;
        while elsewhere.is_none()
            && let Some(found) = self.lobby.take(&wanted, hosted)
        {
            // Somebody may have come by the link in the meantime.
            let seated = self.seat(&found, name.clone(), key).await;
            elsewhere = seated.is_ok().then_some(found);
        }
        if elsewhere.is_some() {
            let mut state = hosted.lock();
            // Their other devices come back, and are brought there too.
            state.send_away(End::ComeBack);
            let member = Member::new(Some(home), key, household);
            let order =
                Submission { command: Command::Leave, key: None, version: None, token: None };
            self.carry_out(hosted, &mut state, &member, order, None)?;
        }
        Ok(elsewhere)
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

#[cfg(test)]
mod tests {
    use parlor_protocol::message::PROTOCOL;

    use super::*;
    use crate::config::Config;
    use crate::store::Sqlite;
    use crate::tables::group_commit;

    #[tokio::test]
    async fn where_nobody_waits_any_more_is_forgotten() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let database = folder.path().join("parlor.db");
        let store = Sqlite::open(&database).await.expect("a new database");
        let room = Arc::new(Room::new(Config::new(database), Arc::new(store)));
        tokio::spawn(group_commit::run(room.clone()));
        let new: NewTable = "table\tgame=gems".parse().expect("a table");
        let key = room.open(new, true).await.expect("a table");
        let hello =
            Hello { protocol: PROTOCOL, table: key.table, token: Some(key.token), version: 0 };
        let (hosted, member) = room.greet(hello, Ipv4Addr::LOCALHOST.into()).await.expect("a seat");
        let listed = || room.lobby.waiting.lock().len();
        room.lobby.tidy();
        assert_eq!(listed(), 1, "somebody waits");
        room.part(&hosted, &member);
        room.lobby.tidy();
        assert_eq!(listed(), 0, "they have gone");
    }
}
