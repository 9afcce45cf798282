use std::sync::Arc;
use std::time::Duration;

use parlor_engine::Dice;
use parlor_kgp::{Arrived, Board, GameOutcome, Mode, ServerHeard, ServerSession, Setting, StateId};
use parlor_protocol::TableId;
use parlor_rules::mancala::{Pit, Position, Preset};
use parlor_rules::{Choice, Game, Player};
use parlor_table::{Command, Ending, Name, Phase};
use parlor_wording::bot_name;
use tokio::time::{Instant, sleep, sleep_until};

use super::parked::ParkedSeats;
use super::seat::BotSeat;
use super::wire::{Ended, Wire};
use crate::bot_config::BotConfig;
use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::app::App;
use crate::http::place_at_table::CountedSocket;
use crate::rate_limit::{RateLimit, RetryAfter};
use crate::tokens;

/// How long a bot may take to say what it is here for, or to solve a problem.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait before something is tried again that could not be done.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// After so many moves in a row about which it said nothing, a bot is taken to be gone.
const MISSED_MOVES: u32 = 3;
/// How many problems a bot is asked that has its rules verified.
const PROBLEMS: u32 = 20;
/// Later than anything that is waited for.
const FAR: Duration = Duration::from_hours(24);

/// Serves a bot until it has gone.
pub(super) async fn serve(
    app: Arc<App>,
    config: BotConfig,
    mut wire: Wire,
    network: ClientNetwork,
) {
    let _counted = CountedSocket::new(app.metrics.clone());
    let mut bot = Bot::new(app.clone(), config, network);
    tokio::select! {
        _ = bot.converse(&mut wire) => {}
        () = app.tables.shutdown_begun() => bot.session.say_goodbye(),
    }
    let _ = bot.flush(&mut wire).await;
    wire.close().await;
    bot.go().await;
}

/// One bot: what it has said, and where it plays.
struct Bot {
    app: Arc<App>,
    config: BotConfig,
    network: ClientNetwork,
    session: ServerSession,
    /// When it must have said what it is here for, or have solved a problem.
    answer_by: Instant,
    seat: Option<BotSeat>,
    /// When it may seek an opponent.
    seek_at: Instant,
    /// Which game it was told about.
    announced: Option<TableId>,
    asked: Option<Asked>,
    /// When it may be asked again, after a move was refused.
    ask_at: Instant,
    /// How many moves in a row it has said nothing about.
    missed: u32,
    waits: Waits,
    problems: u32,
    dice: Dice,
}

/// A move that is waited for.
struct Asked {
    state: StateId,
    position: Position,
    until: Instant,
}

/// What a bot waits for at its table.
struct Waits {
    /// Whether that is an opponent.
    for_opponent: bool,
    /// How many turns have been played.
    played: usize,
    since: Instant,
}

impl Waits {
    /// It has just begun to wait for an opponent.
    fn for_opponent(now: Instant) -> Self {
        Self { for_opponent: true, played: 0, since: now }
    }
}

impl Bot {
    fn new(app: Arc<App>, config: BotConfig, network: ClientNetwork) -> Self {
        let now = Instant::now();
        Self {
            app,
            config,
            network,
            session: ServerSession::new(),
            answer_by: now + ANSWER_TIMEOUT,
            seat: None,
            seek_at: now,
            announced: None,
            asked: None,
            ask_at: now,
            missed: 0,
            waits: Waits::for_opponent(now),
            problems: 0,
            dice: Dice::new(u64::from_ne_bytes(tokens::random_bytes())),
        }
    }

    /// Passes on what is said between the bot and its table.
    async fn converse(&mut self, wire: &mut Wire) -> Result<(), Ended> {
        let limit = RateLimit::messages(self.app.config.messages_per_second);
        loop {
            let due = self.look().await;
            self.flush(wire).await?;
            if self.session.has_ended() {
                return Ok(());
            }
            let seat = &mut self.seat;
            let at_table = async {
                match seat {
                    Some(seat) => seat.wait().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                arrived = wire.receive() => {
                    let arrived = arrived?;
                    if !limit.allows_one_more() {
                        // What else it says waits on its side.
                        sleep(RETRY_AFTER / self.app.config.messages_per_second.get()).await;
                    }
                    self.hear(arrived).await;
                }
                () = at_table => {}
                () = sleep_until(due) => {}
            }
        }
    }

    async fn flush(&mut self, wire: &mut Wire) -> Result<(), Ended> {
        while let Some(line) = self.session.next_line() {
            wire.send(&line).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, arrived: Arrived) {
        self.missed = 0;
        let heard = match arrived {
            Ok(text) => self.session.received(&text),
            Err(wrong) => {
                self.session.misread(wrong);
                None
            }
        };
        match heard {
            Some(ServerHeard::Mode(Mode::Freeplay)) => {
                self.session.agree();
                let token = self.session.token();
                self.seat = token.and_then(|token| self.app.parked_seats.take(token));
                if let Some(seat) = &mut self.seat {
                    seat.reconnect().await;
                }
            }
            Some(ServerHeard::Mode(Mode::Verify)) => {
                self.session.agree();
                self.ask_problem();
            }
            Some(ServerHeard::Mode(Mode::Eval)) => {
                self.session.decline("this server does not offer eval mode");
            }
            Some(ServerHeard::Solved(_)) => self.ask_problem(),
            Some(ServerHeard::Yielded(state)) => {
                if self.asked.as_ref().is_some_and(|asked| asked.state == state) {
                    self.play_best().await;
                }
            }
            Some(
                ServerHeard::Set(_)
                | ServerHeard::Moved(_)
                | ServerHeard::Illegal(_)
                | ServerHeard::Evaluated(..)
                | ServerHeard::Alive
                | ServerHeard::Ended,
            )
            | None => {}
        }
    }

    /// Does what is to be done at the table, and says when to look again if nothing happens.
    async fn look(&mut self) -> Instant {
        let now = Instant::now();
        match self.session.mode() {
            Some(Mode::Freeplay) => {}
            None | Some(Mode::Verify) if now >= self.answer_by => {
                self.session.dismiss("no answer");
                return now;
            }
            None | Some(Mode::Verify) => return self.answer_by,
            // It was declined.
            Some(Mode::Eval) => return now + FAR,
        }
        if self.seat.is_none() && now >= self.seek_at {
            self.seek(now).await;
        }
        let Some(seat) = &mut self.seat else { return self.seek_at };
        if seat.drive().await {
            self.ask_at = now + RETRY_AFTER;
        }
        if seat.has_ended() {
            (self.seat, self.seek_at) = (None, now + RETRY_AFTER);
            return self.seek_at;
        }
        if seat.is_waiting() {
            return now + FAR;
        }
        let Some((table, side)) = seat.table() else { return now + FAR };
        let (phase, played) = (table.phase(), table.play().played());
        let request = table.request().filter(|(by, _)| *by != side);
        let plays_engine = table.seat(!side).level().is_some();
        let position = table.play().position().mancala().copied();
        let for_opponent = phase == Phase::Waiting;
        if (for_opponent, played) != (self.waits.for_opponent, self.waits.played) {
            self.waits = Waits { for_opponent, played, since: now };
        }
        let since = self.waits.since;
        if request.is_some() {
            seat.submit(Command::Decline).await;
            return now;
        }
        match phase {
            Phase::Waiting => {
                self.stop_asking();
                let due = since + self.config.patience;
                if now >= due {
                    self.seat_engine(!side).await;
                    return now + RETRY_AFTER;
                }
                due
            }
            Phase::Playing(turn) if turn == side => match position {
                Some(position) => self.look_at_move(position, now).await,
                None => now + FAR,
            },
            Phase::Playing(_) => {
                self.stop_asking();
                let due = since + self.config.idle_time;
                if plays_engine {
                    return now + FAR;
                }
                if now >= due {
                    self.submit(Command::Resign).await;
                }
                due.max(now + RETRY_AFTER)
            }
            Phase::Tossing(_) => now + FAR,
            Phase::Over(ending) => {
                self.end_game(ending, side).await;
                self.seek_at
            }
        }
    }

    /// Seeks an opponent at a table of its own.
    async fn seek(&mut self, now: Instant) {
        let name = Name::new(&bot_name(self.session.name().unwrap_or_default()));
        match BotSeat::seek(&self.app, name, self.network).await {
            Ok(seat) => {
                self.seat = Some(seat);
                self.waits = Waits::for_opponent(now);
            }
            Err(error) => {
                let pause = match &error {
                    Error::RateLimited(RetryAfter(pause)) => *pause,
                    _ => RETRY_AFTER,
                };
                error.log();
                self.seek_at = now + pause.max(RETRY_AFTER);
            }
        }
    }

    /// Lets the engine have the seat for which no one has come.
    async fn seat_engine(&mut self, seat: Player) {
        let level = self.config.level;
        let name = Name::new(parlor_wording::level_name(level));
        self.submit(Command::SeatComputer { seat, level, name }).await;
    }

    /// Asks the bot for a move, or waits for it until its time is over.
    async fn look_at_move(&mut self, position: Position, now: Instant) -> Instant {
        match &self.asked {
            Some(asked) if asked.position == position => {
                if now < asked.until {
                    return asked.until;
                }
                self.missed += 1;
                self.play_best().await;
                if self.missed >= MISSED_MOVES {
                    self.session.dismiss("no answer");
                } else {
                    self.session.ping();
                }
                now
            }
            Some(_) => {
                self.stop_asking();
                now
            }
            None if now < self.ask_at => self.ask_at,
            None => {
                self.announce();
                let state = self.session.ask(Board::of(&position));
                let until = now + self.config.move_time;
                self.asked = Some(Asked { state, position, until });
                until
            }
        }
    }

    /// Tells the bot about the game that it is in, once.
    fn announce(&mut self) {
        let Some(seat) = &self.seat else { return };
        let Some((table, side)) = seat.table() else { return };
        if self.announced.as_ref() == Some(seat.table_id()) {
            return;
        }
        let game = seat.table_id().to_string();
        self.session.announce(&game, table.name(!side), self.config.move_time);
        self.announced = Some(seat.table_id().clone());
    }

    /// Plays the best move that the bot has told, or any if it has told none.
    async fn play_best(&mut self) {
        let Some(Asked { state, position, .. }) = self.asked.take() else { return };
        let best = self.session.stop(state).or_else(|| any_move(&position, &mut self.dice));
        if let Some(pit) = best {
            self.submit(Command::Move { choice: Choice::from(pit) }).await;
        }
    }

    fn stop_asking(&mut self) {
        if let Some(asked) = self.asked.take() {
            let _ = self.session.stop(asked.state);
        }
    }

    /// Tells the bot how its game ended, and makes it free for another.
    async fn end_game(&mut self, ending: Ending, side: Player) {
        self.stop_asking();
        self.session.set(Setting::Outcome(match ending.outcome().winner() {
            Some(winner) if winner == side => GameOutcome::Win,
            Some(_) => GameOutcome::Loss,
            None => GameOutcome::Draw,
        }));
        self.submit(Command::Leave).await;
        (self.seat, self.announced, self.seek_at) = (None, None, Instant::now());
    }

    async fn submit(&mut self, command: Command) {
        if let Some(seat) = &mut self.seat {
            seat.submit(command).await;
        }
    }

    /// Asks what becomes of a board, unless enough has been asked.
    fn ask_problem(&mut self) {
        if self.problems == PROBLEMS {
            return self.session.say_goodbye();
        }
        self.problems += 1;
        self.answer_by = Instant::now() + ANSWER_TIMEOUT;
        let mut position = Position::opening(Preset::Kalah.rules());
        for _ in 0..self.dice.roll(40) {
            let next = any_move(&position, &mut self.dice).and_then(|pit| position.after(pit).ok());
            match next {
                Some(next) if next.outcome().is_none() => position = next,
                _ => break,
            }
        }
        if let Some(pit) = any_move(&position, &mut self.dice) {
            self.session.ask_problem(Board::of(&position), pit);
        }
    }

    /// The bot has gone: what it leaves behind at its table.
    async fn go(mut self) {
        let Some(seat) = self.seat.take() else { return };
        if self.app.tables.is_shutting_down() {
            return;
        }
        match self.session.token() {
            Some(token) if seat.is_playing() => {
                ParkedSeats::park(&self.app, token, seat, self.config.reconnect_time).await;
            }
            Some(_) | None => seat.give_up().await,
        }
    }
}

/// Any legal move, each as likely as the others.
fn any_move(position: &Position, dice: &mut Dice) -> Option<Pit> {
    let moves: Vec<Pit> = position.moves().collect();
    (!moves.is_empty()).then(|| moves[dice.roll(moves.len() as u32) as usize])
}
