use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context, Result};

/// Ends the server and removes its folder when the process that started them is gone: a static value
/// is never dropped, and nothing is dropped in a process that is killed.
///
/// It is a shell that reads from a pipe of which this process has the other end. Through it comes
/// the number of the process that runs now, or an empty line when none does. The pipe ends with this
/// process, whatever ended it.
#[derive(Debug)]
pub(crate) struct Guardian {
    shell: Child,
    pipe: Option<ChildStdin>,
}

/// `SIGQUIT` ends a server at once, and has it give back the memory that it shares. A server that
/// was killed could not, so what it left behind in `postmaster.pid` says which memory that was.
const SCRIPT: &str = r#"
folder=$1
process=
while read -r line; do process=$line; done
lock=$folder/data/postmaster.pid
if [ -n "$process" ]; then
    kill -QUIT "$process"
    tries=0
    while [ -e "$lock" ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
    [ -e "$lock" ] && kill -KILL "$process"
fi
memory=$(sed -n '7s/.* //p' "$lock")
[ -n "$memory" ] && ipcrm -m "$memory"
tries=0
until rm -rf "$folder" || [ $tries -ge 100 ]; do sleep 0.05; tries=$((tries + 1)); done
"#;

impl Guardian {
    /// Sets a guardian over a folder.
    pub(crate) fn of(folder: &Path) -> Result<Self> {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "guardian"])
            .arg(folder)
            .current_dir("/")
            // A key that ends the test at a terminal must not end its guardian.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("could not start /bin/sh")?;
        let pipe = shell.stdin.take();
        Ok(Self { shell, pipe })
    }

    /// From now on, this is the process to be ended.
    pub(crate) fn guard(&mut self, process: u32) -> Result<()> {
        self.tell(&process.to_string())
    }

    /// From now on, no process is to be ended.
    pub(crate) fn release(&mut self) -> Result<()> {
        self.tell("")
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        let pipe = self.pipe.as_mut().context("the pipe is closed last")?;
        writeln!(pipe, "{line}").context("the guardian of the PostgreSQL is gone")
    }

    /// Has it do its work now, and waits until that is done.
    pub(crate) fn end(&mut self) {
        self.pipe = None;
        let _ = self.shell.wait();
    }
}

impl Drop for Guardian {
    fn drop(&mut self) {
        self.end();
    }
}
