//! What looks at the app in a browser beside the tests: `cargo xtask lighthouse`,
//! `cargo xtask screenshots`, `cargo xtask pictures`, `cargo xtask openings` and the browser's part of `cargo xtask bench`.

use anyhow::Result;

use crate::cargo::{cargo, root};
use crate::command::run;
use crate::machine::npm::{self, LIGHTHOUSE};
use crate::machine::{self, Tool};
use crate::web::{self, Budget};

/// Lets Lighthouse judge the app on a phone and on a desktop.
pub(crate) fn lighthouse() -> Result<()> {
    machine::need(Tool::Browser)?;
    npm::need(LIGHTHOUSE)?;
    web::web(Budget::Kept)?;
    run(
        cargo().args(["run", "--quiet", "--package", "parlor-web-tests", "--bin", "lighthouse"]),
        "Lighthouse is not content: see above.",
    )
}

/// Measures how fast the app answers and how smoothly it moves.
pub(crate) fn speed() -> Result<()> {
    machine::need(Tool::Browser)?;
    web::site()?;
    run(
        cargo().args(["run", "--quiet", "--package", "parlor-web-tests", "--bin", "speed"]),
        "The page is slower than it should be: see above.",
    )
}

/// Draws every look for the README.
pub(crate) fn screenshots() -> Result<()> {
    machine::need(Tool::Browser)?;
    web::web(Budget::Told)?;
    run(
        cargo()
            .args(["run", "--quiet", "--package", "parlor-web-tests", "--bin", "screenshots", "--"])
            .arg(root().join("docs/screenshots")),
        "The pictures could not be drawn: see above.",
    )
}

/// Draws the app's icons and the picture of a link to it, which are kept beside its other files.
pub(crate) fn pictures() -> Result<()> {
    machine::need(Tool::Browser)?;
    web::web(Budget::Told)?;
    run(
        cargo()
            .args(["run", "--quiet", "--package", "parlor-web-tests", "--bin", "pictures", "--"])
            .arg(root().join("crates/web")),
        "The pictures could not be drawn: see above.",
    )
}

/// Writes down the page of each game as it begins, which is shown before the program is there.
pub(crate) fn openings() -> Result<()> {
    machine::need(Tool::Browser)?;
    web::web(Budget::Told)?;
    run(
        cargo()
            .args(["run", "--quiet", "--package", "parlor-web-tests", "--bin", "openings", "--"])
            .arg(root().join("crates/web/openings")),
        "The pages could not be written down: see above.",
    )
}
