use std::collections::HashMap;
use std::fmt::Write;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use parking_lot::{Mutex, MutexGuard};
use parlor_rules::Player;
use parlor_table::message::{Events, FromServer, PROTOCOL, Presence, Reason, Welcome};
use parlor_table::{
    CommandId, Entry, Event, LogError, Note, Occupant, Phase, Reaction, Refusal, SeatToken, Table,
    TableId,
};

use crate::log_text::LogText;
use crate::member::Member;
use crate::outbox::End;
use crate::secrets::TokenHash;
use crate::store::{Beginning, Lines, LogKey, Stored};
use crate::told::Told;

/// A table that is kept in memory because somebody is, or was just now, connected to it.
#[derive(Debug)]
pub(crate) struct Hosted {
    pub(crate) id: TableId,
    pub(crate) key: LogKey,
    pub(crate) secret: [u8; 16],
    state: Mutex<State>,
}

/// Everything about a table that changes.
///
/// It runs ahead of the store: an event is folded in when it is decided, so that the next command
/// finds it there, but nobody hears of it before it is `committed`.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) table: Table,
    log: LogText,
    /// How many events are in the store.
    pub(crate) committed: u32,
    /// What people know who have been told those.
    pub(crate) told: Told,
    /// Who holds each seat, by the side it had when the table was opened.
    keys: [Option<TokenHash>; 2],
    /// The commands that were carried out: a hash of who and what they called it, and the event
    /// that it led to.
    carried_out: HashMap<u64, u32>,
    pub(crate) members: Vec<Arc<Member>>,
    /// Up to when the player to move has been charged for thinking.
    pub(crate) charged: Instant,
    /// Since when both players have committed to their parts of a toss.
    pub(crate) committed_toss: Option<Instant>,
    /// Whether it waits for anyone rather than for a friend.
    pub(crate) anyone: bool,
    /// When the table is to be looked at again, if it is.
    pub(crate) waking: Option<Instant>,
    /// When to tell how many people watch, if that is still to be told.
    pub(crate) presence_due: Option<Instant>,
    /// Whether the computer is thinking about its next move here.
    pub(crate) computer_thinks: bool,
    /// What was decided could not be stored. Nothing more happens here; it is read anew.
    pub(crate) broken: bool,
    /// When somebody was here last.
    pub(crate) used: Instant,
}

/// As long as the message about a move may be, with some room to spare.
const USUAL_MESSAGE: usize = 64;

impl Hosted {
    /// A table out of its log.
    pub(crate) fn of_log(stored: Stored, hasher: &impl BuildHasher) -> Result<Self, LogError> {
        let Stored { key, beginning, lines } = stored;
        let mut lines = lines.iter();
        let opened = lines.next().ok_or(LogError::Refused(Refusal::Opening))?;
        let entry: Entry = opened.parse().map_err(LogError::Text)?;
        let Event::Opened(opening) = &entry.event else {
            return Err(LogError::Refused(Refusal::Opening));
        };
        let mut state = State::new(Table::open(opening), &beginning);
        state.log.push(opened);
        for line in lines {
            let entry: Entry = line.parse().map_err(LogError::Text)?;
            state.remember(&entry.note, hasher);
            state.table.apply(&entry).map_err(LogError::Refused)?;
            state.log.push(line);
        }
        state.committed = state.log.len();
        state.told = state.known_once_stored();
        state.mind_the_toss(Instant::now());
        Ok(Self { id: beginning.table, key, secret: beginning.secret, state: Mutex::new(state) })
    }

    /// Whether the holder of this key waits here for anyone who wants to play the same.
    pub(crate) fn is_waited_at_by(&self, token: Option<&SeatToken>) -> bool {
        let state = self.lock();
        let waits = state.anyone && !state.broken && state.table.phase() == Phase::Waiting;
        waits && token.is_some_and(|token| state.seat_of(token).is_some())
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl State {
    fn new(table: Table, beginning: &Beginning) -> Self {
        let now = Instant::now();
        Self {
            told: Told::of(&table, now),
            table,
            log: LogText::default(),
            committed: 0,
            keys: beginning.keys,
            carried_out: HashMap::new(),
            members: Vec::new(),
            charged: now,
            committed_toss: None,
            anyone: beginning.anyone,
            waking: None,
            presence_due: None,
            computer_thinks: false,
            broken: false,
            used: now,
        }
    }

    /// How many events there are, stored or not.
    pub(crate) fn version(&self) -> u32 {
        self.log.len()
    }

    /// How long the player to move has been thinking, where there is a clock that runs.
    pub(crate) fn thinking(&self, now: Instant) -> Option<Duration> {
        self.known_once_stored().thinking(now)
    }

    /// What people will know of the table when everything is stored that was decided so far.
    pub(crate) fn known_once_stored(&self) -> Told {
        Told::of(&self.table, self.charged)
    }

    /// The player whose time is up, if it is.
    pub(crate) fn out_of_time(&self, now: Instant) -> Option<Player> {
        let thinking = self.thinking(now)?;
        match self.table.phase() {
            Phase::Playing(player) => {
                (thinking >= self.table.clocks()?.left(player)).then_some(player)
            }
            _ => None,
        }
    }

    /// Folds in what happens. The first event carries the note of the command.
    ///
    /// # Errors
    /// If it cannot happen, which the table should have said before. Then it is broken.
    pub(crate) fn happen(
        &mut self,
        events: Vec<Event>,
        note: Note,
        now: Instant,
        hasher: &impl BuildHasher,
    ) -> Result<Lines, Refusal> {
        let from = self.version();
        let mut message = String::with_capacity(USUAL_MESSAGE);
        // Text can always be written to a string.
        let _ = write!(message, "events\tfrom={from}");
        let mut note = Some(note);
        for event in events {
            let took = self.thinking(now);
            let entry = Entry { event, note: Note { took, ..note.take().unwrap_or_default() } };
            self.remember(&entry.note, hasher);
            if let Err(refusal) = self.table.apply(&entry) {
                self.broken = true;
                return Err(refusal);
            }
            self.charged = now;
            message.push('\n');
            let line = message.len();
            let _ = write!(message, "{entry}");
            self.log.push(&message[line..]);
        }
        self.mind_the_toss(now);
        Ok(Lines::of_message(message))
    }

    /// The event that a command led to which has been carried out already.
    pub(crate) fn carried_out(
        &self,
        home: Player,
        id: &CommandId,
        hasher: &impl BuildHasher,
    ) -> Option<u32> {
        let hash = hasher.hash_one((home, id));
        self.carried_out.get(&hash).copied()
    }

    /// The event by which somebody left their seat. They have no key any more by which they could
    /// be known; but then whoever says the same again only hears what everybody has been told.
    pub(crate) fn left(&self, id: &CommandId, hasher: &impl BuildHasher) -> Option<u32> {
        let nobody = |event: &Event| matches!(event, Event::Seated { seat, .. } if seat.occupant == Occupant::Nobody);
        let carried_out = |home| self.carried_out(home, id, hasher);
        let mut events = Player::BOTH.into_iter().filter_map(carried_out);
        events.find(|&number| self.event(number).is_some_and(|event| nobody(&event)))
    }

    /// Notes that the next event carries out a command.
    fn remember(&mut self, note: &Note, hasher: &impl BuildHasher) {
        if let (Some(by), Some(id)) = (note.by, &note.id) {
            let hash = hasher.hash_one((self.table.home(by), id));
            self.carried_out.insert(hash, self.log.len());
        }
    }

    /// Notes since when hands have been waiting to be opened.
    fn mind_the_toss(&mut self, now: Instant) {
        let waits = self.table.toss().is_some_and(parlor_table::Toss::awaits_reveal);
        self.committed_toss = if waits { self.committed_toss.or(Some(now)) } else { None };
    }

    /// Which seat a token opens, by the side it had when the table was opened.
    pub(crate) fn seat_of(&self, token: &SeatToken) -> Option<Player> {
        let hash = TokenHash::of(token);
        let opens = |home: Player| self.keys[home.index()].is_some_and(|key| key.is(&hash));
        // Both are looked at, whichever fits.
        let [one, two] = Player::BOTH.map(opens);
        if one { Some(Player::One) } else { two.then_some(Player::Two) }
    }

    /// Gives a seat to the holder of a key, or to nobody.
    pub(crate) fn hand_over(&mut self, home: Player, key: Option<TokenHash>) {
        self.keys[home.index()] = key;
        if key.is_none() {
            self.members.iter().filter(|member| member.home() == Some(home)).for_each(|member| {
                member.sit(None);
            });
        }
    }

    /// What somebody reads first who comes to the table with so many events.
    pub(crate) fn welcome(
        &self,
        table: &TableId,
        home: Option<Player>,
        offered: Option<&SeatToken>,
        version: usize,
        now: Instant,
    ) -> String {
        let from = u32::try_from(version).ok().filter(|&from| from <= self.committed).unwrap_or(0);
        let welcome = FromServer::Welcome(Welcome {
            protocol: PROTOCOL,
            table: table.clone(),
            seat: home.map(|home| self.told.side(home)),
            token: offered.cloned(),
            thinking: self.told.thinking(now),
            news: Events { from: from as usize, entries: Vec::new() },
        });
        // The events are text already.
        let mut message = welcome.to_string();
        let news = self.log.between(from, self.committed);
        if !news.is_empty() {
            message.push('\n');
            message.push_str(news);
        }
        message
    }

    /// An event that has been stored, as it was told when it happened.
    pub(crate) fn tell_again(&self, version: u32) -> Option<String> {
        let line = self.log.line(version).filter(|_| version < self.committed)?;
        Some(format!("events\tfrom={version}\n{line}"))
    }

    /// The number of the last event of a kind.
    pub(crate) fn last_event(&self, is: impl Fn(&Event) -> bool) -> Option<u32> {
        (0..self.log.len()).rev().find(|&number| self.event(number).is_some_and(|event| is(&event)))
    }

    fn event(&self, number: u32) -> Option<Event> {
        let entry = self.log.line(number)?.parse::<Entry>().ok()?;
        Some(entry.event)
    }

    pub(crate) fn presence(&self) -> Presence {
        let here = |player: Player| match self.told.occupant(player) {
            Occupant::Computer(_) | Occupant::Bot => true,
            Occupant::Guest | Occupant::Person => {
                let home = Some(self.told.side(player));
                self.members.iter().any(|member| member.home() == home)
            }
            Occupant::Nobody => false,
        };
        let watching = self.members.iter().filter(|member| member.home().is_none()).count();
        Presence { here: Player::BOTH.map(here), watching }
    }

    pub(crate) fn tell_presence(&mut self) {
        self.presence_due = None;
        self.tell_all(&FromServer::Presence(self.presence()).to_string().into());
    }

    /// Tells everybody what a player says.
    pub(crate) fn react(&self, member: &Member, reaction: Reaction) -> Result<(), Reason> {
        let home = member.home().ok_or(Reason::Refused(Refusal::NotSeated))?;
        if !member.reactions.allows_one_more() {
            return Err(Reason::TooMany);
        }
        let player = self.told.side(home);
        self.tell_all(&FromServer::Reaction { player, reaction }.to_string().into());
        Ok(())
    }

    pub(crate) fn tell_all(&self, message: &Utf8Bytes) {
        for member in &self.members {
            member.outbox.push(message.clone());
        }
    }

    /// Sends everybody away, to come back to the table as it is stored.
    pub(crate) fn break_up(&mut self) {
        self.broken = true;
        self.send_away(End::ComeBack);
        self.members.clear();
    }

    /// Ends all connections to the table.
    pub(crate) fn send_away(&self, end: End) {
        self.members.iter().for_each(|member| member.outbox.end(end));
    }
}

#[cfg(test)]
mod tests {
    use std::hash::RandomState;

    use super::*;

    fn hosted(lines: &[&str], hasher: &RandomState) -> Hosted {
        let beginning = Beginning {
            table: "q3mX0aVbT9Lk2PzR".parse().expect("a name"),
            secret: [0; 16],
            anyone: false,
            keys: [None; 2],
        };
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        Hosted::of_log(Stored { key: LogKey(1), beginning, lines }, hasher).expect("a log")
    }

    #[test]
    fn whoever_comes_while_a_move_is_being_stored_is_told_who_thinks_and_for_how_long() {
        let hasher = RandomState::new();
        let lines = ["opened\ttic-tac-toe~X~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0"];
        let hosted = hosted(&lines, &hasher);
        let mut state = hosted.lock();
        let after = |seconds| state.charged + Duration::from_secs(seconds);
        let [moved, comes, later] = [after(5), after(7), after(8)];
        let events = vec![Event::Moved { choice: 4 }];
        state.happen(events, Note::default(), moved, &hasher).expect("a legal move");

        let welcome = |state: &State, now| state.welcome(&hosted.id, None, None, 0, now);
        assert!(welcome(&state, comes).contains("\tthinking=7000\t"), "Ada, for all they know");
        state.committed = state.version();
        state.told = state.known_once_stored();
        assert!(welcome(&state, later).contains("\tthinking=3000\t"), "Ben, since Ada moved");
    }

    #[test]
    fn whoever_comes_while_sides_are_being_changed_is_seated_by_what_they_are_told() {
        let hasher = RandomState::new();
        let lines = ["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "resigned\t1"];
        let hosted = hosted(&lines, &hasher);
        let mut state = hosted.lock();
        let now = Instant::now();
        let swap = vec![Event::Rematched { swapped: true }];
        state.happen(swap, Note::default(), now, &hasher).expect("the game is over");

        let welcome = |state: &State| state.welcome(&hosted.id, Some(Player::One), None, 0, now);
        assert!(welcome(&state).contains("\tseat=1\t") && !welcome(&state).contains("swapped"));
        state.committed = state.version();
        state.told = state.known_once_stored();
        assert!(welcome(&state).contains("\tseat=2\t") && welcome(&state).contains("swapped"));
    }
}
