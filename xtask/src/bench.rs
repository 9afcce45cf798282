//! `cargo xtask bench`: how fast it is, with the results checked.

use anyhow::Result;

use crate::cargo::cargo;
use crate::command::run;

/// Runs every benchmark of the workspace.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    run(
        cargo().args(["bench", "--workspace", "--exclude", "xtask"]).args(arguments),
        "A benchmark failed or gave a wrong result: see above.",
    )
}
