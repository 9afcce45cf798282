//! Whose time runs at a table, and when it is up.

use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Event, Occupant, Phase, SeatId};
use tokio::time::Instant;

use super::{MAX_EVENTS, State};
use crate::config::Config;

/// Lag compensation: as much of a move's way to the server and back is not counted as thinking, at
/// most. Nobody's time is up earlier than so long after their clock shows zero, because a move may be
/// on its way.
pub(crate) const LAG_COMPENSATION: Duration = Duration::from_millis(500);

/// Who keeps the other player waiting while no clock runs: with their part of a toss, or with the
/// first move of a game against the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Awaited {
    player: Player,
    since: Instant,
}

impl State {
    /// What the rules of time say must happen now.
    pub(crate) fn overdue(&self, config: &Config, now: Instant) -> Option<Event> {
        if let Some(player) = self.out_of_time(now, LAG_COMPENSATION) {
            return Some(Event::TimeRanOut { player });
        }
        let Awaited { player, .. } = self.awaited?;
        let is_late = self.awaited_until(config).is_some_and(|end| end <= now);
        is_late.then_some(match self.table.phase() {
            Phase::Tossing(_) => Event::TossForfeited { player },
            Phase::Waiting | Phase::Playing(_) | Phase::Over(_) => Event::TimeRanOut { player },
        })
    }

    /// When the table has to be looked at again although no client may ask for anything.
    pub(crate) fn next_due(&self, config: &Config) -> Option<Instant> {
        let time_is_up =
            self.running_clock().map(|(_, left)| self.charged_until + left + LAG_COMPENSATION);
        let awaited = self.awaited_until(config);
        [time_is_up, awaited, self.presence_due, self.computer_due].into_iter().flatten().min()
    }

    /// Until when the player who is awaited may take their time.
    fn awaited_until(&self, config: &Config) -> Option<Instant> {
        let Awaited { since, .. } = self.awaited?;
        let timeout = match self.table.phase() {
            Phase::Tossing(_) => config.toss_timeout,
            Phase::Waiting | Phase::Playing(_) | Phase::Over(_) => config.first_move_timeout,
        };
        Some(since + timeout)
    }

    /// The player whose time is up, if it is, though so much of it may be lag.
    pub(crate) fn out_of_time(&self, now: Instant, lag: Duration) -> Option<Player> {
        let (player, left) = self.running_clock()?;
        (self.thinking(now)? >= left + lag).then_some(player)
    }

    /// How much of what a player has been thinking is not counted, when they did something on a
    /// connection that has this lag.
    pub(crate) fn lag_of(&self, seat: Option<SeatId>, lag: Duration) -> Duration {
        let thinks = self.running_clock().map(|(player, _)| self.table.seat_id(player));
        if thinks == seat { lag.min(LAG_COMPENSATION) } else { LAG_COMPENSATION }
    }

    /// What an event is charged to the clock of the player to move.
    pub(super) fn charge(&self, event: &Event, now: Instant, lag: Duration) -> Option<Duration> {
        let (_, left) = self.running_clock()?;
        let took = self.thinking(now)?;
        Some(match event {
            Event::Moved { .. } | Event::Swapped => took.saturating_sub(lag),
            Event::TimeRanOut { .. } => left,
            _ => took,
        })
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
        let awaited =
            self.table.toss().and_then(|toss| toss.awaited(self.table.clocks().is_some()));
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
        self.awaited = None;
        self.update_awaited(now);
    }

    /// Has time run since the last event, which was stored so long ago.
    pub(super) fn restart_time(&mut self, age: Duration, now: Instant) {
        self.begin_turn(now.checked_sub(age).unwrap_or(now));
    }

    /// Notes who keeps the other player waiting, and since when.
    pub(super) fn update_awaited(&mut self, now: Instant) {
        let player = self.awaited_player().filter(|_| self.is_turn_committed());
        self.awaited = player.map(|player| match self.awaited {
            Some(before) if before.player == player => before,
            Some(_) | None => Awaited { player, since: now },
        });
    }

    fn awaited_player(&self) -> Option<Player> {
        let clocked = self.table.clocks().is_some();
        match self.table.phase() {
            Phase::Tossing(_) => {
                let awaited = self.table.toss().and_then(|toss| toss.awaited(clocked));
                awaited.filter(|&player| self.has_come(player))
            }
            Phase::Playing(player) => {
                let is_first = clocked && self.table.play().played() == 0;
                let is_person = self.table.seat(player).level().is_none();
                let has_room = self.version() < MAX_EVENTS;
                let both_have_come = Player::BOTH.iter().all(|&player| self.has_come(player));
                (is_first && is_person && has_room && both_have_come).then_some(player)
            }
            Phase::Waiting | Phase::Over(_) => None,
        }
    }

    /// Whether a player has been here since they were seated. Before that no time runs for them.
    fn has_come(&self, player: Player) -> bool {
        match self.table.seat(player).occupant {
            Occupant::Guest => self.has_come[self.table.seat_id(player).index()],
            Occupant::Nobody | Occupant::Person | Occupant::Computer(_) => true,
        }
    }
}
