use std::io::Write;

use anyhow::Result;
use clap::Args;
use parlor_report::MovesReport;
use parlor_rules::Game as _;
use parlor_table::Landing;
use parlor_wording::games::title;
use parlor_wording::terminal::{sides, verdict};
use parlor_wording::{Players, Voice, deeds};

use crate::board::{Moment, Room, Sides};
use crate::palette::{FAINT, STRONG, paint};
use crate::start::Start;

/// List the legal moves and the position each one leads to
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let position = arguments.start.position()?;
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let report = MovesReport::of(&position);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    let names = sides(&position);
    let players = Players { names, voice: Voice::Spectator };
    writeln!(out, "{}  {position}\n", paint(STRONG, &title(&position.variant())))?;
    for line in Moment::at_rest(&position).draw(&[], Sides::new(names), Room::PAPER).lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    if let Some(outcome) = position.outcome() {
        writeln!(out, "{}", verdict(players, &position, outcome))?;
        return Ok(());
    }
    for turn in position.moves().filter_map(|choice| position.play(choice).ok()) {
        let notes = match (turn.position().outcome(), turn.mancala()) {
            (Some(end), _) => vec![verdict(players, turn.position(), end)],
            (None, Some(turn)) => deeds(players, &Landing::of(&turn).effect),
            (None, None) => Vec::new(),
        };
        let (number, notes) =
            (paint(STRONG, &position.digit(turn.choice()).to_string()), notes.join(", "));
        let line = format!("  {number}  {}  {}", turn.position(), paint(FAINT, &notes));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
