//! Works out what many players would take, from what the load test has measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use parlor_trials::load::report::Report;
use parlor_trials::scale::{Assumptions, page};

/// Works out what many players would take, from what the load test has measured.
#[derive(Parser)]
struct Arguments {
    /// What the load test has written with `--json`; by default the figures that the page is made of.
    #[arg(long)]
    figures: Option<PathBuf>,
    /// Write the answer into docs/scale.md.
    #[arg(long, conflicts_with = "figures")]
    write: bool,
    /// How long people take for a move, on average.
    #[arg(long, conflicts_with = "write")]
    seconds_per_move: Option<f64>,
    /// How many processors a node has.
    #[arg(long, conflicts_with = "write")]
    processors_per_node: Option<f64>,
    /// How many processors a PostgreSQL has.
    #[arg(long, conflicts_with = "write")]
    processors_per_database: Option<f64>,
    /// How many sockets a node has at most.
    #[arg(long, conflicts_with = "write")]
    sockets_per_node: Option<f64>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let figures = arguments.figures.clone().unwrap_or_else(|| docs.join("scale.json"));
    let answer = page::answer(&Report::read(&figures)?, &arguments.assumptions())?;
    if arguments.write {
        let file = docs.join("scale.md");
        let text = fs::read_to_string(&file).context("could not read docs/scale.md")?;
        fs::write(&file, page::with_answer(&text, &answer)?)?;
    }
    print!("{answer}");
    Ok(())
}

impl Arguments {
    fn assumptions(&self) -> Assumptions {
        let usual = Assumptions::default();
        Assumptions {
            seconds_per_move: self.seconds_per_move.unwrap_or(usual.seconds_per_move),
            processors_per_node: self.processors_per_node.unwrap_or(usual.processors_per_node),
            processors_per_database: self
                .processors_per_database
                .unwrap_or(usual.processors_per_database),
            sockets_per_node: self.sockets_per_node.unwrap_or(usual.sockets_per_node),
            ..usual
        }
    }
}
