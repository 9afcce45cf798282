//! The `parlor` program: Mancala and Tic-Tac-Toe in the terminal, and the server.
//!
//! `play` is for people. `moves`, `replay`, `review` and `perft` are for people and programs alike: with
//! `--json` their output is an interface that stays as it is. Whatever cannot be understood ends
//! with exit code 2 and one sentence on standard error.
//!
//! # What always holds
//!
//! - The terminal is given back however the program ends: by quitting, by an error, by a panic, or by
//!   a signal that asks it to stop.
//! - Names and arguments are data: characters that would steer a terminal never reach it.
//! - Text always carries its colours; the stream takes them out where they are not wanted. Nothing is
//!   told by colour alone.
//! - Exit code 2 means that the request made no sense, 1 that the machine failed.

mod analyze;
mod arena;
mod backup;
mod bench;
mod board;
mod bytes;
mod cache;
mod database;
mod deadline;
mod health;
mod insight;
mod interrupt;
mod kgp;
mod memory;
mod moves;
mod palette;
mod perft;
mod play;
mod progress;
mod puzzles;
mod refusal;
mod remote;
mod replay;
mod resources;
mod restore;
mod review;
mod saved_game;
mod serve;
mod solve;
mod start;
mod starts;
mod text;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A server of small messages takes a twelfth less processor time with it than with the C library's,
/// and a search, which reads its memory in no order at all, gets large pages from it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Mancala and Tic-Tac-Toe: play, analyze and serve.
#[derive(Parser)]
#[command(name = "parlor", version, arg_required_else_help = true)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Moves(moves::Arguments),
    Replay(replay::Arguments),
    Review(review::Arguments),
    Perft(perft::Arguments),
    Solve(solve::Arguments),
    Analyze(analyze::Arguments),
    Arena(arena::Arguments),
    Bench(bench::Arguments),
    Puzzles(puzzles::Arguments),
    Starts(starts::Arguments),
    Kgp(kgp::Arguments),
    Serve(serve::Arguments),
    Backup(backup::Arguments),
    Restore(restore::Arguments),
    Health(health::Arguments),
}

fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(error) => return refusal::of_usage(&error),
    };
    let done = match program.command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Arena(arguments) => arena::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Starts(arguments) => starts::run(&arguments),
        Command::Kgp(arguments) => kgp::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::Health(arguments) => health::run(&arguments),
    };
    done.map_or_else(|error| refusal::of_error(&error), |()| ExitCode::SUCCESS)
}
