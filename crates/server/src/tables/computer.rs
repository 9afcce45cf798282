use std::sync::Arc;
use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{Command, Commitment, Event, Hand, Nonce, Note, Phase, SeatId};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::store::CLAIM_TIME;
use crate::tables::append::Decided;
use crate::tables::choosing::{Turn, choose};
use crate::tables::hosted_table::{Cause, HostedTable, State};
use crate::tables::service::Tables;

/// What the computer has to do at a table.
enum Task {
    /// Its part in a toss, which follows from the table's secret.
    Toss(Command),
    /// A turn of the game, to be thought about.
    Think(Turn),
}

impl Tables {
    /// Has the computer do what it is its turn to do, if it is. It thinks on threads for blocking
    /// work.
    pub(crate) fn let_computer_play(self: &Arc<Self>, table: &Arc<HostedTable>) {
        if self.is_shutting_down() {
            return;
        }
        let mut state = table.lock();
        // What it does must not depend on events that may not be stored.
        let is_ready = !state.computer_thinks
            && !state.is_broken
            && !state.is_following()
            && state.is_all_committed();
        let Some((seat, task)) = is_ready.then(|| task(&state, &table.secret)).flatten() else {
            return;
        };
        match task {
            // At once: its nonce belongs to the version at which it is committed to.
            Task::Toss(command) => self.act(table, &mut state, seat, &command),
            Task::Think(turn) => {
                state.computer_thinks = true;
                let version = state.version() as usize;
                let (tables, table) = (self.clone(), table.clone());
                tokio::spawn(async move {
                    if tables.may_think(&table, version).await {
                        let command = choose(tables.opponents.clone(), turn).await;
                        tables.play_chosen(&table, seat, version, command);
                    }
                });
            }
        }
    }

    /// Whether this node is the one to think about the computer's turn. If another one is, it is looked
    /// at again later: that one may be gone by then.
    async fn may_think(&self, table: &Arc<HostedTable>, version: usize) -> bool {
        let claimed = self.nodes.claim_turn(table.log, version as u32).await;
        // Two that think about the same turn cost time, and nothing else: one move is stored.
        let is_ours = claimed.unwrap_or(true);
        if !is_ours {
            let mut state = table.lock();
            state.computer_thinks = false;
            state.computer_due = Some(Instant::now() + CLAIM_TIME);
            self.schedule(table, &mut state);
        }
        is_ours
    }

    /// Plays the move that the computer has chosen, unless the game has changed meanwhile.
    fn play_chosen(
        self: &Arc<Self>,
        table: &Arc<HostedTable>,
        seat: SeatId,
        version: usize,
        command: Option<Command>,
    ) {
        let mut state = table.lock();
        state.computer_thinks = false;
        let Some(command) = command else { return };
        if state.is_stale(&command, version) {
            drop(state);
            // It may be the computer's turn all the same.
            self.let_computer_play(table);
        } else {
            self.act(table, &mut state, seat, &command);
        }
    }

    fn act(&self, table: &Arc<HostedTable>, state: &mut State, seat: SeatId, command: &Command) {
        let now = Instant::now();
        let is_ready = !state.is_broken && !state.is_following() && !self.is_shutting_down();
        if !is_ready || state.out_of_time(now, Duration::ZERO).is_some() {
            return;
        }
        if let Ok(events) = state.decide(Some(seat), command) {
            let note = Note { by: Some(state.table.side(seat)), ..Note::default() };
            let cause = Cause { note, ..Cause::default() };
            let decided = Decided { events, cause, ..Decided::default() };
            if let Err(error) = self.append(table, state, decided, now) {
                error.log();
            }
        }
    }
}

/// What the computer has to do, and in which seat, if it is its turn.
fn task(state: &State, secret: &[u8; 16]) -> Option<(SeatId, Task)> {
    let level = |player: Player| state.table.seat(player).level();
    match state.table.phase() {
        Phase::Waiting | Phase::Over(_) => None,
        Phase::Tossing(player) => {
            level(player)?;
            let command = match state.table.toss()?.hand(player) {
                Hand::Empty => {
                    let nonce = nonce(secret, state.version());
                    Command::Commit(Commitment::of(player, nonce))
                }
                Hand::Closed(commitment) => {
                    let committed = Event::Committed { player, commitment };
                    Command::Reveal(nonce(secret, state.last_version_of(&committed)?))
                }
                Hand::Open(_) => return None,
            };
            Some((state.table.seat_id(player), Task::Toss(command)))
        }
        Phase::Playing(player) => {
            let turn = Turn {
                position: *state.table.play().record().position(),
                may_swap: state.table.may_swap(),
                level: level(player)?,
                payer: state.participants.player_network(),
                time_left: state.time_left(Instant::now()),
            };
            Some((state.table.seat_id(player), Task::Think(turn)))
        }
    }
}

/// The computer's nonce in a toss by commit and reveal. It follows from the table's secret and from
/// the version at which it is committed to, so that it can still be revealed after a restart.
fn nonce(secret: &[u8; 16], version: u32) -> Nonce {
    let hash = Sha256::new().chain_update(secret).chain_update(version.to_be_bytes()).finalize();
    Nonce(hash.iter().take(16).fold(0, |nonce, &byte| nonce << 8 | u128::from(byte)))
}

#[cfg(test)]
mod tests {
    use parlor_rules::Choice;

    use super::*;
    use crate::tables::test_rig::Rig;

    #[tokio::test]
    async fn what_was_chosen_is_played_unless_the_game_has_changed() {
        let rig = Rig::new();
        let lines = ["opened\tgems~S~\tXO\tcomputer 8\tOtto\tguest\tBen", "renamed\t2\tBob"];
        let table = rig.table(lines).await;
        let chosen = || Some(Command::Move { choice: Choice::new(0).expect("a pit") });
        rig.tables.play_chosen(&table, SeatId::First, 1, chosen());
        assert_eq!(table.lock().table.play().played(), 1, "the new name does not matter");
        rig.tables.play_chosen(&table, SeatId::First, 1, chosen());
        assert_eq!(table.lock().table.play().played(), 1, "it was chosen before the move");
    }
}
