use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use parlor_throwaway_postgres::{Cluster, Durability};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::block_in_place;
use tokio::time::sleep;

use super::database_link::DatabaseLink;
use super::disturbance::{Disturbance, Tally};
use super::power_loss::{Power, Watch};
use crate::Setup;
use crate::process::{self, Process};

/// The servers, with what they keep their logs in.
pub(super) struct Servers {
    nodes: Vec<Node>,
    database: Database,
    tally: Tally,
}

enum Database {
    File { power: Option<Power>, _folder: TempDir },
    Postgres(Cluster),
}

struct Node {
    address: SocketAddr,
    command: Box<dyn Fn() -> Command + Send + Sync>,
    /// `None` while it is down.
    process: Option<Process>,
    /// What is between it and PostgreSQL.
    link: Option<DatabaseLink>,
    /// What records what it does to its file.
    watch: Option<Watch>,
}

/// How long PostgreSQL is down, or a node that the others have to do without, or connections are held
/// up: so many milliseconds at most.
const OUTAGE: u64 = 500;
/// Now and then connections are held up for longer than anybody would wait, in milliseconds.
const LONG_OUTAGE: u64 = 4_000;
/// How often a server may fail to start because its connection to the database is cut meanwhile.
const STARTS: u32 = 20;

impl Servers {
    /// Starts them. With a library that records what a server does to its file, its disk can lose power.
    pub(super) async fn start(
        program: &Path,
        setup: Setup,
        recorder: Option<&Path>,
        luck: &mut Rng,
    ) -> Result<Self> {
        let tally = Tally::default();
        let mut servers = match setup {
            Setup::Sqlite => {
                let folder = tempfile::tempdir()?;
                let disk = folder.path().join("disk");
                fs::create_dir(&disk)?;
                let record = || folder.path().join("record");
                let power = recorder.map(|recorder| Power::new(recorder, &disk, record()));
                let power = power.transpose()?;
                let database = disk.join("parlor.db").display().to_string();
                let mut node = Node::new(program, database, None, luck).await?;
                node.watch = power.as_ref().map(Power::watch);
                let database = Database::File { power, _folder: folder };
                Self { nodes: vec![node], database, tally }
            }
            Setup::Postgres { nodes: number } => {
                let cluster = block_in_place(|| Cluster::start(Durability::ProcessCrash))?;
                let url = block_in_place(|| cluster.new_database());
                let mut nodes = Vec::new();
                for _ in 0..number {
                    let link = DatabaseLink::to(cluster.port(), luck.fork()).await?;
                    let url = link.instead_of(&url);
                    nodes.push(Node::new(program, url, Some(link), luck).await?);
                }
                Self { nodes, database: Database::Postgres(cluster), tally }
            }
        };
        servers.start_all().await?;
        Ok(servers)
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// What was done to them.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        for link in self.nodes.iter().filter_map(|node| node.link.as_ref()) {
            tally.notifications_dropped += link.dropped();
            tally.notifications_repeated += link.repeated();
        }
        tally
    }

    /// Does something bad to them, after which they all run again.
    pub(super) async fn suffer(&mut self, what: Disturbance, luck: &mut Rng) -> Result<()> {
        self.must_all_run()?;
        let is_alone = self.nodes.len() == 1;
        let node = luck.usize(..self.nodes.len());
        match what {
            Disturbance::KillServer => {
                self.kill(node)?;
                if luck.u8(..5) == 0 {
                    // Before it listens, while it reads what the last one left behind.
                    self.nodes[node].kill_early(luck).await?;
                    self.tally.killed_early += 1;
                }
                if !is_alone {
                    sleep(Duration::from_millis(luck.u64(..OUTAGE))).await;
                }
            }
            Disturbance::LosePower => {
                self.nodes[node].kill()?;
                let Database::File { power: Some(power), .. } = &mut self.database else {
                    bail!("there is no disk of its own")
                };
                block_in_place(|| power.fail(luck))?;
                self.tally.power_lost += 1;
                self.tally.writes_lost = power.lost();
            }
            Disturbance::KillDatabase => {
                self.kill_database(node, luck).await?;
                self.tally.database_killed += 1;
            }
            Disturbance::CutLink => {
                self.nodes[node].link()?.cut(luck.bool());
                self.tally.cut += 1;
            }
            Disturbance::HoldUpLink => {
                let most = if luck.u8(..4) == 0 { LONG_OUTAGE } else { OUTAGE };
                self.nodes[node].link()?.hold_up(Duration::from_millis(luck.u64(..most)));
                self.tally.held_up += 1;
            }
        }
        self.start_all().await
    }

    /// Kills everything and starts it again, without any more bad luck.
    pub(super) async fn start_anew(&mut self) -> Result<()> {
        for node in &mut self.nodes {
            node.kill()?;
            if let Some(link) = &node.link {
                link.behave();
            }
        }
        if let Database::Postgres(cluster) = &self.database {
            block_in_place(|| cluster.kill().and_then(|()| cluster.restart()))?;
        }
        self.start_all().await
    }

    /// A server ends when it is killed, and never else.
    pub(super) fn must_all_run(&mut self) -> Result<()> {
        for process in self.nodes.iter_mut().filter_map(|node| node.process.as_mut()) {
            ensure!(process.is_running()?, "a server ended by itself");
        }
        Ok(())
    }

    /// Kills PostgreSQL, with bad luck a node as well, and starts PostgreSQL again.
    async fn kill_database(&mut self, node: usize, luck: &mut Rng) -> Result<()> {
        let Database::Postgres(cluster) = &self.database else { bail!("there is no PostgreSQL") };
        block_in_place(|| cluster.kill())?;
        sleep(Duration::from_millis(luck.u64(..OUTAGE))).await;
        if luck.u8(..3) == 0 {
            self.kill(node)?;
            // A node that is started meanwhile waits, or gives up.
            self.nodes[node].kill_early(luck).await?;
            self.tally.killed_early += 1;
        }
        let Database::Postgres(cluster) = &self.database else { bail!("there is no PostgreSQL") };
        block_in_place(|| cluster.restart())
    }

    fn kill(&mut self, node: usize) -> Result<()> {
        self.nodes[node].kill()?;
        self.tally.killed += 1;
        Ok(())
    }

    /// Starts those that do not run.
    async fn start_all(&mut self) -> Result<()> {
        for node in self.nodes.iter_mut().filter(|node| node.process.is_none()) {
            node.start().await?;
        }
        Ok(())
    }
}

impl Node {
    async fn new(
        program: &Path,
        database: String,
        link: Option<DatabaseLink>,
        luck: &mut Rng,
    ) -> Result<Self> {
        let address = free_address(luck).await?;
        let program = program.to_owned();
        // A node that cannot reach its database has a lot to say, and is meant to come to that here.
        let is_quiet = link.is_some() && std::env::var_os("PARLOR_LOG").is_none();
        let command = Box::new(move || {
            let mut command = process::parlor(&program, &database, &address.to_string());
            if is_quiet {
                command.env("PARLOR_LOG", "off");
            }
            command
        });
        Ok(Self { address, command, process: None, link, watch: None })
    }

    fn command(&self) -> Command {
        let mut command = (self.command)();
        if let Some(watch) = &self.watch {
            watch.over(&mut command);
        }
        command
    }

    async fn start(&mut self) -> Result<()> {
        let mut tries = 1;
        loop {
            match block_in_place(|| Process::serve(&mut self.command())) {
                Ok((process, _)) => {
                    self.process = Some(process);
                    return Ok(());
                }
                Err(_) if self.link.is_some() && tries < STARTS => {
                    tries += 1;
                    sleep(Duration::from_millis(100)).await;
                }
                Err(error) => return Err(error.context("a server does not start")),
            }
        }
    }

    fn kill(&mut self) -> Result<()> {
        self.process.take().context("a server that runs")?.kill()
    }

    /// Starts it and kills it soon after.
    async fn kill_early(&self, luck: &mut Rng) -> Result<()> {
        let process = Process::spawn(&mut self.command())?;
        sleep(Duration::from_millis(luck.u64(..20))).await;
        process.kill()
    }

    fn link(&self) -> Result<&DatabaseLink> {
        self.link.as_ref().context("a node has a link to PostgreSQL")
    }
}

/// An address for the server that no other program will have while it is down. The system gives other
/// ports than these to those who connect.
async fn free_address(luck: &mut Rng) -> Result<SocketAddr> {
    for _ in 0..100 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, luck.u16(10_000..30_000)));
        if TcpListener::bind(address).await.is_ok() {
            return Ok(address);
        }
    }
    bail!("there is no free port")
}
