//! Whose turn it is that the computer thinks about.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::client_network::{ClientNetwork, Site};

/// Turns that wait to be thought about, in two lanes. Each lane thinks about so many at once, and
/// neither waits for the other.
///
/// Within a lane those who play share the engine fairly (start-time fair queueing): whoever's turns
/// have been thought about least comes next, however many tables others have. The turns of one network
/// are thought about in the order in which they came. A table has one turn at most that waits, so its
/// tables take turns, too.
pub(crate) struct EngineQueue {
    lanes: [Arc<Mutex<Waiting>>; 2],
}

/// How long thinking about a turn takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// No time worth mentioning.
    Quick,
    /// A part of a second.
    Deep,
}

/// Who a turn is thought about for: the network of the player at the table. All players who have gone
/// count as one.
pub(crate) type Payer = Option<ClientNetwork>;

/// The permission to think about a turn now. The next one is thought about when it is dropped.
#[derive(Debug)]
pub(crate) struct Thinking {
    lane: Arc<Mutex<Waiting>>,
    kind: Lane,
    payer: Payer,
    /// What has been charged for it so far.
    charged: Duration,
    /// How long it took.
    took: Duration,
}

/// The turns that wait in one lane.
#[derive(Debug)]
struct Waiting {
    /// How many more may be thought about at once.
    free: usize,
    turns: Vec<Turn>,
    /// How many have come so far.
    arrivals: u64,
    /// Virtual time: how much everyone who always had a turn waiting has been thought for.
    now: Duration,
    spent: HashMap<Payer, Duration>,
    spent_by_site: HashMap<Site, Duration>,
}

#[derive(Debug)]
struct Turn {
    payer: Payer,
    arrival: u64,
    begin: oneshot::Sender<Thinking>,
}

impl Lane {
    /// What is charged for a turn as long as it is not known how long it took.
    const fn usual_time(self) -> Duration {
        match self {
            Self::Quick => Duration::from_millis(1),
            Self::Deep => Duration::from_millis(200),
        }
    }
}

impl EngineQueue {
    /// A queue where so many turns are thought about at once in each lane.
    pub(crate) fn new(at_once: usize) -> Self {
        let lane = || {
            Arc::new(Mutex::new(Waiting {
                free: at_once,
                turns: Vec::new(),
                arrivals: 0,
                now: Duration::ZERO,
                spent: HashMap::new(),
                spent_by_site: HashMap::new(),
            }))
        };
        Self { lanes: [lane(), lane()] }
    }

    /// Waits until a turn may be thought about. It never returns `None` while the queue is there.
    pub(crate) async fn enter(&self, lane: Lane, payer: Payer) -> Option<Thinking> {
        let (begin, permission) = oneshot::channel();
        let waiting = &self.lanes[lane as usize];
        waiting.lock().add(payer, begin);
        begin_next(waiting, lane);
        permission.await.ok()
    }

    /// How many turns wait in a lane.
    pub(crate) fn len(&self, lane: Lane) -> usize {
        let waiting = self.lanes[lane as usize].lock();
        waiting.turns.iter().filter(|turn| !turn.begin.is_closed()).count()
    }
}

/// Begins with as many turns as may be thought about at once.
fn begin_next(lane: &Arc<Mutex<Waiting>>, kind: Lane) {
    loop {
        let mut waiting = lane.lock();
        let Some(Turn { payer, begin, .. }) = waiting.take_next() else { return };
        let charged = kind.usual_time();
        waiting.charge(payer, charged);
        waiting.free -= 1;
        drop(waiting);
        let thinking = Thinking { lane: lane.clone(), kind, payer, charged, took: Duration::ZERO };
        // Who has stopped waiting in this moment gives it back.
        let _ = begin.send(thinking);
    }
}

impl Waiting {
    fn add(&mut self, payer: Payer, begin: oneshot::Sender<Thinking>) {
        let now = self.now;
        // Who had nothing to think about has saved nothing up by that.
        let catch_up = |spent: &mut Duration| *spent = now.max(*spent);
        catch_up(self.spent.entry(payer).or_default());
        if let Some(site) = payer.and_then(ClientNetwork::site) {
            catch_up(self.spent_by_site.entry(site).or_default());
        }
        self.arrivals += 1;
        self.turns.push(Turn { payer, arrival: self.arrivals, begin });
    }

    /// The turn to be thought about next, if there is one and room for it.
    fn take_next(&mut self) -> Option<Turn> {
        self.turns.retain(|turn| !turn.begin.is_closed());
        if self.free == 0 {
            return None;
        }
        let order = |turn: &Turn| (self.start(turn.payer), self.spent(turn.payer), turn.arrival);
        let next = (0..self.turns.len()).min_by_key(|&place| order(&self.turns[place]))?;
        let turn = self.turns.swap_remove(next);
        self.now = self.now.max(self.start(turn.payer));
        Some(turn)
    }

    /// When someone's next turn begins in virtual time: when as much has been thought for all others
    /// who wait. All networks of a site together have as much as so many networks.
    fn start(&self, payer: Payer) -> Duration {
        let site = payer.and_then(ClientNetwork::site);
        let by_site = site.and_then(|site| self.spent_by_site.get(&site)).copied();
        self.spent(payer).max(by_site.unwrap_or_default())
    }

    fn spent(&self, payer: Payer) -> Duration {
        self.spent.get(&payer).copied().unwrap_or(self.now)
    }

    fn charge(&mut self, payer: Payer, time: Duration) {
        self.change(payer, |spent, networks| spent + time / networks);
    }

    fn refund(&mut self, payer: Payer, time: Duration) {
        self.change(payer, |spent, networks| spent.saturating_sub(time / networks));
    }

    fn change(&mut self, payer: Payer, change: impl Fn(Duration, u32) -> Duration) {
        let now = self.now;
        let spent = self.spent.entry(payer).or_insert(now);
        *spent = change(*spent, 1);
        if let Some(site) = payer.and_then(ClientNetwork::site) {
            let spent = self.spent_by_site.entry(site).or_insert(now);
            *spent = change(*spent, Site::NETWORKS.get());
        }
    }

    /// Forgets those who neither wait nor have had more than others.
    fn evict_idle(&mut self) {
        let Self { turns, now, spent, spent_by_site, .. } = self;
        spent.retain(|payer, spent| *spent > *now || turns.iter().any(|turn| turn.payer == *payer));
        spent_by_site.retain(|site, spent| {
            let is_theirs = |turn: &Turn| turn.payer.and_then(ClientNetwork::site) == Some(*site);
            *spent > *now || turns.iter().any(is_theirs)
        });
    }
}

impl Thinking {
    /// Says how long it took, once it is done.
    pub(crate) fn took(mut self, time: Duration) {
        self.took = time;
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        let mut waiting = self.lane.lock();
        waiting.refund(self.payer, self.charged);
        waiting.charge(self.payer, self.took);
        waiting.free += 1;
        waiting.evict_idle();
        drop(waiting);
        begin_next(&self.lane, self.kind);
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use futures_util::future::{FutureExt, LocalBoxFuture, ready};
    use futures_util::poll;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(100);

    fn network(address: &str) -> Payer {
        address.parse().ok().map(ClientNetwork::of)
    }

    /// Tables of several networks, each of which has its next turn as soon as the last one was thought
    /// about, in a queue that thinks about one turn at a time.
    struct Tables<'a> {
        queue: &'a EngineQueue,
        waiting: Vec<(Payer, LocalBoxFuture<'a, Option<Thinking>>)>,
    }

    impl<'a> Tables<'a> {
        fn new(queue: &'a EngineQueue) -> Self {
            Self { queue, waiting: Vec::new() }
        }

        async fn add(&mut self, payer: Payer) {
            let mut turn = self.queue.enter(Lane::Deep, payer).boxed_local();
            // It gets in line when it is first polled.
            match poll!(turn.as_mut()) {
                Poll::Ready(thinking) => {
                    self.waiting.push((payer, ready(thinking).boxed_local()));
                }
                Poll::Pending => self.waiting.push((payer, turn)),
            }
        }

        /// Whose turn is thought about now, for so long. They have another turn right after it.
        async fn next(&mut self, takes: impl Fn(Payer) -> Duration) -> Payer {
            for place in 0..self.waiting.len() {
                if let Poll::Ready(thinking) = poll!(self.waiting[place].1.as_mut()) {
                    let (payer, _) = self.waiting.swap_remove(place);
                    let thinking = thinking.expect("the queue is there");
                    self.add(payer).await;
                    thinking.took(takes(payer));
                    return payer;
                }
            }
            panic!("no turn is thought about");
        }
    }

    #[tokio::test]
    async fn who_has_many_tables_keeps_no_one_else_waiting() {
        let queue = EngineQueue::new(1);
        let mut tables = Tables::new(&queue);
        let [crowd, other] = ["10.0.0.1", "10.0.0.2"].map(network);
        for _ in 0..20 {
            tables.add(crowd).await;
        }
        for _ in 0..50 {
            assert_eq!(tables.next(|_| MOMENT).await, crowd);
        }
        tables.add(other).await;
        assert_eq!(tables.next(|_| MOMENT).await, crowd, "that was being thought about");
        assert_eq!(tables.next(|_| MOMENT).await, other);
        let mut theirs = 0;
        for _ in 0..40 {
            theirs += usize::from(tables.next(|_| MOMENT).await == other);
        }
        assert_eq!(theirs, 20, "one table has as much as twenty of another network");
    }

    #[tokio::test]
    async fn time_is_shared_and_not_turns() {
        let queue = EngineQueue::new(1);
        let mut tables = Tables::new(&queue);
        let [slow, fast] = ["10.0.0.1", "10.0.0.2"].map(network);
        for _ in 0..5 {
            tables.add(slow).await;
            tables.add(fast).await;
        }
        let takes = |payer| if payer == slow { 4 * MOMENT } else { MOMENT };
        let mut turns = [0_u32; 2];
        for _ in 0..100 {
            turns[usize::from(tables.next(takes).await == fast)] += 1;
        }
        assert!(
            (19..=21).contains(&turns[0]),
            "a fifth of the turns is half of the time: {turns:?}"
        );
    }

    #[tokio::test]
    async fn a_site_with_many_networks_has_as_much_as_eight() {
        let queue = EngineQueue::new(1);
        let mut tables = Tables::new(&queue);
        for number in 0..50 {
            tables.add(network(&format!("2001:db8:0:{number:x}::1"))).await;
        }
        let other = network("10.0.0.2");
        tables.add(other).await;
        let mut theirs = 0;
        for _ in 0..90 {
            theirs += u32::from(tables.next(|_| MOMENT).await == other);
        }
        assert!((9..=11).contains(&theirs), "one of nine shares: {theirs}");
    }

    #[tokio::test]
    async fn those_who_do_not_play_any_more_are_forgotten() {
        let queue = EngineQueue::new(1);
        for address in ["10.0.0.1", "2001:db8::1"] {
            let thinking = queue.enter(Lane::Deep, network(address)).await.expect("a turn");
            thinking.took(MOMENT);
        }
        for _ in 0..10 {
            queue.enter(Lane::Deep, None).await.expect("a turn").took(MOMENT);
        }
        let lane = queue.lanes[Lane::Deep as usize].lock();
        assert_eq!((lane.spent.len(), lane.spent_by_site.len()), (1, 0), "{lane:?}");
    }

    #[tokio::test]
    async fn neither_lane_waits_for_the_other() {
        let queue = EngineQueue::new(1);
        let _deep = queue.enter(Lane::Deep, None).await;
        let mut waiting = Box::pin(queue.enter(Lane::Deep, network("10.0.0.1")));
        assert!(poll!(waiting.as_mut()).is_pending());
        assert_eq!((queue.len(Lane::Deep), queue.len(Lane::Quick)), (1, 0));
        assert!(poll!(Box::pin(queue.enter(Lane::Quick, network("10.0.0.1")))).is_ready());
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_no_turn() {
        let queue = EngineQueue::new(1);
        let thinking = queue.enter(Lane::Deep, None).await;
        let [mut first, mut second] =
            ["10.0.0.1", "10.0.0.2"].map(|it| Box::pin(queue.enter(Lane::Deep, network(it))));
        assert!(poll!(first.as_mut()).is_pending() && poll!(second.as_mut()).is_pending());
        drop(first);
        drop(thinking);
        assert!(poll!(second.as_mut()).is_ready());
    }
}
