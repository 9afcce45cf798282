//! `cargo xtask bench`: how fast it is, with the results checked.

use anyhow::Result;

use crate::browser;
use crate::cargo::cargo;
use crate::command::run;

/// Runs every benchmark of the workspace, proves the positions of `parlor bench`, and measures the
/// page in a browser.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    run(
        cargo().args(["bench", "--workspace", "--exclude", "xtask"]).args(arguments),
        "A benchmark failed or gave a wrong result: see above.",
    )?;
    for list in ["usual", "middle", "deep"] {
        run(
            cargo().args(["run", "--release", "-p", "parlor", "--", "bench", "--list", list]),
            "The proofs took another amount of work than recorded: see above.",
        )?;
    }
    browser::speed()
}
