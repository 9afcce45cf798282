use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use parlor_kgp::{Arrived, ClientHeard, ClientSession, Mode, Setting, StateRef, TimeMode};
use parlor_rules::Level;
use parlor_wording::terminal::kgp;
use tokio::sync::mpsc::unbounded_channel;

use super::address::Address;
use super::thinker::{Thinker, Thinking, Thought, What};
use super::wire::Wire;
use crate::refusal::Failure;
use crate::remote::Unreachable;
use crate::text::printable;

/// Let the engine play as a bot on a server of the Kalah Game Protocol
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server: a host, HOST:PORT (2671 by default), or ws://… or wss://… for a WebSocket
    #[arg(value_name = "SERVER")]
    server: Address,

    /// What the bot is called there
    #[arg(long, value_name = "NAME", default_value = "Parlor")]
    name: String,

    /// A secret by which the server knows the bot again
    #[arg(long, value_name = "TOKEN", env = "PARLOR_KGP_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// Playing strength, from 1 to 8
    #[arg(long, value_name = "LEVEL", default_value = "8", value_parser = crate::kgp::parse_level)]
    level: Level,

    /// Node limit per move, for level 8
    #[arg(long, value_name = "BOARDS", default_value_t = 3_000_000)]
    effort: u64,

    /// What to do there: play (freeplay), say what boards are worth (eval), or have the rules checked
    /// (verify)
    #[arg(long, value_name = "MODE", default_value = "freeplay", value_parser = parse_mode)]
    mode: Mode,
}

/// How a conversation ended.
enum End {
    /// The server said goodbye.
    Goodbye,
    /// The connection was lost; it had been greeted or not.
    Lost { greeted: bool },
}

/// How long to wait before the first attempt to reconnect, and how often to try: each time twice as
/// long (exponential backoff).
const RETRY_AFTER: Duration = Duration::from_secs(1);
const RETRIES: u32 = 6;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new().context("could not start")?;
    let played = runtime.block_on(play(arguments));
    // A thought that has been stopped ends within a moment; it is not waited for.
    runtime.shutdown_background();
    played
}

async fn play(arguments: &Arguments) -> Result<()> {
    let thinker = Arc::new(Thinker::new(arguments.level, arguments.effort));
    let server = &arguments.server;
    let mut retries = 0;
    loop {
        let wire = match Wire::open(server).await {
            Ok(wire) => wire,
            Err(unreachable) if retries == 0 => return Err(failure(server, &unreachable).into()),
            Err(_) => {
                retries = wait(server, retries).await?;
                continue;
            }
        };
        match converse(arguments, &thinker, wire).await? {
            End::Goodbye => {
                say(&kgp::said_goodbye(server))?;
                return Ok(());
            }
            End::Lost { greeted: false } if retries == 0 => {
                return Err(Failure::new(kgp::no_kgp(server)).into());
            }
            End::Lost { greeted } => {
                retries = wait(server, if greeted { 0 } else { retries }).await?;
            }
        }
    }
}

/// Waits before the next attempt to connect, and counts it.
async fn wait(server: &Address, retries: u32) -> Result<u32> {
    if retries == RETRIES {
        return Err(Failure::new(kgp::lost(server)).into());
    }
    let pause = RETRY_AFTER * 2_u32.pow(retries);
    say(&kgp::reconnecting(server, pause))?;
    tokio::time::sleep(pause).await;
    Ok(retries + 1)
}

/// Plays on one connection until it ends.
async fn converse(arguments: &Arguments, thinker: &Arc<Thinker>, mut wire: Wire) -> Result<End> {
    let Arguments { server, name, token, mode, .. } = arguments;
    let mut session = ClientSession::new(*mode, Some(name.clone()), token.clone());
    let (thoughts, mut heard_thoughts) = unbounded_channel();
    let mut game = Game::default();
    let mut thinking: HashMap<StateRef, Thinking> = HashMap::new();
    let mut greeted = false;
    let (mut right_answers, mut checked_answers) = (0, 0);
    loop {
        while let Some(line) = session.next_line() {
            if wire.send(&line).await.is_err() {
                return Ok(End::Lost { greeted });
            }
            if !std::mem::replace(&mut greeted, true) {
                say(&kgp::connected(server, name))?;
            }
        }
        let arrived: Option<Arrived> = tokio::select! {
            arrived = wire.receive() => arrived,
            Some(Thought { id, state, what }) = heard_thoughts.recv() => {
                // A server without ids may have asked about another board since.
                if thinking.get(&state).is_some_and(|current| current.id == id) {
                    match what {
                        What::Better(pit) => session.play(state, pit),
                        What::Worth(value) => session.evaluate(state, value),
                        What::Done => {
                            session.give_way(state);
                            thinking.remove(&state);
                        }
                    }
                }
                continue;
            }
        };
        let heard = match arrived {
            Some(Ok(text)) => session.received(&text),
            Some(Err(wrong)) => {
                session.misread(wrong);
                None
            }
            None => return Ok(End::Lost { greeted }),
        };
        match heard {
            Some(ClientHeard::Asked { state, board }) => {
                let thought = thinker.begin(*mode, state, board, game.time(), &thoughts);
                thinking.insert(state, thought);
            }
            Some(ClientHeard::Stopped(state)) => drop(thinking.remove(&state)),
            Some(ClientHeard::Set(setting)) => game.learn(&setting)?,
            Some(ClientHeard::Checked(checked)) => {
                checked_answers += 1;
                match checked {
                    Ok(()) => right_answers += 1,
                    Err(why) => say(&kgp::complained(&printable(&why)))?,
                }
            }
            Some(ClientHeard::Complained(why)) => say(&kgp::complained(&printable(&why)))?,
            Some(ClientHeard::Declined(why)) => {
                return Err(Failure::new(kgp::declined(server, mode.word(), &why)).into());
            }
            Some(ClientHeard::OtherVersion([major, ..])) => {
                return Err(Failure::new(kgp::other_version(server, major)).into());
            }
            Some(ClientHeard::Ended) => {
                if checked_answers > 0 {
                    say(&kgp::checked(right_answers, checked_answers))?;
                }
                return Ok(End::Goodbye);
            }
            None => {}
        }
    }
}

/// What the server has told about the game.
#[derive(Default)]
struct Game {
    id: String,
    opponent: String,
    time_mode: Option<TimeMode>,
    clock: Option<Duration>,
}

impl Game {
    fn learn(&mut self, setting: &Setting) -> Result<()> {
        match setting {
            Setting::Game(id) => self.id.clone_from(id),
            Setting::Opponent(name) => {
                if !name.is_empty() && *name != self.opponent {
                    say(&kgp::against(&printable(name), &printable(&self.id)))?;
                }
                self.opponent.clone_from(name);
            }
            Setting::Outcome(outcome) => {
                use parlor_kgp::GameOutcome::{Draw, Loss, Win};
                let opponent = printable(&std::mem::take(&mut self.opponent));
                say(&match outcome {
                    Win => kgp::won(&opponent),
                    Loss => kgp::lost_game(&opponent),
                    Draw => kgp::tied(&opponent),
                })?;
            }
            Setting::TimeMode(mode) => self.time_mode = Some(*mode),
            Setting::Clock(seconds) => {
                self.clock = u64::try_from(*seconds).ok().map(Duration::from_secs);
            }
            Setting::Name(_)
            | Setting::Authors(_)
            | Setting::Description(_)
            | Setting::Comment(_)
            | Setting::Token(_)
            | Setting::OpponentClock(_)
            | Setting::GameUri(_)
            | Setting::Other { .. } => {}
        }
        Ok(())
    }

    /// How long to think about a state: well within what there is.
    fn time(&self) -> Option<Duration> {
        match self.time_mode? {
            TimeMode::None => None,
            // A server may allow any time, however long.
            TimeMode::Relative => self.clock.map(|clock| clock / 5 * 4),
            // A game may have many turns.
            TimeMode::Absolute => self.clock.map(|clock| clock / 20),
        }
    }
}

fn failure(server: &Address, unreachable: &Unreachable) -> Failure {
    Failure::new(match unreachable {
        Unreachable::NoAnswer(error) | Unreachable::NotSecure(error) => {
            kgp::no_answer(server, error)
        }
        Unreachable::Busy => kgp::busy(server),
        Unreachable::NoParlor | Unreachable::OtherProtocol | Unreachable::NotSet(_) => {
            kgp::no_kgp(server)
        }
    })
}

fn say(sentence: &str) -> Result<()> {
    writeln!(anstream::stdout(), "{sentence}")?;
    Ok(())
}

fn parse_mode(text: &str) -> Result<Mode, &'static str> {
    Mode::ALL.into_iter().find(|mode| mode.word() == text).ok_or(kgp::wanted_mode())
}
