use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use parlor_report::{ReplayReport, play_moves};
use parlor_rules::{AnyRecord, Game as _, Ply, Variant};
use parlor_wording::games::title;
use parlor_wording::terminal::{self, sides, verdict};
use parlor_wording::{Players, Voice};

use crate::board::{Moment, Room, Sides};
use crate::palette::{FAINT, STRONG, of_player, paint};
use crate::saved_game::last_game;
use crate::start::read_position;

/// Play through a game and show every step, the final position and the result
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES", required_unless_present_any = ["game", "file"])]
    rules: Option<Variant>,

    /// The starting position, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S' or 'X.O.X.... O'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The moves, such as 3,6,1; s swaps sides (pie rule)
    #[arg(
        long,
        value_name = "MOVES",
        required_unless_present_any = ["game", "file"],
        allow_negative_numbers = true
    )]
    moves: Option<String>,

    /// A whole game in one line, such as kalah~S~361, in place of rules, position and moves
    #[arg(long, value_name = "GAME", conflicts_with_all = ["rules", "position", "moves"])]
    game: Option<AnyRecord>,

    /// A file that was saved by the browser app; the last of its games is shown
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "position", "moves", "game"])]
    file: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let record = arguments.record()?;
    if arguments.json {
        let report = serde_json::to_string(&ReplayReport::of(&record))?;
        writeln!(anstream::stdout(), "{report}")?;
        return Ok(());
    }
    show(&record)
}

impl Arguments {
    fn record(&self) -> Result<AnyRecord> {
        if let Some(record) = &self.game {
            return Ok(record.clone());
        }
        if let Some(file) = &self.file {
            return last_game(file);
        }
        let rules = self.rules.context("--rules is missing")?;
        let start = read_position(rules, self.position.as_deref())?;
        Ok(play_moves(start, self.moves.as_deref().unwrap_or_default())?)
    }
}

fn show(record: &AnyRecord) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let (start, end) = (record.start(), record.position());
    let names = sides(start);
    let players = Players { names, voice: Voice::Spectator };
    writeln!(out, "{}  {start}\n", paint(STRONG, &title(&start.variant())))?;
    let mut position = *start;
    for (number, ply) in (1..).zip(record.turns()) {
        let player = position.turn();
        let (choice, account) = match ply {
            Ply::Move(turn) => {
                position = *turn.position();
                (start.digit(turn.choice()).to_string(), terminal::in_short(&turn))
            }
            Ply::Swap => ("s".to_owned(), terminal::swapped_in_short().to_owned()),
        };
        let player = paint(of_player(player), names[player.index()]);
        writeln!(out, "{number:>3}. {player} {}: {account}", paint(STRONG, &choice))?;
        writeln!(out, "     {}", paint(FAINT, &position.to_string()))?;
    }
    if !record.plies().is_empty() {
        writeln!(out)?;
    }
    for line in Moment::at_rest(end).draw(&[], Sides::new(names), Room::PAPER).lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    let verdict = end.outcome().map(|outcome| verdict(players, end, outcome));
    let standing = verdict.unwrap_or_else(|| terminal::to_move(names[end.turn().index()]));
    writeln!(out, "\n{}\n{record}", paint(STRONG, &standing))?;
    Ok(())
}
