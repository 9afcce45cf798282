//! Contests between the computer's levels, and tournaments between bots.
//!
//! - `entrant`, `contest`: the levels, and their games
//! - `bots`: a tournament by the Kalah Game Protocol
//! - `results`, `tally`: what came of either; `rating`: Elo by it
//! - `standings`, `crosstable`, `report`: how it is shown

mod bots;
mod contest;
mod crosstable;
mod entrant;
mod opening;
mod rating;
mod report;
mod results;
mod standings;
mod tally;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use parlor_rules::mancala::{Preset, Rules};
use parlor_rules::{AnyPosition, Game as _, Variant};
use parlor_wording::games::title;
use parlor_wording::terminal::arena;
use serde::Serialize;

use self::contest::{Pair, Terms};
use self::entrant::{Entrant, Entrants};
use self::rating::{Ratings, rate};
use self::report::{EloReport, Tallied};
use self::results::{Contestant, Results};
use crate::palette::{FAINT, STRONG, paint};
use crate::progress::{self, Stage};
use crate::text::wrapped;

/// Play the computer's levels against each other, or bots of the Kalah Game Protocol
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES", default_value = "kalah")]
    rules: Variant,

    /// Which levels play, such as 1-8 or 0,3,5; 0 plays at random [default: 0-8; with --kgp none]
    #[arg(long, value_name = "LEVELS")]
    levels: Option<Entrants>,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t = Pairs::All, conflicts_with = "kgp")]
    pairs: Pairs,

    /// Games per pair, with sides alternating [default: 200; with --kgp 20]
    #[arg(long, value_name = "N")]
    games: Option<u32>,

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

    /// Hold a tournament between bots that connect to this address, such as 127.0.0.1:2671, by the Kalah
    /// Game Protocol
    #[arg(long, value_name = "ADDRESS")]
    kgp: Option<SocketAddr>,

    /// How many bots take part, including those that --bot starts [default: as many as --bot starts]
    #[arg(long, value_name = "N", requires = "kgp")]
    bots: Option<usize>,

    /// A bot to start: a command line in which {address}, or {host} and {port}, says where to connect;
    /// can be given several times
    #[arg(long = "bot", value_name = "COMMAND", requires = "kgp")]
    commands: Vec<String>,

    /// How long a bot may think about a move
    #[arg(long, value_name = "TIME", default_value = "5s", requires = "kgp",
        value_parser = parse_move_time)]
    move_time: Duration,

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

/// What `arena --json` writes about levels.
#[derive(Serialize)]
struct Report {
    rules: String,
    games: u32,
    seed: u64,
    opening: u32,
    effort: u64,
    matches: Vec<MatchReport>,
    ratings: Vec<RatingReport>,
    added_ties: bool,
}

/// How a level fared against a lower one.
#[derive(Serialize)]
struct MatchReport {
    level: u8,
    against: u8,
    #[serde(flatten)]
    tally: Tallied,
}

/// How strong a level is.
#[derive(Serialize)]
struct RatingReport {
    level: u8,
    #[serde(flatten)]
    rating: EloReport,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match arguments.kgp {
        Some(address) => bots::run(&setup(arguments, address)?),
        None => play_levels(arguments),
    }
}

fn play_levels(arguments: &Arguments) -> Result<()> {
    let start = &AnyPosition::opening(arguments.rules);
    let entrants = arguments.levels.clone().unwrap_or_else(Entrants::all).0;
    ensure!(entrants.len() >= 2, arena::needs_two());
    let pairs = arguments.pairs.of(&entrants);
    let terms = arguments.terms(200);
    let (played, all) = (AtomicUsize::new(0), pairs.len() * terms.games as usize);
    let stage = || {
        let played = played.load(Relaxed);
        let text = format!("{played} of {all} games");
        Stage { done: played, of: all, text }
    };
    let tallies = progress::during(stage, || {
        contest::play(start, &pairs, &terms, arguments.threads, &played)
    });
    let place = |entrant: Entrant| entrants.binary_search(&entrant).expect("it plays");
    let results = Results {
        players: entrants.iter().copied().map(Contestant::from).collect(),
        pairs: pairs
            .iter()
            .zip(&tallies)
            .map(|(pair, tally)| (place(pair.one), place(pair.two), *tally))
            .collect(),
    };
    let ratings = rate(&results);
    if !arguments.json {
        let note = arena::level_terms(terms.games, terms.opening, terms.effort);
        return print_results(&start.variant(), &results, &ratings, &note);
    }
    let matches = pairs.iter().zip(&tallies).map(|(pair, tally)| MatchReport {
        level: pair.one.number(),
        against: pair.two.number(),
        tally: Tallied::of(*tally),
    });
    let rated = entrants.iter().zip(&ratings.of).map(|(entrant, rating)| RatingReport {
        level: entrant.number(),
        rating: EloReport::of(*rating),
    });
    let report = Report {
        rules: start.variant().to_string(),
        games: terms.games,
        seed: terms.seed,
        opening: terms.opening,
        effort: terms.effort,
        matches: matches.collect(),
        ratings: rated.collect(),
        added_ties: ratings.has_added_ties,
    };
    writeln!(anstream::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

/// The tournament that is asked for.
fn setup(arguments: &Arguments, address: SocketAddr) -> Result<bots::Setup> {
    let Some(rules) = kalah(&arguments.rules) else { anyhow::bail!(arena::only_kalah()) };
    let commands = arguments.commands.clone();
    let bots = arguments.bots.unwrap_or(commands.len());
    let levels = arguments.levels.clone().map_or_else(Vec::new, |levels| levels.0);
    ensure!(bots >= commands.len(), arena::bots_include_started());
    ensure!(bots + levels.len() >= 2, arena::needs_two_with_bots());
    Ok(bots::Setup {
        rules,
        terms: arguments.terms(20),
        address,
        bots,
        commands,
        levels,
        move_time: arguments.move_time,
        at_once: arguments.threads,
        json: arguments.json,
    })
}

/// The rules, if they are those of Kalah with whatever number of pits and stones.
fn kalah(variant: &Variant) -> Option<Rules> {
    let Variant::Mancala(rules) = variant else { return None };
    let kalah = Preset::Kalah.rules().change().pits(rules.pits()).stones(rules.stones()).build();
    kalah.ok().filter(|kalah| kalah == rules)
}

/// Prints the standings and the crosstable of a contest.
fn print_results(
    variant: &Variant,
    results: &Results,
    ratings: &Ratings,
    note: &str,
) -> Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n", paint(STRONG, &title(variant)))?;
    for line in standings::lines(results, ratings) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for line in crosstable::lines(results) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let added_ties = ratings.has_added_ties.then(arena::added_ties);
    for sentence in [arena::legend()].into_iter().chain(added_ties).chain([note]) {
        for line in wrapped(sentence, 79) {
            writeln!(out, "{}", paint(FAINT, &line))?;
        }
    }
    Ok(())
}

impl Arguments {
    fn terms(&self, usual_games: u32) -> Terms {
        Terms {
            games: self.games.unwrap_or(usual_games),
            seed: self.seed,
            opening: self.opening,
            effort: self.effort,
            endgame: self.endgame,
        }
    }
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

impl From<Entrant> for Contestant {
    fn from(entrant: Entrant) -> Self {
        Self { number: entrant.number().into(), name: entrant.name().to_owned() }
    }
}

fn parse_move_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if time.is_zero() { Err(arena::no_time().to_owned()) } else { Ok(time) }
}
