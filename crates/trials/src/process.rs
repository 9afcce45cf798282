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

/// The command that starts a Parlor server with its games in this file.
pub fn parlor(program: &Path, database: &Path, address: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(["serve", "--address", address, "--database"])
        .arg(database)
        // All players here come from one address and play faster than people do.
        .args(["--tables-per-minute", "0", "--connections-per-minute", "0"])
        .args(["--connections-per-address", "0", "--connections", "0"])
        .args(["--messages-per-second", "10000"]);
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
        // Hundredths of a second: Linux tells it in these whatever its own clock does.
        const TICK: Duration = Duration::from_millis(10);
        let stat = self.read("stat")?;
        // The name, in parentheses, may hold anything; what follows is separated by blanks.
        let (_, after) = stat.rsplit_once(')').context("a process has a name")?;
        let mut ticks = after.split_whitespace().skip(11).map(str::parse::<u32>);
        let mut next = || ticks.next().context("a process has times")?.context("a number");
        Ok(TICK * (next()? + next()?))
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

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
