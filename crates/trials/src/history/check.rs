use std::ops::AddAssign;

use anyhow::{Context, Result, bail, ensure};
use parlor_protocol::TableId;
use parlor_protocol::message::{Presence, Reason, Submission, Whereabouts};
use parlor_rules::Player;
use parlor_table::{
    Actor, Command, CommandKey, Entry, Event, GameLog, Name, Occupant, Policy, Refusal, SeatId,
    Table,
};

use super::{History, Told, What};

/// A table after each event of its log.
#[derive(Debug)]
pub struct Timeline {
    table: TableId,
    entries: Vec<Entry>,
    /// The table after one event, after two, and so on.
    tables: Vec<Table>,
}

/// How much of what clients were told was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Welcomes, with the seat that they name.
    pub welcomes: u64,
    /// Refusals, by deciding on the same command again.
    pub refusals: u64,
    /// Who is there.
    pub presences: u64,
    /// Players who were told that they have an opponent.
    pub pairings: u64,
}

impl AddAssign for Checked {
    fn add_assign(&mut self, Self { welcomes, refusals, presences, pairings }: Self) {
        self.welcomes += welcomes;
        self.refusals += refusals;
        self.presences += presences;
        self.pairings += pairings;
    }
}

/// How a client comes to a seat at a table, if they do.
#[derive(Clone, Debug)]
pub enum Arrival {
    /// They have set the table, and sat on this side from the beginning.
    Set(Player),
    /// By a command of theirs.
    Joined,
    /// They were paired with the player who waits there. They have a name that no other player has.
    Paired(Name),
}

/// Who a client is at a table.
#[derive(Clone, Copy, Debug)]
struct Identity {
    seat: SeatId,
    /// From which version on they have it.
    since: usize,
    /// From which version on they do not have it any more.
    until: Option<usize>,
}

impl Timeline {
    /// What happened at a table, by its log in the end.
    ///
    /// # Errors
    /// If it cannot have happened.
    pub fn new(table: TableId, log: &GameLog) -> Result<Self> {
        let [first, rest @ ..] = log.entries() else { bail!("a log without events") };
        let Event::Opened(opening) = &first.event else { bail!("a log that does not begin") };
        let mut state = Table::open(opening);
        let mut tables = vec![state.clone()];
        for entry in rest {
            state.apply(entry)?;
            tables.push(state.clone());
        }
        Ok(Self { table, entries: log.entries().to_vec(), tables })
    }

    /// Holds what a client was told at this table against what happened there.
    ///
    /// # Errors
    /// If they were told something that was never true, or not any more.
    pub fn check(&self, client: &History, arrival: &Arrival) -> Result<Checked> {
        let identity = self.identity(client, arrival)?;
        let mut checked = Checked::default();
        for Told { at, known, what } in &client.told {
            if **at != self.table {
                continue;
            }
            let told = self.check_one(client, identity, *known, what, &mut checked);
            told.with_context(|| format!("after {known} events, {what:?}"))?;
        }
        self.check_commands(client)?;
        Ok(checked)
    }

    fn check_one(
        &self,
        client: &History,
        identity: Option<Identity>,
        known: usize,
        what: &What,
        checked: &mut Checked,
    ) -> Result<()> {
        let table = self.after(known)?;
        match what {
            What::Welcome { seat, clock_runs } => {
                let expected = seat_at(identity, known).map(|seat| table.side(seat));
                ensure!(*seat == expected, "their seat was {expected:?}");
                ensure!(!clock_runs || table.clock_runs_for().is_some(), "no clock ran");
                checked.welcomes += 1;
            }
            What::Presence(presence) => {
                check_presence(table, presence)?;
                checked.presences += 1;
            }
            What::Reaction(player) => {
                let sits =
                    matches!(table.seat(*player).occupant, Occupant::Guest | Occupant::Person);
                ensure!(sits, "nobody sat there who could react");
            }
            What::Refused { key, reason, version } => {
                // What it follows from comes before it, on the same connection.
                ensure!(*version == known, "it follows from {version} events");
                if let Some(key) = key {
                    let sent = client.sent.get(key).context("it was never sent")?;
                    checked.refusals +=
                        u64::from(self.check_refusal(identity, sent, *reason, *version)?);
                }
            }
        }
        Ok(())
    }

    /// Decides again on a command that was refused. Says whether that could be done: some refusals are
    /// about the server and not about the table.
    fn check_refusal(
        &self,
        identity: Option<Identity>,
        sent: &Submission,
        reason: Reason,
        version: usize,
    ) -> Result<bool> {
        let table = self.after(version)?;
        let refusal = match reason {
            Reason::Refused(
                Refusal::RateLimited
                | Refusal::Unavailable
                | Refusal::LogFull
                | Refusal::NoMoreTakebacks
                | Refusal::StorageFull
                | Refusal::NotUnderstood,
            ) => return Ok(false),
            Reason::Refused(refusal) => refusal,
            Reason::KeyUsed => bail!("no client uses a key twice"),
            _ => return Ok(false),
        };
        if refusal == Refusal::Stale {
            ensure!(sent.version.is_some_and(|known| known < version), "nothing had happened");
            return Ok(true);
        }
        let actor = seat_at(identity, version).map_or(Actor::Spectator, Actor::Seat);
        match table.decide(actor, &sent.command, Policy::Remote) {
            Ok(_) => bail!("it was allowed"),
            Err(found) => ensure!(found == refusal, "it was refused as {found:?}"),
        }
        Ok(true)
    }

    /// What was carried out under a key of this client is what they asked for.
    fn check_commands(&self, client: &History) -> Result<()> {
        for (number, Entry { event, note }) in self.entries.iter().enumerate() {
            let sent = note.key.as_ref().and_then(|key| client.sent.get(key));
            let Some(Submission { command, version, .. }) = sent else { continue };
            let is_it = match (command, event) {
                (Command::Move { choice: asked }, Event::Moved { choice }) => asked == choice,
                (Command::Move { .. }, _) | (_, Event::Moved { .. }) => false,
                _ => true,
            };
            ensure!(is_it, "event {number} is not what was asked for: {command:?}");
            ensure!(
                version.is_none_or(|version| version <= number),
                "event {number} came too early"
            );
        }
        Ok(())
    }

    /// Which seat a client has, and since when.
    fn identity(&self, client: &History, arrival: &Arrival) -> Result<Option<Identity>> {
        let took_seat = match arrival {
            Arrival::Set(side) => Some((*side, 1)),
            Arrival::Joined => {
                let is_join = |key: &CommandKey| {
                    let sent = client.sent.get(key).map(|sent| &sent.command);
                    matches!(sent, Some(Command::Join { .. }))
                };
                self.seated(|entry, _| entry.note.key.as_ref().is_some_and(is_join))
            }
            Arrival::Paired(name) => self.seated(|_, seated| seated == name),
        };
        let Some((side, since)) = took_seat else { return Ok(None) };
        let seat = self.after(since)?.seat_id(side);
        Ok(Some(Identity { seat, since, until: self.left(seat, since) }))
    }

    /// Which side the first guest took of whom this is true, and from which version on.
    fn seated(&self, is_it: impl Fn(&Entry, &Name) -> bool) -> Option<(Player, usize)> {
        self.entries.iter().zip(1..).find_map(|(entry, since)| {
            let Event::Seated { player, seat } = &entry.event else { return None };
            let is_theirs = seat.occupant == Occupant::Guest && is_it(entry, &seat.name);
            is_theirs.then_some((*player, since))
        })
    }

    /// From which version on a seat is free again.
    fn left(&self, seat: SeatId, since: usize) -> Option<usize> {
        let is_free = |table: &Table| table.seat(table.side(seat)).occupant == Occupant::Nobody;
        (since..=self.tables.len()).find(|version| is_free(&self.tables[version - 1]))
    }

    /// The table after so many events.
    pub(super) fn after(&self, events: usize) -> Result<&Table> {
        let table = events.checked_sub(1).and_then(|place| self.tables.get(place));
        table.with_context(|| format!("the log never had {events} events"))
    }

    /// The table after each event.
    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }
}

fn seat_at(identity: Option<Identity>, version: usize) -> Option<SeatId> {
    let Identity { seat, since, until } = identity?;
    (since <= version && until.is_none_or(|until| version < until)).then_some(seat)
}

/// Nobody is here, or awaited, in a seat that nobody has; and the computer always is.
fn check_presence(table: &Table, presence: &Presence) -> Result<()> {
    for player in Player::BOTH {
        let told = presence.players[player.index()];
        match table.seat(player).occupant {
            Occupant::Nobody => ensure!(told == Whereabouts::Away, "the seat was free"),
            Occupant::Computer(_) => ensure!(told == Whereabouts::Here, "the computer sat there"),
            Occupant::Guest | Occupant::Person => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use parlor_protocol::message::{Events, FromClient, FromServer, PROTOCOL, Problem, Welcome};
    use parlor_rules::Choice;
    use parlor_table::{Note, Opening, PieRule, Seat};

    use super::*;

    const TABLE: &str = "AAAAAAAAAAAAAAAA";

    fn key(text: &str) -> CommandKey {
        text.parse().expect("a key")
    }

    /// Ada set a table, Ben joined as `k1`, Ada moved as `k2`.
    fn log() -> GameLog {
        let guest = Seat { name: Name::new("Ada"), occupant: Occupant::Guest };
        let free = Seat { name: Name::default(), occupant: Occupant::Nobody };
        let mut opening = Opening::new("gems~S~".parse().expect("a record"), [guest.clone(), free]);
        opening.pie_rule = PieRule::Off;
        let mut log = GameLog::continued(opening);
        let note = |by, text| Note { by: Some(by), key: Some(key(text)), took: None };
        let seat = Seat { name: Name::new("Ben"), ..guest };
        let joined = Event::Seated { player: Player::Two, seat };
        log.append(Entry { event: joined, note: note(Player::Two, "k1") }).expect("a seat");
        let moved = Event::Moved { choice: Choice::new(2).expect("a pit") };
        log.append(Entry { event: moved, note: note(Player::One, "k2") }).expect("a move");
        log
    }

    fn join(history: &mut History, text: &str) {
        let command = Command::Join { name: Name::new("Ben"), seat: None };
        let key = Some(key(text));
        history.said(&FromClient::Submission(Submission {
            command,
            key,
            version: None,
            token: None,
        }));
    }

    /// A welcome with the whole log up to a version.
    fn welcome(history: &mut History, seat: Option<Player>, version: usize) {
        history.heard(&FromServer::Welcome(Welcome {
            protocol: PROTOCOL,
            table: TABLE.parse().expect("a table"),
            seat,
            token: None,
            thinking: None,
            version: None,
            epoch: None,
            news: events(0, version),
        }));
    }

    fn events(from: usize, to: usize) -> Events {
        Events { from, entries: log().entries()[from..to].to_vec(), hash: None }
    }

    fn refused(history: &mut History, text: &str, refusal: Refusal, version: usize) {
        let problem = Problem::from(Reason::Refused(refusal));
        history.heard(&FromServer::Refused { key: Some(key(text)), problem, version });
    }

    fn verdict(history: &History, arrival: &Arrival) -> Result<Checked> {
        let table = TABLE.parse().expect("a table");
        Timeline::new(table, &log()).expect("a log").check(history, arrival)
    }

    fn client() -> History {
        History::new(TABLE.parse().expect("a table"))
    }

    #[test]
    fn what_was_true_passes() {
        let mut ben = client();
        welcome(&mut ben, None, 1);
        join(&mut ben, "k1");
        ben.heard(&FromServer::Events(events(1, 2)));
        let presence = Presence { players: [Whereabouts::Here; 2], watching: 0 };
        ben.heard(&FromServer::Presence(presence));
        welcome(&mut ben, Some(Player::Two), 3);
        let checked = verdict(&ben, &Arrival::Joined).expect("nothing was wrong");
        assert_eq!((checked.welcomes, checked.presences), (2, 1));

        let mut eve = client();
        welcome(&mut eve, None, 1);
        join(&mut eve, "k9");
        eve.heard(&FromServer::Events(events(1, 2)));
        refused(&mut eve, "k9", Refusal::SeatTaken, 2);
        assert_eq!(verdict(&eve, &Arrival::Joined).expect("nothing was wrong").refusals, 1);
    }

    #[test]
    fn a_seat_that_is_not_stored_is_found() {
        let mut ben = client();
        join(&mut ben, "k1");
        welcome(&mut ben, Some(Player::Two), 1);
        assert!(verdict(&ben, &Arrival::Joined).is_err(), "he had no seat yet");

        let mut ada = client();
        welcome(&mut ada, None, 2);
        assert!(verdict(&ada, &Arrival::Set(Player::One)).is_err(), "she had one");
    }

    #[test]
    fn a_refusal_that_follows_from_what_is_not_stored_is_found() {
        for version in [1, 9] {
            let mut eve = client();
            welcome(&mut eve, None, 1);
            join(&mut eve, "k9");
            refused(&mut eve, "k9", Refusal::SeatTaken, version);
            assert!(
                verdict(&eve, &Arrival::Joined).is_err(),
                "the seat was free, or there was no such version"
            );
        }
        for (known, version) in [(2, 1), (1, 2)] {
            let mut eve = client();
            welcome(&mut eve, None, known);
            join(&mut eve, "k9");
            refused(&mut eve, "k9", Refusal::SeatTaken, version);
            assert!(
                verdict(&eve, &Arrival::Joined).is_err(),
                "she knew more than that, or was not told yet"
            );
        }
    }

    #[test]
    fn somebody_who_is_here_before_they_have_a_seat_is_found() {
        let mut ada = client();
        welcome(&mut ada, Some(Player::One), 1);
        let presence = Presence { players: [Whereabouts::Here; 2], watching: 0 };
        ada.heard(&FromServer::Presence(presence));
        assert!(verdict(&ada, &Arrival::Set(Player::One)).is_err());
    }

    #[test]
    fn another_move_than_the_one_that_was_sent_is_found() {
        let mut ada = client();
        welcome(&mut ada, Some(Player::One), 2);
        let command = Command::Move { choice: Choice::new(4).expect("a pit") };
        let submission =
            Submission { command, key: Some(key("k2")), version: Some(2), token: None };
        ada.said(&FromClient::Submission(submission));
        assert!(verdict(&ada, &Arrival::Set(Player::One)).is_err());
    }
}
