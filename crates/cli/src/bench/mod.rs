//! Fixed positions, solved by a fresh mind in one thread: how much work, and how fast.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use parlor_engine::{Engine, Limits, Size};
use parlor_rules::mancala::{Position, Rules};

use crate::huge_pages;
use crate::palette::{FAINT, STRONG, paint};
use crate::refusal::Failure;

/// Solve fixed positions, check the work it takes and time it
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the positions with the counts of this run, in the form of bench/positions.txt
    #[arg(long)]
    record: bool,
}

/// The positions, and how many boards the search looks at to prove every move in them. A change of
/// the search changes the counts: look at them, and record them anew.
const POSITIONS: &str = include_str!("positions.txt");

/// The same for every position, so that the counts depend on the search alone.
const SIZE: Size = Size { endgame_stones: 10, memory_bits: 22 };

/// One line of the list.
struct Case {
    rules: Rules,
    position: Position,
    nodes: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    huge_pages::ask();
    let mut out = anstream::stdout().lock();
    let (mut all_nodes, mut all_time, mut wrong) = (0, Duration::ZERO, 0);
    for line in POSITIONS.lines() {
        let case = Case::read(line).with_context(|| format!("bench/positions.txt: {line}"))?;
        let (nodes, time) = case.solve();
        all_nodes += nodes;
        all_time += time;
        wrong += usize::from(nodes != case.nodes);
        if arguments.record {
            writeln!(out, "{} | {} | {nodes}", case.rules, case.position)?;
            continue;
        }
        let unexpected = match case.nodes {
            expected if expected == nodes => String::new(),
            expected => format!("  instead of {expected}"),
        };
        let subject = format!("{:<9} {:<44}", case.rules.to_string(), case.position.to_string());
        writeln!(out, "{subject} {}{}", speed(nodes, time), paint(STRONG, &unexpected))?;
        out.flush()?;
    }
    if arguments.record {
        return Ok(());
    }
    writeln!(
        out,
        "{} {}",
        paint(STRONG, &format!("{:<54}", "together")),
        speed(all_nodes, all_time)
    )?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::new(
            "The search looks at other numbers of boards than it did. If that is meant to be, put \
             the output of `parlor bench --record` into bench/positions.txt.",
        )
        .into()),
    }
}

impl Case {
    fn read(line: &str) -> Result<Self> {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[rules, position, nodes] = parts.as_slice() else {
            anyhow::bail!("a line has rules, a position and a number");
        };
        let rules = rules.parse()?;
        Ok(Self { rules, position: Position::parse(rules, position)?, nodes: nodes.parse()? })
    }

    /// Proves what every move is worth; says how many boards and how much time that took, the
    /// endgame table not counted.
    fn solve(&self) -> (u64, Duration) {
        let (engine, stop) = (Engine::new(&self.rules, SIZE), AtomicBool::new(false));
        engine.build_endgame(1, &stop);
        let start = Instant::now();
        let analysis = engine.think(&self.position, &Limits::until(&stop), |_| {});
        (analysis.nodes, start.elapsed())
    }
}

fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = format!("{:>6.2} M/s", nodes as f64 / seconds.max(1e-9) / 1e6);
    format!("{nodes:>10} {seconds:>7.3} s {}", paint(FAINT, &rate))
}
