//! Disturbs servers in the middle of their work and looks whether anything was lost.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use parlor_trials::Setup;
use parlor_trials::crash::{Report, Trial};
use parlor_trials::history::Checked;

/// Disturbs servers in the middle of their work and looks whether anything was lost.
#[derive(Parser)]
struct Arguments {
    /// The program to be killed.
    program: PathBuf,
    /// So many servers with one PostgreSQL, which is killed as well; without it, one server with a file.
    #[arg(long)]
    nodes: Option<usize>,
    /// How often they are disturbed: 100 times, or 200 with several nodes. With a file every disturbance
    /// is a kill.
    #[arg(long, visible_alias = "kills")]
    disturbances: Option<u32>,
    /// How often the power fails, instead: what a server with a file has not synced is lost.
    #[arg(long, conflicts_with_all = ["nodes", "disturbances"], requires = "recorder")]
    power_loss: Option<u32>,
    /// The library for that which records what a server does to its file.
    #[arg(long)]
    recorder: Option<PathBuf>,
    /// How many tables are played at meanwhile, half of them through a bad network.
    #[arg(long, default_value_t = 20)]
    tables: usize,
    /// What happens by chance follows from it; a new one each time without it.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { program, nodes, disturbances, power_loss, recorder, tables, seed } =
        Arguments::parse();
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let setup = nodes.map_or(Setup::Sqlite, |nodes| Setup::Postgres { nodes });
    let disturbances = power_loss.or(disturbances);
    let disturbances = disturbances.unwrap_or(if nodes.is_some() { 200 } else { 100 });
    let recorder = recorder.filter(|_| power_loss.is_some());
    println!("{setup}, {tables} tables, {disturbances} disturbances, --seed {seed}");
    let start = Instant::now();
    match (Trial { program, setup, disturbances, recorder, tables, seed }).run().await {
        Ok(Report { tally, tables, told, returns, resent, checked }) => {
            println!("Done: {tally}.");
            println!(
                "Nothing was lost: {told} events told at {tables} tables, {returns} returns after \
                 lost connections, {resent} commands sent again, in {:.1} s.",
                start.elapsed().as_secs_f64()
            );
            let Checked { welcomes, refusals, presences, pairings } = checked;
            println!(
                "Nothing was told that was not true: {welcomes} welcomes, {refusals} refusals, \
                 {presences} times who is there, {pairings} players brought together with another."
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#} (--seed {seed})");
            ExitCode::FAILURE
        }
    }
}
