use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use parlor_engine::{Engine, Limits, Opponent};
use parlor_report::Insight;
use parlor_rules::Game as _;

use crate::insight::{think, write_json, write_text};
use crate::palette::{FAINT, paint};
use crate::progress::{self, Stage};
use crate::resources::Resources;
use crate::start::Start;

/// Prove what a position and each of its moves are worth
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    resources: Resources,

    /// Prove only the value of the position, which is faster
    #[arg(long)]
    value_only: bool,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let position = arguments.start.position()?;
    let start = Instant::now();
    let (threads, size) =
        (arguments.resources.threads(), arguments.resources.size_for_proof(&position));
    let opponent = Opponent::new(position.variant(), |_| size);
    let stop = AtomicBool::new(false);
    let limits = Limits { threads, ..Limits::until(&stop) };

    let known = |engine: &Engine| engine.endgame_known_below().saturating_sub(1);
    if let Some(engine) = opponent.engine() {
        let stage = || Stage {
            done: known(engine).into(),
            of: size.endgame_stones.into(),
            text: format!("endgames of {} stones", known(engine) + 1),
        };
        let cache = arguments.resources.cache.open();
        progress::during(stage, || cache.load_or_build(engine, threads, &stop));
    }
    let table_time = start.elapsed();

    let proving = || Stage { done: 0, of: 1, text: "proving the value".to_owned() };
    let (value, nodes) = progress::during(proving, || opponent.solve(&position, &limits));
    let value = value.context("the search gave up without being told to")?;
    let value_time = start.elapsed();

    let analysis = (!arguments.value_only).then(|| think(&position, &opponent, &limits));
    let nodes = nodes + analysis.as_ref().map_or(0, |analysis| analysis.nodes);
    let moves = analysis.map(|analysis| analysis.moves).unwrap_or_default();
    let time = start.elapsed();
    let insight = Insight { position, value, proved: true, moves, nodes, time, threads };

    let mut out = anstream::stdout().lock();
    if arguments.json {
        return write_json(&insight, &mut out);
    }
    write_text(&insight, &mut out)?;
    let times = format!(
        "endgames up to {} stones after {}, the value after {}, everything after {}",
        opponent.engine().map_or(0, known),
        seconds(table_time),
        seconds(value_time),
        seconds(time)
    );
    writeln!(out, "{}", paint(FAINT, &times))?;
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
