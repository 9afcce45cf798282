use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use axum::extract::ws::Utf8Bytes;
use fastrand::Rng;
use parlor_protocol::client::{Device, Memory, Notice, Output, RemoteHost, Status};
use parlor_protocol::message::{FromClient, FromServer};
use parlor_rules::Level;
use parlor_table::{Command, GameLog, Host, Name, Phase, Refusal, Report, Table, Wish};
use parlor_trials::history::History;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::world::{NewPlace, Opponent, World};
use crate::error::Error;
use crate::tables::hosted_table::HostedTable;
use crate::tables::participant::Participant;
use crate::tables::send_queue::Outgoing;
use crate::tables::service::Tables;
use crate::tables::submit::Answer;
use crate::tables::test_rig::network;

/// A client that comes back whatever happens: the real one, over a network that is not.
pub(super) struct Client {
    world: World,
    host: RemoteHost<Memory<Random>>,
    history: History,
    connection: Option<Connection>,
    wants_seat: bool,
    /// Who is to have the seat that the one who set the table has not.
    opponent: Opponent,
    begun: Instant,
    luck: Rng,
}

type Random = Box<dyn FnMut() -> u128 + Send>;

/// What a client knows in the end, and what they were told on the way.
pub(super) struct Witness {
    pub(super) known: Option<GameLog>,
    pub(super) history: History,
}

struct Connection {
    tables: Arc<Tables>,
    place: Option<(Arc<HostedTable>, Arc<Participant>)>,
    killed: watch::Receiver<u64>,
    /// What has arrived and was not read yet.
    inbox: VecDeque<Utf8Bytes>,
    /// Until when nothing comes through, although the connection seems to be there.
    dead_until: Instant,
}

/// The longest that a message is on its way.
const DELAY: u64 = 60;

impl Client {
    pub(super) fn new(
        world: World,
        NewPlace { key, opponent }: &NewPlace,
        place: usize,
        mut luck: Rng,
    ) -> Self {
        let mut numbers = luck.fork();
        let mut device = Memory::new(Box::new(move || numbers.u128(..)) as Random);
        // The first one has set the table; the next two want the other seat; the last one watches.
        let wants_seat = place < 3;
        if place == 0 {
            device.keep_token(&key.table, &key.token);
        }
        let begun = Instant::now();
        let history = History::new(key.table.clone());
        let host = RemoteHost::new(device, key.table.clone(), None, Duration::ZERO);
        let opponent = *opponent;
        Self { world, host, history, connection: None, wants_seat, opponent, begun, luck }
    }

    /// Stays at the table until it is time to go, and says what it has been told.
    pub(super) async fn run(mut self) -> Result<Witness> {
        let mut over = self.world.over();
        loop {
            let step = tokio::select! {
                biased;
                step = self.step() => step,
                _ = over.wait_for(|over| *over) => break,
            };
            step?;
        }
        Ok(Witness { known: self.host.replica().log().cloned(), history: self.history })
    }

    async fn step(&mut self) -> Result<()> {
        self.drive().await?;
        self.read_reports();
        let is_free = self.host.status() == Status::Connected && self.host.pending().is_empty();
        if is_free
            && !self.world.is_resting()
            && let Some(command) = self.next_command()
        {
            sleep(Duration::from_millis(self.luck.u64(..2_000))).await;
            self.host.submit(command);
            return Ok(());
        }
        self.wait().await;
        Ok(())
    }

    /// Does what the host asks for.
    async fn drive(&mut self) -> Result<()> {
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => match self.world.server(&mut self.luck) {
                    Some((tables, killed)) => {
                        self.connection = Some(Connection {
                            tables,
                            place: None,
                            killed,
                            inbox: VecDeque::new(),
                            dead_until: Instant::now(),
                        });
                        self.host.connected();
                    }
                    None => self.lose_connection(),
                },
                Output::Disconnect => self.hang_up(),
                Output::Send(message) => {
                    self.history.said(&message);
                    if self.send(message).await.is_none() {
                        self.lose_connection();
                    }
                }
                Output::Notice(Notice::Contradicted(mismatch)) => return Err(mismatch.into()),
                Output::Notice(_) => {}
            }
        }
        if let Status::Ended(why) = self.host.status() {
            bail!("the server does not want them any more: {why:?}");
        }
        Ok(())
    }

    /// Sends a message; `None` if the connection was lost.
    async fn send(&mut self, message: FromClient) -> Option<()> {
        sleep(Duration::from_millis(self.luck.u64(..DELAY))).await;
        let connection = self.connection.as_mut()?;
        sleep_until(connection.dead_until).await;
        if connection.is_lost() {
            return None;
        }
        match (message, &connection.place) {
            (FromClient::Hello(hello), None) => {
                let tables = connection.tables.clone();
                let connecting: Pin<Box<_>> = Box::pin(tables.connect(hello, network()));
                let connected = tokio::select! {
                    biased;
                    connected = timeout(Duration::from_secs(30), connecting) => connected.ok()?,
                    _ = connection.killed.changed() => return None,
                };
                match connected {
                    Ok(place) => connection.place = Some(place),
                    Err(error) => connection.inbox.push_back(told(&error)),
                }
            }
            (FromClient::Submission(submission), Some((table, participant))) => {
                let tables = connection.tables.clone();
                let (table, participant) = (table.clone(), participant.clone());
                if !self.world.is_calm() && self.luck.u8(..8) == 0 {
                    // It is delivered once more, perhaps after its sender has gone.
                    let (tables, table, participant) =
                        (tables.clone(), table.clone(), participant.clone());
                    let (again, killed) = (submission.clone(), connection.killed.clone());
                    let delay = Duration::from_millis(self.luck.u64(..5_000));
                    tokio::task::spawn_local(async move {
                        sleep(delay).await;
                        if !killed.has_changed().unwrap_or(true) {
                            answer(&participant, tables.submit(&table, &participant, again));
                        }
                    });
                }
                answer(&participant, tables.submit(&table, &participant, submission));
            }
            (FromClient::Ping, _) => {
                connection.inbox.push_back(FromServer::Pong.to_string().into());
            }
            (FromClient::Hello(_) | FromClient::Submission(_) | FromClient::React(_), _) => {}
        }
        Some(())
    }

    /// Waits for the server to say something, for the connection to end or for something to be due.
    async fn wait(&mut self) {
        let deadline = self.host.deadline().map(|deadline| self.begun + deadline);
        let far = Instant::now() + Duration::from_hours(1);
        let heard = tokio::select! {
            biased;
            heard = receive(self.connection.as_mut()) => heard,
            () = sleep_until(deadline.unwrap_or(far)) => {
                self.host.tick(self.now());
                return;
            }
        };
        let Some(messages) = heard else { return self.lose_connection() };
        sleep(Duration::from_millis(self.luck.u64(..DELAY))).await;
        for message in messages {
            let Ok(message) = message.parse::<FromServer>() else { return self.lose_connection() };
            self.history.heard(&message);
            self.host.heard(message, self.now());
        }
        if !self.world.is_calm() {
            match self.luck.u8(..60) {
                0 => self.lose_connection(),
                1 => {
                    let dead_until =
                        Instant::now() + Duration::from_millis(self.luck.u64(..10_000));
                    if let Some(connection) = &mut self.connection {
                        connection.dead_until = dead_until;
                    }
                }
                _ => {}
            }
        }
    }

    fn read_reports(&mut self) {
        while let Some(report) = self.host.next_report() {
            if let Report::Refused { refusal: Refusal::SeatTaken, .. } = report {
                self.wants_seat = false;
            }
        }
    }

    fn next_command(&mut self) -> Option<Command> {
        let luck = &mut self.luck;
        let Some(seat) = self.host.seat() else {
            let join = Command::Join { name: Name::new("Ben"), seat: None };
            return self.wants_seat.then_some(join);
        };
        let table = self.host.table();
        let me = table.side(seat);
        if let Some((by, _)) = table.request()
            && by != me
        {
            return Some(Command::Decline);
        }
        match table.phase() {
            Phase::Waiting => match self.opponent {
                Opponent::Friend => None,
                Opponent::Computer => Some(Command::SeatComputer {
                    seat: !me,
                    level: Level::WEAKEST,
                    name: Name::default(),
                }),
            },
            Phase::Tossing(_) => self.host.offer(&Command::Toss).is_ok().then_some(Command::Toss),
            Phase::Playing(player) if player == me => turn(table, luck),
            Phase::Playing(_) => {
                // Now and then they say something out of turn.
                let name = Name::new(if luck.bool() { "Eva" } else { "Ida" });
                (luck.u8(..10) == 0).then_some(Command::Rename { player: None, name })
            }
            Phase::Over(_) => table.request().is_none().then_some(Command::Ask(Wish::Rematch)),
        }
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn lose_connection(&mut self) {
        self.hang_up();
        self.host.disconnected(self.now());
    }

    fn hang_up(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let is_lost = connection.is_lost();
        if let Some((table, participant)) = connection.place
            && !is_lost
        {
            connection.tables.leave(&table, &participant);
        }
    }
}

impl Connection {
    /// Whether its server was killed.
    fn is_lost(&self) -> bool {
        self.killed.has_changed().unwrap_or(true)
    }
}

fn turn(table: &Table, luck: &mut Rng) -> Option<Command> {
    if luck.u8(..40) == 0 {
        return Some(Command::Resign);
    }
    luck.choice(table.play().moves()).map(|choice| Command::Move { choice })
}

fn told(error: &Error) -> Utf8Bytes {
    FromServer::Error(error.problem()).to_string().into()
}

/// Sends what the sender of a command alone is told.
fn answer(participant: &Participant, answer: Answer) {
    if let Answer::Message(message) = answer {
        participant.send_queue.push(message.into());
    }
}

/// The next messages of the server; `None` if the connection was lost.
async fn receive(connection: Option<&mut Connection>) -> Option<VecDeque<Utf8Bytes>> {
    let Some(connection) = connection else { return std::future::pending().await };
    sleep_until(connection.dead_until).await;
    if !connection.inbox.is_empty() {
        return Some(std::mem::take(&mut connection.inbox));
    }
    let mut messages = VecDeque::new();
    let Connection { place, killed, .. } = connection;
    let outgoing = async {
        match place {
            Some((_, participant)) => participant.send_queue.next(&mut messages).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        _ = killed.changed() => None,
        outgoing = outgoing => match outgoing {
            Outgoing::Send => Some(messages),
            Outgoing::Close(_) => None,
        },
    }
}
