use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::Result;
use clap::Args;
use parlor_puzzles::{EvenStarts, row_line};
use parlor_rules::mancala::Rules;
use serde::Serialize;

use crate::progress::{self, Stage};

/// Find starts of a game that are proved to be even
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah or avalanche; or a preset with changes: kalah,pits=5
    #[arg(long, value_name = "RULES")]
    rules: Rules,

    /// Stones in each pit, before some are moved [default: those of the rules]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    stones: Option<u8>,

    /// How many starts; fewer if there are no more
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,

    /// Random seed: the same seed gives the same starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// What `starts --json` writes.
#[derive(Serialize)]
struct Report {
    rules: String,
    stones: u8,
    seed: u64,
    starts: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let &Arguments { rules, count, seed, .. } = arguments;
    let stones = arguments.stones.unwrap_or(rules.stones());
    let mut out = anstream::stdout().lock();
    let found = AtomicUsize::new(0);
    let stage = || {
        let found = found.load(Relaxed);
        Stage { done: found, of: count, text: format!("{found} of {count} starts") }
    };
    if !arguments.json {
        writeln!(
            out,
            "# parlor starts --rules {rules} --stones {stones} --count {count} --seed {seed}"
        )?;
    }
    let mut starts = Vec::new();
    progress::during(stage, || {
        for start in EvenStarts::new(&rules, stones, seed).take(count) {
            found.fetch_add(1, Relaxed);
            if arguments.json {
                starts.push(start.to_string());
            } else {
                writeln!(out, "{}", row_line(&start))?;
            }
        }
        anyhow::Ok(())
    })?;
    if arguments.json {
        let report = Report { rules: rules.to_string(), stones, seed, starts };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    }
    Ok(())
}
