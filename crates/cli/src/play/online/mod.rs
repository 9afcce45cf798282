//! A table that a server keeps, at the terminal: what it gives to `parlor_protocol::client`.
//!
//! - `link`: the links of the page
//! - `socket`: one connection
//! - `seat_file`: what this machine keeps: tokens of seats, and nonces of tosses
//! - `remote_table`: the host, with the socket and the clock around it

mod link;
mod remote_table;
mod seat_file;
mod socket;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use directories::ProjectDirs;
use parlor_engine::Opponent;
use parlor_protocol::client::{Device as _, Ended};
use parlor_protocol::message::{NewTable, SeatKey};
use parlor_rules::Player;
use parlor_table::{Clock, Host as _, Marks, Name, Phase};
use parlor_wording::terminal::{self, Tone, online};
use tokio::runtime::{Builder, Runtime};

use self::link::Link;
use self::remote_table::RemoteTable;
use self::seat_file::SeatFile;
use super::computer::{self, Computer};
use super::inbox::Inbox;
use super::open_console;
use super::session::{End, Session};
use crate::refusal::Failure;
use crate::remote::{Server, set_table};

/// How to play at a table that a server keeps.
#[derive(Args)]
#[command(next_help_heading = "Online")]
pub(crate) struct Online {
    /// Sit down at a table, or watch it: the link that you were sent
    #[arg(long, value_name = "LINK", conflicts_with_all = DECIDED)]
    join: Option<Link>,

    /// Set a table on a server and show its link, for a friend to open in a browser or a terminal
    #[arg(long, conflicts_with_all = ["south", "north", "watch"])]
    invite: bool,

    /// The server to set the table on
    #[arg(
        long,
        value_name = "URL",
        env = "PARLOR_SERVER",
        default_value = "http://127.0.0.1:7474"
    )]
    server: Server,

    /// Where to sit when you invite: south or north (X or O); by chance without it
    #[arg(long, value_name = "SIDE", requires = "invite", value_parser = read_side)]
    seat: Option<Player>,

    /// Seconds for the game, and for each move, when you invite: such as 300+5
    #[arg(long, value_name = "CLOCK", requires = "invite")]
    clock: Option<Clock>,

    /// Only watch, even if a seat is free
    #[arg(long, requires = "join")]
    watch: bool,

    /// Folder where your seats at online tables are kept [default: the system's folder for that]
    #[arg(long, value_name = "FOLDER", env = "PARLOR_STATE")]
    state: Option<PathBuf>,
}

/// What a link decides, and no option.
const DECIDED: [&str; 8] =
    ["rules", "position", "south", "north", "pie", "seat", "clock", "invite"];

/// How to come to a table that a server keeps.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    Join(&'a Link),
    Invite,
}

impl Online {
    /// How to come to a server's table; `None` to play at this terminal.
    pub(super) fn way(&self) -> Option<Way<'_>> {
        let invite = || self.invite.then_some(Way::Invite);
        self.join.as_ref().map(Way::Join).or_else(invite)
    }

    fn state(&self) -> Result<PathBuf> {
        if let Some(folder) = &self.state {
            return Ok(folder.clone());
        }
        let folders = ProjectDirs::from("", "", "parlor")
            .context("this system has no folder for what programs keep: use --state")?;
        Ok(folders.state_dir().unwrap_or_else(|| folders.data_local_dir()).to_owned())
    }
}

/// Plays at a server's table until the person quits.
pub(super) fn run(way: Way, arguments: &super::Arguments) -> Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.context("could not start the connection")?;
    let state = arguments.online.state()?;
    let (link, seats) = match way {
        Way::Join(link) => (link.clone(), SeatFile::open(&state, &link.server)?),
        Way::Invite => {
            let server = arguments.online.server.clone();
            let mut seats = SeatFile::open(&state, &server)?;
            let SeatKey { table, token, .. } = invite(&runtime, &server, arguments)?;
            seats.keep_token(&table, &token);
            (Link { server, table, seat: None }, seats)
        }
    };
    let inbox = Inbox::new();
    let mut table = RemoteTable::find(runtime, link, seats, inbox.alarm())?;
    let end = play(&mut table, inbox, arguments)?;
    say_farewell(&table, end)
}

fn invite(runtime: &Runtime, server: &Server, arguments: &super::Arguments) -> Result<SeatKey> {
    let new = NewTable {
        game: arguments.game()?,
        name: arguments.names[0].clone(),
        seat: arguments.online.seat,
        clock: arguments.online.clock,
        marks: Marks::default(),
        pie_rule: arguments.pie_rule()?,
        waits: None,
    };
    let set = runtime.block_on(set_table(server, &new));
    set.map_err(|why| why.at(server).into())
}

fn play(table: &mut RemoteTable, inbox: Inbox, arguments: &super::Arguments) -> Result<End> {
    let opponent = Opponent::new(table.table().variant(), computer::size);
    let is_free = table.table().phase() == Phase::Waiting;
    let (came_by, seat) = (&arguments.online, table.seat());
    let mut console = open_console(inbox)?;
    let computer = Computer::new(&opponent);
    let greeting = match seat {
        Some(_) if came_by.invite => None,
        Some(_) => Some(online::back_in_seat()),
        None if is_free || came_by.watch => None,
        None => Some(online::no_free_seat()),
    };
    let unsaved = seat
        .and(table.seats().failure())
        .map(|why| online::cannot_keep(&table.seats().path().display(), why));
    let mut session = Session::new(table, console.as_mut(), computer, arguments.speed);
    if let Some(greeting) = greeting {
        session.say(Tone::Plain, greeting);
    }
    if let Some(unsaved) = unsaved {
        session.say(Tone::Refusal, unsaved);
    }
    if seat.is_none() && is_free && !came_by.watch {
        match &arguments.names[0] {
            name if *name == Name::default() => session.sit_down()?,
            name => session.take_seat(name.clone()),
        }
    }
    Ok(session.run()?)
}

/// What is left on the terminal: how to come back, how the match stands, and the last game as a line.
fn say_farewell(table: &RemoteTable, end: End) -> Result<()> {
    let mut out = anstream::stdout();
    match end {
        End::Quit if table.seat().is_some() => {
            let file = table.seats().path().display();
            writeln!(out, "{}", online::to_come_back(&table.link(), &file))?;
        }
        End::Quit => writeln!(out, "{}", online::to_watch_again(&table.link()))?,
        End::Left => writeln!(out, "{}", online::left())?,
        End::Lost(Ended::NoSuchTable) => {
            return Err(Failure::new(online::no_such_table(table.server())).into());
        }
        End::Lost(Ended::OtherProtocol) => {
            return Err(Failure::new(online::other_protocol(table.server())).into());
        }
        End::Lost(Ended::Outdated | Ended::Closed) => {
            return Err(Failure::new(online::outdated(table.server())).into());
        }
    }
    for line in terminal::farewell(table.table()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn read_side(text: &str) -> Result<Player, String> {
    match text.to_lowercase().as_str() {
        "south" | "s" | "x" | "1" => Ok(Player::One),
        "north" | "n" | "o" | "2" => Ok(Player::Two),
        _ => Err(format!("'{text}' is no side: write south or north")),
    }
}
