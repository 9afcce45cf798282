//! Measures the server under load, and boardgame.io beside it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use parlor_trials::load::{Figures, Pace, boardgame, parlor, play};
use parlor_trials::process::{self, Process};
use rustix::process::{Resource, getrlimit, setrlimit};

/// Measures a server under load, on this machine alone.
#[derive(Parser)]
struct Arguments {
    /// The program to be measured.
    program: PathBuf,
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Busy,
    Paced,
    Idle,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    allow_many_sockets()?;
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("could not start the load")?
        .block_on(measure(&arguments))
}

async fn measure(arguments: &Arguments) -> Result<()> {
    let Arguments { tables, sockets, pace, .. } = *arguments;
    let is_wanted = |part| arguments.only.is_none_or(|only| only == part);
    if is_wanted(Part::Busy) {
        println!("{tables} tables, every player moving at once");
        show(arguments, Pace::Unlimited).await?;
    }
    if is_wanted(Part::Paced) {
        println!("{tables} tables, {pace} moves a second in all");
        show(arguments, Pace::PerSecond(pace)).await?;
    }
    if is_wanted(Part::Idle) {
        println!("{sockets} sockets, two at a table, all idle");
        println!("  parlor        {:>6.1} KiB of memory a socket", idle(arguments).await?);
    }
    Ok(())
}

async fn show(arguments: &Arguments, pace: Pace) -> Result<()> {
    let parlor = of_parlor(arguments, pace).await?;
    println!("  parlor        {parlor}");
    let Some(packages) = &arguments.compare else { return Ok(()) };
    let other = of_boardgame(arguments, packages, pace).await?;
    println!("  boardgame.io  {other}");
    let processor = |figures: &Figures| figures.processor_per_move().as_secs_f64();
    println!(
        "  parlor makes {:.1} times its moves, with {:.3} of its CPU time for each",
        parlor.rate() / other.rate(),
        processor(&parlor) / processor(&other)
    );
    Ok(())
}

async fn of_parlor(arguments: &Arguments, pace: Pace) -> Result<Figures> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("parlor.db");
    let (process, server) =
        Process::serve(&mut process::parlor(&arguments.program, &database, "127.0.0.1:0"))?;
    let seats = parlor::sit_down(server, arguments.tables, arguments.seed).await?;
    play(&process, seats, pace, Duration::from_secs(arguments.seconds)).await
}

async fn of_boardgame(arguments: &Arguments, packages: &Path, pace: Pace) -> Result<Figures> {
    let (process, server) = boardgame::start(&packages.canonicalize()?)?;
    let seats = boardgame::sit_down(server, arguments.tables, arguments.seed).await?;
    play(&process, seats, pace, Duration::from_secs(arguments.seconds)).await
}

/// How many KiB a server grows by with each socket, its share of a table included.
async fn idle(arguments: &Arguments) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("parlor.db");
    let (process, server) =
        Process::serve(&mut process::parlor(&arguments.program, &database, "127.0.0.1:0"))?;
    let before = process.memory()?;
    let seats = parlor::sit_down(server, arguments.sockets / 2, arguments.seed).await?;
    let grown = process.memory()?.saturating_sub(before);
    Ok(grown as f64 / 1024.0 / (2 * seats.len()) as f64)
}

/// A socket is an open file, of which a process may usually have a thousand. The server is started
/// by this process and inherits what it may have.
fn allow_many_sockets() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).context("could not allow more open files")
}
