//! How the computer comes to its moves: when it thinks, how much, and for how long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parlor_engine::Dice;
use parlor_rules::{AnyPosition, Game, Level, Ply, Variant};
use parlor_table::Command;
use tokio::time::timeout;

use crate::background::processor_time;
use crate::tables::engine_queue::{Lane, Payer, Thinking};
use crate::tables::opponents::Opponents;
use crate::tables::service::Tables;
use crate::tokens;

/// What the computer has to know to choose a move.
pub(super) struct Turn {
    pub(super) position: AnyPosition,
    /// Whether the pie rule lets it swap sides instead.
    pub(super) may_swap: bool,
    pub(super) level: Level,
    pub(super) payer: Payer,
    /// What is left of its time, if it has a clock.
    pub(super) time_left: Option<Duration>,
}

/// How many positions the strongest level may look at before it moves, on boards of six pits a side.
const EFFORT: u64 = 1_000_000;
/// The same when it is short of time.
const HURRIED_EFFORT: u64 = 20_000;
/// The longest that it thinks at any level, which is much longer than it usually does.
const MOST_TIME: Duration = Duration::from_secs(3);
/// The longest that it thinks when it is short of time.
const HURRIED_TIME: Duration = Duration::from_millis(20);
/// The strongest level that never waits for stronger ones: it looks a few turns ahead.
const QUICK: u8 = 4;
/// It spends so much of the time that it has left on one turn: to wait, and again to think. So it
/// always has some left.
const PART_OF_TIME: u32 = 40;

impl Tables {
    /// Notes how many turns wait until the computer thinks about them.
    pub(crate) fn measure_engine_queue(&self) {
        for (lane, name) in [(Lane::Quick, "quick"), (Lane::Deep, "deep")] {
            self.metrics.set_engine_queue(name, self.opponents.queue.len(lane));
        }
    }
}

/// Chooses a move. It never takes so long that the computer's time runs out, however many others play
/// against it: when it has waited too long, it makes up its mind in a hurry.
pub(super) async fn choose(opponents: Arc<Opponents>, turn: Turn) -> Option<Command> {
    let share = turn.time_left.map(|left| left / PART_OF_TIME);
    let lane = lane(turn.level);
    let enter = |lane| opponents.queue.enter(lane, turn.payer);
    let in_time = match (lane, share) {
        (Lane::Deep, Some(share)) => timeout(share, enter(lane)).await,
        (Lane::Deep, None) | (Lane::Quick, _) => Ok(enter(lane).await),
    };
    let (thinking, effort, time) = match in_time {
        Ok(thinking) => (thinking?, effort(turn.position.variant()), share.unwrap_or(MOST_TIME)),
        Err(_) => (enter(Lane::Quick).await?, HURRIED_EFFORT, HURRIED_TIME),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let think = {
        let (opponents, stop) = (opponents.clone(), stop.clone());
        move || think(&opponents, &turn, effort, &stop, thinking)
    };
    #[cfg(test)]
    if tokens::seeded::is_set() {
        // A simulation has one thread, so that it can be repeated.
        return think();
    }
    let mut chosen = tokio::task::spawn_blocking(think);
    if let Ok(chosen) = timeout(time.min(MOST_TIME), &mut chosen).await {
        return chosen.ok()?;
    }
    stop.store(true, Relaxed);
    chosen.await.ok()?
}

fn lane(level: Level) -> Lane {
    if level.number() <= QUICK { Lane::Quick } else { Lane::Deep }
}

/// How many positions the strongest level may look at. On a large board there are more moves in a turn
/// and more turns in a game, and nothing can be proved for long.
fn effort(variant: Variant) -> u64 {
    match variant {
        Variant::Mancala(rules) => {
            let pits = u64::from(rules.pits().max(6));
            EFFORT * 36 / (pits * pits)
        }
        Variant::TicTacToe => EFFORT,
    }
}

fn think(
    opponents: &Opponents,
    turn: &Turn,
    effort: u64,
    stop: &AtomicBool,
    thinking: Thinking,
) -> Option<Command> {
    let (begun, worked) = (Instant::now(), processor_time());
    let Turn { position, may_swap, level, .. } = turn;
    let learner = opponents.get(position.variant());
    let mut dice = Dice::new(u64::from_be_bytes(tokens::random_bytes()));
    let chosen = learner.opponent.play(position, *may_swap, *level, effort, &mut dice, stop);
    let worked = processor_time().zip(worked).map(|(now, before)| now.saturating_sub(before));
    thinking.took(worked.unwrap_or_else(|| begun.elapsed()));
    Some(match chosen? {
        Ply::Move(choice) => Command::Move { choice },
        Ply::Swap => Command::Swap,
    })
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use parlor_rules::Player;
    use parlor_table::Phase;

    use super::*;
    use crate::tables::hosted_table::HostedTable;
    use crate::tables::test_rig::Rig;

    /// A table where the computer is to move at this level, on a board that cannot be seen through.
    async fn table(rig: &Rig, level: u8, clock: Option<&str>) -> Arc<HostedTable> {
        let opened =
            format!("opened\tkalah,pits=9,stones=10~S~\tXO\tcomputer {level}\tOtto\tguest\tBen");
        let lines = [opened.as_str()].into_iter().chain(clock);
        rig.table(lines).await
    }

    /// Waits until the computer has moved.
    async fn moves(table: &HostedTable) {
        let moved = async {
            while table.lock().table.play().played() == 0 {
                tokio::task::yield_now().await;
            }
        };
        // Longer than anything takes here. Only a test that fails waits for it.
        timeout(Duration::from_mins(1), moved).await.expect("the computer moves");
    }

    /// Has others take all that there is of a lane, for as long as what is given back is kept.
    fn taken(rig: &Rig, lane: Lane) -> Vec<Thinking> {
        let enter = || rig.tables.opponents.queue.enter(lane, None).now_or_never().flatten();
        std::iter::from_fn(enter).collect()
    }

    #[tokio::test]
    async fn weak_levels_do_not_wait_for_strong_ones() {
        let rig = Rig::new();
        let others = taken(&rig, Lane::Deep);
        let strong = table(&rig, 8, None).await;
        rig.tables.let_computer_play(&strong);
        for level in 1..=4 {
            let weak = table(&rig, level, None).await;
            rig.tables.let_computer_play(&weak);
            moves(&weak).await;
        }
        assert_eq!(rig.tables.opponents.queue.len(Lane::Deep), 1, "the strong one waits");
        drop(others);
        moves(&strong).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_computer_does_not_lose_on_time_because_others_think() {
        let rig = Rig::new();
        let _others = taken(&rig, Lane::Deep);
        // It is player two, whose clock runs since player one has moved.
        let opened = "opened\tkalah,pits=9,stones=10~S~\tXO\tguest\tAda\tcomputer 8\tOtto";
        let table = rig.table([opened, "clocked\t60+0", "moved\t4"]).await;
        rig.tables.schedule(&table, &mut table.lock());
        rig.tables.let_computer_play(&table);
        while table.lock().table.phase() == Phase::Playing(Player::Two) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let state = table.lock();
        let left = state.table.clocks().expect("clocks").left(Player::Two);
        assert_eq!(state.table.phase(), Phase::Playing(Player::One));
        assert!(left > Duration::from_secs(50), "{left:?}");
    }

    #[test]
    fn large_boards_get_less_effort() {
        let given = |rules: &str| effort(rules.parse().expect("valid rules"));
        assert_eq!(given("tic-tac-toe"), 1_000_000);
        assert_eq!(given("kalah,pits=4,stones=6"), 1_000_000);
        assert_eq!(given("gems"), 1_000_000);
        assert_eq!(given("kalah,pits=7,stones=7"), 734_693);
        assert_eq!(given("homepits,pits=9,stones=10"), 444_444);
    }
}
