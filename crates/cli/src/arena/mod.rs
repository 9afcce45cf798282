//! The computer's levels against each other.

mod contest;
mod crosstable;
mod entrant;
mod tally;

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::Result;
use clap::{Args, ValueEnum};
use parlor_rules::{AnyPosition, Game as _, Variant};
use parlor_wording::games::title;
use serde::Serialize;

use self::contest::{Pair, Terms};
use self::entrant::{Entrant, Entrants};
use self::tally::Tally;
use crate::palette::{FAINT, STRONG, paint};
use crate::progress::{self, Stage};

/// Play the computer's levels against each other
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES", default_value = "kalah")]
    rules: Variant,

    /// Which levels play, such as 1-8 or 0,3,5; 0 plays at random
    #[arg(long, value_name = "LEVELS", default_value = "0-8")]
    levels: Entrants,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairs::All)]
    pairs: Pairs,

    /// Games per pair, with sides alternating
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,

    /// Random seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Random opening turns before the players take over
    #[arg(long, value_name = "TURNS", default_value_t = 2)]
    opening: u32,

    /// Node limit per move, for level 8
    #[arg(long, value_name = "BOARDS", default_value_t = 100_000)]
    effort: u64,

    /// Size of the endgame tables, in stones
    #[arg(long, value_name = "STONES", default_value_t = 12)]
    endgame: u8,

    /// Pairs playing at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pairs {
    /// Everyone plays everyone
    All,
    /// Each plays the one below
    Adjacent,
}

/// What `arena --json` writes.
#[derive(Serialize)]
struct Report {
    rules: String,
    games: u32,
    seed: u64,
    opening: u32,
    effort: u64,
    matches: Vec<MatchReport>,
}

/// How a level fared against a lower one. The score and the bounds of its 95 % confidence
/// interval are shares of 1.
#[derive(Serialize)]
struct MatchReport {
    level: u8,
    against: u8,
    wins: u32,
    ties: u32,
    losses: u32,
    score: f64,
    low: f64,
    high: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let start = &AnyPosition::opening(arguments.rules);
    let entrants = &arguments.levels.0;
    let pairs = arguments.pairs.of(entrants);
    let terms = Terms {
        games: arguments.games,
        seed: arguments.seed,
        opening: arguments.opening,
        effort: arguments.effort,
        endgame: arguments.endgame,
    };
    let (played, all) = (AtomicUsize::new(0), pairs.len() * terms.games as usize);
    let stage = || {
        let played = played.load(Relaxed);
        let text = format!("{played} of {all} games");
        Stage { done: played, of: all, text }
    };
    let tallies = progress::during(stage, || {
        contest::play(start, &pairs, &terms, arguments.threads, &played)
    });

    let mut out = anstream::stdout().lock();
    if arguments.json {
        let matches =
            pairs.iter().zip(&tallies).map(|(pair, tally)| MatchReport::of(*pair, *tally));
        let report = Report {
            rules: start.variant().to_string(),
            games: terms.games,
            seed: terms.seed,
            opening: terms.opening,
            effort: terms.effort,
            matches: matches.collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(out, "{}\n", paint(STRONG, &title(&start.variant())))?;
    for line in crosstable::lines(entrants, &pairs, &tallies) {
        writeln!(out, "{line}")?;
    }
    let note = format!(
        "Points of each row against each column in %, and where they lie in 95 of 100 contests.\n\
         {} games a pair, {} opening turns by chance, level 8 looks at {} boards a move.",
        terms.games, terms.opening, terms.effort
    );
    writeln!(out, "\n{}", paint(FAINT, &note))?;
    Ok(())
}

impl Pairs {
    fn of(self, entrants: &[Entrant]) -> Vec<Pair> {
        let pairs = (0..entrants.len()).flat_map(|one| {
            let lowest = if self == Self::Adjacent { one.saturating_sub(1) } else { 0 };
            (lowest..one).map(move |two| Pair { one: entrants[one], two: entrants[two] })
        });
        pairs.collect()
    }
}

impl MatchReport {
    fn of(pair: Pair, tally: Tally) -> Self {
        let (low, high) = tally.interval();
        Self {
            level: pair.one.number(),
            against: pair.two.number(),
            wins: tally.wins,
            ties: tally.ties,
            losses: tally.losses,
            score: thousandths(tally.score()),
            low: thousandths(low),
            high: thousandths(high),
        }
    }
}

fn thousandths(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
