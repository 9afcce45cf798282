mod presence;

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use parlor_protocol::text::{LogError, append_entry, read_entry};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Player;
use parlor_table::{
    Command, CommandKey, Entry, Event, Hand, Note, Occupant, Phase, Refusal, Table,
};

use crate::rate_limit::{KEPT_FOR_THE_GAME, LOG_EVENTS, MessageLimit};
use crate::store::{Beginning, Lines, LogKey, Stored};
use crate::tables::committed::Told;
use crate::tables::log_text::LogText;
use crate::tables::participant::Member;
use crate::tables::timers::Deadline;
use crate::tokens::TokenHash;

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
    /// How many events there were when the game last changed.
    changed_at: u32,
    /// How many events there were when a player last asked for something.
    asked_at: u32,
    /// What each player has done beside the game since it last went on, by the side they had when
    /// the table was opened.
    asides: [u32; 2],
    /// Who holds each seat, by the side it had when the table was opened.
    keys: [Option<TokenHash>; 2],
    /// The commands that were carried out: a hash of who and what they called it, and the event
    /// that it led to.
    carried_out: HashMap<u64, u32>,
    pub(crate) members: Vec<Arc<Member>>,
    /// What may be said in each seat, by the side it had when the table was opened.
    reactions: [MessageLimit; 2],
    /// Up to when the player to move has been charged for thinking.
    pub(crate) charged: Instant,
    /// Who keeps a toss waiting, and since when.
    pub(crate) toss_awaits: Option<(Player, Instant)>,
    /// Who has been here since a seat changed hands last, by the side they had when the table was
    /// opened. Nobody is hurried before they can know that they are expected.
    been_here: [bool; 2],
    /// Whether it waits for anyone rather than for a friend.
    pub(crate) anyone: bool,
    /// When the table is to be looked at again, if it is.
    pub(crate) waking: Option<Deadline>,
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
        let entry = read_entry(opened).map_err(LogError::Text)?;
        let Event::Opened(opening) = &entry.event else {
            return Err(LogError::Refused(Refusal::Opening));
        };
        let mut state = State::new(Table::open(opening), &beginning);
        state.write(opened, &entry);
        for line in lines {
            let entry = read_entry(line).map_err(LogError::Text)?;
            state.remember(&entry.note, hasher);
            state.table.apply(&entry).map_err(LogError::Refused)?;
            state.write(line, &entry);
        }
        state.committed = state.log.len();
        state.mind_the_toss(state.used);
        state.told = state.known_once_stored();
        Ok(Self { id: beginning.table, key, secret: beginning.secret, state: Mutex::new(state) })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl State {
    fn new(table: Table, beginning: &Beginning) -> Self {
        let now = Instant::now();
        Self {
            told: Told::of(&table, None),
            table,
            log: LogText::default(),
            committed: 0,
            changed_at: 0,
            asked_at: 0,
            asides: [0; 2],
            keys: beginning.keys,
            carried_out: HashMap::new(),
            members: Vec::new(),
            reactions: [MessageLimit::reactions(), MessageLimit::reactions()],
            charged: now,
            toss_awaits: None,
            been_here: [true; 2],
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

    /// Whether there is a free seat for anyone who wants to play the same.
    pub(crate) fn waits_for_anyone(&self) -> bool {
        let begins = self.table.phase() == Phase::Waiting && self.table.ending().is_none();
        self.anyone && begins && !self.broken
    }

    /// Whether somebody who has this key may have a seat at another table, and none here: they were
    /// brought there from here.
    pub(crate) fn may_have_moved(&self, token: Option<&SeatToken>) -> bool {
        self.anyone && token.is_some_and(|token| self.seat_of(token).is_none())
    }

    /// Whose clock runs, if any does, and what they had left when they began to think. No clock
    /// runs at a table where nobody can move any more, because its log is full, nor for somebody
    /// who has not come yet.
    fn running(&self) -> Option<(Player, Duration)> {
        match (self.table.phase(), self.table.clocks()) {
            (Phase::Playing(player), Some(clocks))
                if self.version() < LOG_EVENTS && self.is_expected(player) =>
            {
                Some((player, clocks.left(player)))
            }
            _ => None,
        }
    }

    /// How long the player to move has been thinking, where there is a clock that runs.
    pub(crate) fn thinking(&self, now: Instant) -> Option<Duration> {
        self.known_once_stored().thinking(now)
    }

    /// What people will know of the table when everything is stored that was decided so far.
    pub(crate) fn known_once_stored(&self) -> Told {
        Told::of(&self.table, self.running().map(|_| self.charged))
    }

    /// The player whose time is up, if it is.
    pub(crate) fn out_of_time(&self, now: Instant) -> Option<Player> {
        let (player, left) = self.running()?;
        (self.thinking(now)? >= left).then_some(player)
    }

    /// When the time of the player to move will be up, where there is a clock that runs.
    pub(crate) fn time_is_up(&self) -> Option<Instant> {
        let (_, left) = self.running()?;
        Some(self.charged + left)
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
            // A clock counts whole milliseconds. What is left of one is counted with the next event,
            // or else many events would make time stand still.
            self.charged = took.map_or(now, |took| self.charged + took);
            message.push('\n');
            let line = message.len();
            append_entry(&mut message, &entry);
            self.write(&message[line..], &entry);
        }
        self.mind_who_is_here(now);
        Ok(Lines::of_message(message))
    }

    /// Writes down an event that has been folded in.
    fn write(&mut self, line: &str, Entry { event, note }: &Entry) {
        self.log.push(line);
        if event.changes_game() {
            self.changed_at = self.version();
        }
        if let Event::Seated { .. } = event {
            self.been_here = [false; 2];
        } else if let Some(player) = note.by.filter(|_| event.plays_on()) {
            self.been_here[self.table.home(player).index()] = true;
        }
        match *event {
            Event::Asked { player, .. }
            | Event::Committed { player, .. }
            | Event::Renamed { player, .. }
            | Event::Seated { player, .. } => {
                self.asides[self.table.home(player).index()] += 1;
            }
            // Nobody can sit down, resign and leave again and again without a move.
            Event::Declined { .. } | Event::Resigned { .. } | Event::Restarted => {}
            _ => self.asides = [0; 2],
        }
        if matches!(event, Event::Asked { .. }) {
            self.asked_at = self.version();
        }
    }

    /// Whether anything that a command depends on has happened since its sender knew so many
    /// events. An answer depends on the question; everything else only on the game, so that nobody
    /// can keep others from moving by what they do beside it.
    pub(crate) fn is_stale(&self, command: &Command, version: usize) -> bool {
        let depends_on = match command {
            Command::Accept(_) | Command::Decline => self.changed_at.max(self.asked_at),
            _ => self.changed_at,
        };
        !(depends_on as usize..=self.version() as usize).contains(&version)
    }

    /// Whether there is room in the log for what was decided. The last part of it is for finishing
    /// the game under way: nobody can fill the log and have the other one's time run out.
    pub(crate) fn has_room_for(&self, events: &[Event]) -> bool {
        let kept = if events.iter().all(Event::plays_on) { 0 } else { KEPT_FOR_THE_GAME };
        self.version() + events.len() as u32 + kept <= LOG_EVENTS
    }

    /// Whether somebody does more that does not bring the game on than they may.
    pub(crate) fn is_too_much(&self, member: &Member, command: &Command, asides: u32) -> bool {
        let Some(home) = member.home() else { return false };
        let aside = match command {
            Command::Rename { .. }
            | Command::Ask(_)
            | Command::Undo { .. }
            | Command::Restart
            | Command::Leave => true,
            // To choose anew.
            Command::Commit(_) => self
                .table
                .toss()
                .is_some_and(|toss| matches!(toss.hand(self.table.home(home)), Hand::Closed(_))),
            Command::Join { .. }
            | Command::SeatComputer { .. }
            | Command::SetMarks(_)
            | Command::Move { .. }
            | Command::Swap
            | Command::Toss
            | Command::Reveal(_)
            | Command::Redo { .. }
            | Command::Resign
            | Command::Accept(_)
            | Command::Decline => false,
        };
        aside && self.asides[home.index()] >= asides
    }

    /// The event that a command led to which has been carried out already.
    pub(crate) fn carried_out(
        &self,
        home: Player,
        key: &CommandKey,
        hasher: &impl BuildHasher,
    ) -> Option<u32> {
        let hash = hasher.hash_one((home, key));
        self.carried_out.get(&hash).copied()
    }

    /// The event by which somebody left their seat. They have no key any more by which they could
    /// be known; but then whoever says the same again only hears what everybody has been told.
    pub(crate) fn left(&self, key: &CommandKey, hasher: &impl BuildHasher) -> Option<u32> {
        let nobody = |event: &Event| matches!(event, Event::Seated { seat, .. } if seat.occupant == Occupant::Nobody);
        let carried_out = |home| self.carried_out(home, key, hasher);
        let mut events = Player::BOTH.into_iter().filter_map(carried_out);
        events.find(|&number| self.event(number).is_some_and(|event| nobody(&event)))
    }

    /// Notes that the next event carries out a command.
    fn remember(&mut self, note: &Note, hasher: &impl BuildHasher) {
        if let (Some(by), Some(key)) = (note.by, &note.key) {
            let hash = hasher.hash_one((self.table.home(by), key));
            self.carried_out.insert(hash, self.log.len());
        }
    }

    /// Notes who keeps the toss waiting, and since when.
    fn mind_the_toss(&mut self, now: Instant) {
        let tossing = matches!(self.table.phase(), Phase::Tossing(_));
        let toss = self.table.toss().filter(|_| tossing);
        let awaited = toss.and_then(|toss| toss.awaited(self.table.clocks().is_some()));
        let awaited = awaited.filter(|&player| self.is_expected(player));
        self.toss_awaits = match (awaited, self.toss_awaits) {
            (Some(player), Some((same, since))) if player == same => Some((same, since)),
            (Some(player), _) => Some((player, now)),
            (None, _) => None,
        };
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
        let entry = read_entry(self.log.line(number)?).ok()?;
        Some(entry.event)
    }
}

#[cfg(test)]
mod tests;
