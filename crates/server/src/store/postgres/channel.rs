//! What nodes tell each other, by LISTEN and NOTIFY.

use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use parlor_protocol::TableId;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPool, PgPoolOptions};
use tokio::sync::{Notify, mpsc};
use tokio::time::{sleep, timeout};

use super::membership::HEARTBEAT;
use crate::store::{Attendance, Content, News, NodeId, NodeMessage, StoreError};

/// The channel that all nodes listen to.
const CHANNEL: &str = "parlor";
/// How long it may be silent. Every node hears its own heartbeats.
const SILENCE: Duration = HEARTBEAT.saturating_mul(3);
/// How long messages to other nodes are gathered. To notify takes a lock of the whole database.
const GATHER: Duration = Duration::from_millis(20);
/// After how long something is tried again that failed.
const RETRY: Duration = Duration::from_millis(200);
/// A notification has less than 8,000 bytes.
const PAYLOAD_BYTES: usize = 7_900;
/// How many news may wait. After that the database keeps them.
const WAITING_NEWS: usize = 1_024;

/// Hears what other nodes do, and tells them what they cannot read from the logs.
pub(super) struct Channel {
    node: NodeId,
    options: PgConnectOptions,
    outbox: Mutex<Vec<MessageJson>>,
    outbox_changed: Notify,
    news_sender: mpsc::Sender<News>,
    news: tokio::sync::Mutex<mpsc::Receiver<News>>,
}

/// A notification.
#[derive(Serialize, Deserialize)]
struct Notification {
    /// The node that sends it.
    node: i64,
    /// Logs to which something was appended, and how many events they have.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "logs")]
    appended: Vec<(TableId, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    messages: Vec<MessageJson>,
}

#[derive(Clone, Serialize, Deserialize)]
struct MessageJson {
    table: String,
    #[serde(flatten)]
    content: ContentJson,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", content = "data")]
enum ContentJson {
    Attendance(AttendanceJson),
    AttendancePlease(AttendanceJson),
    Reaction(String),
}

#[derive(Clone, Serialize, Deserialize)]
struct AttendanceJson {
    seats: [bool; 2],
    spectators: u32,
}

impl Channel {
    pub(super) fn new(node: NodeId, options: PgConnectOptions) -> Self {
        let (news_sender, news) = mpsc::channel(WAITING_NEWS);
        Self {
            node,
            options,
            outbox: Mutex::default(),
            outbox_changed: Notify::new(),
            news_sender,
            news: tokio::sync::Mutex::new(news),
        }
    }

    /// What other nodes have done.
    pub(super) async fn news(&self) -> News {
        let news = self.news.lock().await.recv().await;
        news.expect("the sender is here, too")
    }

    /// Passes on what this node has found out about others.
    pub(super) async fn deliver(&self, news: News) {
        self.news_sender.send(news).await.expect("the receiver is here, too");
    }

    /// Has the other nodes told something.
    pub(super) fn tell(&self, message: NodeMessage) {
        self.outbox.lock().push(message.into());
        self.outbox_changed.notify_one();
    }

    /// Has an empty notification sent. This node hears it as well, and so it knows that it hears.
    pub(super) fn say_that_this_node_lives(&self) {
        self.outbox_changed.notify_one();
    }

    /// Sends what is to be told, for ever.
    pub(super) async fn run_telling(self: Arc<Self>, pool: PgPool) {
        loop {
            self.outbox_changed.notified().await;
            sleep(GATHER).await;
            let messages = without_outdated(std::mem::take(&mut *self.outbox.lock()));
            let payloads = payloads(self.node, &messages);
            let sent =
                sqlx::query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload")
                    .bind(CHANNEL)
                    .bind(payloads)
                    .execute(&pool)
                    .await;
            if let Err(error) = sent {
                tracing::debug!(%error, "other nodes could not be told something");
                self.tell_later(messages);
                sleep(RETRY).await;
            }
        }
    }

    /// Tells again what could not be told, except reactions, which are of the moment.
    fn tell_later(&self, messages: Vec<MessageJson>) {
        let is_lasting = |message: &MessageJson| match message.content {
            ContentJson::Attendance(_) | ContentJson::AttendancePlease(_) => true,
            ContentJson::Reaction(_) => false,
        };
        let mut outbox = self.outbox.lock();
        outbox.splice(..0, messages.into_iter().filter(is_lasting));
        drop(outbox);
        self.outbox_changed.notify_one();
    }

    /// Listens to other nodes, for ever. Whenever it may have missed something, it says so.
    pub(super) async fn run_listening(self: Arc<Self>) {
        loop {
            let Err(error) = self.listen().await;
            tracing::debug!(%error, "news of other nodes may be missing");
            sleep(RETRY).await;
        }
    }

    async fn listen(&self) -> Result<Infallible, StoreError> {
        // A pool of its own, for one connection that is kept.
        let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(self.options.clone());
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        self.deliver(News::Missed).await;
        loop {
            match timeout(SILENCE, listener.try_recv()).await {
                Ok(Ok(Some(notification))) => self.take_in(notification.payload()).await,
                Ok(Ok(None)) => return Err(StoreError::new("the connection was lost")),
                Ok(Err(error)) => return Err(error.into()),
                Err(_) => return Err(StoreError::new("nothing was heard for too long")),
            }
        }
    }

    async fn take_in(&self, payload: &str) {
        let Ok(notification) = serde_json::from_str::<Notification>(payload) else {
            tracing::warn!("a notification made no sense");
            return;
        };
        let node = NodeId(notification.node);
        if node == self.node {
            return;
        }
        if !notification.appended.is_empty() {
            self.deliver(News::Appended(notification.appended)).await;
        }
        for message in notification.messages {
            if let Ok(message) = message.try_into() {
                self.deliver(News::Message(node, message)).await;
            }
        }
    }
}

/// Messages in notifications, each as full as it can be; at least one.
fn payloads(node: NodeId, messages: &[MessageJson]) -> Vec<String> {
    let notification =
        Notification { node: node.0, appended: Vec::new(), messages: messages.to_vec() };
    let all = serde_json::to_string(&notification).expect("it has no key that is not text");
    if all.len() <= PAYLOAD_BYTES || messages.len() < 2 {
        return vec![all];
    }
    let (first, second) = messages.split_at(messages.len() / 2);
    [first, second].into_iter().flat_map(|half| payloads(node, half)).collect()
}

/// Of what is told about the attendance of a table, the last counts; and a question stays a question.
fn without_outdated(messages: Vec<MessageJson>) -> Vec<MessageJson> {
    let mut asked = HashSet::new();
    let mut told = HashSet::new();
    let mut lasting: Vec<MessageJson> = messages
        .into_iter()
        .rev()
        .filter(|message| match message.content {
            ContentJson::Attendance(_) => told.insert(message.table.clone()),
            ContentJson::AttendancePlease(_) => asked.insert(message.table.clone()),
            ContentJson::Reaction(_) => true,
        })
        .collect();
    lasting.reverse();
    lasting
}

/// Reads the ids of tables and versions as they are written by the database, which is an object.
fn logs<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Vec<(TableId, u32)>, D::Error> {
    let logs = BTreeMap::<String, u32>::deserialize(reader)?;
    let read = |(id, version): (String, u32)| Some((id.parse().ok()?, version));
    Ok(logs.into_iter().filter_map(read).collect())
}

impl From<NodeMessage> for MessageJson {
    fn from(NodeMessage { table, content }: NodeMessage) -> Self {
        let attendance = |Attendance { seats, spectators }| AttendanceJson { seats, spectators };
        let content = match content {
            Content::Attendance(here) => ContentJson::Attendance(attendance(here)),
            Content::AttendancePlease(here) => ContentJson::AttendancePlease(attendance(here)),
            Content::Reaction(message) => ContentJson::Reaction(message),
        };
        Self { table: table.as_str().to_owned(), content }
    }
}

/// The id of no table.
struct NotATable;

impl TryFrom<MessageJson> for NodeMessage {
    type Error = NotATable;

    fn try_from(MessageJson { table, content }: MessageJson) -> Result<Self, NotATable> {
        let attendance = |AttendanceJson { seats, spectators }| Attendance { seats, spectators };
        let content = match content {
            ContentJson::Attendance(there) => Content::Attendance(attendance(there)),
            ContentJson::AttendancePlease(there) => Content::AttendancePlease(attendance(there)),
            ContentJson::Reaction(message) => Content::Reaction(message),
        };
        Ok(Self { table: table.parse().map_err(|_| NotATable)?, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(table: &str, content: ContentJson) -> MessageJson {
        MessageJson { table: table.to_owned(), content }
    }

    fn attendance(spectators: u32) -> AttendanceJson {
        AttendanceJson { seats: [true, false], spectators }
    }

    #[test]
    fn messages_that_do_not_fit_into_one_notification_are_sent_in_several() {
        let table = |number: u32| format!("{number:016}");
        let messages: Vec<MessageJson> = (0..1_000)
            .map(|number| message(&table(number), ContentJson::Attendance(attendance(number))))
            .collect();
        let payloads = payloads(NodeId(7), &messages);
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() < 8_000));
        let read = payloads.iter().flat_map(|payload| {
            serde_json::from_str::<Notification>(payload).expect("it makes sense").messages
        });
        assert!(read.map(|message| message.table).eq((0..1_000).map(table)));
    }

    #[test]
    fn only_the_last_attendance_of_a_table_is_told_and_what_is_asked_is_asked() {
        let messages = vec![
            message("a", ContentJson::Attendance(attendance(1))),
            message("a", ContentJson::AttendancePlease(attendance(2))),
            message("b", ContentJson::Attendance(attendance(3))),
            message("a", ContentJson::Reaction("{}".to_owned())),
            message("a", ContentJson::Attendance(attendance(4))),
        ];
        let left = without_outdated(messages);
        let json = serde_json::to_value(&left).expect("JSON");
        let kinds: Vec<&str> =
            json.as_array().into_iter().flatten().filter_map(|it| it["type"].as_str()).collect();
        assert_eq!(kinds, ["attendance-please", "attendance", "reaction", "attendance"]);
        assert_eq!(json[3]["data"]["spectators"], 4);
    }
}
