use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use parlor_engine::{Limits, Opponent};
use parlor_report::{Insight, TimeLimit};
use parlor_rules::Game as _;

use crate::deadline;
use crate::insight::{think, write_json, write_text};
use crate::resources::Resources;
use crate::start::Start;

/// Estimate what each move is worth, within a limit of time or nodes
#[derive(Args)]
#[group(required = true, multiple = true, args = ["time", "nodes"])]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Time limit, such as 1s or 500ms
    #[arg(long, value_name = "TIME")]
    time: Option<TimeLimit>,

    /// Node limit: how many boards to look at
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    #[command(flatten)]
    resources: Resources,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// A table of this size is worked out in no time worth speaking of.
const ENDGAME_STONES: u8 = 8;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let position = arguments.start.position()?;
    let start = Instant::now();
    let (threads, size) = (
        arguments.resources.threads(),
        arguments.resources.size_for_estimate(&position, ENDGAME_STONES),
    );
    let analyze = |stop: &AtomicBool| {
        let opponent = Opponent::new(position.variant(), |_| size);
        if let Some(engine) = opponent.engine() {
            arguments.resources.cache.open().load_or_build(engine, threads, stop);
        }
        let nodes = arguments.nodes.unwrap_or(u64::MAX);
        think(&position, &opponent, &Limits { nodes, threads, ..Limits::until(stop) })
    };
    let analysis = match arguments.time {
        Some(TimeLimit(time)) => deadline::during(time, analyze),
        None => analyze(&AtomicBool::new(false)),
    };
    let insight = Insight::of(position, analysis, start.elapsed(), threads);
    let mut out = anstream::stdout().lock();
    if arguments.json { write_json(&insight, &mut out) } else { write_text(&insight, &mut out) }
}
