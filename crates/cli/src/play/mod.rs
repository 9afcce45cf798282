//! Two players at one terminal.

mod command;
mod console;
mod lines;
mod matches;
mod scene;
mod table;
mod terminal;
mod toss;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use parlor_rules::Variant;

use self::console::Console;
use self::lines::Lines;
use self::table::{Seated, Table};
use self::terminal::Terminal;
use crate::names::Names;
use crate::start::AnyPosition;

/// Play a game, two players at one keyboard
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

    /// How fast stones are sown
    #[arg(long, value_enum, default_value_t = Speed::Fast)]
    speed: Speed,
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
    match AnyPosition::read(arguments.rules, arguments.position.as_deref())? {
        AnyPosition::Mancala(start) => sit_down(start, arguments),
        AnyPosition::TicTacToe(start) => sit_down(start, arguments),
    }
}

fn sit_down<G: Seated>(start: G, arguments: &Arguments) -> Result<()> {
    let farewell = {
        // The terminal is as it was again when this block ends, however it ends.
        let mut console: Box<dyn Console> = if can_draw() {
            Box::new(Terminal::open()?)
        } else {
            Box::new(Lines::new(io::stdin().lock(), anstream::stdout().lock()))
        };
        let given = arguments.position.is_some();
        let mut table =
            Table::new(start, arguments.names.clone(), arguments.speed, console.as_mut());
        table.play(given)?;
        table.farewell()
    };
    writeln!(anstream::stdout(), "{farewell}")?;
    Ok(())
}

/// Whether there is a screen to draw on and a keyboard to read from.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
