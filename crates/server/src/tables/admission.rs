use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::message::{FromServer, Hello};
use parlor_table::{Reaction, SeatId};
use tokio::time::Instant;

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::{Content, NodeMessage};
use crate::tables::hosted_table::{HostedTable, State};
use crate::tables::participant::Participant;
use crate::tables::service::Tables;
use crate::tokens::{self, TokenHash};

/// From how many connections on spectators are only counted every now and then. Otherwise each of a
/// thousand who come would be told of to a thousand others.
const CROWD: usize = 20;
/// How often the spectators in a crowd are counted.
const CROWD_COUNTED_EVERY: Duration = Duration::from_secs(1);

impl Tables {
    /// Adds a connection to a table. The welcome is the first thing in its send queue. It names the
    /// seat that is stored: if that is just changing hands, this waits until it has.
    pub(super) async fn admit(
        self: &Arc<Self>,
        table: &Arc<HostedTable>,
        hello: &Hello,
        network: ClientNetwork,
    ) -> Result<Arc<Participant>, Error> {
        loop {
            let settled = {
                let mut state = table.lock();
                match state.settled_seat(hello.token.as_ref()) {
                    Ok(seat) => {
                        let admitted = self.admit_to(table, &mut state, seat, hello, network);
                        drop(state);
                        // After a restart it may be the computer's turn.
                        self.let_computer_play(table);
                        return admitted;
                    }
                    Err(version) => state.once_known(version),
                }
            };
            settled.await.map_err(|_| Error::TableBroken)?;
        }
    }

    fn admit_to(
        self: &Arc<Self>,
        table: &Arc<HostedTable>,
        state: &mut State,
        seat: Option<SeatId>,
        hello: &Hello,
        network: ClientNetwork,
    ) -> Result<Arc<Participant>, Error> {
        let now = Instant::now();
        // Asked while the table is locked: who is admitted is also told of a shutdown.
        self.ensure_running()?;
        if state.is_broken {
            return Err(Error::TableBroken);
        }
        let (token, offered) = match seat.and(hello.token.as_ref()) {
            Some(token) => (TokenHash::of(token), None),
            None if !state.make_room(network, self.config.connections_per_table) => {
                return Err(Error::TableCrowded);
            }
            None => {
                // A spectator is offered the token of the seat that they may take.
                let offered = tokens::new_seat_token();
                (TokenHash::of(&offered), Some(offered))
            }
        };
        let participant = Arc::new(Participant::new(seat, token, network));
        let is_first = state.participants.is_empty();
        state.participants.add(participant.clone());
        state.update_attendance(now);
        let greeting = state.greeting(&table.id, hello, seat, offered.as_ref(), now);
        participant.send_queue.greet(greeting);
        if is_first {
            self.ask_for_attendance(table, state);
        }
        self.update_presence(table, state, &participant, now);
        self.schedule(table, state);
        state.last_used = now;
        Ok(participant)
    }

    /// Removes a connection that has ended.
    pub(crate) fn leave(
        self: &Arc<Self>,
        table: &Arc<HostedTable>,
        participant: &Arc<Participant>,
    ) {
        let now = Instant::now();
        let mut state = table.lock();
        state.participants.remove(participant);
        self.stop_waiting_if_gone(table, &mut state);
        self.update_presence(table, &mut state, participant, now);
        state.last_used = now;
    }

    /// Broadcasts a player's reaction, which is stored nowhere.
    pub(crate) fn react(
        &self,
        table: &Arc<HostedTable>,
        participant: &Participant,
        reaction: Reaction,
    ) -> Result<(), Error> {
        let state = table.lock();
        let player = state.reacting_player(participant)?;
        let message = FromServer::Reaction { player, reaction }.to_string();
        state.participants.broadcast(&message.clone().into());
        let content = Content::Reaction(message);
        self.nodes.tell(NodeMessage { table: table.id.clone(), content });
        Ok(())
    }

    /// Broadcasts who is here, now or soon, after a participant has come or gone.
    fn update_presence(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        participant: &Participant,
        now: Instant,
    ) {
        if participant.is_spectator() && state.participants.len() > CROWD {
            state.presence_due.get_or_insert(now + CROWD_COUNTED_EVERY);
            self.schedule(table, state);
        } else {
            self.broadcast_presence(table, state);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use axum::extract::ws::Utf8Bytes;

    use super::*;
    use crate::tables::hosted_table::MAX_EVENTS;
    use crate::tables::log_json::PAGE_BYTES;
    use crate::tables::send_queue::Outgoing;
    use crate::tables::test_rig::{GAME, Rig, hello, network};

    /// How many events messages tell of, from the first one on.
    fn whole_log(messages: &VecDeque<Utf8Bytes>) -> usize {
        let mut known = 0;
        for message in messages {
            let Message { kind, data } = serde_json::from_str(message).expect("a message");
            if kind == "welcome" || kind == "events" {
                assert_eq!(data["from"], known, "none is missing");
                known += data["events"].as_array().expect("events").len();
            }
            if kind == "welcome" {
                assert_eq!(data["version"], MAX_EVENTS);
            }
        }
        known
    }

    #[derive(serde::Deserialize)]
    struct Message {
        #[serde(rename = "type")]
        kind: String,
        data: serde_json::Value,
    }

    #[tokio::test]
    async fn spectators_who_do_not_read_share_the_log_of_their_table() {
        let rig = Rig::new();
        let renamed = (2..MAX_EVENTS).map(|number| format!("renamed\t2\tBen the {number}th"));
        let lines: Vec<String> = GAME.into_iter().map(str::to_owned).chain(renamed).collect();
        let table = rig.table(lines.iter().map(String::as_str)).await;
        let log = table.lock().snapshot(Instant::now()).expect("it is committed").events;
        let mut waiting = HashMap::new();
        for _ in 0..400 {
            let connected = rig.tables.connect(hello(table.id.clone(), None), network()).await;
            let (_, participant) = connected.expect("there is room");
            let mut messages = VecDeque::new();
            let Outgoing::Send = participant.send_queue.next(&mut messages).await else {
                panic!("it is closed")
            };
            // To read all of them 400 times would take long.
            if waiting.is_empty() {
                assert_eq!(whole_log(&messages), MAX_EVENTS as usize);
            }
            let place = |message: &Utf8Bytes| message.as_str().as_ptr() as usize;
            waiting.extend(messages.into_iter().map(|message| (place(&message), message)));
        }
        let bytes: usize = waiting.values().map(|message| message.len()).sum();
        let most = 2 * log.len() + 400 * (PAGE_BYTES + 1024);
        assert!(bytes < most, "{bytes} bytes wait for 400 readers of a log of {}", log.len());
    }
}
