use std::collections::{BTreeSet, VecDeque};

use parlor_rules::mancala::Pit;

use crate::board::{Board, sown};
use crate::error::NotALine;
use crate::from_client::{FromClient, Mode};
use crate::from_server::FromServer;
use crate::line::Line;
use crate::setting::Setting;

/// One server, as a bot knows it: what it asks, and how it is answered.
#[derive(Debug)]
pub struct ClientSession {
    mode: Mode,
    name: Option<String>,
    token: Option<String>,
    last_id: Option<u64>,
    /// The id of the line that asked for the mode.
    mode_id: Option<u64>,
    /// What was asked and not answered, stopped or given up.
    asked: BTreeSet<StateRef>,
    /// The ids of the solutions that the server has not checked.
    unchecked: BTreeSet<u64>,
    lines: VecDeque<String>,
    has_ended: bool,
}

/// A state that the server sent: the id of its line, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateRef(Option<u64>);

/// What a client learns from a line.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientHeard {
    /// The server wants a move, or a value in `eval` mode.
    Asked {
        /// The state, to be answered by.
        state: StateRef,
        /// The board, with the client as South.
        board: Board,
    },
    /// The server wants no more answers.
    Stopped(StateRef),
    /// The server has checked the solution of a problem, and says what is wrong with it, if anything is.
    Checked(Result<(), String>),
    /// Something about the server or the game.
    Set(Setting),
    /// The server complains.
    Complained(String),
    /// The server does not do what this bot came for.
    Declined(String),
    /// The server speaks another version.
    OtherVersion([u32; 3]),
    /// The server has said goodbye.
    Ended,
}

/// How many states may be thought about at once: a server that asks for more is told so.
const MAX_ASKED: usize = 64;

impl ClientSession {
    /// A bot that has just connected. It waits until the server has told its version.
    pub fn new(mode: Mode, name: Option<String>, token: Option<String>) -> Self {
        Self {
            mode,
            name,
            token,
            last_id: None,
            mode_id: None,
            asked: BTreeSet::new(),
            unchecked: BTreeSet::new(),
            lines: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Takes in a line, and says what follows from it for the bot. What it can answer by itself has been
    /// answered.
    pub fn received(&mut self, text: &str) -> Option<ClientHeard> {
        if self.has_ended || text.trim().is_empty() {
            return None;
        }
        let read = text.parse::<Line>().map_err(Into::into);
        let read = read.and_then(|line| {
            FromServer::read(&line).map(|message| (line.id, line.reference, message))
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

    /// Sends the best move so far, if it is still wanted.
    pub fn play(&mut self, state: StateRef, pit: Pit) {
        if self.asked.contains(&state) {
            self.say(&FromClient::Move(pit), state.0);
        }
    }

    /// Nothing better will be said about a state: a move stands. For a value there is no word for that.
    pub fn give_way(&mut self, state: StateRef) {
        if self.asked.remove(&state) && self.mode == Mode::Freeplay {
            self.say(&FromClient::Yield, state.0);
        }
    }

    /// Says what a state is worth, if that is still wanted.
    pub fn evaluate(&mut self, state: StateRef, value: f64) {
        if self.asked.contains(&state) {
            self.say(&FromClient::Eval(value), state.0);
        }
    }

    /// Says something about the bot.
    pub fn set(&mut self, setting: Setting) {
        self.say(&FromClient::Set(setting), None);
    }

    /// Ends the session.
    pub fn say_goodbye(&mut self) {
        if !self.has_ended {
            self.say(&FromClient::Goodbye, None);
            self.has_ended = true;
        }
    }

    /// What the bot is here for.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    fn heard(
        &mut self,
        id: Option<u64>,
        reference: Option<u64>,
        message: FromServer,
    ) -> Option<ClientHeard> {
        match message {
            FromServer::Version(version) => self.greeted(id, version),
            FromServer::Ok => self.was_unchecked(reference).then_some(ClientHeard::Checked(Ok(()))),
            FromServer::Init | FromServer::Pong => None,
            FromServer::Set(setting) => Some(ClientHeard::Set(setting)),
            FromServer::State(board) => {
                let state = StateRef(id);
                if self.asked.len() >= MAX_ASKED && !self.asked.contains(&state) {
                    return self.refuse(id, "too many states at once");
                }
                self.asked.insert(state);
                Some(ClientHeard::Asked { state, board })
            }
            FromServer::Stop => {
                let state = StateRef(reference);
                self.asked.remove(&state).then_some(ClientHeard::Stopped(state))
            }
            FromServer::Problem { board, pit } => {
                let Some((board, again)) = sown(board, pit) else {
                    return self.refuse(id, "that pit is empty, or there is none");
                };
                let solution = self.say(&FromClient::Solution { board, again }, id);
                // A server that does not check them must not have them kept for ever.
                if self.unchecked.len() >= MAX_ASKED {
                    self.unchecked.pop_first();
                }
                self.unchecked.insert(solution);
                None
            }
            FromServer::Ping(_) => {
                self.say(&FromClient::Pong, id);
                None
            }
            FromServer::Error(why) if reference.is_some() && reference == self.mode_id => {
                Some(ClientHeard::Declined(why))
            }
            FromServer::Error(why) if self.was_unchecked(reference) => {
                Some(ClientHeard::Checked(Err(why)))
            }
            FromServer::Error(why) => Some(ClientHeard::Complained(why)),
            FromServer::Goodbye => {
                self.has_ended = true;
                Some(ClientHeard::Ended)
            }
        }
    }

    /// Whether an answer is about a solution that was not checked before.
    fn was_unchecked(&mut self, reference: Option<u64>) -> bool {
        reference.is_some_and(|reference| self.unchecked.remove(&reference))
    }

    fn greeted(&mut self, id: Option<u64>, version: [u32; 3]) -> Option<ClientHeard> {
        if self.mode_id.is_some() {
            return self.refuse(id, "the version is told once");
        }
        let [major, ..] = version;
        if major != crate::VERSION[0] {
            self.complain(id, "only version 1 is spoken here");
            self.say_goodbye();
            return Some(ClientHeard::OtherVersion(version));
        }
        if let Some(name) = self.name.clone() {
            self.set(Setting::Name(name));
        }
        if let Some(token) = self.token.clone() {
            self.set(Setting::Token(token));
        }
        self.mode_id = Some(self.say(&FromClient::Mode(self.mode), None));
        None
    }

    /// Says that something is wrong. Nothing follows from it.
    fn refuse<T>(&mut self, reference: Option<u64>, why: &str) -> Option<T> {
        self.complain(reference, why);
        None
    }

    fn complain(&mut self, reference: Option<u64>, why: &str) {
        self.say(&FromClient::Error(why.to_owned()), reference);
    }

    fn say(&mut self, message: &FromClient, reference: Option<u64>) -> u64 {
        let id = self.last_id.map_or(1, |last| last + 2);
        self.last_id = Some(id);
        if !self.has_ended {
            self.lines.push_back(message.line(id, reference).to_string());
        }
        id
    }
}
