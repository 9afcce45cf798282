use std::io::Write;

use anyhow::Result;
use clap::Args;
use parlor_rules::Game as _;
use serde::Serialize;

use crate::start::Start;
use crate::text::counted;

/// Count all move sequences of exactly N turns
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// How many turns
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: u32,

    /// Print JSON: {"nodes":N}
    #[arg(long)]
    json: bool,
}

/// What `perft --json` writes.
#[derive(Serialize)]
struct Report {
    nodes: u64,
}

/// The counts stay well within their type: at a billion sequences a second, a `u64`
/// would take centuries to fill. The recursion is as deep as the longest game, whatever the depth.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (position, depth) = (arguments.start.position()?, arguments.depth);
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let report = Report { nodes: position.perft(depth) };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    let mut nodes = u64::from(depth == 0);
    if depth > 0 {
        for choice in position.moves() {
            let below = position.after(choice).map_or(0, |after| after.perft(depth - 1));
            writeln!(out, "{:>4}  {below:>15}", position.digit(choice))?;
            nodes += below;
        }
    }
    let (sequences, turns) = (counted(nodes, "sequence"), counted(u64::from(depth), "turn"));
    writeln!(out, "{sequences} of {turns}")?;
    Ok(())
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number of turns from 0 to {}", u32::MAX))
}
