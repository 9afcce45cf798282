use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, LocalSet};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::figures::{Counter, Figures};
use super::servers::Servers;
use super::usage::Usage;

/// A player at a table, whatever protocol they speak.
pub trait Player {
    /// What they want to do next; `None` while it is for others, or the server, to do something.
    fn next(&mut self) -> Option<Wanted>;

    /// Does it.
    fn act(&mut self) -> impl Future<Output = Result<()>>;

    /// Waits for news, and says how many moves of the other player are among them.
    fn hear(&mut self) -> impl Future<Output = Result<usize>>;
}

/// What a player wants to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To move.
    Move,
    /// Something else that keeps the game going, which is not counted.
    Other,
}

/// The two players of each table.
pub type Seats<P> = Vec<[P; 2]>;

/// How fast the players play.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// As fast as the server answers.
    Unlimited,
    /// So many moves a second at all tables together.
    PerSecond(u32),
}

/// How long they play before anything is measured.
const WARM_UP: Duration = Duration::from_secs(2);

/// Lets all players play for some time and measures what happens.
///
/// # Errors
/// If a player loses the connection, or a server the game.
pub async fn play<P: Player + 'static>(
    servers: &Servers,
    seats: Seats<P>,
    pace: Pace,
    time: Duration,
) -> Result<Figures> {
    let counter = Rc::new(Counter::default());
    let measuring = measure(servers, seats, pace, time, counter);
    LocalSet::new().run_until(measuring).await
}

async fn measure<P: Player + 'static>(
    servers: &Servers,
    seats: Seats<P>,
    pace: Pace,
    time: Duration,
    counter: Rc<Counter>,
) -> Result<Figures> {
    let turns = Rc::new(Semaphore::new(0));
    let mut tasks = JoinSet::new();
    match pace {
        Pace::Unlimited => turns.add_permits(Semaphore::MAX_PERMITS),
        Pace::PerSecond(rate) => {
            let turns = turns.clone();
            tasks.spawn_local(async move {
                let mut tick = interval(Duration::from_secs(1) / rate);
                tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
                loop {
                    tick.tick().await;
                    turns.add_permits(1);
                }
            });
        }
    }
    for [one, two] in seats {
        let sent = Rc::new(RefCell::new(VecDeque::new()));
        tasks.spawn_local(sit(one, sent.clone(), turns.clone(), counter.clone()));
        tasks.spawn_local(sit(two, sent, turns.clone(), counter.clone()));
    }
    let measured = async {
        sleep(WARM_UP).await;
        let before = servers.usage().await?;
        let start = Instant::now();
        counter.switch_on();
        sleep(time).await;
        let mut figures = counter.switch_off(start.elapsed());
        figures.used = servers.usage().await?.since(&before);
        Ok(figures)
    };
    tokio::select! {
        figures = measured => figures,
        ended = tasks.join_next() => {
            ended.context("there are players")??.context("a player gave up")?;
            unreachable!("players go on until they are stopped")
        }
    }
}

/// Has all players stay and listen for some time, and says what that took.
///
/// # Errors
/// If a player loses the connection.
pub async fn rest<P: Player + 'static>(
    servers: &Servers,
    seats: Seats<P>,
    time: Duration,
) -> Result<Usage> {
    let resting = async {
        let mut tasks = JoinSet::new();
        for mut player in seats.into_iter().flatten() {
            tasks.spawn_local(async move {
                loop {
                    player.hear().await?;
                }
            });
        }
        let before = servers.usage().await?;
        tokio::select! {
            () = sleep(time) => {}
            ended = tasks.join_next() => {
                let ended: Result<()> = ended.context("there are players")??;
                ended.context("a player gave up")?;
            }
        }
        Ok(servers.usage().await?.since(&before))
    };
    LocalSet::new().run_until(resting).await
}

/// When the moves that are on their way to the other player were sent.
type Sent = Rc<RefCell<VecDeque<Instant>>>;

async fn sit(
    mut player: impl Player,
    sent: Sent,
    turns: Rc<Semaphore>,
    counter: Rc<Counter>,
) -> Result<()> {
    loop {
        if let Some(wanted) = player.next() {
            if wanted == Wanted::Move {
                turns.acquire().await?.forget();
                sent.borrow_mut().push_back(Instant::now());
            }
            player.act().await?;
        }
        for _ in 0..player.hear().await? {
            let sent = sent.borrow_mut().pop_front().context("a move that was never sent")?;
            counter.count(sent.elapsed());
        }
    }
}
