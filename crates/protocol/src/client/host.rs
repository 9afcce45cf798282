use std::collections::VecDeque;
use std::time::Duration;

use parlor_table::{
    Actor, Change, Command, CommandKey, Commitment, Entry, Event, GameLog, Host, Nonce, Occupant,
    Offer, Phase, Policy, Reaction, Refusal, Report, SeatId,
};

use super::arrival::Arrival;
use super::attendance::Attendance;
use super::connection::{Connection, Step};
use super::pending::Pending;
use super::seat::OwnSeat;
use super::toss::OwnToss;
use super::{Device, Ended, Mismatch, Notice, Output, Replica, SeatLink, Status};
use crate::TableId;
use crate::message::{
    Events, FromClient, FromServer, Hello, Misread, PROTOCOL, Presence, Problem, Reason,
    Submission, Welcome, Whereabouts, needs_version, type_of,
};

/// A table that a server keeps. See the [module](super) for how it is used.
#[derive(Debug)]
pub struct RemoteHost<D> {
    device: D,
    table_id: TableId,
    replica: Replica,
    /// The epoch of the log, as the server told it.
    epoch: Option<u32>,
    /// Whether the log is to be told from the beginning.
    anew: bool,
    /// Whether the log that is known is that of the table they were at before.
    is_of_other_table: bool,
    connection: Connection,
    /// A welcome to a log that is still being told.
    arriving: Option<Arrival>,
    own: OwnSeat,
    pending: Pending,
    /// When what is pending is sent again on the same connection.
    resend_at: Option<Duration>,
    attendance: Attendance,
    thinking_since: Duration,
    reports: VecDeque<Report>,
    /// Whether they have given up their seat and only wait for the server to know.
    leaving: bool,
    /// How many events have been reported: what the people at this device decide by.
    reported: usize,
    notices: VecDeque<Notice>,
}

/// How long to wait before sending again what the server had no time to listen to.
const RESEND_AFTER: Duration = Duration::from_secs(1);
/// With more than so many events to be shown, none of them is shown as it happened: a player who was
/// away sees how things stand, not every move that they have missed.
const SHOWN_ONE_BY_ONE: usize = 3;

impl<D: Device> RemoteHost<D> {
    /// Goes to a table, with what the address had beside its id.
    pub fn new(device: D, table: TableId, link: Option<SeatLink>, now: Duration) -> Self {
        Self {
            device,
            table_id: table,
            replica: Replica::default(),
            epoch: None,
            anew: false,
            is_of_other_table: false,
            connection: Connection::open(now),
            arriving: None,
            own: OwnSeat::new(link),
            pending: Pending::default(),
            resend_at: None,
            attendance: Attendance::default(),
            thinking_since: now,
            reports: VecDeque::new(),
            reported: 0,
            leaving: false,
            notices: VecDeque::new(),
        }
    }

    /// The connection is open: say hello.
    pub fn connected(&mut self) {
        self.arriving = None;
        let mut hello = Hello {
            protocol: PROTOCOL,
            table: self.table_id.clone(),
            token: self.own.hello(&self.device, &self.table_id),
            version: 0,
            epoch: None,
            hash: None,
        };
        if !self.anew && !self.is_of_other_table {
            hello.version = self.replica.version();
            hello.epoch = self.epoch;
            hello.hash = self.replica.hash().cloned();
        }
        self.connection.opened(hello);
    }

    /// A message came in.
    pub fn received(&mut self, text: &str, now: Duration) {
        match text.parse() {
            Ok(message) => self.heard(message, now),
            // A server of version 1 answers a hello in a text of its own.
            Err(Misread::NotAMessage(_)) => self.connection.end(Ended::OtherProtocol),
            Err(Misread::Unknown | Misread::Data(_) | Misread::OtherProtocol) => {
                // The game cannot go on without what happens in it. Anything else that this program
                // does not know yet is none of its business.
                if type_of(text).is_ok_and(|kind| kind == "welcome" || kind == "events") {
                    self.connection.end(Ended::Outdated);
                }
            }
        }
    }

    /// The same, for a message that has been read.
    pub fn heard(&mut self, message: FromServer, now: Duration) {
        if !self.connection.heard(now) {
            return;
        }
        match message {
            FromServer::Welcome(welcome) => self.arrive(Arrival::new(welcome, now), now),
            FromServer::Events(news) => match self.arriving.take() {
                Some(arrival) => match arrival.with_page(news) {
                    Some(arrival) => self.arrive(arrival, now),
                    None => self.connection.reconnect(now),
                },
                None => self.told(news, now),
            },
            FromServer::Refused { key, problem, .. } => {
                self.refused(key, problem.reason, now);
            }
            FromServer::Presence(presence) => self.attended(presence, now),
            FromServer::Reaction { player, reaction } => {
                if let Some(log) = self.replica.log() {
                    let seat = log.table().seat_id(player);
                    self.notices.push_back(Notice::Reaction(seat, reaction));
                }
            }
            FromServer::Goodbye { after } => {
                let random = self.device.random();
                self.connection.expect_back(now, after, random);
            }
            FromServer::Error(Problem { reason, .. }) => self.failed(reason, now),
            FromServer::Pong => {}
        }
    }

    /// The connection has ended, or could not be opened.
    pub fn disconnected(&mut self, now: Duration) {
        let random = self.device.random();
        self.connection.lost(now, random);
    }

    /// Time has passed. Call it when the [`deadline`](Self::deadline) has come; earlier does no harm.
    pub fn tick(&mut self, now: Duration) {
        if self.connection.is_dead(now) {
            let random = self.device.random();
            self.connection.reconnect_later(now, random);
        }
        self.connection.tick(now);
        if self.resend_at.is_some_and(|resend_at| resend_at <= now) {
            self.resend();
        }
    }

    /// When time matters next.
    pub fn deadline(&self) -> Option<Duration> {
        [self.connection.deadline(), self.resend_at].into_iter().flatten().min()
    }

    /// The network is back, or the person is: a lost connection is not waited for any longer.
    pub fn wake(&mut self, now: Duration) {
        self.connection.wake(now);
    }

    /// The network is said to be gone: the server is asked whether that is so.
    pub fn doubt(&mut self, now: Duration) {
        self.connection.doubt(now);
    }

    /// Leaves the table for good, on this connection; a seat is kept.
    pub fn close(&mut self) {
        self.connection.end(Ended::Closed);
    }

    /// Asks for the log from the beginning, on another connection.
    pub fn start_anew(&mut self, now: Duration) {
        self.anew = true;
        self.connection.reconnect(now);
    }

    /// Says one of the few things that can be said.
    pub fn react(&mut self, reaction: Reaction) {
        self.connection.send(FromClient::React(reaction));
    }

    /// What the program around it has to do next.
    pub fn next_output(&mut self) -> Option<Output> {
        let step = self.connection.next_step().map(|step| match step {
            Step::Connect => Output::Connect,
            Step::Disconnect => Output::Disconnect,
            Step::Send(message) => Output::Send(message),
        });
        step.or_else(|| self.notices.pop_front().map(Output::Notice))
    }

    /// Whether there is a connection.
    pub fn status(&self) -> Status {
        self.connection.status()
    }

    /// Which table it is: what its link ends with.
    pub fn table_id(&self) -> &TableId {
        &self.table_id
    }

    /// What is kept on this device.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// What is kept on this device, to be changed.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    /// Gives the device back.
    pub fn into_device(self) -> D {
        self.device
    }

    /// The copy of the log, which is empty until the first welcome.
    pub fn replica(&self) -> &Replica {
        &self.replica
    }

    /// The seat of the people at this device, if they are not spectators.
    pub fn seat(&self) -> Option<SeatId> {
        self.own.seat
    }

    /// Whether a player is connected.
    pub fn whereabouts(&self, seat: SeatId) -> Whereabouts {
        self.attendance.whereabouts(seat)
    }

    /// How many spectators are connected.
    pub fn spectators(&self) -> usize {
        self.attendance.spectators()
    }

    /// Since when the player to move has been thinking.
    pub fn thinking_since(&self) -> Duration {
        self.thinking_since
    }

    /// Whether a command has been submitted and not been answered.
    pub fn is_pending(&self, command: &Command) -> bool {
        self.pending.has(command)
    }

    /// What has been submitted and not been answered.
    pub fn pending(&self) -> &[Submission] {
        self.pending.all()
    }

    /// The nonce that the people at this device have committed to in the toss in progress and not
    /// revealed yet. A link to continue on another device has to have it.
    pub fn covered_nonce(&self) -> Option<Nonce> {
        self.toss()?.covered_nonce(&self.device.nonces(&self.table_id))
    }

    /// The toss in progress, if the people at this device take part in it.
    fn toss(&self) -> Option<OwnToss<'_>> {
        OwnToss::at(self.replica.log()?.table(), self.own.seat?)
    }

    /// Takes in a welcome, once all of the log has come that there was when it was said.
    fn arrive(&mut self, arrival: Arrival, now: Duration) {
        if arrival.is_complete() {
            self.thinking_since = arrival.thinking_since();
            self.welcomed(arrival.into_welcome(), now);
        } else {
            self.arriving = Some(arrival);
        }
    }

    fn welcomed(&mut self, welcome: Welcome, now: Duration) {
        let Welcome { table, seat, token, epoch, news, .. } = welcome;
        self.move_to(table);
        if !self.own.settle(&mut self.device, &self.table_id, seat.is_some(), token) {
            return self.connection.reconnect(now);
        }
        self.connection.welcomed(now);
        self.anew = false;
        self.attendance.come_back();
        let before = self.own.seat.take();
        if !self.catch_up(epoch, news, now) {
            self.own.seat = before;
            return;
        }
        let table = self.replica.log().map(GameLog::table);
        self.own.seat = seat.zip(table).map(|(player, table)| table.seat_id(player));
        if before.is_some() && seat.is_none() {
            self.give_up_seat();
        }
        self.resend();
        self.reveal();
    }

    /// Takes in the news of a welcome. False if they cannot be taken in.
    fn catch_up(&mut self, epoch: Option<u32>, news: Events, now: Duration) -> bool {
        let known = std::mem::replace(&mut self.epoch, epoch);
        if self.replica.log().is_some() && !self.is_of_other_table {
            let is_same = epoch == known || epoch.is_none() || known.is_none();
            let reaches =
                if is_same { self.replica.must_reach(&news) } else { Err(Mismatch::Restored) };
            match reaches.and_then(|()| self.follow(news.clone())) {
                Ok(_) => return true,
                Err(mismatch) => self.contradicted(mismatch),
            }
        }
        for entry in &news.entries {
            self.pending.acknowledge(entry);
        }
        let whole = news.from == 0;
        let mut replica = Replica::default();
        if replica.follow(news).is_err() || replica.log().is_none() {
            if whole {
                self.connection.end(Ended::Outdated);
            } else {
                self.anew = true;
                let random = self.device.random();
                self.connection.reconnect_later(now, random);
            }
            return false;
        }
        self.replica = replica;
        self.is_of_other_table = false;
        self.reports.retain(|report| match report {
            Report::Changed(_) => false,
            Report::Refused { .. } => true,
        });
        self.reported = self.replica.version();
        self.notices.push_back(Notice::Opened);
        true
    }

    fn told(&mut self, news: Events, now: Duration) {
        if !self.connection.is_open() {
            // What happens is told after the welcome.
            return;
        }
        self.thinking_since = now;
        match self.follow(news) {
            // The seat may be the one that was asked for before the program was started anew.
            Ok(true) => self.connection.reconnect(now),
            Ok(false) => self.reveal(),
            Err(mismatch) => self.mismatched(mismatch, now),
        }
    }

    /// Takes in events and reports what they changed. True if a seat was taken that may be
    /// that of this device.
    fn follow(&mut self, news: Events) -> Result<bool, Mismatch> {
        let pending = &mut self.pending;
        let answered: Vec<Submission> =
            news.entries.iter().filter_map(|entry| pending.acknowledge(entry)).collect();
        let mut changes = Vec::new();
        let followed = self.replica.follow_changes(news, &mut changes);
        let mut may_be_own = false;
        for change in changes {
            may_be_own |= self.follow_seat(&change, &answered);
            self.reports.push_back(Report::Changed(Box::new(change)));
        }
        if self.reports.len() > SHOWN_ONE_BY_ONE {
            for report in &mut self.reports {
                if let Report::Changed(change) = report {
                    change.turn = None;
                }
            }
        }
        followed.map(|_| may_be_own)
    }

    /// Notices when the people at this device take a seat or give it up. True if a seat
    /// was taken that may be that of this device.
    fn follow_seat(&mut self, change: &Change, answered: &[Submission]) -> bool {
        let Entry { event, note } = &change.entry;
        let Event::Seated { player, seat } = event else { return false };
        let id = change.table.seat_id(*player);
        match seat.occupant {
            Occupant::Nobody => {
                if self.own.seat == Some(id) {
                    self.give_up_seat();
                }
                false
            }
            Occupant::Guest => {
                let joined = |submission: &Submission| match submission.command {
                    Command::Join { .. } => submission.key == note.key,
                    _ => false,
                };
                if answered.iter().any(joined) {
                    self.own.take(id, &self.device, &self.table_id);
                }
                self.own.seat.is_none() && self.device.token(&self.table_id).is_some()
            }
            Occupant::Person | Occupant::Computer(_) => false,
        }
    }

    fn give_up_seat(&mut self) {
        self.own.give_up(&mut self.device, &self.table_id);
        if std::mem::take(&mut self.leaving) {
            self.pending.forget(&Command::Leave);
            self.notices.push_back(Notice::Left);
        }
    }

    fn mismatched(&mut self, mismatch: Mismatch, now: Duration) {
        match mismatch {
            Mismatch::Gap { .. } => self.connection.reconnect(now),
            Mismatch::Changed(_)
            | Mismatch::Gone(_)
            | Mismatch::Impossible(..)
            | Mismatch::Restored => {
                self.contradicted(mismatch);
                self.start_anew(now);
            }
        }
    }

    /// Forgets what was submitted to a history that is not the table's any more: nobody has decided it
    /// on the table that there is now.
    fn contradicted(&mut self, mismatch: Mismatch) {
        self.pending = Pending::default();
        self.leaving = false;
        self.notices.push_back(Notice::Contradicted(mismatch));
    }

    /// Follows the server to another table, where an opponent waits. The token goes along.
    fn move_to(&mut self, table: TableId) {
        if self.table_id == table {
            return;
        }
        let before = std::mem::replace(&mut self.table_id, table);
        if let Some(token) = self.device.token(&before) {
            self.device.forget_token(&before);
            self.device.keep_token(&self.table_id, &token);
        }
        self.own.seat = None;
        self.is_of_other_table = true;
        self.notices.push_back(Notice::MovedTo(self.table_id.clone()));
    }

    fn refused(&mut self, key: Option<CommandKey>, reason: Reason, now: Duration) {
        // A server that is about to stop is asked again when it is back.
        if reason == Reason::Closing {
            return;
        }
        if let Some(key) = &key {
            let Some(Submission { command, .. }) = self.pending.take(key) else { return };
            match command {
                Command::Join { .. } if reason == Reason::Refused(Refusal::AlreadySeated) => {
                    return self.connection.reconnect(now);
                }
                // Another client was faster.
                Command::Join { .. } => self.device.forget_token(&self.table_id),
                // Another device of the same person has revealed the nonce before.
                Command::Reveal(_) => return,
                Command::Leave => self.leaving = false,
                _ => {}
            }
        }
        self.refuse(key, reason.refusal());
    }

    fn refuse(&mut self, key: Option<CommandKey>, refusal: Refusal) {
        self.reports.push_back(Report::Refused { key, refusal });
    }

    /// Something that was sent is not understood, or not listened to.
    fn failed(&mut self, reason: Reason, now: Duration) {
        let welcomed = self.connection.is_open();
        match reason {
            Reason::NoSuchTable => self.connection.end(Ended::NoSuchTable),
            Reason::Protocol => self.connection.end(Ended::OtherProtocol),
            // The rate limit was reached, and the server does not say by what. What matters is sent
            // again; if nothing does, it was a passing word.
            Reason::Refused(Refusal::RateLimited) if welcomed && self.pending.is_empty() => {
                self.refuse(None, reason.refusal());
            }
            Reason::Refused(Refusal::RateLimited) if welcomed => {
                self.resend_at.get_or_insert(now + RESEND_AFTER);
            }
            // It would be understood no better the next time.
            Reason::Refused(Refusal::NotUnderstood) | Reason::UnknownMessage if welcomed => {
                self.leaving = false;
                let pending = self.pending.drain();
                if pending.is_empty() {
                    self.refuse(None, reason.refusal());
                }
                for submission in pending {
                    self.refuse(submission.key, reason.refusal());
                }
            }
            Reason::Refused(Refusal::NotUnderstood) | Reason::UnknownMessage => {
                self.connection.end(Ended::Outdated);
            }
            // What is said twice is understood once.
            Reason::AlreadyGreeted => {}
            Reason::Refused(_)
            | Reason::HelloFirst
            | Reason::KeyUsed
            | Reason::Origin
            | Reason::Closing
            | Reason::NotProved
            | Reason::Other => {
                let random = self.device.random();
                self.connection.reconnect_later(now, random);
            }
        }
    }

    fn attended(&mut self, presence: Presence, now: Duration) {
        let Some(table) = self.replica.log().map(GameLog::table) else { return };
        if let Phase::Tossing(player) | Phase::Playing(player) = table.phase()
            && self.attendance.whereabouts(table.seat_id(player)) == Whereabouts::Awaited
            && presence.players[player.index()] != Whereabouts::Awaited
        {
            // They begin to think when they come.
            self.thinking_since = now;
        }
        self.notices.extend(self.attendance.update(presence, table, self.own.seat));
    }

    fn resend(&mut self) {
        self.resend_at = None;
        for submission in self.pending.all() {
            self.connection.send(FromClient::Submission(submission.clone()));
        }
    }

    /// Reveals the nonce of the toss in progress, as soon as both players have committed to one.
    fn reveal(&mut self) {
        if self.toss().is_some_and(|toss| toss.awaits_reveal())
            && let Some(nonce) = self.covered_nonce()
        {
            self.submit(Command::Reveal(nonce));
        }
    }

    /// Tosses: commits to a nonce that cannot be guessed. It is kept, so that it can be revealed
    /// after the program was started anew.
    fn commit(&mut self) -> Option<Command> {
        let player = self.replica.log()?.table().side(self.own.seat?);
        let nonce = Nonce(self.device.random());
        self.device.keep_nonce(&self.table_id, nonce);
        Some(Command::Commit(Commitment::of(player, nonce)))
    }

    fn new_key(&mut self) -> CommandKey {
        let key = format!("{:016x}", self.device.random() as u64);
        key.parse().expect("digits are a key")
    }
}

impl<D: Device> Host for RemoteHost<D> {
    /// # Panics
    /// If there has been no [`Notice::Opened`] yet.
    fn log(&self) -> &GameLog {
        self.replica.log().expect("a table is shown once its log is known")
    }

    fn actor(&self) -> Actor {
        self.own.seat.map_or(Actor::Spectator, Actor::Seat)
    }

    fn policy(&self) -> Policy {
        Policy::Remote
    }

    fn offer(&self, command: &Command) -> Result<Offer, Refusal> {
        let Command::Toss = command else {
            return Offer::of(self.table(), self.actor(), command, self.policy());
        };
        self.own.seat.ok_or(Refusal::NotSeated)?;
        let may_toss =
            || self.toss().is_some_and(|toss| toss.may_toss(&self.device.nonces(&self.table_id)));
        match self.table().phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) if may_toss() => Ok(Offer::AtOnce),
            Phase::Tossing(_) | Phase::Playing(_) | Phase::Over(_) => Err(Refusal::NoToss),
        }
    }

    fn submit(&mut self, command: Command) {
        if self.connection.has_ended() {
            return self.refuse(None, Refusal::Unavailable);
        }
        if self.pending.has(&command) {
            return;
        }
        let command = match command {
            Command::Toss => match self.commit() {
                Some(commit) => commit,
                None => return self.refuse(None, Refusal::NotSeated),
            },
            command => command,
        };
        let token = match command {
            Command::Join { .. } => self.own.join(&mut self.device, &self.table_id),
            _ => None,
        };
        self.leaving |= command == Command::Leave;
        let version = depends_on_version(&command).then_some(self.reported);
        let key = Some(self.new_key());
        let submission = Submission { command, key, version, token };
        self.connection.send(FromClient::Submission(submission.clone()));
        self.pending.push(submission);
    }

    fn next_report(&mut self) -> Option<Report> {
        let report = self.reports.pop_front()?;
        if let Report::Changed(_) = report {
            self.reported += 1;
        }
        Some(report)
    }
}

/// Whether a command must not be carried out if anything has happened since it was decided on. To say
/// no to another question than the one that was asked would do little harm, but is not meant.
fn depends_on_version(command: &Command) -> bool {
    needs_version(command) || *command == Command::Decline
}
