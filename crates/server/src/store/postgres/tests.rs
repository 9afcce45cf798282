use std::time::Duration;

use parlor_throwaway_postgres::Cluster;
use tokio::time::timeout;

use super::*;
use crate::client_network::ClientNetwork;
use crate::rate_limit::RetryAfter;
use crate::store::laws::{Log, MOVED, RESIGNED, append, begin, test_store_laws};
use crate::store::nodes::{Attendance, Content, NodeMessage, Nodes, TableLimit, Ticket, Waiter};
use crate::store::{KeyUse, News};

test_store_laws!((open(&database()).await, ()));

fn database() -> String {
    Cluster::shared().new_database()
}

async fn open(url: &str) -> Postgres {
    Postgres::open(url).await.expect("a database")
}

/// Two nodes that share a database.
async fn two_nodes() -> [Postgres; 2] {
    let url = database();
    [open(&url).await, open(&url).await]
}

/// Has a statement carried out.
async fn execute(store: &Postgres, statement: &'static str) {
    sqlx::raw_sql(statement).execute(&store.pool).await.expect(statement);
}

/// The next news of this kind.
async fn next<T>(store: &Postgres, wanted: impl Fn(News) -> Option<T>) -> T {
    loop {
        if let Some(found) = wanted(store.news().await) {
            return found;
        }
    }
}

fn waiter(log: &Log, seek: &str, ticket: i64) -> Waiter {
    let (table, seek) = (log.table.clone(), seek.to_owned());
    Waiter { log: log.id, table, seek, ticket: Ticket(ticket) }
}

#[tokio::test]
async fn of_two_nodes_that_append_the_same_version_one_is_refused_with_all_its_events() {
    let [one, other] = two_nodes().await;
    let logs: Vec<Log> = {
        let mut logs = Vec::new();
        for _ in 0..20 {
            logs.push(begin(&one).await);
        }
        logs
    };
    // In opposite orders: whoever locked rows as they come would wait for the other for ever.
    let first: Vec<Append> = logs.iter().map(|log| log.at(1, &[MOVED, RESIGNED])).collect();
    let second: Vec<Append> = logs.iter().rev().map(|log| log.at(1, &[RESIGNED, MOVED])).collect();
    let (first, second) = tokio::join!(one.append(&first), other.append(&second));
    for ((log, first), second) in logs.iter().zip(first).zip(second.into_iter().rev()) {
        let events = log.events(&one, 1).await.expect("a log");
        match (first, second) {
            (Ok(()), Err(AppendError::Conflict)) => assert_eq!(events, [MOVED, RESIGNED]),
            (Err(AppendError::Conflict), Ok(())) => assert_eq!(events, [RESIGNED, MOVED]),
            results => panic!("{results:?}"),
        }
    }
}

#[tokio::test]
async fn a_node_hears_what_another_one_appends_and_tells_and_not_what_it_does_itself() {
    let [one, other] = two_nodes().await;
    next(&one, |news| (news == News::Missed).then_some(())).await;
    let mut log = begin(&other).await;
    append(&one, log.at(1, &[RESIGNED])).await.expect("stored");
    log.next(&[RESIGNED]);
    append(&other, log.next(&[MOVED])).await.expect("stored");
    let heard = next(&one, |news| match news {
        News::Appended(logs) => Some(logs),
        _ => None,
    });
    assert_eq!(heard.await, [(log.table.clone(), 3)]);

    let attendance = Attendance { seats: [true, false], spectators: 3 };
    let message =
        NodeMessage { table: log.table.clone(), content: Content::Attendance(attendance) };
    other.tell(message.clone());
    let heard = next(&one, |news| match news {
        News::Message(node, message) => Some((node, message)),
        _ => None,
    });
    assert_eq!(heard.await, (other.node, message));
}

#[tokio::test]
async fn a_large_batch_is_told_in_notifications_that_fit() {
    let [one, other] = two_nodes().await;
    next(&one, |news| (news == News::Missed).then_some(())).await;
    let mut batch = Vec::new();
    let mut logs = Vec::new();
    for _ in 0..450 {
        let mut log = Log::new(&other);
        batch.push(log.open());
        logs.push(log);
    }
    assert!(other.append(&batch).await.iter().all(Result::is_ok));
    let batch: Vec<Append> = logs.iter_mut().map(|log| log.next(&[MOVED])).collect();
    assert!(other.append(&batch).await.iter().all(Result::is_ok));
    let mut heard = Vec::new();
    while heard.len() < logs.len() {
        heard.extend(
            next(&one, |news| match news {
                News::Appended(logs) => Some(logs),
                _ => None,
            })
            .await,
        );
    }
    assert!(logs.iter().all(|log| heard.contains(&(log.table.clone(), 2))));
    let tables: Vec<TableId> = logs.iter().map(|log| log.table.clone()).collect();
    assert_eq!(one.stored_versions(&tables).await.expect("a store").len(), logs.len());
}

#[tokio::test]
async fn players_who_want_the_same_meet_whichever_node_they_are_at() {
    let [one, other] = two_nodes().await;
    let (ada, ben, eve) = (begin(&one).await, begin(&other).await, begin(&other).await);
    let meet = async |node: &Postgres, log: &Log, seek, ticket| {
        node.meet(&waiter(log, seek, ticket)).await.expect("a store")
    };
    assert_eq!(meet(&one, &ada, "gems", 1).await, None, "she waits");
    assert_eq!(meet(&other, &eve, "kalah", 2).await, None, "another game");
    assert_eq!(meet(&other, &ben, "gems", 3).await, Some(ada.table.clone()));
    assert_eq!(meet(&one, &ada, "gems", 4).await, None, "she has been found");
    assert_eq!(meet(&other, &eve, "gems", 5).await, None, "and so has he");
    // It came to nothing: the one who was found is not there any more.
    other.part(&waiter(&ben, "gems", 3), &ada.table).await.expect("a store");
    one.stop_waiting(eve.id, Ticket(2)).await.expect("a store");
    assert_eq!(meet(&one, &ada, "kalah", 6).await, Some(eve.table.clone()), "by another ticket");
    other.stop_waiting(ben.id, Ticket(3)).await.expect("a store");
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM seeks WHERE log = $1")
        .bind(ben.id.0)
        .fetch_one(&one.pool)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn who_waits_at_a_node_that_is_gone_is_not_found() {
    let [one, other] = two_nodes().await;
    let (ada, ben) = (begin(&one).await, begin(&other).await);
    assert_eq!(one.meet(&waiter(&ada, "gems", 1)).await.expect("a store"), None);
    one.close().await;
    assert_eq!(other.meet(&waiter(&ben, "gems", 2)).await.expect("a store"), None);
}

#[tokio::test]
async fn one_node_thinks_about_a_turn_of_the_computer_until_its_claim_has_expired() {
    let [one, other] = two_nodes().await;
    let log = begin(&one).await;
    let claim =
        async |node: &Postgres, version| node.claim_turn(log.id, version).await.expect("a store");
    assert!(claim(&one, 1).await);
    assert!(!claim(&other, 1).await);
    assert!(claim(&other, 2).await, "the next turn");
    assert!(!claim(&one, 2).await);
    execute(&one, "UPDATE claims SET until = 0").await;
    assert!(claim(&one, 2).await);
}

#[tokio::test]
async fn tables_are_counted_by_network_for_all_nodes_together() {
    let [one, other] = two_nodes().await;
    let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
    let mut allowed = 0;
    let wait = loop {
        let node = if allowed % 2 == 0 { &one } else { &other };
        match node.count_table(network("10.0.0.1"), 6).await {
            Ok(()) => allowed += 1,
            Err(TableLimit::Exceeded(RetryAfter(wait))) => break wait,
            Err(TableLimit::Failed(error)) => panic!("{error}"),
        }
    };
    // On a slow machine some of the minute may have passed.
    assert!((6..=7).contains(&allowed), "{allowed}");
    assert!(wait > Duration::ZERO && wait <= Duration::from_secs(10), "{wait:?}");
    assert!(one.count_table(network("10.0.0.2"), 6).await.is_ok());
    assert!(one.count_table(network("10.0.0.1"), 0).await.is_ok(), "no limit");
}

#[tokio::test]
async fn nodes_that_start_at_once_make_the_tables_once() {
    let url = database();
    let nodes: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn({
                let url = url.clone();
                async move { open(&url).await }
            })
        })
        .collect();
    let mut ids = Vec::new();
    for node in nodes {
        ids.push(node.await.expect("it opens").new_log_id());
    }
    ids.sort_by_key(|id| id.0);
    ids.dedup();
    assert_eq!(ids.len(), 4, "each numbers its logs by itself");
}

#[tokio::test]
async fn what_an_older_node_cannot_read_is_not_stored_until_there_is_none() {
    let url = database();
    let store = open(&url).await;
    assert_eq!(store.vocabulary(), Vocabulary::NEWEST, "it is alone");
    // As if an older version had been the first, and were still running beside a new one.
    execute(&store, "UPDATE cluster SET vocabulary = 1; UPDATE nodes SET vocabulary = 1").await;
    let newer = open(&url).await;
    assert_eq!(newer.vocabulary(), Vocabulary(1));
    store.close().await;
    // It is looked at with every heartbeat.
    while newer.vocabulary() != Vocabulary::NEWEST {
        sleep(Duration::from_millis(10)).await;
    }
    execute(&newer, "UPDATE cluster SET vocabulary = vocabulary + 1").await;
    let error = Postgres::open(&url).await.err().expect("it may hold events that are not known");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn an_event_that_was_altered_or_is_missing_is_found() {
    let [store, _] = two_nodes().await;
    let (mut one, mut other) = (begin(&store).await, begin(&store).await);
    append(&store, one.next(&[MOVED, RESIGNED])).await.expect("the next events");
    append(&store, other.next(&[RESIGNED])).await.expect("the next event");
    execute(
        &store,
        "UPDATE events SET event = replace(event::text, '2', '3')::json WHERE version = 1",
    )
    .await;
    let error = store.read_one(&one.table, 0).await.expect_err("it is not what was stored");
    assert_eq!(error.to_string(), format!("event 1 of log {} was altered", one.id.0));
    assert!(
        matches!(store.trouble(), Some(Trouble::Damaged(told)) if told.contains("was altered"))
    );
    let together = store.read(&[(one.table.clone(), 0), (other.table.clone(), 0)]).await;
    assert!(matches!(together.expect("a store")[..], [Err(_), Ok(Some(_))]), "the other is whole");
    execute(&store, "DELETE FROM events WHERE version = 1").await;
    assert!(store.read_one(&other.table, 0).await.is_err(), "its last event is missing");
}

#[tokio::test]
async fn it_is_noted_who_held_an_idempotency_key_and_when_an_event_was_stored() {
    let store = open(&database()).await;
    let mut log = begin(&store).await;
    let holder = KeyUse(-2);
    let both = Append { key_use: Some(holder), ..log.next(&[MOVED, RESIGNED]) };
    append(&store, both).await.expect("the next events");
    let rows: Vec<(Option<i64>, bool)> = sqlx::query_as(
        "SELECT holder, at BETWEEN parlor_now() - 60000 AND parlor_now() FROM events ORDER BY version",
    )
    .fetch_all(&store.pool)
    .await
    .expect("rows");
    assert_eq!(rows, [(None, true), (Some(holder.0), true), (None, true)]);
}

#[tokio::test]
async fn what_was_never_played_expires_sooner_and_what_is_used_does_not() {
    const DAY: Duration = Duration::from_hours(24);
    let store = open(&database()).await;
    let (unplayed, mut played, used) =
        (begin(&store).await, begin(&store).await, begin(&store).await);
    append(&store, played.next(&[MOVED])).await.expect("the next event");
    execute(
        &store,
        "UPDATE logs SET appended = appended - 3 * 86400000, used = used - 3 * 86400000",
    )
    .await;
    store.read_one(&used.table, 0).await.expect("a store").expect("a log");
    let expired = store.expired(90 * DAY, 2 * DAY).await.expect("a list");
    assert_eq!(expired.iter().map(|log| log.id).collect::<Vec<_>>(), [unplayed.id]);
    let expired = store.expired(DAY, DAY).await.expect("a list");
    assert!(expired.len() == 2 && expired.iter().all(|log| log.id != used.id));
    // A node that has it in memory looks for news of it.
    store.stored_versions(&[played.table.clone()]).await.expect("a store");
    store.delete(&[unplayed.id, played.id, used.id], DAY).await.expect("a store");
    for (log, is_kept) in [(&unplayed, false), (&played, true), (&used, true)] {
        assert_eq!(log.events(&store, 0).await.is_some(), is_kept);
    }
}

#[tokio::test]
async fn time_stands_still_while_there_is_no_node() {
    let url = database();
    let store = open(&url).await;
    let log = begin(&store).await;
    execute(
        &store,
        "UPDATE logs SET appended = appended - 3600000; UPDATE cluster SET up_since = 0",
    )
    .await;
    let age = async |store: &Postgres| {
        store.read_one(&log.table, 0).await.expect("a store").expect("a log").age
    };
    assert!(age(&store).await >= Duration::from_hours(1), "its player has thought for an hour");
    let other = open(&url).await;
    assert!(age(&other).await >= Duration::from_hours(1), "and goes on to while a node is there");
    for node in [store, other] {
        node.close().await;
    }
    let store = open(&url).await;
    assert!(age(&store).await < Duration::from_mins(30), "since a node is there again");
}

#[tokio::test]
async fn a_database_that_goes_away_and_comes_back_is_used_again() {
    let cluster =
        Cluster::start(parlor_throwaway_postgres::Durability::ProcessCrash).expect("PostgreSQL");
    let store = open(&cluster.new_database()).await;
    let mut log = begin(&store).await;
    cluster.kill().expect("it runs");
    let lost = log.clone().next(&[MOVED]);
    assert!(matches!(append(&store, lost).await, Err(AppendError::Failed(_))));
    assert!(store.read_one(&log.table, 0).await.is_err());
    assert!(store.probe().await.is_err());
    cluster.restart().expect("it starts again");
    while store.probe().await.is_err() {
        tokio::task::yield_now().await;
    }
    append(&store, log.next(&[MOVED])).await.expect("the next event");
    assert_eq!(log.events(&store, 0).await.expect("a log").len(), 2);
}

#[tokio::test]
async fn it_is_told_when_a_task_ends_that_the_store_cannot_do_without() {
    let store = open(&database()).await;
    assert!(store.task_ended().now_or_never().is_none());
    store.tasks.lock().abort_all();
    timeout(TIMEOUT, store.task_ended()).await.expect("it is told");
}
