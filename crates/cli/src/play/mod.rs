//! Two players at one terminal, people or the computer.

mod command;
mod computer;
mod console;
mod lines;
mod matches;
mod scene;
mod seat;
mod table;
mod terminal;
mod toss;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use parlor_engine::Opponent;
use parlor_rules::{AnyPosition, Player, Variant};
use parlor_wording::terminal::sides;

use self::computer::Computer;
use self::console::Console;
use self::lines::Lines;
use self::seat::{Seat, Seats};
use self::table::Table;
use self::terminal::Terminal;
use crate::cache::Cache;
use crate::names::Names;
use crate::start::read_position;

/// Play a game against the computer, or two players at one keyboard
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, tic-tac-toe, or a preset with changes: kalah,stones=6
    #[arg(long, value_name = "RULES", default_value = "kalah")]
    rules: Variant,

    /// The position of the first game, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The players' names, such as Ada,Ben
    #[arg(long, value_name = "NAMES", default_value = ",", hide_default_value = true)]
    names: Names,

    /// Who plays South, or X: human, or the computer's level from 1 to 8
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    south: Seat,

    /// Who plays North, or O: human, or the computer's level from 1 to 8
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    north: Seat,

    /// How fast stones are sown
    #[arg(long, value_enum, default_value_t = Speed::Fast)]
    speed: Speed,

    #[command(flatten)]
    cache: Cache,
}

/// How fast stones are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Speed {
    Instant,
    Fast,
    Slow,
}

impl Speed {
    /// How long each step of a turn can be seen.
    const fn of_a_step(self) -> Option<Duration> {
        match self {
            Self::Instant => None,
            Self::Fast => Some(Duration::from_millis(160)),
            Self::Slow => Some(Duration::from_millis(600)),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let start = read_position(arguments.rules, arguments.position.as_deref())?;
    let seats = Seats([arguments.south, arguments.north]);
    let opponent = Opponent::new(arguments.rules, computer::size);
    let stop = AtomicBool::new(false);
    let farewell = thread::scope(|scope| {
        if let (Some(_), Some(engine)) = (seats.levels().next(), opponent.engine()) {
            // The computer learns its endgames while the first moves are played.
            scope.spawn(|| arguments.cache.open().load_or_build(engine, 1, &stop));
        }
        let farewell = play(start, seats, arguments, &opponent);
        stop.store(true, Relaxed);
        farewell
    })?;
    writeln!(anstream::stdout(), "{farewell}")?;
    Ok(())
}

/// Plays until somebody quits. The terminal is as it was again when this ends, however it ends.
fn play(
    start: AnyPosition,
    seats: Seats,
    arguments: &Arguments,
    opponent: &Opponent,
) -> Result<String> {
    let mut console: Box<dyn Console> = if can_draw() {
        Box::new(Terminal::open()?)
    } else {
        Box::new(Lines::new(io::stdin().lock(), anstream::stdout().lock()))
    };
    let names = named(&arguments.names, seats, sides(&start));
    let (computer, speed) = (Computer::new(opponent), arguments.speed);
    let mut table = Table::new(start, seats, names, speed, computer, console.as_mut());
    table.play(arguments.position.is_some())?;
    Ok(table.farewell())
}

/// The names of people as they were given, and of computer players by their characters.
fn named(given: &Names, seats: Seats, sides: [&str; 2]) -> Names {
    let (mut names, nobody) = (given.clone(), Names::default());
    let twins = seats[Player::One] == seats[Player::Two];
    for player in Player::BOTH {
        if let Some(level) = seats[player].level()
            && names[player] == nobody[player]
        {
            let twin = if twins { format!(" ({})", sides[player.index()]) } else { String::new() };
            names.set(player, &format!("{}{twin}", parlor_wording::level_name(level)));
        }
    }
    names
}

/// Whether there is a screen to draw on and a keyboard to read from.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
