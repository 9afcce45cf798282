//! Whose time runs at a table, and when it is up.

use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Event, Occupant, Phase};
use tokio::time::Instant;

use super::{MAX_EVENTS, State};

impl State {
    /// What the rules of time say must happen now.
    pub(crate) fn overdue(&self, toss_timeout: Duration, now: Instant) -> Option<Event> {
        if let Some(player) = self.out_of_time(now) {
            return Some(Event::TimeRanOut { player });
        }
        let (player, since) = self.toss_awaits?;
        (since + toss_timeout <= now).then_some(Event::TossForfeited { player })
    }

    /// When the table has to be looked at again although no client may ask for anything.
    pub(crate) fn next_due(&self, toss_timeout: Duration) -> Option<Instant> {
        let time_is_up = self.running_clock().map(|(_, left)| self.charged_until + left);
        let toss = self.toss_awaits.map(|(_, since)| since + toss_timeout);
        [time_is_up, toss, self.presence_due, self.computer_due].into_iter().flatten().min()
    }

    /// The player whose time is up, if it is.
    pub(crate) fn out_of_time(&self, now: Instant) -> Option<Player> {
        let (player, left) = self.running_clock()?;
        (self.thinking(now)? >= left).then_some(player)
    }

    /// What the player to move has left of their time, where a clock runs.
    pub(crate) fn time_left(&self, now: Instant) -> Option<Duration> {
        let (_, left) = self.running_clock()?;
        Some(left.saturating_sub(self.thinking(now)?))
    }

    /// How long the player to move has been thinking, where a clock runs.
    pub(super) fn thinking(&self, now: Instant) -> Option<Duration> {
        self.once_committed().thinking(now)
    }

    /// Whose clock runs, if one does, and what they had left when they began to think. No clock
    /// runs before the first move, nor at a table where no move can be played any more because its log
    /// is full, nor for a player who has not come yet.
    pub(super) fn running_clock(&self) -> Option<(Player, Duration)> {
        self.clock_once_committed().filter(|_| self.is_turn_committed())
    }

    /// Whose clock runs, if one does, once everything is committed that was decided so far.
    pub(super) fn clock_once_committed(&self) -> Option<(Player, Duration)> {
        let player = self.table.clock_runs_for()?;
        let left = self.table.clocks()?.left(player);
        let runs = self.version() < MAX_EVENTS && self.has_come(player);
        runs.then_some((player, left))
    }

    /// What has to change for another turn to begin: a move by which the same player goes again
    /// begins one, too.
    pub(super) fn turn(&self) -> (Phase, usize, Option<Player>) {
        let awaited = self.table.toss().and_then(|toss| toss.awaited(self.table.clocks().is_some()));
        (self.table.phase(), self.table.play().played(), awaited)
    }

    /// Whether it is committed that it is the turn of the player to move. Before that no time runs:
    /// they have not been told.
    pub(super) fn is_turn_committed(&self) -> bool {
        self.turn_began <= self.committed_events
    }

    /// Has time run for the player to move from now on.
    pub(super) fn begin_turn(&mut self, now: Instant) {
        self.charged_until = now;
        self.toss_awaits = None;
        self.update_toss_wait(now);
    }

    /// Has time run since the last event, which was stored so long ago.
    pub(super) fn restart_time(&mut self, age: Duration, now: Instant) {
        self.begin_turn(now.checked_sub(age).unwrap_or(now));
    }

    /// Notes who keeps the toss waiting, and since when.
    pub(super) fn update_toss_wait(&mut self, now: Instant) {
        let toss = match self.table.phase() {
            Phase::Tossing(_) => self.table.toss(),
            Phase::Waiting | Phase::Playing(_) | Phase::Over(_) => None,
        };
        let awaited = toss.and_then(|toss| toss.awaited(self.table.clocks().is_some()));
        let awaited =
            awaited.filter(|&player| self.is_turn_committed() && self.has_come(player));
        self.toss_awaits = awaited.map(|player| match self.toss_awaits {
            Some((same, since)) if same == player => (player, since),
            Some(_) | None => (player, now),
        });
    }

    /// Whether a player has been here since they were seated. Before that no time runs for them.
    fn has_come(&self, player: Player) -> bool {
        match self.table.seat(player).occupant {
            Occupant::Guest => self.has_come[self.table.seat_id(player).index()],
            Occupant::Nobody | Occupant::Person | Occupant::Computer(_) => true,
        }
    }
}
