use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::time::{Instant, sleep};

/// Bots that the arena has started. They end with it.
pub(super) struct Processes(Vec<Process>);

struct Process {
    command: String,
    child: Child,
}

/// How long a bot may take to end when the tournament is over.
const END_WITHIN: Duration = Duration::from_secs(2);
/// How often it is looked whether a bot has ended.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Processes {
    /// Starts a bot for each command line, in a shell. `{address}`, `{host}` and `{port}` in it are where
    /// the bot finds the arena.
    pub(super) fn start(commands: &[String], arena: SocketAddr) -> Result<Self> {
        let mut processes = Self(Vec::new());
        for command in commands {
            let line = command
                .replace("{address}", &arena.to_string())
                .replace("{host}", &arena.ip().to_string())
                .replace("{port}", &arena.port().to_string());
            let child = shell(&line)
                .stdin(Stdio::null())
                // Standard output has the results and nothing else; complaints can be read.
                .stdout(Stdio::null())
                .spawn()
                .with_context(|| format!("could not start '{command}'"))?;
            processes.0.push(Process { command: command.clone(), child });
        }
        Ok(processes)
    }

    /// Waits until one of them has ended, and says which and how.
    pub(super) async fn ended(&mut self) -> (String, ExitStatus) {
        loop {
            for Process { command, child } in &mut self.0 {
                if let Ok(Some(status)) = child.try_wait() {
                    return (command.clone(), status);
                }
            }
            sleep(LOOK_EVERY).await;
        }
    }

    /// Waits a moment for them to end by themselves, and ends those that have not.
    pub(super) async fn finish(mut self) {
        let until = Instant::now() + END_WITHIN;
        let runs = |process: &mut Process| matches!(process.child.try_wait(), Ok(None));
        while self.0.iter_mut().any(runs) && Instant::now() < until {
            sleep(LOOK_EVERY).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        // What the shell has started goes with it.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut command = Command::new("sh");
    command.args(["-c", line]).process_group(0);
    command
}

#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.args(["/C", line]);
    command
}
