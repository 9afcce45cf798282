//! How the program says no: one sentence on standard error, and an exit code.

use std::error::Error as _;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};

use crate::text::printable;

/// What was asked for makes no sense.
const BAD_REQUEST: u8 = 2;

/// Refuses arguments that the command line parser could not read.
pub(crate) fn of_usage(error: &clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::ValueValidation
        && let (Some(argument), Some(reason)) = (error.get(ContextKind::InvalidArg), error.source())
    {
        let argument = argument.to_string();
        let flag = argument.split(' ').next().unwrap_or_default();
        return say(&format!("{flag}: {reason}"), BAD_REQUEST);
    }
    // Nobody is left to be told that standard error is closed.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_REQUEST))
}

/// Refuses a request, or reports that the machine failed.
pub(crate) fn of_error(error: &anyhow::Error) -> ExitCode {
    match error.downcast_ref::<io::Error>() {
        // Whoever read the output has seen enough: `parlor replay … | head`.
        Some(failure) if failure.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(_) => say(&format!("{error:#}"), 1),
        None => say(&format!("{error:#}"), BAD_REQUEST),
    }
}

fn say(sentence: &str, code: u8) -> ExitCode {
    use std::io::Write as _;
    let _ = writeln!(io::stderr(), "error: {}", printable(sentence));
    ExitCode::from(code)
}
