//! What the computer found out about a position, on its way to people and programs.

use std::cmp::Reverse;
use std::io::Write;
use std::sync::Mutex;

use anyhow::Result;
use parlor_engine::{Analysis, Limits, MoveValue, Opponent};
use parlor_report::{Insight, InsightReport};
use parlor_rules::{AnyPosition, Choice, Game as _};
use parlor_wording::games::title;
use parlor_wording::terminal::{forecast, sides};
use parlor_wording::{Players, Voice};

use crate::board::{Moment, Room, Sides};
use crate::palette::{FAINT, STRONG, paint};
use crate::progress::{self, Stage};

pub(crate) fn write_json(insight: &Insight, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string(&InsightReport::of(insight))?)?;
    Ok(())
}

pub(crate) fn write_text(insight: &Insight, out: &mut dyn Write) -> Result<()> {
    let (position, names) = (&insight.position, sides(&insight.position));
    writeln!(out, "{}  {position}\n", paint(STRONG, &title(&position.variant())))?;
    for line in Moment::at_rest(position).draw(&[], Sides::new(names), Room::PAPER).lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    let players = Players { names, voice: Voice::Spectator };
    let forecast = forecast(players, position, insight.value, insight.proved);
    writeln!(out, "\n{}\n", paint(STRONG, &forecast))?;
    let mut moves: Vec<&MoveValue<Choice>> = insight.moves.iter().collect();
    moves.sort_by_key(|entry| Reverse(entry.rank()));
    for entry in moves {
        let value = worth(entry.value, entry.is_proved());
        let line = paint(FAINT, &line(*position, entry));
        let digit = paint(STRONG, &position.digit(entry.choice).to_string());
        writeln!(out, "  {digit}  {value:>4}  {line}")?;
    }
    let seconds = insight.time.as_secs_f64();
    let rate = insight.nodes as f64 / seconds.max(1e-6) / 1e6;
    let cost = format!(
        "{} boards in {seconds:.2} s, {rate:.1} million a second, threads: {}",
        insight.nodes, insight.threads
    );
    writeln!(out, "{}", paint(FAINT, &cost))?;
    Ok(())
}

/// The expected line, with a comma wherever the turn changes.
fn line(mut position: AnyPosition, entry: &MoveValue<Choice>) -> String {
    let mut moves = Vec::new();
    for &choice in &entry.line {
        let Ok(after) = position.after(choice) else { break };
        let changed = after.turn() != position.turn();
        moves.push(format!("{}{}", position.digit(choice), if changed { "," } else { "" }));
        position = after;
    }
    moves.join(" ").trim_end_matches(',').to_owned()
}

/// A value as it stands beside a move: `+8`, `0`, `-2`, and `~+3` for an estimate.
pub(crate) fn worth(value: i16, proved: bool) -> String {
    let sign = if value > 0 { "+" } else { "" };
    format!("{}{sign}{value}", if proved { "" } else { "~" })
}

/// Thinks about a position while a line shows how far it is.
pub(crate) fn think(
    position: &AnyPosition,
    opponent: &Opponent,
    limits: &Limits<'_>,
) -> Analysis<Choice> {
    // Proved moves, all moves and boards so far.
    let known = Mutex::new((0, 0, 0));
    let stage = || {
        let (proved, moves, nodes) = known.lock().map_or((0, 0, 0), |known| *known);
        let text = format!("{proved} of {moves} moves proved, {nodes} boards");
        Stage { done: proved, of: moves, text }
    };
    progress::during(stage, || {
        opponent.analyze(position, limits, |analysis| {
            let proved = analysis.moves.iter().filter(|entry| entry.is_proved()).count();
            if let Ok(mut known) = known.lock() {
                *known = (proved, analysis.moves.len(), analysis.nodes);
            }
        })
    })
}
