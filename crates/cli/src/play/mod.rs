//! A table at the terminal, for people and the computer: here, or kept by a server.
//!
//! The terminal is a console over a [`Host`]: it submits commands and shows what the host reports.
//! Seats, names, the toss, the score and undo are the table's; what is said about a change is
//! wording's. `online` has the host for a table that a server keeps.
//!
//! What is typed and what a server says arrive in one place, the inbox of the console, so that the
//! session waits for both at once and does one thing after the other.
//!
//! [`Host`]: parlor_table::Host

mod action;
mod computer;
mod console;
mod inbox;
mod invitation;
mod lines;
mod online;
mod scene;
mod seats;
mod session;
mod terminal;
mod told;
mod venue;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use parlor_engine::Opponent;
use parlor_rules::{AnyRecord, Player, Variant};
use parlor_table::{Coin, GameLog, Host, LocalHost, Name, Occupant, Opening, PieRule};

use self::computer::Computer;
use self::console::Console;
use self::inbox::Inbox;
use self::lines::Lines;
use self::session::Session;
use self::terminal::Terminal;
use crate::cache::Cache;
use crate::start::read_position;

/// Play against the computer, with two players at one keyboard, or online by a link
#[derive(Args)]
pub(crate) struct Arguments {
    /// gems, island, homepits, kalah, avalanche or tic-tac-toe; or a preset with changes:
    /// kalah,stones=6
    #[arg(long, value_name = "RULES", default_value = "kalah")]
    rules: Variant,

    /// The starting position of the first game, such as '<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The players' names, such as Ada,Ben; online, your own
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

    #[command(flatten)]
    online: online::Online,
}

/// How fast stones are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Speed {
    Instant,
    Fast,
    Slow,
}

impl Speed {
    /// How long each step of a turn can usually be seen, and a whole turn at most, in milliseconds.
    const fn of_steps(self) -> Option<(u32, u32)> {
        match self {
            Self::Instant => None,
            Self::Fast => Some((160, 8_000)),
            Self::Slow => Some((600, 24_000)),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if let Some(way) = arguments.online.way() {
        return online::run(way, arguments);
    }
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
        let seats = seats::seats([self.south, self.north], &self.names);
        let pie_rule = self.pie_rule()?;
        Ok(Opening { pie_rule, ..Opening::new(self.game()?, seats) })
    }

    fn game(&self) -> Result<AnyRecord> {
        Ok(AnyRecord::new(read_position(self.rules, self.position.as_deref())?))
    }

    fn pie_rule(&self) -> Result<PieRule> {
        match (self.pie, self.rules) {
            (false, _) => Ok(PieRule::Off),
            (true, Variant::Mancala(_)) => Ok(PieRule::On),
            (true, Variant::TicTacToe) => bail!("--pie: Tic-Tac-Toe has no pie rule"),
        }
    }
}

/// Plays until the players quit. The terminal is as it was again when this ends, however it ends.
fn play(host: &mut LocalHost, opponent: &Opponent, speed: Speed) -> io::Result<()> {
    let mut console = open_console(Inbox::new())?;
    Session::new(host, console.as_mut(), Computer::new(opponent), speed).run()?;
    Ok(())
}

fn open_console(inbox: Inbox) -> io::Result<Box<dyn Console>> {
    Ok(if can_draw() {
        Box::new(Terminal::open(inbox)?)
    } else {
        Box::new(Lines::open(inbox, anstream::stdout().lock()))
    })
}

fn toss() -> Coin {
    if fastrand::bool() { Coin::Heads } else { Coin::Tails }
}

/// Whether there is a screen to draw on and a keyboard to read from.
fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}
