use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use parlor_rules::Game as _;
use parlor_rules::mancala::Pit;

use crate::VERSION;
use crate::board::Board;
use crate::error::NotALine;
use crate::from_client::{FromClient, Mode};
use crate::from_server::FromServer;
use crate::line::Line;
use crate::setting::{Setting, TimeMode};

/// One bot, as a server knows it: what it is asked, and what it answers.
#[derive(Debug)]
pub struct ServerSession {
    last_id: u64,
    mode: Option<Mode>,
    /// The id of the line that asked for it.
    mode_id: Option<u64>,
    name: Option<String>,
    token: Option<String>,
    /// What it has been asked and still may answer. The server asks, so it is as large as the server
    /// lets it be.
    asked: BTreeMap<StateId, Asked>,
    problems: BTreeMap<StateId, Solution>,
    lines: VecDeque<String>,
    has_ended: bool,
}

/// A question that a bot was asked: the id of the line that asked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u64);

#[derive(Debug)]
struct Asked {
    board: Board,
    /// The best move so far.
    best: Option<Pit>,
}

/// What is to come out of a problem.
#[derive(Debug)]
struct Solution {
    board: Board,
    again: bool,
}

/// What a server learns from a line.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerHeard {
    /// The bot wants this. It is for the server to [agree](ServerSession::agree) or to
    /// [decline](ServerSession::decline).
    Mode(Mode),
    /// Something about the bot.
    Set(Setting),
    /// The bot has a move for a state, and may find a better one.
    Moved(StateId),
    /// The bot has sent a move for a state that is not legal. It was told so, and any move that it sent
    /// before still stands.
    Illegal(StateId),
    /// The bot will not improve on its move for a state.
    Yielded(StateId),
    /// What a state is worth to the bot.
    Evaluated(StateId, f64),
    /// Whether a problem was solved rightly.
    Solved(bool),
    /// The bot is there.
    Alive,
    /// The bot has gone.
    Ended,
}

/// The longest name or token that is kept.
const MAX_NAME: usize = 256;

impl ServerSession {
    /// A bot that has just connected: it is told the version.
    pub fn new() -> Self {
        let mut session = Self {
            last_id: 0,
            mode: None,
            mode_id: None,
            name: None,
            token: None,
            asked: BTreeMap::new(),
            problems: BTreeMap::new(),
            lines: VecDeque::new(),
            has_ended: false,
        };
        session.say(&FromServer::Version(VERSION), None);
        session
    }

    /// Takes in a line, and says what follows from it for the server. What is wrong with it has been
    /// answered.
    pub fn received(&mut self, text: &str) -> Option<ServerHeard> {
        if self.has_ended || text.trim().is_empty() {
            return None;
        }
        let read = text.parse::<Line>().map_err(Into::into);
        let read = read.and_then(|line| {
            FromClient::read(&line).map(|message| (line.id, line.reference, message))
        });
        match read {
            Ok((id, reference, message)) => self.heard(id, reference, message),
            Err(wrong) => self.refuse(Line::id_of(text), &wrong.to_string()),
        }
    }

    /// Something arrived that is not even a text of the right length.
    pub fn misread(&mut self, wrong: NotALine) {
        if !self.has_ended {
            self.complain(None, &wrong.to_string());
        }
    }

    /// The next line to be sent, without its end.
    pub fn next_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// What the bot is called.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The token by which the bot is recognized when it comes back.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// What the bot is here for.
    pub fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// Will do what the bot wants.
    pub fn agree(&mut self) {
        self.say(&FromServer::Ok, self.mode_id);
    }

    /// Does not offer the mode that the bot asked for, which ends the session.
    pub fn decline(&mut self, why: &str) {
        self.complain(self.mode_id, why);
        self.say_goodbye();
    }

    /// Ends the session for a reason that has nothing to do with the mode: the bot may come back.
    pub fn dismiss(&mut self, why: &str) {
        self.complain(None, why);
        self.say_goodbye();
    }

    /// Tells the bot something about a game.
    pub fn set(&mut self, setting: Setting) {
        self.say(&FromServer::Set(setting), None);
    }

    /// Tells the bot which game the next states belong to, against whom it is, and how long it may think
    /// about each state.
    pub fn announce(&mut self, game: &str, opponent: &str, move_time: Duration) {
        self.set(Setting::Game(game.to_owned()));
        self.set(Setting::Opponent(opponent.to_owned()));
        self.set(Setting::TimeMode(TimeMode::Relative));
        // Whole seconds are told, and never none: a bot would take that for no time at all.
        let seconds = move_time.as_millis().div_ceil(1_000).max(1);
        self.set(Setting::Clock(seconds.try_into().unwrap_or(i64::MAX)));
    }

    /// Asks for a move, or for a value.
    pub fn ask(&mut self, board: Board) -> StateId {
        let id = StateId(self.say(&FromServer::State(board), None));
        self.asked.insert(id, Asked { board, best: None });
        id
    }

    /// Asks what becomes of a board, which the rules know.
    ///
    /// `None` if the move is not legal.
    pub fn ask_problem(&mut self, board: Board, pit: Pit) -> Option<StateId> {
        let (after, again) = crate::board::sown(board, pit)?;
        let id = StateId(self.say(&FromServer::Problem { board, pit }, None));
        self.problems.insert(id, Solution { board: after, again });
        Some(id)
    }

    /// Waits no longer for a move, and gives back the best one so far.
    pub fn stop(&mut self, state: StateId) -> Option<Pit> {
        let asked = self.asked.remove(&state)?;
        self.say(&FromServer::Stop, Some(state.0));
        asked.best
    }

    /// Asks whether the bot is there.
    pub fn ping(&mut self) {
        self.say(&FromServer::Ping(None), None);
    }

    /// Ends the session.
    pub fn say_goodbye(&mut self) {
        if !self.has_ended {
            self.say(&FromServer::Goodbye, None);
            self.has_ended = true;
        }
    }

    /// Whether nothing is said any more.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn heard(
        &mut self,
        id: Option<u64>,
        reference: Option<u64>,
        message: FromClient,
    ) -> Option<ServerHeard> {
        match message {
            FromClient::Mode(mode) => {
                if self.mode.is_some() {
                    return self.refuse(id, "the mode is set once");
                }
                (self.mode, self.mode_id) = (Some(mode), id);
                Some(ServerHeard::Mode(mode))
            }
            FromClient::OtherMode(_) => {
                self.mode_id = id;
                self.decline("unknown mode");
                Some(ServerHeard::Ended)
            }
            FromClient::Set(setting) => self.told(id, setting),
            FromClient::Move(pit) => {
                let state = self.about(id, reference)?;
                let asked = self.asked.get_mut(&state)?;
                if asked.board.position().after(pit).is_err() {
                    self.complain(id, "that pit is empty, or there is none");
                    return Some(ServerHeard::Illegal(state));
                }
                asked.best = Some(pit);
                Some(ServerHeard::Moved(state))
            }
            FromClient::Yield => self.about(id, reference).map(ServerHeard::Yielded),
            FromClient::Eval(value) => {
                self.about(id, reference).map(|state| ServerHeard::Evaluated(state, value))
            }
            FromClient::Solution { board, again } => self.solved(id, reference, board, again),
            FromClient::Ping(_) => {
                self.say(&FromServer::Pong, id);
                Some(ServerHeard::Alive)
            }
            FromClient::Pong | FromClient::Ok | FromClient::Error(_) => Some(ServerHeard::Alive),
            FromClient::Goodbye => {
                self.has_ended = true;
                Some(ServerHeard::Ended)
            }
        }
    }

    fn told(&mut self, id: Option<u64>, setting: Setting) -> Option<ServerHeard> {
        match &setting {
            Setting::Name(name) => self.name = Some(shortened(name)),
            Setting::Token(token) if token.is_empty() || token.len() > MAX_NAME => {
                return self.refuse(id, "a token has 1 to 256 bytes");
            }
            Setting::Token(token) => self.token = Some(token.clone()),
            Setting::Authors(_)
            | Setting::Description(_)
            | Setting::Comment(_)
            | Setting::TimeMode(_)
            | Setting::Clock(_)
            | Setting::OpponentClock(_)
            | Setting::Game(_)
            | Setting::GameUri(_)
            | Setting::Opponent(_)
            | Setting::Outcome(_)
            | Setting::Other { .. } => {}
        }
        Some(ServerHeard::Set(setting))
    }

    /// The state that an answer is about, if it may still be answered. One that was stopped is answered
    /// in vain, which is nobody's fault; one that never was is a mistake.
    fn about(&mut self, id: Option<u64>, reference: Option<u64>) -> Option<StateId> {
        match reference {
            Some(reference) if self.asked.contains_key(&StateId(reference)) => {
                Some(StateId(reference))
            }
            Some(reference) if reference % 2 == 0 && (1..=self.last_id).contains(&reference) => {
                None
            }
            Some(_) => self.refuse(id, "no state has that id"),
            // Where only one was asked, no other can be meant.
            None if self.asked.len() == 1 => self.asked.keys().next().copied(),
            None if self.asked.is_empty() => None,
            None => self.refuse(id, "refer to the state that is meant"),
        }
    }

    fn solved(
        &mut self,
        id: Option<u64>,
        reference: Option<u64>,
        board: Board,
        again: bool,
    ) -> Option<ServerHeard> {
        let problem = reference.and_then(|reference| self.problems.remove(&StateId(reference)));
        let Some(solution) = problem else {
            return self.refuse(id, "no problem has that id");
        };
        // How many stones a pit began with is not said: the boards are compared as they are written.
        let is_right = solution.board.to_string() == board.to_string() && solution.again == again;
        if is_right {
            self.say(&FromServer::Ok, id);
        } else {
            let Solution { board, again } = solution;
            self.complain(id, &format!("the solution is {board} {}", u8::from(again)));
        }
        Some(ServerHeard::Solved(is_right))
    }

    /// Says that something is wrong. Nothing follows from it.
    fn refuse<T>(&mut self, reference: Option<u64>, why: &str) -> Option<T> {
        self.complain(reference, why);
        None
    }

    fn complain(&mut self, reference: Option<u64>, why: &str) {
        self.say(&FromServer::Error(why.to_owned()), reference);
    }

    fn say(&mut self, message: &FromServer, reference: Option<u64>) -> u64 {
        self.last_id += 2;
        if !self.has_ended {
            self.lines.push_back(message.line(self.last_id, reference).to_string());
        }
        self.last_id
    }
}

impl Default for ServerSession {
    fn default() -> Self {
        Self::new()
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(MAX_NAME).collect()
}
