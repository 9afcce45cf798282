//! How a table is reached, wherever it is kept.

use std::collections::VecDeque;

use parlor_rules::{AnyTurn, Level};

use crate::{
    Actor, Coin, Command, CommandKey, Entry, Event, GameLog, Phase, Policy, Refusal, SeatId, Table,
};

/// A table that can be acted at. What is submitted is decided by the host, here or elsewhere, and
/// what came of it is reported in order: by a local host at once, by a remote one when it hears.
///
/// ```
/// use parlor_rules::Choice;
/// use parlor_table::{Coin, Command, GameLog, Host, LocalHost, Report, Seat};
///
/// let people = [Seat::person("Ada"), Seat::person("Ben")];
/// let log = GameLog::open("kalah".parse()?, people);
/// let mut host = LocalHost::new(log, || Coin::Heads);
/// host.submit(Command::Move { choice: Choice::new(2).expect("a pit") });
///
/// let Some(Report::Changed(change)) = host.next_report() else { panic!("a legal move") };
/// assert_eq!(change.turn.map(|turn| turn.steps().len()), Some(6), "lift, four drops, go again");
/// assert!(host.next_report().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Host {
    /// The log as far as the host knows it, with what has not been reported yet.
    fn log(&self) -> &GameLog;

    /// As whom the people at this screen act.
    fn actor(&self) -> Actor;

    /// What needs consent here.
    fn policy(&self) -> Policy;

    /// Asks for something to be done.
    fn submit(&mut self, command: Command);

    /// What came of the commands, one thing after the other.
    fn next_report(&mut self) -> Option<Report>;

    /// The table as far as the host knows it.
    fn table(&self) -> &Table {
        self.log().table()
    }

    /// Whether a command would be carried out now, and how, so that a control knows whether and as
    /// what to offer it.
    ///
    /// # Errors
    /// Says why it would not be.
    fn offer(&self, command: &Command) -> Result<Offer, Refusal> {
        Offer::of(self.table(), self.actor(), command, self.policy())
    }

    /// The computer whose turn it is, if this side has to think for it. A server thinks for its own.
    fn computer_to_act(&self) -> Option<(SeatId, Level)> {
        None
    }

    /// Asks for something that the computer does.
    fn submit_for_computer(&mut self, seat: SeatId, command: Command) {
        let _ = (seat, command);
    }
}

/// How a command would be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It happens when it is submitted.
    AtOnce,
    /// The other player is asked first.
    WithConsent,
}

impl Offer {
    /// How a table would carry out a command.
    ///
    /// # Errors
    /// Says why it would not.
    pub fn of(
        table: &Table,
        actor: Actor,
        command: &Command,
        policy: Policy,
    ) -> Result<Self, Refusal> {
        let events = table.decide(actor, command, policy)?;
        Ok(match events.first() {
            Some(Event::Asked { .. }) => Self::WithConsent,
            Some(_) | None => Self::AtOnce,
        })
    }
}

/// What a host has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// Something happened.
    Changed(Box<Change>),
    /// A command was not carried out; the table is as it was.
    Refused {
        /// Which command, where it had a key.
        key: Option<CommandKey>,
        /// Why not.
        refusal: Refusal,
    },
}

/// One thing that happened, and the table after it.
///
/// Taking back, playing again and catching up are changes without a turn: they are shown at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The event, and what was noted beside it.
    pub entry: Entry,
    /// The move that was played, if one was; its steps are made on request.
    pub turn: Option<AnyTurn>,
    /// The table before it.
    pub before: Table,
    /// The table after it.
    pub table: Table,
}

impl Change {
    /// Appends an entry to a log and tells what it changed.
    ///
    /// # Errors
    /// If it cannot happen now; the log stays as it was.
    pub fn append(log: &mut GameLog, entry: Entry) -> Result<Self, Refusal> {
        let before = log.table().clone();
        let turn = log.append(entry.clone())?;
        Ok(Self { entry, turn, before, table: log.table().clone() })
    }
}

/// A table that is kept here: it decides at once.
pub struct LocalHost {
    log: GameLog,
    coin: Box<dyn FnMut() -> Coin>,
    reports: VecDeque<Report>,
}

impl LocalHost {
    /// Keeps a table. Coins fall as `coin` says.
    pub fn new(log: GameLog, coin: impl FnMut() -> Coin + 'static) -> Self {
        Self { log, coin: Box::new(coin), reports: VecDeque::new() }
    }

    fn carry_out(&mut self, actor: Actor, command: &Command) {
        let policy = Policy::OneScreen { coin: (self.coin)() };
        let decided = self.table().decide(actor, command, policy);
        let carried_out = decided.and_then(|events| {
            let append = |event: Event| Change::append(&mut self.log, event.into()).map(Box::new);
            events.into_iter().map(append).collect::<Result<Vec<_>, _>>()
        });
        match carried_out {
            Ok(changes) => self.reports.extend(changes.into_iter().map(Report::Changed)),
            Err(refusal) => self.reports.push_back(Report::Refused { key: None, refusal }),
        }
    }
}

impl Host for LocalHost {
    fn log(&self) -> &GameLog {
        &self.log
    }

    fn actor(&self) -> Actor {
        Actor::Screen
    }

    fn policy(&self) -> Policy {
        Policy::OneScreen { coin: Coin::Heads }
    }

    fn submit(&mut self, command: Command) {
        self.carry_out(Actor::Screen, &command);
    }

    fn next_report(&mut self) -> Option<Report> {
        self.reports.pop_front()
    }

    fn computer_to_act(&self) -> Option<(SeatId, Level)> {
        match self.table().phase() {
            Phase::Tossing(player) | Phase::Playing(player) => {
                let level = self.table().seat(player).level()?;
                Some((self.table().seat_id(player), level))
            }
            Phase::Waiting | Phase::Over(_) => None,
        }
    }

    fn submit_for_computer(&mut self, seat: SeatId, command: Command) {
        self.carry_out(Actor::Seat(seat), &command);
    }
}
