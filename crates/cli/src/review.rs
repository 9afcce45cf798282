use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlor_engine::{Limits, Opponent, Review, TurnReview};
use parlor_report::ReviewReport;
use parlor_rules::{AnyRecord, Game as _, Player};
use parlor_wording::games::title;
use parlor_wording::terminal::{self, sides, verdict};
use parlor_wording::{Players, Voice, review as words};

use crate::insight::worth;
use crate::palette::{FAINT, STRONG, of_player, paint};
use crate::progress::{self, Stage};
use crate::saved_game::last_game;
use crate::text::{columns, wrapped};

/// Say what every turn of a game was worth, and what would have been better
#[derive(Args)]
pub(crate) struct Arguments {
    /// A whole game in one line, such as kalah~S~361
    #[arg(long, value_name = "GAME", required_unless_present = "file")]
    game: Option<AnyRecord>,

    /// A file that was saved by the browser app; the last of its games is reviewed
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let record = &arguments.record()?;
    let review = study(record);
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let report = ReviewReport::of(record, &review).context("the review ended too early")?;
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    write_text(record, &review, &mut out)
}

impl Arguments {
    fn record(&self) -> Result<AnyRecord> {
        match (&self.game, &self.file) {
            (Some(record), _) => Ok(record.clone()),
            (None, Some(file)) => last_game(file),
            (None, None) => bail!("--game or --file is missing"),
        }
    }
}

/// Boards between two looks at how far it is.
const STEP: u64 = 250_000;

/// Works through a game while a line shows how far it is. One thread does it, so that the same game
/// always gets the same review.
fn study(record: &AnyRecord) -> Review {
    let mut review = Review::new(record);
    let opponent = Opponent::new(record.position().variant(), Review::size);
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: STEP, ..Limits::until(&stop) };
    let known = Mutex::new(review.progress());
    let stage = || {
        let progress = known.lock().map_or_else(|broken| *broken.into_inner(), |known| *known);
        Stage { done: progress.done, of: progress.positions, text: words::progress(&progress) }
    };
    progress::during(stage, || {
        while review.step(&opponent, &limits) {
            if let Ok(mut known) = known.lock() {
                *known = review.progress();
            }
        }
    });
    review
}

fn write_text(record: &AnyRecord, review: &Review, out: &mut dyn Write) -> Result<()> {
    let (start, end) = (record.start(), record.position());
    let players = Players { names: sides(start), voice: Voice::Spectator };
    writeln!(out, "{}  {start}\n", paint(STRONG, &title(&start.variant())))?;
    for at in 0..review.turns() {
        write_turn(players, at, &review.turn(at), out)?;
    }
    for (player, summary) in Player::BOTH.into_iter().zip(review.summaries()) {
        let name = players.names[player.index()];
        writeln!(out, "\n{}", paint(of_player(player).bold(), name))?;
        for row in words::summary(&start.variant(), &summary) {
            writeln!(out, "  {:<15}  {}", row.label, row.value)?;
        }
        for &at in &summary.mistakes {
            write_mistake(players, at, &review.turn(at), out)?;
        }
    }
    let verdict = end.outcome().map(|outcome| verdict(players, end, outcome));
    let standing = verdict.unwrap_or_else(|| terminal::to_move(players.names[end.turn().index()]));
    writeln!(out, "\n{}", paint(STRONG, &standing))?;
    writeln!(out, "{}", paint(FAINT, &format!("{}.", words::progress(&review.progress()))))?;
    writeln!(out, "{record}")?;
    Ok(())
}

/// `  3. South 4x7     +4  gives up 2`
fn write_turn(
    players: Players<'_>,
    at: usize,
    turn: &TurnReview,
    out: &mut dyn Write,
) -> Result<()> {
    let name = players.names[turn.player.index()];
    let figure = words::figure(turn);
    let judged = turn.judgement.as_ref().map(|judgement| {
        let value = worth(judgement.value, judgement.is_proved());
        format!("{value:>5}  {}", words::class(judgement))
    });
    let gap = " ".repeat(FIGURE.saturating_sub(columns(&figure)));
    let (name, figure) = (paint(of_player(turn.player), name), paint(STRONG, &figure));
    writeln!(out, "{:>3}. {name} {figure}{gap}{}", at + 1, judged.unwrap_or_default())?;
    Ok(())
}

/// `  Turn 3, pit 4: turns a win into a loss. This lets North …`
fn write_mistake(
    players: Players<'_>,
    at: usize,
    turn: &TurnReview,
    out: &mut dyn Write,
) -> Result<()> {
    let told = wrapped(&words::mistake(players, at + 1, turn), LINE);
    for (number, line) in told.iter().enumerate() {
        let indent = if number == 0 { "  " } else { "      " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// Columns of a figure, and of a line of a sentence.
const FIGURE: usize = 7;
const LINE: usize = 74;
