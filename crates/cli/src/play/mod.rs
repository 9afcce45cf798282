//! A table at one terminal, for people and the computer.
//!
//! The terminal is a console over a [`Host`]: it submits commands and shows what the host reports.
//! Seats, names, the toss, the score and undo are the table's; what is said about a change is
//! wording's.
//!
//! [`Host`]: parlor_table::Host

mod action;
mod computer;
mod console;
mod lines;
mod scene;
mod seats;
mod session;
mod terminal;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use parlor_engine::Opponent;
use parlor_rules::{AnyRecord, Player, Variant};
use parlor_table::{Coin, GameLog, Host, LocalHost, Name, Occupant, Opening, PieRule};

use self::computer::Computer;
use self::console::Console;
use self::lines::Lines;
use self::session::Session;
use self::terminal::Terminal;
use crate::cache::Cache;
use crate::start::read_position;

/// Play against the computer, or with two players at one keyboard
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah or tic-tac-toe; or a preset with changes: kalah,stones=6
    #[arg(long, value_name = "RULES", default_value = "kalah")]
    rules: Variant,

    /// The starting position of the first game, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The players' names, such as Ada,Ben
    #[arg(
        long,
        value_name = "NAMES",
        default_value = ",",
        hide_default_value = true,
        value_parser = seats::read_names
    )]
    names: [Name; 2],

    /// Who plays South (or X): human, or a computer level from 1 to 8
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = seats::read_occupant)]
    south: Occupant,

    /// Who plays North (or O): human, or a computer level from 1 to 8
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = seats::read_occupant)]
    north: Occupant,

    /// Pie rule: the second player may swap sides instead of making their first move
    #[arg(long)]
    pie: bool,

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
    let mut host = LocalHost::new(GameLog::continued(arguments.opening()?), toss);
    let opponent = Opponent::new(arguments.rules, computer::size);
    let computer_plays =
        Player::BOTH.into_iter().any(|player| host.table().seat(player).level().is_some());
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        if let (true, Some(engine)) = (computer_plays, opponent.engine()) {
            // The endgame table is built while the first moves are played.
            scope.spawn(|| arguments.cache.open().load_or_build(engine, 1, &stop));
        }
        let played = play(&mut host, &opponent, arguments.speed);
        stop.store(true, Relaxed);
        played
    })?;
    for line in parlor_wording::terminal::farewell(host.table()) {
        writeln!(anstream::stdout(), "{line}")?;
    }
    Ok(())
}

impl Arguments {
    fn opening(&self) -> Result<Opening> {
        let start = read_position(self.rules, self.position.as_deref())?;
        let seats = seats::seats([self.south, self.north], &self.names);
        let pie_rule = match (self.pie, self.rules) {
            (false, _) => PieRule::Off,
            (true, Variant::Mancala(_)) => PieRule::On,
            (true, Variant::TicTacToe) => bail!("--pie: Tic-Tac-Toe has no pie rule"),
        };
        Ok(Opening { pie_rule, ..Opening::new(AnyRecord::new(start), seats) })
    }
}

/// Plays until the players quit. The terminal is as it was again when this ends, however it ends.
fn play(host: &mut dyn Host, opponent: &Opponent, speed: Speed) -> io::Result<()> {
    let mut console: Box<dyn Console> = if can_draw() {
        Box::new(Terminal::open()?)
    } else {
        Box::new(Lines::new(io::stdin().lock(), anstream::stdout().lock()))
    };
    Session::new(host, console.as_mut(), Computer::new(opponent), speed).run()
}

fn toss() -> Coin {
    if fastrand::bool() { Coin::Heads } else { Coin::Tails }
}

/// Whether there is a screen to draw on and a keyboard to read from.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
