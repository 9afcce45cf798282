//! All of Parlor's automation: `cargo xtask run`, `cargo xtask test` and the rest.
//!
//! People and CI call the same commands. Each one looks at the machine first and gets what is
//! missing, so that a fresh machine needs nothing but Rust and a C compiler (which Rust needs to
//! link anything, this program included).

mod bench;
mod browser;
mod cargo;
mod command;
mod dist;
mod fuzz;
mod machine;
mod run;
mod solved;
mod stages;
mod test;
mod trials;
mod typefaces;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Builds, tests and runs Parlor.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the program and start its main job.
    Run {
        /// Handed to the program as they are.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Make the browser app in `target/web/bundle`, for the server.
    Web,
    /// Make the browser app in `target/web/site`, for any static host.
    Site,
    /// Make a release in `target/dist`: an archive, checksums and a software bill of materials.
    Dist,
    /// Check formatting, lints, tests and docs.
    Test {
        /// Also run the slow tests that are marked `#[ignore]`, built for release.
        #[arg(long)]
        full: bool,
    },
    /// Run every benchmark.
    Bench {
        /// Handed to `cargo bench` as they are.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Let Lighthouse judge the browser app.
    Lighthouse,
    /// Draw every look of the browser app in `docs/screenshots`.
    Screenshots,
    /// Draw the app's icons and the picture of a link to it.
    Pictures,
    /// Write down the page of each game as it begins, which is shown before the program is there.
    Openings,
    /// Make the files of type that come with the app.
    Typefaces,
    /// Write the table of `docs/solved.md` and the engine's list of solved starts from `docs/solved.json`.
    Solved,
    /// Disturb servers in the middle of their work, and look whether anything was lost.
    CrashTest {
        /// Handed to the test as they are: `--nodes 2`, `--disturbances 200`, `--power-loss 200`,
        /// `--tables 20`, `--seed 1`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure the server under load.
    LoadTest {
        /// Measure boardgame.io too, which is installed from npm into a folder in `target`.
        #[arg(long)]
        compare: bool,
        /// Handed to the test as they are: `--postgres --nodes 2`, `--history 100000`, `--tables 1000`,
        /// `--seconds 10`, `--only busy`, `--json FILE`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Work out what a hundred thousand and a million players would take.
    Scale {
        /// Handed to the model as they are: `--write`, `--figures FILE`, `--seconds-per-move 5`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run every fuzz target in turn.
    Fuzz {
        /// How long each target runs.
        #[arg(default_value_t = 60)]
        seconds: u32,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Run { arguments } => run::run(&arguments),
        Task::Web => web::web(web::Budget::Kept),
        Task::Site => web::site(),
        Task::Dist => dist::dist(),
        Task::Test { full } => test::test(full),
        Task::Bench { arguments } => bench::bench(&arguments),
        Task::Lighthouse => browser::lighthouse(),
        Task::Screenshots => browser::screenshots(),
        Task::Pictures => browser::pictures(),
        Task::Openings => browser::openings(),
        Task::Typefaces => typefaces::typefaces(),
        Task::Solved => solved::solved(),
        Task::CrashTest { arguments } => trials::crash_test(&arguments),
        Task::LoadTest { compare, arguments } => trials::load_test(compare, &arguments),
        Task::Scale { arguments } => trials::scale(&arguments),
        Task::Fuzz { seconds } => fuzz::fuzz(seconds),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not `Debug`: with RUST_BACKTRACE set it would bury the one sentence that matters.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
