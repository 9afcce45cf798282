use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::{Context, Result, ensure};

use crate::server::Server;

/// A running PostgreSQL with its databases: what PostgreSQL calls a database cluster. It is stopped,
/// and its folder removed, when this is dropped.
#[derive(Debug)]
pub struct Cluster {
    server: Mutex<Server>,
    databases: AtomicU32,
}

/// What a commit survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// That processes are killed, those of PostgreSQL included: a commit is in the hands of the
    /// system. Quick enough for tests.
    ProcessCrash,
    /// That the machine goes off, too: a commit is on the disk (`fsync`), as in real use.
    MachineCrash,
}

impl Cluster {
    /// Starts a new one.
    ///
    /// # Errors
    /// If there is no PostgreSQL on this machine, or it does not start.
    pub fn start(durability: Durability) -> Result<Self> {
        let server = Mutex::new(Server::start_new(durability)?);
        Ok(Self { server, databases: AtomicU32::new(0) })
    }

    /// The one that all tests of this process share, started when the first of them asks for it. It
    /// is never dropped, and goes away with the process. A test that kills a server has one of its
    /// own.
    ///
    /// # Panics
    /// If it cannot be had; the message says why.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Result<Cluster, String>> = OnceLock::new();
        let start = || Self::start(Durability::ProcessCrash).map_err(|error| format!("{error:#}"));
        match SHARED.get_or_init(start) {
            Ok(cluster) => cluster,
            Err(error) => panic!("{error}"),
        }
    }

    /// Makes an empty database and gives back its URL.
    ///
    /// # Panics
    /// If the server is down; the message says what it said.
    pub fn new_database(&self) -> String {
        let name = format!("parlor_{}", self.databases.fetch_add(1, Ordering::Relaxed) + 1);
        let mut create = self.server().client("createdb");
        match create.arg(&name).output() {
            Ok(output) if output.status.success() => self.url(&name),
            Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => panic!("could not start createdb: {error}"),
        }
    }

    /// Answers a question in SQL, a line for each row and a bar between columns. For a test that
    /// looks from outside at what a program has stored.
    ///
    /// # Errors
    /// If it is no question, or the server is down.
    pub fn ask(&self, url: &str, sql: &str) -> Result<String> {
        let mut psql = self.server().client("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--set", "ON_ERROR_STOP=1", "--command", sql])
            .arg(database(url));
        let output = psql.output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
    }

    /// A copy of a database as it is at one moment, made by `pg_dump`, whether or not it is in use.
    ///
    /// # Errors
    /// If the server is down.
    pub fn dump(&self, url: &str) -> Result<Vec<u8>> {
        let mut dump = self.server().client("pg_dump");
        let output = dump.arg("--format=custom").arg(database(url)).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(output.stdout)
    }

    /// Makes a new database out of such a copy with `pg_restore`, and gives back its URL.
    ///
    /// # Errors
    /// If it is no copy, or the server is down.
    pub fn restore(&self, copy: &[u8]) -> Result<String> {
        let url = self.new_database();
        let mut restore = self.server().client("pg_restore");
        let mut restore = restore
            .args(["--exit-on-error", "--dbname"])
            .arg(database(&url))
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // What is written here ends when it is dropped.
        let written = restore.stdin.take().map_or(Ok(()), |mut input| input.write_all(copy));
        let output = restore.wait_with_output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        written?;
        Ok(url)
    }

    /// How often it commits a script in SQL in a second, with so many connections at once: what
    /// `pgbench` says.
    ///
    /// # Errors
    /// If the script fails, or the server is down.
    pub fn commits_per_second(
        &self,
        url: &str,
        script: &str,
        connections: u32,
        seconds: u64,
    ) -> Result<f64> {
        let (mut pgbench, file) = {
            let server = self.server();
            (server.client("pgbench"), server.folder().join("script.sql"))
        };
        fs::write(&file, script)?;
        let connections = connections.to_string();
        pgbench
            .args(["--no-vacuum", "--client", &connections, "--jobs", &connections])
            .args(["--time", &seconds.to_string(), "--file"])
            .arg(file)
            .arg(database(url));
        let output = pgbench.output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let words = String::from_utf8(output.stdout)?;
        let rate = words.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = rate.and_then(|rate| rate.split(' ').next());
        Ok(rate.context("pgbench says no rate")?.parse()?)
    }

    /// Kills all its processes with `SIGKILL`, as in a crash, and waits until they are gone.
    ///
    /// # Errors
    /// If it is down already, or the system does not let it be killed.
    pub fn kill(&self) -> Result<()> {
        self.server().kill()
    }

    /// Starts it after it was killed, on the same folder and port, and waits until it accepts
    /// connections.
    ///
    /// # Errors
    /// If it is running already, or does not start.
    pub fn restart(&self) -> Result<()> {
        self.server().start()
    }

    /// The port on the loopback address that it listens on, for good.
    pub fn port(&self) -> u16 {
        self.server().port()
    }

    /// The process that all its others are children of; `None` while it is down.
    pub fn process_id(&self) -> Option<u32> {
        self.server().process_id()
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port())
    }

    fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a database, by its URL.
fn database(url: &str) -> &str {
    let end = url.rsplit('/').next().unwrap_or(url);
    end.split('?').next().unwrap_or(end)
}
