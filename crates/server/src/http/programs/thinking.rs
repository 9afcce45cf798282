use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::{Limits, MoveValue, Opponent, Size};
use parlor_report::Insight;
use parlor_rules::mancala::Rules;
use parlor_rules::{AnyPosition, Game as _};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::budget::EngineBudget;
use crate::background::{processor_time, take_lowest_priority};
use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::metrics::Metrics;
use crate::rate_limit::RetryAfter;

/// Thinks for programs: about one question at a time, in a thread of the lowest priority, within a
/// budget.
///
/// It shares nothing with the computer players of tables (`tables/opponents.rs`). Their threads are
/// others and go first, and what they remember is not driven out by what programs ask.
pub(crate) struct Thinker {
    budget: Arc<EngineBudget>,
    metrics: Arc<Metrics>,
    /// One question is thought about at a time,
    turn: Arc<Semaphore>,
    /// and so many wait for that or are thought about.
    places: Semaphore,
    /// How long a question waits for its turn.
    patience: Duration,
}

/// How many questions may be open.
const PLACES: usize = 32;
/// How long a question usually waits for its turn at most.
const PATIENCE: Duration = Duration::from_secs(5);
/// A transposition table has a million positions, in 16 MiB, for as long as a question takes.
const TRANSPOSITION_BITS: u32 = 20;
/// The most bytes of endgame tables, which are worked out for each question in a few milliseconds:
/// those of up to 8 stones with six pits a side.
const ENDGAME_BYTES: u64 = 128 << 10;

impl Thinker {
    pub(crate) fn new(budget: EngineBudget, metrics: Arc<Metrics>) -> Self {
        Self {
            budget: Arc::new(budget),
            metrics,
            turn: Arc::new(Semaphore::new(1)),
            places: Semaphore::new(PLACES),
            patience: PATIENCE,
        }
    }

    /// How long it may think for one address in all, if there is a limit.
    pub(super) fn most_for_one(&self) -> Option<Duration> {
        self.budget.for_one()
    }

    /// Has something found out, in so much time at most: then the flag is raised that the job is
    /// given, as it is when the client has gone.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        network: ClientNetwork,
        time: Duration,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let reservation = self.budget.reserve(network, time, Instant::now())?;
        let busy = || Error::from(RetryAfter(self.patience));
        let _place = self.places.try_acquire().map_err(|_| busy())?;
        let turn = timeout(self.patience, self.turn.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;

        let stop = StopWhenDropped::default();
        let (flag, metrics) = (stop.0.clone(), self.metrics.clone());
        let (sender, mut answer) = oneshot::channel();
        let think = move || {
            take_lowest_priority();
            let begun = Instant::now();
            let thought = job(&flag);
            // The thread is as old as the question.
            let took = processor_time().unwrap_or_else(|| begun.elapsed());
            metrics.analysis_seconds.inc_by(took.as_secs_f64());
            reservation.settle(took, Instant::now());
            drop(turn);
            // A client that has gone needs no answer.
            let _ = sender.send(thought);
        };
        let thread = thread::Builder::new().name("analysis".to_owned());
        thread.spawn(think).map_err(|_| Error::EngineFailed)?;
        if let Ok(answer) = timeout(time, &mut answer).await {
            return answer.map_err(|_| Error::EngineFailed);
        }
        drop(stop);
        answer.await.map_err(|_| Error::EngineFailed)
    }

    /// Frees the memory of networks that have not been seen for a while.
    pub(crate) fn evict_idle(&self) {
        self.budget.evict_idle(Instant::now());
    }
}

/// Stops a job when it is dropped.
#[derive(Default)]
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// What each move of a position is worth, as far as that can be found out.
pub(super) fn analyze_within(position: AnyPosition, nodes: u64, stop: &AtomicBool) -> Insight {
    let begun = Instant::now();
    let opponent = opponent(&position, stop);
    let limits = Limits { nodes, ..Limits::until(stop) };
    let analysis = opponent.analyze(&position, &limits, |_| {});
    Insight::of(position, analysis, begun.elapsed(), limits.threads)
}

/// What a position and its moves are worth; `None` if that could not be proved.
pub(super) fn solve_within(
    position: AnyPosition,
    nodes: u64,
    value_only: bool,
    stop: &AtomicBool,
) -> Option<Insight> {
    let begun = Instant::now();
    let opponent = opponent(&position, stop);
    let limits = Limits { nodes, ..Limits::until(stop) };
    let (value, looked_at) = opponent.solve(&position, &limits);
    let limits = Limits { nodes: nodes.saturating_sub(looked_at), ..limits };
    let mut insight = Insight {
        value: value?,
        proved: true,
        position,
        moves: Vec::new(),
        nodes: looked_at,
        time: Duration::ZERO,
        threads: limits.threads,
    };
    if !value_only {
        let analysis = opponent.analyze(&position, &limits, |_| {});
        if !analysis.moves.iter().all(MoveValue::is_proved) {
            return None;
        }
        insight.nodes += analysis.nodes;
        insight.moves = analysis.moves;
    }
    insight.time = begun.elapsed();
    Some(insight)
}

fn opponent(position: &AnyPosition, stop: &AtomicBool) -> Opponent {
    let size = |rules: &Rules| Size {
        endgame_stones: Size::endgame_stones_within(rules, ENDGAME_BYTES),
        transposition_bits: TRANSPOSITION_BITS,
    };
    let opponent = Opponent::new(position.variant(), size);
    if let Some(engine) = opponent.engine() {
        engine.build_endgame(1, stop);
    }
    opponent
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::mpsc;

    use futures_util::poll;

    use super::*;
    use crate::tables::test_rig::{Rig, network};

    const LONG: Duration = Duration::from_mins(1);

    fn thinker() -> Thinker {
        let unlimited = EngineBudget::per_minute(Duration::ZERO, Duration::ZERO);
        let thinker = Thinker::new(unlimited, Arc::new(Metrics::default()));
        Thinker { patience: LONG, ..thinker }
    }

    /// A job that ends when it is told to, and says whether it was stopped.
    fn job() -> (mpsc::Sender<()>, impl FnOnce(&AtomicBool) -> bool + Send + 'static) {
        let (finish, finished) = mpsc::channel();
        let work = move |stop: &AtomicBool| {
            while finished.try_recv() == Err(mpsc::TryRecvError::Empty) && !stop.load(Relaxed) {
                thread::yield_now();
            }
            stop.load(Relaxed)
        };
        (finish, work)
    }

    #[tokio::test]
    async fn one_question_is_thought_about_at_a_time_and_games_do_not_wait_for_it() {
        let (thinker, rig) = (thinker(), Rig::new());
        let (finish, work) = job();
        let mut first = pin!(thinker.think(network(), LONG, work));
        let mut second = pin!(thinker.think(network(), LONG, |_| "thought"));
        assert!(poll!(first.as_mut()).is_pending());
        assert!(poll!(second.as_mut()).is_pending());
        let lines = ["opened\tgems~S~\tXO\tcomputer 1\tOtto\tguest\tBen"];
        let table = rig.table(lines).await;
        rig.tables.let_computer_play(&table);
        while table.lock().table.play().played() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(poll!(second.as_mut()).is_pending(), "it is not its turn");
        finish.send(()).expect("the job waits");
        assert!(matches!(first.await, Ok(false)));
        assert!(matches!(second.await, Ok("thought")));
    }

    #[tokio::test]
    async fn thinking_ends_when_its_time_is_over_or_the_client_has_gone() {
        let thinker = thinker();
        let (_finish, work) = job();
        assert!(matches!(thinker.think(network(), Duration::from_millis(1), work).await, Ok(true)));
        let (_finish, work) = job();
        {
            let mut gone = pin!(thinker.think(network(), LONG, work));
            assert!(poll!(gone.as_mut()).is_pending());
        }
        assert!(matches!(thinker.think(network(), LONG, |_| ()).await, Ok(())), "its turn is over");
    }

    #[tokio::test]
    async fn no_more_wait_than_there_are_places_for() {
        let thinker = thinker();
        let (finish, work) = job();
        let mut first = pin!(thinker.think(network(), LONG, work));
        assert!(poll!(first.as_mut()).is_pending());
        let mut waiting: Vec<_> =
            (1..PLACES).map(|_| Box::pin(thinker.think(network(), LONG, |_| ()))).collect();
        for question in &mut waiting {
            assert!(poll!(question).is_pending());
        }
        let refused = thinker.think(network(), LONG, |_| ()).await;
        assert!(matches!(refused, Err(Error::RateLimited(_))));
        drop(waiting);
        finish.send(()).expect("the job waits");
        assert!(first.await.is_ok());
        assert!(thinker.think(network(), LONG, |_| ()).await.is_ok());
    }

    #[tokio::test]
    async fn a_job_that_fails_ends_its_turn() {
        let thinker = thinker();
        let failed = thinker.think(network(), LONG, |_| panic!("a test of failing")).await;
        assert!(matches!(failed, Err::<(), _>(Error::EngineFailed)));
        assert!(thinker.think(network(), LONG, |_| ()).await.is_ok());
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let stop = AtomicBool::new(false);
        let position = AnyPosition::opening("gems".parse().expect("rules"));
        let ask = || analyze_within(position, 20_000, &stop);
        let [one, two] = [ask(), ask()];
        assert_eq!((one.value, one.moves, one.nodes), (two.value, two.moves, two.nodes));
    }

    #[test]
    fn what_is_solved_is_what_analysis_proves() {
        let stop = AtomicBool::new(false);
        for rules in ["kalah,pits=2,stones=2", "tic-tac-toe"] {
            let position = AnyPosition::opening(rules.parse().expect("rules"));
            let analysed = analyze_within(position, u64::MAX, &stop);
            let solved = solve_within(position, u64::MAX, false, &stop).expect("it is small");
            assert!(analysed.proved && solved.proved);
            assert_eq!((analysed.value, &analysed.moves), (solved.value, &solved.moves));
            let value = solve_within(position, u64::MAX, true, &stop).expect("it is small");
            assert_eq!((value.value, value.moves.len()), (solved.value, 0));
        }
        let large = AnyPosition::opening("kalah,pits=9,stones=9".parse().expect("rules"));
        assert!(solve_within(large, 1_000, false, &stop).is_none());
        let estimate = analyze_within(large, 1_000, &stop);
        assert_eq!((estimate.proved, estimate.moves.len()), (false, 9));
        stop.store(true, Relaxed);
        let stopped = analyze_within(large, u64::MAX, &stop);
        assert_eq!((stopped.proved, stopped.moves.len()), (false, 9), "there are always estimates");
    }
}
