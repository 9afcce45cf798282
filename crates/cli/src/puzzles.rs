use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::{Result, bail};
use clap::Args;
use parlor_puzzles::{Maker, Puzzle, Request, Theme};
use parlor_rules::{Choice, Game as _, Variant};
use serde::Serialize;

use crate::progress::{self, Stage};

/// Make puzzles that have exactly one solution, by proof
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES")]
    rules: Variant,

    /// win: win from here; tie: save the tie; chain: the longest chain of extra turns
    #[arg(long, value_name = "THEME")]
    theme: Theme,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,

    /// Random seed: the same seed gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// One puzzle, as `puzzles --json` writes it.
#[derive(Serialize)]
struct Report {
    rules: String,
    theme: &'static str,
    position: String,
    /// The turns that one must look ahead.
    sight: u8,
    value: i16,
    /// The solution, with the other player's replies.
    line: Vec<u32>,
    id: String,
}

impl Report {
    fn of(puzzle: &Puzzle) -> Self {
        let start = puzzle.start();
        let number = |choice: Choice| start.digit(choice).to_digit(10);
        Self {
            rules: start.variant().to_string(),
            theme: puzzle.theme().id(),
            position: start.to_string(),
            sight: puzzle.sight(),
            value: puzzle.value(),
            line: puzzle.line().into_iter().filter_map(number).collect(),
            id: puzzle.id(),
        }
    }
}

/// Games that may be played for one puzzle. Where so many have none, there are none.
const GAMES_FOR_ONE: u64 = 5000;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let &Arguments { rules, theme, count, seed, .. } = arguments;
    let found = AtomicUsize::new(0);
    let stage = || {
        let found = found.load(Relaxed);
        Stage { done: found, of: count, text: format!("{found} of {count} puzzles") }
    };
    let puzzles =
        progress::during(stage, || make(Request { variant: rules, theme, seed }, count, &found))?;
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let report: Vec<Report> = puzzles.iter().map(Report::of).collect();
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "# parlor puzzles --rules {rules} --theme {theme} --count {count} --seed {seed}"
    )?;
    for puzzle in puzzles {
        writeln!(out, "{puzzle}")?;
    }
    Ok(())
}

fn make(request: Request, count: usize, found: &AtomicUsize) -> Result<Vec<Puzzle>> {
    let mut maker = Maker::new(request);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut games = 0;
    while puzzles.len() < count {
        match maker.play_one() {
            Some(puzzle) => {
                puzzles.push(puzzle);
                found.store(puzzles.len(), Relaxed);
                games = maker.games();
            }
            None if maker.games() - games >= GAMES_FOR_ONE => bail!(
                "Found only {} of {count}, and none in {GAMES_FOR_ONE} more games. Ask for fewer.",
                puzzles.len()
            ),
            None => {}
        }
    }
    Ok(puzzles)
}
