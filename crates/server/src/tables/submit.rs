use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::message::{FromClient, FromServer, Submission};
use parlor_table::{Command, CommandKey, Event, Name, Note, Occupant, Refusal, SeatId};
use tokio::time::Instant;

use crate::error::Error;
use crate::store::{KeyHolder, KeyUse, SeatChange};
use crate::tables::append::Decided;
use crate::tables::commit_queue::HeldRefusal;
use crate::tables::hosted_table::{Cause, HostedTable, State, TooMany, Used};
use crate::tables::names;
use crate::tables::participant::Participant;
use crate::tables::request::{Deferred, ReceiptSender, Request};
use crate::tables::service::Tables;
use crate::tables::space::SpaceLeft;
use crate::tokens::TokenHash;

/// How a command is answered.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Once what it depends on is committed: by the broadcast of its events, or by a refusal that
    /// waits for that.
    Later,
    /// By this message, to its sender alone.
    Message(String),
}

/// A command that is not carried out, and why.
struct Rejected {
    error: Error,
    /// The command, unless it was decided and the table is broken now.
    command: Option<Box<Deferred>>,
}

impl Tables {
    /// Carries out a command that came on a connection.
    pub(crate) fn submit(
        &self,
        table: &Arc<HostedTable>,
        participant: &Arc<Participant>,
        submission: Submission,
    ) -> Answer {
        let mut state = table.lock();
        let request = Request {
            submission,
            token: participant.token(),
            participant: Some(participant.clone()),
        };
        let key = request.submission.key.clone();
        match state.defer(Deferred { request, receipt: None }) {
            Ok(None) => Answer::Later,
            Ok(Some(command)) => match self.submit_now(table, &mut state, command) {
                Ok(answer) => answer,
                Err(rejected) => self.reject(table, &state, key, rejected),
            },
            Err(TooMany) => Answer::Message(self.refusal(&state, key, &Error::Overloaded)),
        }
    }

    /// Carries out a command of a player who is not connected.
    pub(super) fn submit_for(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        token: TokenHash,
        command: Command,
        receipt: Option<ReceiptSender>,
    ) -> Result<(), Error> {
        // Without an idempotency key: the server never sends it twice.
        let submission = Submission { command, key: None, version: None, token: None };
        let request = Request { submission, token, participant: None };
        match state.defer(Deferred { request, receipt }) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => {
                self.submit_now(table, state, command).map(drop).map_err(|rejected| rejected.error)
            }
            Err(TooMany) => Err(Error::Overloaded),
        }
    }

    /// Carries out a command that had to wait until the table had caught up with its log.
    pub(super) fn submit_again(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        command: Deferred,
    ) {
        let participant = command.request.participant.clone();
        let key = command.request.submission.key.clone();
        let answer = match self.submit_now(table, state, command) {
            Ok(answer) => answer,
            Err(mut rejected) => {
                let receipt = rejected.command.as_mut().and_then(|command| command.receipt.take());
                if let Some(receipt) = receipt {
                    // The one who waited may have gone.
                    let _ = receipt.send(Err(rejected.error));
                    return;
                }
                self.reject(table, state, key, rejected)
            }
        };
        if let (Answer::Message(answer), Some(participant)) = (answer, participant) {
            participant.send_queue.push(answer.into());
        }
    }

    /// Tells the sender of a command that it is refused; not before everything is committed that the
    /// refusal follows from.
    fn reject(
        &self,
        table: &Arc<HostedTable>,
        state: &State,
        key: Option<CommandKey>,
        Rejected { error, command }: Rejected,
    ) -> Answer {
        let message = self.refusal(state, key, &error);
        if state.is_all_committed() || state.is_broken || !error.follows_from_table() {
            return Answer::Message(message);
        }
        let Some(command) = command else { return Answer::Message(message) };
        let Some(participant) = command.request.participant.clone() else { return Answer::Later };
        let (table, version) = (table.clone(), state.version());
        self.commit_queue.hold(HeldRefusal { table, version, message, participant, command });
        Answer::Later
    }

    /// What the sender of a command is told that is refused.
    fn refusal(&self, state: &State, key: Option<CommandKey>, error: &Error) -> String {
        self.metrics.count_refused(error.reason());
        error.log();
        let version =
            if error.follows_from_table() { state.version() } else { state.known_version() }
                as usize;
        FromServer::Refused { key, problem: error.problem(), version }.to_string()
    }

    /// Decides on a command, unless it has been carried out already.
    fn submit_now(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        command: Deferred,
    ) -> Result<Answer, Rejected> {
        let Deferred { request, receipt } = command;
        let Request { submission, token, participant } = &request;
        if let (Some(token), Some(participant)) = (&submission.token, participant)
            && participant.is_spectator()
            && let Some(seat) = state.seat_of(token)
        {
            // They joined on a connection that they believed to be lost.
            participant.sit(seat, TokenHash::of(token));
            self.broadcast_presence(table, state);
        }
        let seat = match participant {
            Some(participant) => participant.seat(),
            None => state.seat_of_hash(token),
        };
        let holder = match participant {
            Some(participant) => seat.map(|_| KeyHolder::from(participant.token())),
            None => Some(KeyHolder::from(*token)),
        };
        let used = submission
            .key
            .as_ref()
            .and_then(|key| state.used_key(holder, key, &submission.command));
        let decided = match used {
            Some(Used { version, by }) if by == key_use(by.holder(), submission) => {
                // What is not committed yet will be broadcast.
                return Ok(state.committed_event(version).map_or(Answer::Later, Answer::Message));
            }
            Some(_) => Err(Error::KeyUsed),
            None => self.decide(table, state, seat, &request),
        };
        match decided {
            Ok((decided, now)) => {
                let decided = Decided { request: Some(request), receipt, ..decided };
                self.append(table, state, decided, now)
                    .map_err(|error| Rejected { error, command: None })?;
                state.last_used = now;
                Ok(Answer::Later)
            }
            Err(error) => {
                let command = Some(Box::new(Deferred { request, receipt }));
                Err(Rejected { error, command })
            }
        }
    }

    /// What a command leads to, and when.
    fn decide(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        by: Option<SeatId>,
        request: &Request,
    ) -> Result<(Decided, Instant), Error> {
        let Submission { mut command, key, version, token } = request.submission.clone();
        self.ensure_running()?;
        if state.is_broken {
            return Err(Error::TableBroken);
        }
        if version.is_some_and(|version| state.is_stale(&command, version)) {
            return Err(Refusal::Stale.into());
        }
        if self.commit_queue.is_full() {
            return Err(Error::Overloaded);
        }
        if self.space.left() == SpaceLeft::None {
            return Err(Error::StorageFull);
        }
        let now = Instant::now();
        let lag = request.participant.as_ref().map_or(Duration::ZERO, |sender| sender.lag());
        let lag = state.lag_of(by, lag);
        if let Some(player) = state.out_of_time(now, lag) {
            let events = vec![Event::TimeRanOut { player }];
            // The command comes after that, when the game is over.
            self.append(table, state, Decided { events, ..Decided::default() }, now)?;
        }
        if let Command::SeatComputer { level, name, .. } = &mut command {
            // The computer goes by the name of its level, whatever the client calls it.
            *name = Name::new(parlor_wording::level_name(*level));
        }
        names::keep_apart(&mut command, by, &state.table);
        let events = state.decide(by, &command)?;
        if !state.has_room_for(&events) {
            return Err(Error::LogFull);
        }
        if by.is_some_and(|seat| state.exceeds_asides(&command, seat, self.config.asides)) {
            return Err(Error::TooManyAsides);
        }
        if state.takes_back_too_much(&command) {
            return Err(Refusal::NoMoreTakebacks.into());
        }
        if let Some(sender) = &request.participant {
            self.event_quota.check_many(sender.network, events.len() as u32)?;
        }
        let token = token.as_ref().map_or(request.token, TokenHash::of);
        let change = seat_change(&events, state, token);
        if let (Some(SeatChange { seat, token }), Some(participant)) =
            (change, &request.participant)
        {
            match token {
                Some(token) => participant.sit(seat, token),
                None => participant.stand_up(),
            }
        }
        let seat = by.or_else(|| change.map(|change| change.seat));
        let holder = change.and_then(|change| change.token).or_else(|| state.token_of(seat?));
        let holder = holder.filter(|_| key.is_some()).map(KeyHolder::from);
        let key_use = holder.map(|holder| key_use(holder, &request.submission));
        let note = Note { by: seat.map(|seat| state.table.side(seat)), key, took: None };
        let cause = Cause { note, key_use, lag };
        Ok((Decided { events, cause, seat: change, ..Decided::default() }, now))
    }
}

/// What a key is used for by its holder: another command under the same key is refused.
fn key_use(holder: KeyHolder, submission: &Submission) -> KeyUse {
    let command = submission.command.clone();
    let bare = Submission { command, key: None, version: None, token: None };
    KeyUse::new(holder, &FromClient::Submission(bare).to_string())
}

/// The seat that changes hands with these events, if one does: a token belongs to a person.
fn seat_change(events: &[Event], state: &State, token: TokenHash) -> Option<SeatChange> {
    let [Event::Seated { player, seat }, ..] = events else { return None };
    let token = match seat.occupant {
        Occupant::Guest | Occupant::Person => Some(token),
        Occupant::Nobody => None,
        Occupant::Computer(_) => return None,
    };
    Some(SeatChange { seat: state.table.seat_id(*player), token })
}

#[cfg(test)]
mod tests {
    use parlor_protocol::message::EventsMessage;
    use parlor_rules::Player;

    use super::*;
    use crate::store::{Append, ChainHash, EncodedEvents};
    use crate::tables::commit_queue::{CommitQueue, Pending};
    use crate::tables::hosted_table::{MAX_EVENTS, RESERVED_EVENTS, TAKEBACKS};
    use crate::tables::test_rig::{GAME, Rig, seated};

    /// A table whose log has so many events, after a move by which player one goes again.
    async fn table_with(rig: &Rig, events: u32) -> Arc<HostedTable> {
        let begun = GAME.into_iter().chain(["moved\t2"]).map(str::to_owned);
        let renamed = (3..events).map(|number| format!("renamed\t2\tB{number}"));
        let lines: Vec<String> = begun.chain(renamed).collect();
        rig.table(lines.iter().map(String::as_str)).await
    }

    #[tokio::test]
    async fn when_the_log_is_nearly_full_the_game_can_still_be_finished() {
        let rig = Rig::new();
        let table = table_with(&rig, MAX_EVENTS - RESERVED_EVENTS).await;
        let [ada, ben] = SeatId::BOTH.map(seated);
        let renamed = rig.submit(&table, &ben, r#"{"type":"rename","data":{"name":"Ben"}}"#);
        assert!(renamed.is_some_and(|answer| answer.contains(r#""reason":"too-"#)));
        let asked = rig.submit(&table, &ada, r#"{"type":"ask","data":{"for":"draw"}}"#);
        assert!(asked.is_some_and(|answer| answer.contains(r#""reason":"too-long""#)));
        let moved = rig.submit(&table, &ada, r#"{"type":"move","data":{"choice":0,"version":3}}"#);
        assert_eq!(moved, None, "it will be stored and broadcast");
        assert_eq!(rig.submit(&table, &ben, r#"{"type":"resign"}"#), None);
    }

    #[tokio::test]
    async fn a_game_does_not_go_back_and_forth_for_ever() {
        let rig = Rig::new();
        let ask = r#"{"type":"ask","data":{"for":"takeback"}}"#;
        for (takebacks, rematched, is_refused) in
            [(TAKEBACKS - 1, None, false), (TAKEBACKS, None, true), (TAKEBACKS, Some(()), false)]
        {
            let rematched = rematched.map_or([""; 2], |()| ["resigned\t1", "rematched"]);
            let lines = GAME
                .into_iter()
                .chain((0..takebacks).flat_map(|_| ["moved\t0", "took back\t0"]))
                .chain(rematched)
                .chain(["moved\t0"])
                .filter(|line| !line.is_empty());
            let table = rig.table(lines).await;
            let answer = rig.submit(&table, &seated(SeatId::First), ask);
            let refused = answer.map(|it| it.contains(r#""reason":"no-more-takebacks""#));
            assert_eq!(refused, is_refused.then_some(true), "{takebacks}");
        }
    }

    #[tokio::test]
    async fn when_the_log_is_full_no_player_loses_on_time() {
        let rig = Rig::new();
        let table = table_with(&rig, MAX_EVENTS - 1).await;
        let late = Instant::now() + Duration::from_secs(61);
        assert_eq!(table.lock().out_of_time(late, Duration::ZERO), Some(Player::One));
        let table = table_with(&rig, MAX_EVENTS).await;
        let moved = rig.submit(
            &table,
            &seated(SeatId::First),
            r#"{"type":"move","data":{"choice":0,"version":3}}"#,
        );
        assert!(moved.is_some_and(|answer| answer.contains(r#""reason":"too-long""#)));
        assert_eq!(table.lock().out_of_time(late, Duration::ZERO), None);
        assert_eq!(
            table.lock().next_due(&rig.tables.config),
            None,
            "and there is nothing to wait for"
        );
    }

    #[tokio::test]
    async fn when_too_much_waits_to_be_committed_no_more_commands_are_taken() {
        let rig = Rig::idle(|_| {});
        let table = rig.table(GAME).await;
        for version in 2..2 + CommitQueue::CAPACITY as u32 {
            let events = EncodedEvents::new(EventsMessage::new(version), ChainHash([0; 16]));
            let log = table.log;
            let append = Append { log, header: None, version, events, key_use: None, seat: None };
            let committed = table.lock().once_committed();
            let pending =
                Pending { table: table.clone(), committed, moves: 0, request: None, receipt: None };
            rig.tables.commit_queue.push(append, pending);
        }
        let answer = rig.submit(
            &table,
            &seated(SeatId::First),
            r#"{"type":"rename","data":{"name":"Ada"}}"#,
        );
        let answer = answer.expect("it is refused");
        assert!(answer.contains(r#""version":2,"reason":"too-many""#), "{answer}");
        let new = r#"{"game":"gems","seat":1}"#.parse().expect("a table");
        assert!(matches!(rig.tables.create(new, false).await, Err(Error::Overloaded)));
    }
}
