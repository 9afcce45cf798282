//! How the program says no: one sentence on standard error, and an exit code.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

use crate::text::printable;

/// What was asked for makes no sense.
const BAD_REQUEST: u8 = 2;

/// What was asked for made sense, and went wrong all the same.
const FAILURE: u8 = 1;

/// A check that failed, in one sentence.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Failure {}

/// Refuses arguments that the command line parser could not read.
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    let asks_for_help =
        !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if asks_for_help {
        // If the output is closed, there is nowhere to say so.
        let _ = error.print();
        return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_REQUEST));
    }
    if error.kind() == ErrorKind::ValueValidation
        && let (Some(argument), Some(reason)) = (error.get(ContextKind::InvalidArg), error.source())
    {
        let argument = argument.to_string();
        let flag = argument.split(' ').next().unwrap_or_default();
        return say(&format!("{flag}: {reason}"), BAD_REQUEST);
    }
    // The first paragraph says what is wrong; the others are about the program as a whole.
    let text = error.render().to_string();
    let wrong = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let words: Vec<&str> = wrong.split_whitespace().collect();
    say(&format!("{} (see --help)", words.join(" ")), BAD_REQUEST)
}

/// Refuses a request, or reports that the machine failed.
pub(crate) fn of_error(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<io::Error>() {
        // The reader of the output has seen enough: `parlor replay … | head`.
        Some(failure) if failure.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(_) => say(&format!("{error:#}"), FAILURE),
        None if error.is::<Failure>() => say(&error.to_string(), FAILURE),
        None => say(&format!("{error:#}"), BAD_REQUEST),
    }
}

fn say(sentence: &str, code: u8) -> ExitCode {
    use std::io::Write as _;
    let _ = writeln!(io::stderr(), "error: {}", printable(sentence));
    ExitCode::from(code)
}
