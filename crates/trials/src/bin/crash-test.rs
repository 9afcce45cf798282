//! Kills the server in the middle of its work and looks whether anything was lost.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use parlor_trials::crash::{Report, Trial};

/// Kills a server in the middle of its work and looks whether anything was lost.
#[derive(Parser)]
struct Arguments {
    /// The program to be killed.
    program: PathBuf,
    /// How often.
    #[arg(long, default_value_t = 100)]
    kills: u32,
    /// How many tables are played at meanwhile, half of them through a bad network.
    #[arg(long, default_value_t = 20)]
    tables: usize,
    /// What happens by chance follows from it; a new one each time without it.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Arguments { program, kills, tables, seed } = Arguments::parse();
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    println!("{tables} tables, {kills} kills, --seed {seed}");
    let start = Instant::now();
    match (Trial { program, kills, tables, seed }).run().await {
        Ok(Report { tables, told, returns, resent }) => {
            println!(
                "Nothing was lost: {told} events told at {tables} tables, {returns} returns after \
                 lost connections, {resent} commands sent again, in {:.1} s.",
                start.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#} (--seed {seed})");
            ExitCode::FAILURE
        }
    }
}
