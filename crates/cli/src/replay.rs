use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use parlor_rules::{AnyRecord, Record, Turn, Variant};

use crate::board::{Drawn, Room};
use crate::messages::{Sentence, Told, title};
use crate::names::Names;
use crate::palette::{FAINT, STRONG, of_player, paint};
use crate::report::{ReplayReport, Reported};
use crate::start::AnyPosition;

/// Play moves and show every step, the final position and the outcome
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, tic-tac-toe, or a preset with changes: kalah,stones=6
    #[arg(long, value_name = "RULES", required_unless_present = "game")]
    rules: Option<Variant>,

    /// The position to begin from, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S' or 'X.O.X.... O'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The moves, such as 3,6,1
    #[arg(
        long,
        value_name = "MOVES",
        required_unless_present = "game",
        allow_negative_numbers = true
    )]
    moves: Option<String>,

    /// A whole game in one line, such as kalah~S~361, instead of rules, position and moves
    #[arg(long, value_name = "GAME", conflicts_with_all = ["rules", "position", "moves"])]
    game: Option<AnyRecord>,

    /// Write for programs instead of people
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match arguments.record()? {
        AnyRecord::Mancala(record) => show(&record, arguments.json),
        AnyRecord::TicTacToe(record) => show(&record, arguments.json),
    }
}

impl Arguments {
    fn record(&self) -> Result<AnyRecord> {
        if let Some(record) = &self.game {
            return Ok(record.clone());
        }
        let rules = self.rules.context("--rules is missing")?;
        let moves = self.moves.as_deref().unwrap_or_default();
        Ok(match AnyPosition::read(rules, self.position.as_deref())? {
            AnyPosition::Mancala(start) => AnyRecord::Mancala(play(start, moves)?),
            AnyPosition::TicTacToe(start) => AnyRecord::TicTacToe(play(start, moves)?),
        })
    }
}

fn play<G: Reported>(start: G, moves: &str) -> Result<Record<G>> {
    let mut record = Record::new(start);
    for (number, word) in (1..).zip(words(moves)) {
        let which = || format!("move {number}");
        let choice = word.parse().with_context(which)?;
        record.play(choice).with_context(which)?;
    }
    Ok(record)
}

/// The moves in a list with commas or spaces between them, or in a row of digits.
fn words(moves: &str) -> Vec<&str> {
    let moves = moves.trim();
    if moves.chars().all(|letter| letter.is_ascii_digit()) {
        return moves.split_inclusive(|_| true).collect();
    }
    // Nothing between two commas is a move that got lost, not a move to pass over.
    moves
        .split(',')
        .flat_map(|part| match part.trim() {
            "" => vec![""],
            part => part.split_whitespace().collect(),
        })
        .collect()
}

fn show<G: Reported + Told + Drawn>(record: &Record<G>, json: bool) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let turns: Vec<Turn<G>> = record.turns().collect();
    if json {
        let report = ReplayReport::of(record.start(), &turns);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    let names = Names::sides(G::side);
    writeln!(out, "{}  {}\n", paint(STRONG, &title(&record.start().variant())), record.start())?;
    for (number, turn) in (1..).zip(&turns) {
        let player = paint(of_player(turn.player()), G::side(turn.player()));
        let choice = paint(STRONG, &turn.choice().to_string());
        writeln!(out, "{number:>3}. {player} {choice}: {}", G::account(turn))?;
        writeln!(out, "     {}", paint(FAINT, &turn.position().to_string()))?;
    }
    if !turns.is_empty() {
        writeln!(out)?;
    }
    let end = record.position();
    for line in G::draw(&end.at_rest(), &[], &names, Room::PAPER).lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    let verdict = end.outcome().map(|outcome| Sentence::verdict(end, outcome, &names).text);
    let standing = verdict.unwrap_or_else(|| format!("{} to move.", G::side(end.turn())));
    writeln!(out, "\n{}\n{record}", paint(STRONG, &standing))?;
    Ok(())
}
