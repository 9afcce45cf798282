use std::sync::Arc;
use tokio::time::Instant;

use crate::store::{Append, AppendError};
use crate::tables::commit_queue::{Batch, HeldRefusal, Outcome, Pending};
use crate::tables::hosted_table::HostedTable;
use crate::tables::service::Tables;

impl Tables {
    /// Commits what is queued and then broadcasts it, until the queue is closed. There is one such
    /// task: what a client is told is committed, and in the order in which it was decided.
    pub(crate) async fn run_group_commit(self: Arc<Self>) {
        let _unhealthy_when_this_ends = self.health.writer_guard();
        let mut emptied = Batch::default();
        while let Some(mut batch) = self.commit_queue.next_batch(emptied).await {
            // After something could not be stored, nothing that builds on it may be.
            batch.take_broken();
            let results = self.commit(&batch.appends).await;
            let mut results = batch.appends.drain(..).zip(results);
            let mut lost = Vec::new();
            for outcome in batch.outcomes.drain(..) {
                match outcome {
                    Outcome::Refused(held) => lost.extend(tell_refusal(held)),
                    Outcome::Events(pending) => match results.next() {
                        Some((append, Ok(()))) => self.broadcast_committed(&append, pending),
                        Some((_, Err(AppendError::Conflict))) => {
                            lost.push(Outcome::Events(pending));
                        }
                        Some((append, Err(AppendError::Failed(error)))) => {
                            tracing::error!(log = append.log.0, %error, "events could not be stored");
                            self.give_up(&pending.table);
                        }
                        // A store answers every append.
                        None => self.give_up(&pending.table),
                    },
                }
            }
            self.decide_again(lost);
            drop(results);
            emptied = batch;
        }
    }

    async fn commit(&self, appends: &[Append]) -> Vec<Result<(), AppendError>> {
        if appends.is_empty() {
            return Vec::new();
        }
        let begun = Instant::now();
        self.health.begin_commit();
        let results = self.store.append(appends).await;
        self.metrics.count_commit(begun.elapsed(), &results);
        self.health.record(&results);
        results
    }

    /// Tells everyone at a table what has been committed. For its sender that is the
    /// acknowledgement: there is no other.
    fn broadcast_committed(self: &Arc<Self>, append: &Append, pending: Pending) {
        let Pending { table, committed, moves, request: _, receipt } = pending;
        let events = append.events.count();
        let mut state = table.lock();
        let seats_changed = state.confirm(append.version + events, committed, Instant::now());
        state.participants.broadcast(append.events.message());
        if seats_changed {
            self.stop_waiting_if_gone(&table, &mut state);
            self.broadcast_presence(&table, &mut state);
        }
        // Another node may have appended what follows.
        self.follow_if_behind(&table, &mut state);
        // Time runs from now on for the player whose turn it is.
        self.schedule(&table, &mut state);
        drop(state);
        self.metrics.count_events(events, moves);
        self.let_computer_play(&table);
        if let Some(receipt) = receipt {
            // The client that waited may have gone.
            let _ = receipt.send(Ok(()));
        }
    }

    /// Has commands decided again whose events are not stored because another node was faster. First
    /// the table catches up with its log.
    fn decide_again(&self, mut lost: Vec<Outcome>) {
        // What belongs to one table stays in order.
        lost.sort_by_key(|outcome| Arc::as_ptr(outcome.table()));
        let mut lost = lost.into_iter().peekable();
        while let Some(first) = lost.next() {
            let table = first.table().clone();
            let mut in_vain = vec![first];
            while let Some(next) = lost.next_if(|next| Arc::ptr_eq(next.table(), &table)) {
                in_vain.push(next);
            }
            let mut state = table.lock();
            // What was decided since builds on what is not stored.
            in_vain.extend(self.commit_queue.take_back(&table));
            let commands = in_vain.into_iter().filter_map(Outcome::into_deferred).collect();
            self.follow(&table, &mut state, commands);
        }
    }

    /// Drops a table from memory whose events could not be stored.
    pub(super) fn give_up(&self, table: &Arc<HostedTable>) {
        table.lock().break_up();
        self.registry.remove(table);
    }
}

/// Tells a refusal, if what it follows from is committed, and nothing more is known yet. Otherwise it has
/// to be decided again, and is given back: clients may have been told what another node has appended.
fn tell_refusal(held: HeldRefusal) -> Option<Outcome> {
    if held.table.lock().known_version() != held.version {
        return Some(Outcome::Refused(held));
    }
    held.participant.send_queue.push(held.message.into());
    None
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::pin::pin;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use futures_util::poll;
    use parlor_protocol::SeatToken;
    use parlor_table::SeatId;

    use super::*;
    use crate::tables::participant::Participant;
    use crate::tables::send_queue::{CloseReason, Outgoing};
    use crate::tables::test_rig::{GAME, Inbox, Rig, hello, network, seated};
    use crate::tokens;

    const WAITING: [&str; 1] = ["opened\tgems~S~\tXO\tguest\tAda\tnobody\t"];

    /// Tables whose commits wait until they are let through.
    async fn stalled(lines: &[&str]) -> (Rig, Arc<HostedTable>) {
        let rig = Rig::new();
        rig.store.append_gate.close();
        let table = rig.table(lines.iter().copied()).await;
        (rig, table)
    }

    async fn spectator(rig: &Rig, table: &HostedTable) -> Inbox {
        let hello = hello(table.id.clone(), None);
        let (_, participant) = rig.tables.connect(hello, network()).await.expect("a place");
        Inbox::of(participant)
    }

    fn join(rig: &Rig, table: &Arc<HostedTable>, by: &Arc<Participant>, token: &SeatToken) {
        let token = token.as_str();
        let join = format!(r#"{{"type":"join","data":{{"name":"Ben","token":"{token}"}}}}"#);
        assert_eq!(rig.submit(table, by, &join), None, "nothing is told before it is stored");
    }

    #[tokio::test]
    async fn a_seat_is_said_to_be_taken_when_that_is_stored() {
        let (rig, table) = stalled(&WAITING).await;
        let [ben, mut eve] = [spectator(&rig, &table).await, spectator(&rig, &table).await];
        join(&rig, &table, &ben.participant, &tokens::new_seat_token());
        join(&rig, &table, &eve.participant, &tokens::new_seat_token());
        rig.store.append_gate.arrival().await;
        assert!(eve.is_empty(), "{eve:?}");
        rig.store.append_gate.let_one_through();
        let told = eve.next("events").await;
        assert!(told.contains("Ben"), "{told}");
        let refused = eve.next("refused").await;
        assert!(refused.contains(r#""version":2,"reason":"seat-taken""#), "{refused}");
    }

    #[tokio::test]
    async fn a_refusal_is_decided_again_when_another_node_has_appended_meanwhile() {
        let (rig, table) = stalled(&WAITING).await;
        let elsewhere = rig.table(WAITING).await;
        let [ben, mut eve] = [spectator(&rig, &table).await, spectator(&rig, &table).await];
        join(&rig, &table, &ben.participant, &tokens::new_seat_token());
        rig.store.append_gate.arrival().await;
        // Her refusal goes with the next commit, which takes its time for the sake of another table.
        join(&rig, &table, &eve.participant, &tokens::new_seat_token());
        let visitor = spectator(&rig, &elsewhere).await;
        join(&rig, &elsewhere, &visitor.participant, &tokens::new_seat_token());
        rig.store.append_gate.let_one_through();
        eve.next("events").await;
        rig.store.append_gate.arrival().await;
        // Meanwhile she is told of a third event.
        rig.store.append_line(&table.id, "renamed\t1\tAda L.");
        rig.tables.follow_up_to(&table, 3).await.expect("the event is read");
        let told = eve.next("events").await;
        assert!(told.contains("Ada L."), "{told}");
        rig.store.append_gate.let_one_through();
        let refused = eve.next("refused").await;
        assert!(refused.contains(r#""version":3,"reason":"seat-taken""#), "{refused}");
    }

    #[tokio::test]
    async fn nobody_is_told_of_a_seat_that_could_not_be_stored() {
        let (rig, table) = stalled(&WAITING).await;
        let [ben, eve] = [spectator(&rig, &table).await, spectator(&rig, &table).await];
        rig.store.failing_appends.store(1, Ordering::Relaxed);
        join(&rig, &table, &ben.participant, &tokens::new_seat_token());
        rig.store.append_gate.arrival().await;
        // It waits for the commit after the one that fails.
        join(&rig, &table, &eve.participant, &tokens::new_seat_token());
        rig.store.append_gate.let_one_through();
        loop {
            let mut messages = VecDeque::new();
            let outgoing = eve.participant.send_queue.next(&mut messages).await;
            assert!(messages.iter().all(|message| !message.contains("refused")));
            if let Outgoing::Close(reason) = outgoing {
                assert_eq!(reason, CloseReason::Reconnect);
                break;
            }
        }
    }

    #[tokio::test]
    async fn a_player_is_welcomed_to_their_seat_when_that_is_stored() {
        let (rig, table) = stalled(&WAITING).await;
        let ben = spectator(&rig, &table).await;
        let token = tokens::new_seat_token();
        join(&rig, &table, &ben.participant, &token);
        let presence = table.lock().presence();
        assert_eq!(presence.watching, 1, "as far as is stored, he watches: {presence:?}");

        let again = hello(table.id.clone(), Some(token));
        let mut coming = pin!(rig.tables.connect(again, network()));
        assert!(poll!(coming.as_mut()).is_pending(), "his seat is not stored yet");
        rig.store.append_gate.arrival().await;
        rig.store.append_gate.let_one_through();
        let (_, participant) = coming.await.expect("a seat");
        let welcome = Inbox::of(participant).next("welcome").await;
        assert!(welcome.contains(r#""seat":2"#) && welcome.contains("seated"), "{welcome}");
    }

    #[tokio::test(start_paused = true)]
    async fn no_time_runs_before_it_is_stored_whose_turn_it_is() {
        let (rig, table) = stalled(&GAME).await;
        let [ada, ben] = SeatId::BOTH.map(seated);
        let mut spectator = spectator(&rig, &table).await;
        for player in [&ada, &ben] {
            table.lock().participants.add(player.clone());
        }
        let moved = r#"{"type":"move","data":{"choice":0,"version":2}}"#;
        assert_eq!(rig.submit(&table, &ada, moved), None);
        // The disk takes longer than Ben has for the whole game.
        tokio::time::sleep(Duration::from_secs(100)).await;
        rig.store.append_gate.let_one_through();
        spectator.next("events").await;
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(
            table.lock().time_left(tokio::time::Instant::now()),
            Some(Duration::from_secs(50))
        );
        let moved = r#"{"type":"move","data":{"choice":0,"version":3}}"#;
        assert_eq!(rig.submit(&table, &ben, moved), None);
        rig.store.append_gate.let_one_through();
        let told = spectator.next("events").await;
        assert!(told.contains(r#""took":10000"#), "{told}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_commit_that_does_not_end_makes_the_server_unhealthy_until_it_does() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        rig.store.append_gate.close();
        let renamed = r#"{"type":"rename","data":{"name":"Ada"}}"#;
        assert_eq!(rig.submit(&table, &seated(SeatId::First), renamed), None);
        rig.store.append_gate.arrival().await;
        assert!(rig.tables.health.ailment().is_none());
        tokio::time::sleep(Duration::from_mins(1)).await;
        let ailment = rig.tables.health.ailment().map(|ailment| ailment.to_string());
        assert!(ailment.is_some_and(|told| told.contains("a commit has been in progress")));
        rig.store.append_gate.let_one_through();
        while rig.tables.health.ailment().is_some() {
            tokio::task::yield_now().await;
        }
    }
}
