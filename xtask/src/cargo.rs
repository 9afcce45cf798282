//! The cargo that started this program, for the work that it is asked to do next.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// A call of the same cargo, in the project's root.
pub(crate) fn cargo() -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let mut folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.pop();
    folder
}
