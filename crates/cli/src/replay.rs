use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use parlor_rules::mancala::Pit;
use parlor_rules::tic_tac_toe::Square;
use parlor_rules::{self as rules, AnyRecord, Choice, Game, NotAMove, Ply, Record, Turn, Variant};

use crate::board::{Drawn, Room};
use crate::messages::{Sentence, Told, title};
use crate::names::Names;
use crate::palette::{FAINT, STRONG, of_player, paint};
use crate::play::played;
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
    let record = arguments.record()?;
    match record.start() {
        rules::AnyPosition::Mancala(start) => {
            show(&record, &of_game(*start, &record, Choice::pit), arguments.json)
        }
        rules::AnyPosition::TicTacToe(start) => {
            show(&record, &of_game(*start, &record, Choice::square), arguments.json)
        }
    }
}

/// The moves of a record in the terms of its game.
fn of_game<G: Game>(start: G, record: &AnyRecord, choice: fn(Choice) -> G::Move) -> Record<G> {
    let mut typed = Record::new(start);
    for ply in record.plies() {
        match *ply {
            Ply::Move(place) => drop(typed.play(choice(place))),
            Ply::Swap => drop(typed.swap()),
        }
    }
    typed
}

impl Arguments {
    fn record(&self) -> Result<AnyRecord> {
        if let Some(record) = &self.game {
            return Ok(record.clone());
        }
        let rules = self.rules.context("--rules is missing")?;
        let moves = self.moves.as_deref().unwrap_or_default();
        match AnyPosition::read(rules, self.position.as_deref())? {
            AnyPosition::Mancala(start) => {
                play(start.into(), moves, |word| Ok(word.parse::<Pit>()?.into()))
            }
            AnyPosition::TicTacToe(start) => {
                play(start.into(), moves, |word| Ok(word.parse::<Square>()?.into()))
            }
        }
    }
}

fn play(
    start: rules::AnyPosition,
    moves: &str,
    read: fn(&str) -> Result<Choice, NotAMove>,
) -> Result<AnyRecord> {
    let mut record = Record::new(start);
    for (number, word) in (1..).zip(words(moves)) {
        let which = || format!("move {number}");
        let choice = read(word).with_context(which)?;
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

fn show<G: Reported + Told + Drawn>(
    whole: &AnyRecord,
    record: &Record<G>,
    json: bool,
) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let turns: Vec<Turn<G>> = record.turns().filter_map(played).collect();
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
    writeln!(out, "\n{}\n{whole}", paint(STRONG, &standing))?;
    Ok(())
}
