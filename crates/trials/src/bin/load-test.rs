//! Measures servers under load, and boardgame.io beside them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use parlor_trials::Setup;
use parlor_trials::load::report::{Bystander, Idle, Load, Report, Stage, rounded};
use parlor_trials::load::{
    Database, Figures, Pace, Servers, boardgame, growth, notify, parlor, play, rest,
};
use rustix::process::{Resource, getrlimit, setrlimit};

/// Whoever makes the load shares the processor with the server.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures servers under load, on this machine alone.
#[derive(Parser)]
struct Arguments {
    /// The program to be measured.
    program: PathBuf,
    /// Measure it with PostgreSQL, which is started for it, with every commit on the disk.
    #[arg(long)]
    postgres: bool,
    /// How many nodes there are with PostgreSQL. The players of a table sit at different ones.
    #[arg(long, default_value_t = 2, requires = "postgres")]
    nodes: usize,
    /// How many tables are played at.
    #[arg(long, default_value_t = 1_000)]
    tables: usize,
    /// For how many seconds each measurement goes on.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// How many moves a second people make who take their time.
    #[arg(long, default_value_t = 500)]
    pace: u32,
    /// How many sockets are idle when memory is measured.
    #[arg(long, default_value_t = 9_000)]
    sockets: usize,
    /// Decides which moves are played.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Measure boardgame.io too, which npm has installed into this folder.
    #[arg(long)]
    compare: Option<PathBuf>,
    /// Measure only this.
    #[arg(long)]
    only: Option<Part>,
    /// Measure only what a database costs that holds so many finished games: with SQLite, and with
    /// PostgreSQL and two nodes; with `--postgres`, without SQLite.
    #[arg(long, conflicts_with_all = ["only", "compare"])]
    history: Option<u32>,
    /// Write the figures to this file, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Every player moves at once.
    Busy,
    /// People take their time.
    Paced,
    /// Nobody moves.
    Idle,
    /// A node at which nobody plays, while people play at the others.
    Bystander,
    /// PostgreSQL's notifications by themselves.
    Notify,
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
    allow_many_sockets()?;
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("could not start the load")?
        .block_on(measure(arguments))
}

async fn measure(arguments: &Arguments) -> Result<()> {
    let Arguments { tables, sockets, pace, seconds, .. } = *arguments;
    let setup = arguments.setup();
    if let Some(finished_tables) = arguments.history {
        return growth(arguments, finished_tables).await;
    }
    let is_wanted = |part| arguments.only.is_none_or(|only| only == part);
    let mut report = Report::new(command(), setup, tables);
    println!("{setup}, on {}", report.machine);
    if is_wanted(Part::Busy) {
        println!("{tables} tables, every player moving at once");
        (report.busy, report.boardgame_busy) = under_load(arguments, Pace::Unlimited).await?;
    }
    if is_wanted(Part::Paced) {
        println!("{tables} tables, {pace} moves a second in all");
        let pace = Pace::PerSecond(pace);
        (report.paced, report.boardgame_paced) = under_load(arguments, pace).await?;
    }
    if is_wanted(Part::Idle) {
        println!("{sockets} sockets, two at a table, all idle");
        let idle = idle(arguments).await?;
        println!(
            "  parlor        {:>6.1} KiB of memory and {:.1} µs of CPU a second for each socket",
            idle.kib_per_socket, idle.processor_us_per_socket
        );
        report.idle = Some(idle);
    }
    if is_wanted(Part::Bystander) && arguments.postgres {
        println!("{tables} tables, every player moving at once, and one more node without players");
        let bystander = bystander(arguments).await?;
        println!(
            "  the node      {:>6.1} µs of CPU for each of {:.0} moves/s elsewhere",
            bystander.processor_us_per_move, bystander.moves_per_second
        );
        report.bystander = Some(bystander);
    }
    if is_wanted(Part::Notify) && arguments.postgres {
        println!("PostgreSQL's commits a second, of small rows");
        report.notify = notify::measure(seconds)?;
        for rate in &report.notify {
            println!(
                "  {:>2} connections {:>6.0} without and {:>6.0} with a notification in each",
                rate.connections, rate.plain_per_second, rate.notifying_per_second
            );
        }
    }
    arguments.json.as_deref().map_or(Ok(()), |file| report.write(file))
}

impl Arguments {
    fn setup(&self) -> Setup {
        if self.postgres { Setup::Postgres { nodes: self.nodes } } else { Setup::Sqlite }
    }

    fn start(&self) -> Result<Servers> {
        let setup = self.setup();
        Ok(Servers::start(&self.program, setup, Database::new(setup)?)?.0)
    }
}

/// What a database costs that holds many finished games.
async fn growth(arguments: &Arguments, finished_tables: u32) -> Result<()> {
    let Arguments { program, tables, seconds, seed, nodes, .. } = arguments;
    let time = Duration::from_secs(*seconds);
    let scope = growth::Scope { program, finished_tables, tables: *tables, time, seed: *seed };
    let mut report = Report::new(command(), arguments.setup(), *tables);
    println!("{tables} tables, every player moving at once, on {}", report.machine);
    let sqlite = (!arguments.postgres).then_some(Setup::Sqlite);
    for setup in sqlite.into_iter().chain([Setup::Postgres { nodes: *nodes }]) {
        println!("{setup}, with {finished_tables} finished games and without any");
        let growth = scope.measure(setup).await?;
        for (name, stage) in [("without", growth.empty), ("with", growth.large)] {
            let Stage { start_ms, moves_per_second } = stage;
            println!("  {name:<8} {moves_per_second:>7.0} moves/s, started in {start_ms:.0} ms");
        }
        let ratio = growth.large.moves_per_second / growth.empty.moves_per_second;
        println!("  {ratio:.2} of the moves");
        report.growth.push(growth);
    }
    arguments.json.as_deref().map_or(Ok(()), |file| report.write(file))
}

/// The figures of Parlor and, if they are wanted, of boardgame.io.
async fn under_load(arguments: &Arguments, pace: Pace) -> Result<(Option<Load>, Option<Load>)> {
    let parlor = of_parlor(arguments, pace).await?;
    println!("  parlor        {parlor}");
    let Some(packages) = &arguments.compare else { return Ok((Some((&parlor).into()), None)) };
    let other = of_boardgame(arguments, packages, pace).await?;
    println!("  boardgame.io  {other}");
    let processor = |figures: &Figures| figures.processor_per_move().as_secs_f64();
    println!(
        "  parlor makes {:.1} times its moves, with {:.3} of its CPU time for each",
        parlor.rate() / other.rate(),
        processor(&parlor) / processor(&other)
    );
    Ok((Some((&parlor).into()), Some((&other).into())))
}

async fn of_parlor(arguments: &Arguments, pace: Pace) -> Result<Figures> {
    let servers = arguments.start()?;
    let seats = parlor::sit_down(servers.addresses(), arguments.tables, arguments.seed).await?;
    play(&servers, seats, pace, Duration::from_secs(arguments.seconds)).await
}

async fn of_boardgame(arguments: &Arguments, packages: &Path, pace: Pace) -> Result<Figures> {
    let (process, server) = boardgame::start(&packages.canonicalize()?)?;
    let servers = Servers::other(process, server);
    let seats = boardgame::sit_down(server, arguments.tables, arguments.seed).await?;
    play(&servers, seats, pace, Duration::from_secs(arguments.seconds)).await
}

/// How much servers grow by with each socket, its share of a table included, and what they do for it.
async fn idle(arguments: &Arguments) -> Result<Idle> {
    let servers = arguments.start()?;
    let before = servers.memory()?;
    let tables = arguments.sockets / 2;
    let seats = parlor::sit_down(servers.addresses(), tables, arguments.seed).await?;
    let grown = servers.memory()?.saturating_sub(before);
    let sockets = 2 * seats.len();
    let used = rest(&servers, seats, Duration::from_secs(arguments.seconds)).await?;
    let socket_seconds = (sockets as u64 * arguments.seconds) as f64;
    Ok(Idle {
        sockets,
        kib_per_socket: rounded(grown as f64 / 1024.0 / sockets as f64),
        processor_us_per_socket: rounded(used.processor().as_secs_f64() * 1e6 / socket_seconds),
    })
}

/// What one more node does that nobody plays at.
async fn bystander(arguments: &Arguments) -> Result<Bystander> {
    let setup = Setup::Postgres { nodes: arguments.nodes + 1 };
    let (servers, _) = Servers::start(&arguments.program, setup, Database::new(setup)?)?;
    let (_, played_at) = servers.addresses().split_last().context("there is a node more")?;
    let seats = parlor::sit_down(played_at, arguments.tables, arguments.seed).await?;
    let time = Duration::from_secs(arguments.seconds);
    let figures = play(&servers, seats, Pace::Unlimited, time).await?;
    let used = figures.used.servers.last().context("there is a node more")?;
    Ok(Bystander {
        moves_per_second: rounded(figures.rate()),
        processor_us_per_move: rounded(used.as_secs_f64() * 1e6 / figures.moves.max(1) as f64),
    })
}

/// The command that a person would give to have the same again.
fn command() -> String {
    let mut words = vec!["cargo xtask load-test".to_owned()];
    // The first two are this program and the one that is measured; where npm's packages are is for
    // xtask to know.
    let mut arguments = std::env::args().skip(2);
    while let Some(word) = arguments.next() {
        if word == "--compare" {
            arguments.next();
        }
        words.push(word);
    }
    words.join(" ")
}

/// A socket is an open file, of which a process may usually have a thousand. The server is started
/// by this process and inherits what it may have.
fn allow_many_sockets() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).context("could not allow more open files")
}
