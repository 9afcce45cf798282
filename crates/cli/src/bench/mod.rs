//! Fixed positions, proved by a fresh engine in one thread: how much work, and how fast.

mod compare;

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use parlor_engine::{Engine, Limits, Size};
use parlor_rules::mancala::{Position, Rules};

use self::compare::compare;
use crate::palette::{FAINT, STRONG, paint};
use crate::refusal::Failure;

/// Solve fixed positions, check the node counts and time them
#[derive(Args)]
pub(crate) struct Arguments {
    /// The list of positions
    #[arg(long, value_enum, default_value_t = List::Usual)]
    list: List,

    /// Print the list with the node counts of this run
    #[arg(long)]
    record: bool,

    /// Instead, prove starts from nothing with another build of this program and with this one, and
    /// print what both took
    #[arg(long, value_name = "OLD", conflicts_with_all = ["list", "record"])]
    compare: Option<PathBuf>,

    /// The starts to compare; may be given several times [default: some of up to four stones a pit]
    #[arg(long, value_name = "RULES", requires = "compare")]
    rules: Vec<Rules>,
}

/// A list of positions, with how many boards the search looks at to prove every move in them. A
/// change of the search changes the counts: look at them, and record them anew.
#[derive(Clone, Copy, ValueEnum)]
enum List {
    /// A few of every preset, easy and hard
    Usual,
    /// A hundred from games of level 8 against itself, as soon as 30 stones or fewer were left
    Middle,
    /// A hundred of Kalah, Gems and Home Pits with 31 to 36 stones, and endgames of up to 20 known
    Deep,
}

impl List {
    const fn text(self) -> &'static str {
        match self {
            Self::Usual => include_str!("usual.txt"),
            Self::Middle => include_str!("middle.txt"),
            Self::Deep => include_str!("deep.txt"),
        }
    }

    /// The same for every position of a list, so that the counts depend on the search alone.
    const fn size(self) -> Size {
        match self {
            Self::Usual => Size { endgame_stones: 10, transposition_bits: 22 },
            Self::Middle => Size { endgame_stones: 14, transposition_bits: 22 },
            Self::Deep => Size { endgame_stones: 20, transposition_bits: 22 },
        }
    }
}

/// One line of a list.
struct Case {
    rules: Rules,
    position: Position,
    nodes: u64,
}

/// What a proof took.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if let Some(old) = &arguments.compare {
        return compare(old, &arguments.rules, &mut out);
    }
    let (mut costs, mut wrong, mut engines) = (Vec::new(), 0, HashMap::new());
    for line in arguments.list.text().lines() {
        let case = Case::read(line).with_context(|| format!("a line of the list: {line}"))?;
        let engine = engines
            .entry(case.rules.to_string())
            .or_insert_with(|| engine(&case.rules, arguments.list.size()));
        let cost = case.prove(engine);
        costs.push(cost);
        wrong += usize::from(cost.nodes != case.nodes);
        if arguments.record {
            writeln!(out, "{} | {} | {}", case.rules, case.position, cost.nodes)?;
            continue;
        }
        let unexpected = match case.nodes {
            expected if expected == cost.nodes => String::new(),
            expected => format!("  instead of {expected}"),
        };
        let subject = format!("{:<9} {:<44}", case.rules.to_string(), case.position.to_string());
        writeln!(out, "{subject} {}{}", cost.text(), paint(STRONG, &unexpected))?;
        out.flush()?;
    }
    if arguments.record {
        return Ok(());
    }
    summarize(&mut costs, &mut out)?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::new(
            "The search looks at other numbers of boards than it did. If that is meant to be, put \
             what `parlor bench --record` prints into the list.",
        )
        .into()),
    }
}

fn summarize(costs: &mut [Cost], out: &mut dyn Write) -> Result<()> {
    costs.sort_by_key(|cost| cost.time);
    let all = costs.iter().fold(Cost::default(), |all, cost| Cost {
        nodes: all.nodes + cost.nodes,
        time: all.time + cost.time,
    });
    let (Some(median), Some(longest)) = (costs.get(costs.len() / 2), costs.last()) else {
        return Ok(());
    };
    for (name, cost) in [("together", &all), ("median", median), ("longest", longest)] {
        writeln!(out, "{} {}", paint(STRONG, &format!("{name:<54}")), cost.text())?;
    }
    Ok(())
}

/// An engine that has its endgame table.
fn engine(rules: &Rules, size: Size) -> Engine {
    let engine = Engine::new(rules, size);
    // Threads make no difference to a table.
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    engine.build_endgame(threads, &AtomicBool::new(false));
    engine
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

    /// Proves what every move is worth, with an endgame table but nothing else known before.
    fn prove(&self, engine: &Engine) -> Cost {
        engine.forget_searches();
        let (start, stop) = (Instant::now(), AtomicBool::new(false));
        let analysis = engine.analyze(&self.position, &Limits::until(&stop), |_| {});
        Cost { nodes: analysis.nodes, time: start.elapsed() }
    }
}

impl Cost {
    fn text(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let rate = format!("{:>6.2} M/s", self.nodes as f64 / seconds.max(1e-9) / 1e6);
        format!("{:>10} {seconds:>7.3} s {}", self.nodes, paint(FAINT, &rate))
    }
}
