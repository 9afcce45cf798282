//! Tables follow what other nodes do at them.
//!
//! A node decides at once, on what it knows, and the store settles who was first. The node that was
//! not reads the log on from what it knows, has its clients see what the other one stored, and decides
//! the commands of its own clients again: they are appended, or refused as stale. Nobody is
//! disconnected for it.
//!
//! One task reads for all tables, so that whatever has happened at many tables while one reading was in
//! progress is read in the next one.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use parlor_protocol::TableId;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use crate::error::Error;
use crate::store::{Attendance, Content, News, NodeId, NodeMessage, ReadLog};
use crate::tables::hosted_table::{HostedTable, State};
use crate::tables::request::Deferred;
use crate::tables::send_queue::CloseReason;
use crate::tables::service::Tables;

/// The tables whose logs have to be read on.
#[derive(Default)]
pub(crate) struct FollowQueue {
    waiting: Mutex<Vec<Arc<HostedTable>>>,
    changed: Notify,
}

impl FollowQueue {
    /// The table has to be locked meanwhile, and to have begun to follow.
    fn push(&self, table: Arc<HostedTable>) {
        self.waiting.lock().push(table);
        self.changed.notify_one();
    }

    /// Waits until logs have to be read on.
    async fn next(&self) -> Vec<Arc<HostedTable>> {
        loop {
            let waiting = std::mem::take(&mut *self.waiting.lock());
            if !waiting.is_empty() {
                return waiting;
            }
            self.changed.notified().await;
        }
    }
}

/// How often it is looked for news that were lost.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Tables {
    /// Reads on the logs of tables that other nodes have appended to, for ever.
    pub(crate) async fn run_following(self: Arc<Self>) {
        loop {
            let tables = self.follow_queue.next().await;
            let known = |table: &Arc<HostedTable>| (table.id.clone(), table.lock().known_version());
            let known: Vec<(TableId, u32)> = tables.iter().map(known).collect();
            match self.store.read(&known).await {
                Ok(logs) => {
                    for (table, log) in tables.iter().zip(logs) {
                        self.catch_up(table, log);
                    }
                }
                Err(error) => {
                    self.metrics.failed_reads.inc();
                    tracing::error!(%error, tables = tables.len(), "logs could not be read on");
                    for table in &tables {
                        self.give_up(table);
                    }
                }
            }
        }
    }

    /// Hears what other nodes do, for ever.
    pub(crate) async fn run_news(self: Arc<Self>) {
        loop {
            match self.nodes.news().await {
                News::Appended(logs) => self.hear_of(logs),
                News::Message(node, message) => self.hear(node, message),
                News::Gone(node) => self.hear_gone(node),
                News::Come => self.tell_attendance_again(),
                News::Missed => {
                    self.look_for_news().await;
                    self.tell_attendance_again();
                }
            }
        }
    }

    /// Looks for news that were lost, every now and then, for ever.
    pub(crate) async fn run_look_for_news(self: Arc<Self>) {
        loop {
            sleep(LOOK_EVERY).await;
            self.look_for_news().await;
        }
    }

    /// Reads the log on, before anything more is decided, and decides these commands again after that.
    pub(super) fn follow(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        decided_in_vain: Vec<Deferred>,
    ) {
        if state.is_broken {
            return;
        }
        let is_queued = state.is_following();
        state.begin_to_follow(decided_in_vain);
        if !is_queued {
            self.follow_queue.push(table.clone());
        }
    }

    /// Reads the log on if it is known to have more.
    pub(super) fn follow_if_behind(&self, table: &Arc<HostedTable>, state: &mut State) {
        if state.should_follow() {
            self.follow(table, state, Vec::new());
        }
    }

    /// Reads the log on until so many events are known, all of which are stored.
    pub(super) async fn follow_up_to(
        &self,
        table: &Arc<HostedTable>,
        version: u32,
    ) -> Result<(), Error> {
        loop {
            let reading = {
                let mut state = table.lock();
                if state.known_version() >= version {
                    return Ok(());
                }
                state.hear_of(version);
                self.follow_if_behind(table, &mut state);
                state.once_known(version)
            };
            // A reading that began before the last of them was stored ends without them.
            reading.await.map_err(|_| Error::TableBroken)?;
        }
    }

    /// Takes in what was read of a log, and tells everyone at the table.
    fn catch_up(self: &Arc<Self>, table: &Arc<HostedTable>, log: ReadLog) {
        let mut state = table.lock();
        if state.is_broken {
            return;
        }
        let commands = state.end_following();
        let news = match log {
            Ok(Some(log)) => {
                state.catch_up(&log, Instant::now()).map_err(|error| error.to_string())
            }
            Ok(None) => Err("it has expired".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        let news = match news {
            Ok(news) => news,
            Err(why) => {
                tracing::error!(log = table.log.0, "a table is dropped from memory: {why}");
                drop(state);
                return self.give_up(table);
            }
        };
        if news.is_moved_out {
            // They reconnect, and are brought there: told that their seat is free, they would take it that
            // they have none.
            state.participants.disconnect(CloseReason::Reconnect);
        }
        for message in &news.messages {
            state.participants.broadcast(message);
        }
        if news.seats_changed {
            self.stop_waiting_if_gone(table, &mut state);
            self.broadcast_presence(table, &mut state);
        }
        for command in commands {
            self.submit_again(table, &mut state, command);
        }
        self.follow_if_behind(table, &mut state);
        self.schedule(table, &mut state);
        drop(state);
        self.let_computer_play(table);
    }

    /// Takes note that logs have so many events.
    fn hear_of(&self, logs: Vec<(TableId, u32)>) {
        for (id, version) in logs {
            if let Some(table) = self.registry.get(&id) {
                let mut state = table.lock();
                state.hear_of(version);
                self.follow_if_behind(&table, &mut state);
            }
        }
    }

    /// Finds out which logs have events that are not known here.
    async fn look_for_news(&self) {
        let tables: Vec<TableId> =
            self.registry.all().iter().map(|table| table.id.clone()).collect();
        match self.nodes.stored_versions(&tables).await {
            Ok(logs) => self.hear_of(logs),
            Err(error) => {
                tracing::warn!(%error, "could not look for news of other nodes");
                // What cannot be read now cannot be stored, either, though no command may have tried.
                self.health.record_failure();
            }
        }
    }

    fn hear(self: &Arc<Self>, node: NodeId, NodeMessage { table, content }: NodeMessage) {
        let Some(table) = self.registry.get(&table) else { return };
        let mut state = table.lock();
        match content {
            Content::Reaction(message) => state.participants.broadcast(&message.into()),
            Content::Attendance(attendance) => {
                self.hear_attendance(&table, &mut state, node, attendance);
            }
            Content::AttendancePlease(attendance) => {
                self.hear_attendance(&table, &mut state, node, attendance);
                let content = Content::Attendance(state.attendance());
                self.nodes.tell(NodeMessage { table: table.id.clone(), content });
            }
        }
    }

    fn hear_attendance(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        node: NodeId,
        attendance: Attendance,
    ) {
        if state.hear_attendance(node, attendance, Instant::now()) {
            state.broadcast_presence();
            self.schedule(table, state);
        }
    }

    fn hear_gone(&self, node: NodeId) {
        for table in self.registry.all() {
            self.hear_attendance(&table, &mut table.lock(), node, Attendance::default());
        }
    }

    /// Tells who is connected here, and asks who is connected elsewhere.
    pub(super) fn ask_for_attendance(&self, table: &Arc<HostedTable>, state: &State) {
        let content = Content::AttendancePlease(state.attendance());
        self.nodes.tell(NodeMessage { table: table.id.clone(), content });
    }

    fn tell_attendance_again(&self) {
        for table in self.registry.all() {
            self.ask_for_attendance(&table, &table.lock());
        }
    }

    /// Broadcasts who is at a table, to everyone there and to the other nodes.
    pub(super) fn broadcast_presence(&self, table: &Arc<HostedTable>, state: &mut State) {
        state.broadcast_presence();
        if let Some(attendance) = state.attendance_to_tell() {
            let content = Content::Attendance(attendance);
            self.nodes.tell(NodeMessage { table: table.id.clone(), content });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::poll;

    use crate::tables::test_rig::{GAME, Rig};

    #[tokio::test]
    async fn a_reading_that_began_too_early_is_not_taken_for_the_one_that_is_waited_for() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        let known = GAME.len() as u32;
        rig.store.read_gate.close();
        // The log is being read already when another event is stored.
        let mut following = pin!(rig.tables.follow_up_to(&table, known + 1));
        assert!(poll!(following.as_mut()).is_pending());
        rig.store.read_gate.arrival().await;
        rig.store.read_gate.let_one_through();
        // It is read again, because that did not bring the event.
        rig.store.read_gate.arrival().await;
        assert_eq!(table.lock().known_version(), known);
        assert!(poll!(following.as_mut()).is_pending(), "the event is not known yet");
        rig.store.append_line(&table.id, "moved\t2");
        rig.store.read_gate.let_one_through();
        following.await.expect("the event is read");
        assert_eq!(table.lock().known_version(), known + 1);
    }
}
