//! `parlor arena --kgp`: a tournament between bots of the Kalah Game Protocol, and levels of the engine.
//!
//! - `lobby`: where bots wait, and where they come back to after a lost connection
//! - `conversation`: what is said with one bot, by [`parlor_kgp::ServerSession`]
//! - `competitor`: a bot or a level, as those see it who play against it
//! - `game`, `schedule`, `tournament`: one game, the order of all, and playing them
//! - `process`: bots that the arena starts itself
//! - `report`: the results as JSON

mod competitor;
mod conversation;
mod forfeit;
mod game;
mod lobby;
mod process;
mod report;
mod schedule;
mod tournament;

use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use parlor_engine::Dice;
use parlor_rules::mancala::Rules;
use parlor_rules::{AnyPosition, Variant};
use parlor_wording::terminal::arena;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;

use self::competitor::Competitor;
use self::conversation::converse;
use self::lobby::Lobby;
use self::process::Processes;
use self::report::Report;
use self::tournament::Tournament;
use super::contest::{Terms, opponent};
use super::entrant::Entrant;
use super::print_results;
use super::rating::rate;
use super::standings::ranking;
use crate::interrupt::interrupted;
use crate::kgp::wire::Wire;
use crate::refusal::Failure;

/// What a tournament is to be like.
pub(super) struct Setup {
    /// Kalah, of whichever size.
    pub(super) rules: Rules,
    pub(super) terms: Terms,
    /// Where bots connect.
    pub(super) address: SocketAddr,
    /// How many bots take part.
    pub(super) bots: usize,
    /// Bots to start, as command lines.
    pub(super) commands: Vec<String>,
    /// Levels of the engine that take part.
    pub(super) levels: Vec<Entrant>,
    pub(super) move_time: Duration,
    /// Games at the same time.
    pub(super) at_once: usize,
    pub(super) json: bool,
}

impl Setup {
    /// The level of a competitor, if it is not a bot. Bots come first.
    fn level_of(&self, competitor: usize) -> Option<u8> {
        let level = competitor.checked_sub(self.bots)?;
        self.levels.get(level).map(|entrant| entrant.number())
    }
}

/// How long bots may take to hear that the tournament is over.
const GOODBYE_WITHIN: Duration = Duration::from_secs(2);
/// Connections that are not those of bots that take part: newcomers, and those that are told no.
const OTHER_CONNECTIONS: usize = 64;

pub(super) fn run(setup: &Setup) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("could not start")?;
    let done = runtime.block_on(hold(setup));
    // A move that no one waits for any more is not waited for.
    runtime.shutdown_background();
    done
}

/// Holds the tournament, and prints what came of it.
async fn hold(setup: &Setup) -> Result<()> {
    let listener = TcpListener::bind(setup.address)
        .await
        .with_context(|| format!("could not listen at {}", setup.address))?;
    let address = listener.local_addr()?;
    // Endgames are worked out before the first game waits for them; bots can connect meanwhile.
    let levels = setup.levels.iter().map(|&level| engine(setup, level)).collect();
    let interrupted = interrupted().context("could not listen to signals")?;
    let (lobby, closing) = (Arc::new(Lobby::new(setup.bots)), Arc::new(Notify::new()));
    let accepting = tokio::spawn(accept(listener, lobby.clone(), setup.move_time, closing.clone()));
    tell(&arena::waiting(&address, setup.bots));
    let mut processes = Processes::start(&setup.commands, reachable(address))?;

    let mut tournament = None;
    let ended = tokio::select! {
        ended = hold_until_end(setup, levels, &lobby, &mut processes, &mut tournament) => ended,
        () = interrupted => Ok(()),
    };
    lobby.close();
    closing.notify_one();
    let _ = accepting.await;
    processes.finish().await;
    ended?;
    let Some(tournament) = tournament else { return Ok(()) };
    print(setup, &tournament)
}

async fn hold_until_end(
    setup: &Setup,
    levels: Vec<Competitor>,
    lobby: &Lobby,
    processes: &mut Processes,
    tournament: &mut Option<Tournament>,
) -> Result<()> {
    let seats = tokio::select! {
        seats = lobby.fill() => seats,
        (command, status) = processes.ended() => {
            return Err(Failure::new(arena::bot_ended(&command, &status)).into());
        }
    };
    let mut competitors: Vec<Competitor> = seats.into_iter().map(Competitor::Bot).collect();
    competitors.extend(levels);
    let start = AnyPosition::opening(Variant::Mancala(setup.rules));
    let tournament = tournament.insert(Tournament::new(start, setup.terms, &competitors));
    tell(&arena::begins(competitors.len(), tournament.all));
    tournament.play(competitors, setup.at_once).await;
    Ok(())
}

/// A level of the engine. Each has an engine of its own, so that none profits from what another thought.
fn engine(setup: &Setup, entrant: Entrant) -> Competitor {
    let Terms { effort, endgame, seed, .. } = setup.terms;
    let opponent = Arc::new(opponent(Variant::Mancala(setup.rules), endgame));
    Competitor::Engine { entrant, opponent, effort, dice: Dice::new(seed) }
}

/// Lets bots in until the tournament is over, and waits until they have heard so.
async fn accept(
    listener: TcpListener,
    lobby: Arc<Lobby>,
    move_time: Duration,
    closing: Arc<Notify>,
) {
    let places = Arc::new(Semaphore::new(lobby.places() + OTHER_CONNECTIONS));
    let mut conversations = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closing.notified() => break,
        };
        while conversations.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => {
                // There are too many already: the connection is closed.
                let Ok(place) = places.clone().try_acquire_owned() else { continue };
                let Ok(wire) = Wire::over(stream) else { continue };
                let lobby = lobby.clone();
                conversations.spawn(async move {
                    converse(lobby, wire, move_time).await;
                    drop(place);
                });
            }
            // The connection has gone, or there are too many open files: either passes.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            Err(_) => tokio::time::sleep(Duration::from_secs(1)).await,
        }
    }
    let all_ended = async { while conversations.join_next().await.is_some() {} };
    let _ = timeout(GOODBYE_WITHIN, all_ended).await;
}

/// The address by which a bot on this machine reaches the arena.
fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

fn print(setup: &Setup, tournament: &Tournament) -> Result<()> {
    let results = tournament.results();
    let ratings = rate(&results);
    if setup.json {
        let report = Report::of(setup, tournament, &results, &ratings);
        writeln!(anstream::stdout(), "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    if tournament.played.is_empty() {
        return Ok(());
    }
    let played = arena::games_played(tournament.played.len(), tournament.all);
    let terms = arena::bot_terms(setup.terms.games, setup.terms.opening, setup.move_time);
    let note = format!("{played} {terms}");
    // The strongest comes first in the crosstable, too.
    let results = results.reordered(&ranking(&results, &ratings));
    print_results(&Variant::Mancala(setup.rules), &results, &rate(&results), &note)
}

/// Tells the organiser what is going on. Standard output has the results and nothing else.
fn tell(sentence: &str) {
    // A tournament goes on without anyone who reads about it.
    let _ = writeln!(anstream::stderr(), "{sentence}");
}
