//! Running other programs, so that a failure always comes with a sentence for the reader.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Runs a command with its output in plain sight; if it fails, the error is `advice`.
pub(crate) fn run(command: &mut Command, advice: &str) -> Result<()> {
    let status = command.status().with_context(|| could_not_start(command))?;
    if !status.success() {
        bail!("{advice}");
    }
    Ok(())
}

/// Like [`run`], but a command that takes longer than `limit` is stopped and has failed.
pub(crate) fn run_within(limit: Duration, command: &mut Command, advice: &str) -> Result<()> {
    let mut child = command.spawn().with_context(|| could_not_start(command))?;
    let start = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(_) => bail!("{advice}"),
            None if start.elapsed() < limit => thread::sleep(Duration::from_millis(50)),
            None => {
                child.kill()?;
                child.wait()?;
                bail!("{advice} (It took longer than {} s.)", limit.as_secs());
            }
        }
    }
}

/// What a command prints on standard output, without the final line break.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| could_not_start(command))?;
    if !output.status.success() {
        bail!("`{}` failed", shown(command));
    }
    let text = String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is not text", shown(command)))?;
    Ok(text.trim_end().to_owned())
}

/// Whether a command can be started and succeeds; nothing of it is shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn could_not_start(command: &Command) -> String {
    format!("could not start `{}`", shown(command))
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_reported_with_the_advice() {
        let error = run(&mut Command::new("false"), "Do it differently.").unwrap_err();
        assert_eq!(format!("{error:#}"), "Do it differently.");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = output(Command::new("no-such-program").arg("--now")).unwrap_err();
        assert!(format!("{error:#}").starts_with("could not start `no-such-program --now`"));
    }

    #[test]
    fn a_command_that_takes_too_long_is_stopped() {
        let limit = Duration::from_millis(10);
        let error = run_within(limit, Command::new("sleep").arg("600"), "Too slow.").unwrap_err();
        assert!(format!("{error:#}").starts_with("Too slow. "));
    }

    #[test]
    fn output_comes_without_its_final_line_break() {
        assert_eq!(output(Command::new("echo").arg("seven")).unwrap(), "seven");
    }
}
