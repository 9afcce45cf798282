use std::sync::{Mutex, MutexGuard};

use parlor_kgp::{Board, GameOutcome};
use parlor_wording::terminal::arena;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::forfeit::Forfeit;
use super::tell;
use crate::text::printable;

/// Where bots wait for the tournament, and where those that have lost their connection come back to.
pub(super) struct Lobby {
    /// How many bots take part.
    places: usize,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    entries: Vec<Entry>,
    /// From then on the entries stay as they are.
    has_begun: bool,
}

/// A bot that takes part.
struct Entry {
    /// Its name in the tournament, which no other has.
    name: String,
    /// What it calls itself, and the token that it has told: by these it is known again.
    identity: Identity,
    connection: watch::Sender<Option<Connection>>,
}

/// By what a bot is known again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) token: Option<String>,
}

/// How a bot that is connected is asked for something. When it is dropped, the bot is sent away.
pub(super) type Connection = mpsc::Sender<Request>;

/// What a bot is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// A game begins.
    Begin { game: String, opponent: String },
    /// It is the bot's turn.
    Move { board: Board, answer: oneshot::Sender<Answer> },
    /// The game is over.
    End(GameOutcome),
}

/// The move that a bot answers with, or why it has none.
pub(super) type Answer = Result<parlor_rules::mancala::Pit, Forfeit>;

/// A bot's place in the tournament, as those see it who play with it.
pub(super) struct Seat {
    pub(super) name: String,
    connection: watch::Receiver<Option<Connection>>,
}

/// A bot that has been let in.
pub(super) struct Admission {
    pub(super) name: String,
    pub(super) requests: mpsc::Receiver<Request>,
}

impl Lobby {
    pub(super) fn new(places: usize) -> Self {
        Self { places, state: Mutex::default(), changed: Notify::new() }
    }

    /// How many bots take part.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// Lets a bot in, or says why not.
    pub(super) fn admit(&self, identity: Identity) -> Result<Admission, &'static str> {
        // A bot is asked one thing after the other.
        let (connection, requests) = mpsc::channel(4);
        let mut state = self.state();
        let known = state.entries.iter().find(|entry| {
            entry.connection.borrow().is_none() && entry.identity.is_same_as(&identity)
        });
        if let Some(entry) = known {
            entry.connection.send_replace(Some(connection));
            tell(&arena::is_back(&entry.name));
            return Ok(Admission { name: entry.name.clone(), requests });
        }
        if state.has_begun {
            return Err("the tournament has begun");
        }
        if state.entries.len() == self.places {
            return Err("the tournament is full");
        }
        let name = state.free_name(&identity.name);
        let connection = watch::Sender::new(Some(connection));
        state.entries.push(Entry { name: name.clone(), identity, connection });
        tell(&arena::joined(&name, state.entries.len(), self.places));
        self.changed.notify_one();
        Ok(Admission { name, requests })
    }

    /// A bot has lost its connection, or was sent away.
    pub(super) fn leave(&self, name: &str) {
        let mut state = self.state();
        let Some(at) = state.entries.iter().position(|entry| entry.name == name) else { return };
        if state.has_begun {
            state.entries[at].connection.send_replace(None);
            tell(&arena::disconnected(name));
        } else {
            state.entries.remove(at);
            tell(&arena::left(name, state.entries.len(), self.places));
        }
    }

    /// Waits until all places are taken. Then the tournament begins.
    pub(super) async fn fill(&self) -> Vec<Seat> {
        loop {
            {
                let mut state = self.state();
                if state.entries.len() == self.places {
                    state.has_begun = true;
                    return state.entries.iter().map(Entry::seat).collect();
                }
            }
            self.changed.notified().await;
        }
    }

    /// Sends all bots away.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.has_begun = true;
        for entry in state.entries.drain(..) {
            entry.connection.send_replace(None);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it has the lobby")
    }
}

impl State {
    /// The name, with a number if another bot has it.
    fn free_name(&self, wanted: &str) -> String {
        let wanted = printable(wanted);
        let wanted = if wanted.trim().is_empty() { "Bot" } else { wanted.trim() };
        let is_free = |name: &String| self.entries.iter().all(|entry| entry.name != *name);
        let numbered = (2..).map(|number: u32| format!("{wanted} {number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        names.find(is_free).expect("there are more numbers than bots")
    }
}

impl Entry {
    fn seat(&self) -> Seat {
        Seat { name: self.name.clone(), connection: self.connection.subscribe() }
    }
}

impl Identity {
    /// A token says who a bot is; without one, its name does.
    fn is_same_as(&self, other: &Self) -> bool {
        match (&self.token, &other.token) {
            (Some(one), Some(two)) => one == two,
            (None, None) => self.name == other.name,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Seat {
    /// Waits until the bot is connected, for ever if it never comes back.
    pub(super) async fn connected(&mut self) {
        if self.connection.wait_for(Option::is_some).await.is_err() {
            // The lobby is closed.
            std::future::pending::<()>().await;
        }
    }

    /// Asks the bot something, if it is connected.
    pub(super) async fn ask(&self, request: Request) -> Result<(), Forfeit> {
        let connection = self.connection.borrow().clone();
        let connection = connection.ok_or(Forfeit::Disconnected)?;
        connection.send(request).await.map_err(|_| Forfeit::Disconnected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(name: &str, token: Option<&str>) -> Identity {
        Identity { name: name.to_owned(), token: token.map(str::to_owned) }
    }

    #[tokio::test]
    async fn bots_of_one_name_are_told_apart() {
        let lobby = Lobby::new(3);
        let names = ["Ada", "", "Ada"].map(|name| lobby.admit(bot(name, None)).ok());
        let names = names.map(|admitted| admitted.map(|admitted| admitted.name));
        assert_eq!(names, ["Ada", "Bot", "Ada 2"].map(|name| Some(name.to_owned())));
        assert_eq!(lobby.admit(bot("Cy", None)).err(), Some("the tournament is full"));
        let seats = lobby.fill().await;
        assert_eq!(seats.len(), 3);
    }

    #[tokio::test]
    async fn who_leaves_before_the_tournament_frees_its_place() {
        let lobby = Lobby::new(2);
        let _ada = lobby.admit(bot("Ada", None));
        let _ben = lobby.admit(bot("Ben", None));
        lobby.leave("Ada");
        assert_eq!(lobby.admit(bot("Cy", None)).map(|it| it.name), Ok("Cy".to_owned()));
        let names: Vec<String> = lobby.fill().await.into_iter().map(|seat| seat.name).collect();
        assert_eq!(names, ["Ben", "Cy"]);
    }

    #[tokio::test]
    async fn who_leaves_during_it_comes_back_by_its_token_or_its_name() {
        let lobby = Lobby::new(2);
        let _ada = lobby.admit(bot("Ada", Some("s3cret")));
        let _ben = lobby.admit(bot("Ben", None));
        let mut seats = lobby.fill().await;
        for name in ["Ada", "Ben"] {
            assert!(lobby.admit(bot(name, None)).is_err(), "{name} is here");
            lobby.leave(name);
        }
        assert!(matches!(
            seats[0].ask(Request::End(GameOutcome::Win)).await,
            Err(Forfeit::Disconnected)
        ));
        assert_eq!(lobby.admit(bot("Ada", Some("guess"))).err(), Some("the tournament has begun"));
        let back = lobby.admit(bot("Countess", Some("s3cret")));
        assert_eq!(back.as_ref().map(|it| it.name.as_str()), Ok("Ada"));
        assert_eq!(lobby.admit(bot("Ben", None)).map(|it| it.name), Ok("Ben".to_owned()));
        seats[0].connected().await;
        assert!(seats[0].ask(Request::End(GameOutcome::Win)).await.is_ok());
    }
}
