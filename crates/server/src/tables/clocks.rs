use std::sync::Arc;

use tokio::time::Instant;

use crate::tables::append::Decided;
use crate::tables::hosted_table::HostedTable;
use crate::tables::service::Tables;
use crate::tables::timers::Timer;

impl Tables {
    /// Looks at tables when something is due there, for ever: a clock that has run out, a toss that
    /// is waited for too long, spectators to be counted.
    pub(crate) async fn run_clocks(self: Arc<Self>) {
        loop {
            for (timer, table) in self.timers.next_due().await {
                self.wake(&table, timer);
            }
        }
    }

    fn wake(self: &Arc<Self>, table: &Arc<HostedTable>, timer: Timer) {
        let mut state = table.lock();
        if state.timer != Some(timer) {
            // A sooner one has been set since this one was taken off the list.
            return;
        }
        state.timer = None;
        if state.is_broken || self.is_shutting_down() {
            return;
        }
        let now = Instant::now();
        if state.presence_due.is_some_and(|due| due <= now) {
            self.broadcast_presence(table, &mut state);
        }
        let computer_is_due = state.computer_due.take_if(|due| *due <= now).is_some();
        if state.is_following() {
            // It is looked at again when it has caught up with its log.
            return;
        }
        if let Some(event) = state.overdue(&self.config, now) {
            let decided = Decided { events: vec![event], ..Decided::default() };
            if let Err(error) = self.append(table, &mut state, decided, now) {
                error.log();
            }
        }
        self.schedule(table, &mut state);
        drop(state);
        if computer_is_due {
            self.let_computer_play(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use parlor_protocol::message::{NewTable, SeatKey};
    use parlor_rules::Player;
    use parlor_table::{Ending, FIRST_MOVE_TIMEOUT, Phase, SeatId};

    use super::*;
    use crate::tables::hosted_table::LAG_COMPENSATION;
    use crate::tables::test_rig::{GAME, Inbox, Rig, hello, network, seated};

    #[tokio::test(start_paused = true)]
    async fn a_table_has_one_timer() {
        let rig = Rig::idle(|_| {});
        let table = rig.table(GAME.into_iter().chain(["moved\t0"])).await;
        let tables = &rig.tables;
        tables.schedule(&table, &mut table.lock());
        assert_eq!(tables.timers.len(), 1, "a clock runs");
        for _ in 0..3 {
            // Spectators come and go, and are counted before the clock has run out.
            table.lock().presence_due = Some(Instant::now());
            tables.schedule(&table, &mut table.lock());
            assert_eq!(tables.timers.len(), 1, "the next thing that is due");
            let due = tables.timers.next_due().await;
            let [(timer, _)] = due[..] else { panic!("one timer is due") };
            tables.wake(&table, timer);
            assert_eq!(table.lock().presence_due, None);
            assert_eq!(tables.timers.len(), 1, "the clock again");
            tables.wake(&table, timer);
            assert_eq!(tables.timers.len(), 1, "a timer that was replaced does nothing");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_whose_time_is_up_has_lost_at_that_moment() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        let mut spectator = spectate(&rig, &table).await;
        let start = Instant::now();
        tokio::time::sleep(Duration::from_secs(20)).await;
        let [ada, ben] = SeatId::BOTH.map(seated);
        assert_eq!(
            rig.submit(&table, &ada, r#"{"type":"move","data":{"choice":0,"version":2}}"#),
            None
        );
        let news = spectator.next("events").await;
        assert!(
            news.contains(r#"{"type":"moved","data":{"choice":0},"by":1}"#),
            "no clock ran: {news}"
        );
        let news = spectator.next("events").await;
        assert!(
            news.contains(r#"{"type":"time-ran-out","data":{"player":2},"took":60000}"#),
            "{news}"
        );
        assert_eq!(start.elapsed(), Duration::from_secs(80) + LAG_COMPENSATION);
        let phase = table.lock().table.phase();
        assert_eq!(phase, Phase::Over(Ending::OutOfTime(Player::Two)));
        let clocks = *table.lock().table.clocks().expect("a clock");
        assert_eq!(Player::BOTH.map(|player| clocks.left(player).as_secs()), [60, 0]);
        let late = rig.submit(&table, &ben, r#"{"type":"move","data":{"choice":0,"version":4}}"#);
        assert!(late.is_some_and(|answer| answer.contains(r#""reason":"over""#)));
    }

    #[tokio::test(start_paused = true)]
    async fn no_clock_runs_for_a_player_who_has_not_come_yet() {
        let rig = Rig::new();
        let new: NewTable =
            r#"{"game":"gems","seat":2,"clock":{"initial":60}}"#.parse().expect("a table");
        let SeatKey { table: id, token, .. } =
            rig.tables.create(new, false).await.expect("a table");
        let table = rig.tables.registry.find(&id).await.expect("the table");
        let mut ben = spectate(&rig, &table).await;
        assert_eq!(
            rig.submit(&table, &ben.participant, r#"{"type":"join","data":{"name":"Ben"}}"#),
            None
        );
        ben.next("events").await;
        assert_eq!(
            rig.submit(
                &table,
                &ben.participant,
                r#"{"type":"move","data":{"choice":0,"version":3}}"#
            ),
            None
        );
        ben.next("events").await;
        assert_eq!(table.lock().table.phase(), Phase::Playing(Player::Two));
        tokio::time::sleep(Duration::from_hours(1)).await;

        let start = Instant::now();
        rig.tables.connect(hello(id, Some(token)), network()).await.expect("a seat");
        let news = ben.next("events").await;
        assert!(
            news.contains(r#"{"type":"time-ran-out","data":{"player":2},"took":60000}"#),
            "{news}"
        );
        assert_eq!(start.elapsed(), Duration::from_mins(1) + LAG_COMPENSATION);
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_move_has_a_deadline_once_both_have_come() {
        let rig = Rig::new();
        let new: NewTable =
            r#"{"game":"gems","seat":1,"clock":{"initial":600}}"#.parse().expect("a table");
        let key = rig.tables.create(new, false).await.expect("a table");
        let table = rig.tables.registry.find(&key.table).await.expect("the table");
        let mut ben = spectate(&rig, &table).await;
        assert_eq!(
            rig.submit(&table, &ben.participant, r#"{"type":"join","data":{"name":"Ben"}}"#),
            None
        );
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert_eq!(table.lock().table.phase(), Phase::Playing(Player::One), "Ada has not come");

        let start = Instant::now();
        let hello = hello(key.table, Some(key.token));
        rig.tables.connect(hello, network()).await.expect("a seat");
        while !ben.next("events").await.contains(r#"{"type":"time-ran-out","data":{"player":1}}"#) {
        }
        assert_eq!(start.elapsed(), FIRST_MOVE_TIMEOUT);
        assert_eq!(table.lock().table.phase(), Phase::Over(Ending::OutOfTime(Player::One)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_way_of_a_move_is_not_counted_up_to_half_a_second() {
        let rig = Rig::new();
        for (lag, thought, took) in [
            (Some(200), 10_000, Some(9_800)),
            (Some(3_000), 10_000, Some(9_500)),
            (Some(200), 60_150, Some(59_950)),
            (None, 60_150, None),
            (Some(200), 60_250, None),
        ] {
            let table = rig.table(GAME.into_iter().chain(["moved\t0"])).await;
            let mut spectator = spectate(&rig, &table).await;
            let ben = seated(SeatId::Second);
            if let Some(lag) = lag {
                ben.set_lag(Duration::from_millis(lag));
            }
            tokio::time::sleep(Duration::from_millis(thought)).await;
            let moved = r#"{"type":"move","data":{"choice":0,"version":3}}"#;
            let in_time = rig.submit(&table, &ben, moved).is_none();
            let news = spectator.next("events").await;
            match took {
                Some(took) => assert!(news.contains(&format!(r#""took":{took}"#)), "{news}"),
                None => assert!(
                    news.contains(r#""time-ran-out","data":{"player":2},"took":60000"#),
                    "{news}"
                ),
            }
            assert!(in_time || took.is_none());
        }
    }

    async fn spectate(rig: &Rig, table: &HostedTable) -> Inbox {
        let hello = hello(table.id.clone(), None);
        let (_, participant) = rig.tables.connect(hello, network()).await.expect("a place");
        Inbox::of(participant)
    }
}
