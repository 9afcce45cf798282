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
        let welcome = state.welcome(&table.id, hello, seat, offered.as_ref(), now);
        participant.send_queue.push(welcome.into());
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
