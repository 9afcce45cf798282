use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::cluster::Durability;
use crate::guardian::Guardian;
use crate::postmaster;
use crate::programs::{Programs, User};

/// A folder of databases, and the server that runs on it, or is down.
#[derive(Debug)]
pub(crate) struct Server {
    programs: Programs,
    durability: Durability,
    folder: PathBuf,
    port: u16,
    /// `None` while it is down.
    process: Option<Child>,
    guardian: Guardian,
}

/// How many connections there may be: those of many tests at once.
const CONNECTIONS: u32 = 300;
/// How often another port is tried if somebody else takes the one that was free.
const PORTS_TO_TRY: u32 = 5;
/// How much of what the server has to say is shown if it does not start, in lines.
const LAST_WORDS: usize = 10;

impl Server {
    /// Makes a folder, and starts a server on it.
    pub(crate) fn start_new(durability: Durability) -> Result<Self> {
        let programs = Programs::find()?;
        let folder = tempfile::Builder::new().prefix("parlor-postgres-").tempdir()?;
        let guardian = Guardian::of(folder.path())?;
        // From here on, removing it is for the guardian to do.
        let folder = folder.keep();
        if let Some(User { user, group }) = programs.user() {
            chown(&folder, Some(user), Some(group))?;
        }
        let mut server = Self { programs, durability, folder, port: 0, process: None, guardian };
        server.initialize()?;
        for _ in 0..PORTS_TO_TRY {
            server.port = free_port()?;
            match server.start() {
                Ok(()) => return Ok(server),
                Err(error) if is_free(server.port) => return Err(error),
                Err(_) => {}
            }
        }
        bail!("there is no free port")
    }

    /// Starts it where it was before, and waits until it accepts connections.
    pub(crate) fn start(&mut self) -> Result<()> {
        ensure!(self.process.is_none(), "PostgreSQL is running already");
        let log = self.folder.join("log");
        let mut command = self.command();
        command.stdout(Stdio::null()).stderr(File::create(&log)?);
        let mut process = command.spawn().context("could not start PostgreSQL")?;
        self.guardian.guard(process.id())?;
        if let Err(error) = postmaster::wait_until_ready(&mut process, &self.data()) {
            let _ = (process.kill(), process.wait());
            self.guardian.release()?;
            let log = fs::read_to_string(&log).unwrap_or_default();
            let lines: Vec<_> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(LAST_WORDS)..];
            return Err(error.context(format!("it said last:\n{}\n", last.join("\n"))));
        }
        self.process = Some(process);
        Ok(())
    }

    /// Kills all its processes.
    pub(crate) fn kill(&mut self) -> Result<()> {
        let mut process = self.process.take().context("PostgreSQL is down already")?;
        postmaster::kill(&mut process)?;
        self.guardian.release()
    }

    /// A call of one of the programs that speak to it.
    pub(crate) fn client(&self, program: &str) -> Command {
        let mut command = self.programs.command(program);
        command
            .args(["--host", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--username", "postgres"]);
        command
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn initialize(&mut self) -> Result<()> {
        let mut command = self.programs.command("initdb");
        command
            .args(["--auth", "trust", "--username", "postgres", "--no-sync", "--no-instructions"])
            .args(["--encoding", "UTF8", "--locale", "C", "--pgdata"])
            .arg(self.data())
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let process = command.spawn().context("could not start initdb")?;
        self.guardian.guard(process.id())?;
        let output = process.wait_with_output()?;
        self.guardian.release()?;
        let words = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "initdb could not make a database cluster: {words}");
        Ok(())
    }

    fn command(&self) -> Command {
        let mut command = self.programs.command("postgres");
        command.arg("-D").arg(self.data());
        let mut set = |name: &str, value: &str| {
            command.args(["-c", &format!("{name}={value}")]);
        };
        set("listen_addresses", "127.0.0.1");
        set("port", &self.port.to_string());
        set("unix_socket_directories", "");
        set("max_connections", &CONNECTIONS.to_string());
        // In files of its folder, which go away with it.
        set("dynamic_shared_memory_type", "mmap");
        match self.durability {
            Durability::ProcessCrash => {
                // A commit is still written before it is acknowledged.
                set("fsync", "off");
                set("full_page_writes", "off");
                set("shared_buffers", "32MB");
            }
            Durability::MachineCrash => set("fsync", "on"),
        }
        // A key that ends the test at a terminal is not for the server; its guardian ends it.
        command.process_group(0);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The guardian ends it and removes the folder.
        self.guardian.end();
        if let Some(process) = &mut self.process {
            let _ = process.wait();
        }
    }
}

/// A port that no other program will have while the server is down. The system gives other ports than
/// these to those who connect.
fn free_port() -> Result<u16> {
    let mut ports = std::iter::repeat_with(|| fastrand::u16(10_000..30_000)).take(100);
    ports.find(|&port| is_free(port)).context("there is no free port")
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}
