//! The process that is a PostgreSQL server, and its children: each connection has one.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

/// How long a server may take until it accepts connections. Only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_mins(2);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(5);

/// Waits until the server accepts connections: it says so in the file that it locks its folder with.
pub(crate) fn wait_until_ready(server: &mut Child, data: &Path) -> Result<()> {
    let lock = data.join("postmaster.pid");
    wait_until(|| {
        if let Some(status) = server.try_wait()? {
            bail!("PostgreSQL ended at once ({status})");
        }
        let lines = fs::read_to_string(&lock).unwrap_or_default();
        let mut lines = lines.lines();
        // A server that was killed has left its own file behind.
        let is_its_own = lines.next() == Some(&server.id().to_string());
        Ok(is_its_own && lines.nth(6).is_some_and(|status| status.trim() == "ready"))
    })
    .context("PostgreSQL did not come up")
}

/// Kills the server and all its children, none of which can do anything about it.
pub(crate) fn kill(server: &mut Child) -> Result<()> {
    let pid =
        i32::try_from(server.id()).ok().and_then(Pid::from_raw).context("a process number")?;
    // A server that stands still has no more children.
    kill_process(pid, Signal::STOP)?;
    wait_until(|| {
        let has_ended = server.try_wait()?.is_some();
        Ok(has_ended || Status::of(pid).is_none_or(|status| status.state == 'T'))
    })?;
    let children = children(pid)?;
    server.kill()?;
    for &child in &children {
        // It may have ended by itself.
        let _ = kill_process(child, Signal::KILL);
    }
    server.wait()?;
    // What is left of a process that nobody has waited for is a zombie, which does nothing.
    wait_until(|| {
        Ok(children.iter().all(|&child| Status::of(child).is_none_or(|status| status.state == 'Z')))
    })
}

/// What the system says of a process.
struct Status {
    state: char,
    parent: i32,
}

impl Status {
    /// `None` if there is no such process.
    fn of(pid: Pid) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        // The name, in parentheses, may hold anything; what follows is separated by blanks.
        let (_, after) = stat.rsplit_once(')')?;
        let mut fields = after.split_whitespace();
        let state = fields.next()?.chars().next()?;
        Some(Self { state, parent: fields.next()?.parse().ok()? })
    }
}

fn children(parent: Pid) -> Result<Vec<Pid>> {
    let processes = fs::read_dir("/proc").context("killing a server needs Linux")?;
    let processes = processes
        .filter_map(|entry| Pid::from_raw(entry.ok()?.file_name().to_str()?.parse().ok()?));
    let is_child =
        |&pid: &Pid| Status::of(pid).is_some_and(|status| status.parent == parent.as_raw_pid());
    Ok(processes.filter(is_child).collect())
}

fn wait_until(mut condition: impl FnMut() -> Result<bool>) -> Result<()> {
    let start = Instant::now();
    while !condition()? {
        if start.elapsed() > PATIENCE {
            bail!("nothing happened within {} s", PATIENCE.as_secs());
        }
        thread::sleep(LOOK);
    }
    Ok(())
}
