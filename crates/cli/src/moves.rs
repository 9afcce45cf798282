use std::io::Write;

use anyhow::Result;
use clap::Args;
use parlor_rules::Game as _;

use crate::board::{Moment, Room};
use crate::messages::{Sentence, sides, title};
use crate::palette::{FAINT, STRONG, paint};
use crate::report::{MoveReport, MovesReport};
use crate::start::Start;
use crate::text::counted;

/// List each legal move and the position it leads to
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Write for programs instead of people
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
    writeln!(out, "{}  {position}\n", paint(STRONG, &title(&position.variant())))?;
    for line in Moment::at_rest(&position).draw(&[], names, Room::PAPER).lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    if let Some(outcome) = position.outcome() {
        writeln!(out, "{}", Sentence::verdict(&position, outcome, names).text)?;
        return Ok(());
    }
    for turn in position.moves().filter_map(|choice| position.play(choice).ok()) {
        let report = MoveReport::of(&turn);
        let captured = (report.captured > 0)
            .then(|| format!("captures {}", counted(report.captured.into(), "stone")));
        let again = (report.again && report.outcome.is_none()).then(|| "goes again".to_owned());
        let ending = turn.position().outcome();
        let ending = ending.map(|end| Sentence::verdict(turn.position(), end, names).text);
        let notes: Vec<String> = [captured, again, ending].into_iter().flatten().collect();
        let (number, notes) =
            (paint(STRONG, &position.digit(turn.choice()).to_string()), notes.join(", "));
        let line = format!("  {number}  {}  {}", report.position, paint(FAINT, &notes));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
