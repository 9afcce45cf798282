//! A server as a process of its own, and what the system says about it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

/// A running server. It is killed when this is dropped.
pub struct Process {
    child: Child,
    /// Where it may print more: a program that cannot might end for it.
    output: BufReader<ChildStdout>,
}

/// The command that starts a Parlor server with its games in this database, a file or a URL.
pub fn parlor(program: &Path, database: &str, address: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(["serve", "--address", address, "--database", database])
        // All players here come from one address and play faster than people do.
        .args(["--tables-per-minute", "0", "--connections-per-minute", "0"])
        .args(["--connections-per-address", "0", "--connections", "0"])
        .args(["--messages-per-second", "10000", "--events-per-hour", "0"]);
    command
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If it does not start.
    pub fn spawn(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start {}", program.display()))?;
        let output = child.stdout.take().context("the output of a child is piped")?;
        Ok(Self { child, output: BufReader::new(output) })
    }

    /// Starts a server and waits until it listens: it says where at the end of its first line.
    ///
    /// # Errors
    /// If it does not start.
    pub fn serve(command: &mut Command) -> Result<(Self, SocketAddr)> {
        let mut process = Self::spawn(command)?;
        let mut greeting = String::new();
        process.output.read_line(&mut greeting)?;
        let (_, address) = greeting.trim_end().split_once("http://").context("no word from it")?;
        Ok((process, address.parse()?))
    }

    /// Whether it has not ended.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn is_running(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    /// Ends it at once, with `SIGKILL`, and waits until it is gone.
    ///
    /// # Errors
    /// If the system does not let it be killed.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// The processor time that it has used, in all its threads.
    ///
    /// # Errors
    /// If the system has no `/proc`.
    pub fn processor_time(&self) -> Result<Duration> {
        Ok(Times::of(self.child.id())?.own)
    }

    /// The memory that it has in use, in bytes.
    ///
    /// # Errors
    /// If the system has no `/proc`.
    pub fn memory(&self) -> Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next());
        Ok(kibibytes.context("a process has memory")?.parse::<u64>()? * 1024)
    }

    fn read(&self, file: &str) -> Result<String> {
        let path = PathBuf::from(format!("/proc/{}/{file}", self.child.id()));
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))
    }
}

/// The processor time of a process, of the children that it has and of those that it had.
///
/// # Errors
/// If the system has no `/proc`, or there is no such process.
pub fn processor_time_of_family(process: u32) -> Result<Duration> {
    let times = Times::of(process)?;
    let others = fs::read_dir("/proc").context("there is no /proc")?;
    let others = others.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    // A process may be gone before its turn.
    let children = others.filter_map(|other| Times::of(other).ok());
    let children = children.filter(|child| child.parent == process).map(|child| child.own);
    Ok(times.own + times.of_ended_children + children.sum::<Duration>())
}

/// What the system says of a process.
struct Times {
    parent: u32,
    own: Duration,
    of_ended_children: Duration,
}

impl Times {
    fn of(process: u32) -> Result<Self> {
        // Hundredths of a second: Linux tells it in these whatever its own clock does.
        const TICK: Duration = Duration::from_millis(10);
        let path = format!("/proc/{process}/stat");
        let stat = fs::read_to_string(&path).with_context(|| format!("could not read {path}"))?;
        // The name, in parentheses, may hold anything; what follows is separated by blanks.
        let (_, after) = stat.rsplit_once(')').context("a process has a name")?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let field = |number: usize| -> Result<u32> {
            Ok(fields.get(number).context("a process has times")?.parse()?)
        };
        Ok(Self {
            parent: field(1)?,
            own: TICK * (field(11)? + field(12)?),
            of_ended_children: TICK * (field(13)? + field(14)?),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
