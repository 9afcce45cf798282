//! People who come to a table, and go.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_protocol::message::{Hello, PROTOCOL, Reason};
use parlor_rules::Player;

use crate::tables::Room;
use crate::tables::hosted_table::{Hosted, State};
use crate::tables::participant::Member;
use crate::tokens::{self, TokenHash};

/// How many connections make it worth to count those who watch only now and then.
const CROWD: usize = 20;
/// How often a crowd is counted.
const CROWD_COUNTED_EVERY: Duration = Duration::from_secs(1);

impl Room {
    /// Brings somebody to a table. The welcome is the first thing in their outbox.
    pub(crate) async fn greet(
        self: &Arc<Self>,
        hello: Hello,
        household: IpAddr,
    ) -> Result<(Arc<Hosted>, Arc<Member>), Reason> {
        if hello.protocol != PROTOCOL {
            return Err(Reason::Protocol);
        }
        let found = self.find(&hello.table).await;
        let moved = match &found {
            Ok(hosted) => hosted.lock().may_have_moved(hello.token.as_ref()),
            Err(reason) => *reason == Reason::NoSuchTable,
        };
        // Who was brought to another table may still know the first one alone.
        let left = found.as_ref().ok().map(|hosted| hosted.key);
        let elsewhere = if moved { self.seat_elsewhere(&hello, left).await? } else { None };
        let hosted = elsewhere.map_or(found, Ok)?;
        if hosted.waiting(&hello).is_some() {
            return self.bring_together(hosted, hello, household).await;
        }
        let member = self.welcome(&hosted, &hello, household)?;
        Ok((hosted, member))
    }

    /// Adds somebody to those who are at a table.
    pub(crate) fn welcome(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        hello: &Hello,
        household: IpAddr,
    ) -> Result<Arc<Member>, Reason> {
        let now = Instant::now();
        let mut state = hosted.lock();
        // Asked while the table is locked: whoever comes in is also told when the room closes.
        self.must_be_open()?;
        if state.broken {
            return Err(Reason::Failed);
        }
        let token = hello.token.as_ref();
        let home = token.and_then(|token| state.seat_of(token));
        if home.is_none() && !state.has_place_for(household, self.config.connections_per_table) {
            return Err(Reason::TooMany);
        }
        let offered = home.is_none().then(tokens::seat_token);
        let key = offered.as_ref().or(token).ok_or(Reason::Failed)?;
        let member = Arc::new(Member::new(home, TokenHash::of(key), household));
        // What somebody knows of another table is of no use here.
        let known = if hello.table == hosted.id { hello.version } else { 0 };
        state.members.push(member.clone());
        state.mind_who_is_here(now);
        let welcome = state.welcome(&hosted.id, home, offered.as_ref(), known, now);
        member.outbox.push(welcome.into());
        state.used = now;
        self.presence_changed(hosted, &mut state, home, now);
        self.wake_when_due(hosted, &mut state);
        drop(state);
        self.computer_may_move(hosted);
        Ok(member)
    }

    /// Notes that a connection has ended.
    pub(crate) fn part(self: &Arc<Self>, hosted: &Arc<Hosted>, member: &Arc<Member>) {
        let mut state = hosted.lock();
        let now = Instant::now();
        state.members.retain(|other| !Arc::ptr_eq(other, member));
        state.used = now;
        self.presence_changed(hosted, &mut state, member.home(), now);
    }

    fn presence_changed(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        state: &mut State,
        home: Option<Player>,
        now: Instant,
    ) {
        if home.is_some() || state.members.len() <= CROWD {
            state.tell_presence();
        } else {
            state.presence_due.get_or_insert(now + CROWD_COUNTED_EVERY);
            self.wake_when_due(hosted, state);
        }
    }
}
