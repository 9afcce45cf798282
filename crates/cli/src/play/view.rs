use parlor_rules::{Game as _, Player};

use super::matches::Match;
use super::scene::Scene;
use super::seat::{Seat, Seats};
use crate::board::{Moment, Note, Room};
use crate::messages::{self, Sentence};
use crate::names::Names;
use crate::text::counted;

/// What the players look at.
pub(super) struct View {
    pub(super) games: Match,
    pub(super) seats: Seats,
    pub(super) names: Names,
    /// What is said about the last action. It goes away with the next one.
    pub(super) sentences: Vec<Sentence>,
    /// What is written beside the moves, if anything.
    pub(super) notes: Vec<Note>,
}

/// What is asked of the person who looks.
pub(super) enum Asking<'a> {
    /// A move, or what to do after the end.
    Command,
    /// To toss the coin for the next game.
    Toss(Player),
    Question(&'a str),
    Name(&'a str),
    /// Only patience: stones are being sown.
    Nothing,
    /// Patience as well: the computer thinks.
    Thinking(Player),
    /// And so is this: the computer looks for the best move of somebody else.
    Advising,
}

impl View {
    pub(super) fn at_rest(&self, asking: &Asking, room: Room) -> Scene {
        let position = self.games.position();
        let moment = match *asking {
            // The board of the game to come, with the sign at whoever is to toss.
            Asking::Toss(player) => Moment::at_rest(&position.restarted(player)),
            _ => Moment::at_rest(position),
        };
        self.scene(&moment, asking, room)
    }

    pub(super) fn scene(&self, moment: &Moment, asking: &Asking, room: Room) -> Scene {
        let (prompt, keys) = match *asking {
            Asking::Command => (self.prompt(), messages::KEYS),
            Asking::Toss(player) => (messages::toss_prompt(&self.names[player]), ""),
            Asking::Question(question) => (question.to_owned(), ""),
            Asking::Name(question) => (question.to_owned(), messages::NAME_KEYS),
            Asking::Nothing => (String::new(), messages::SOWING_KEYS),
            Asking::Thinking(player) => {
                (messages::thinking(&self.names[player]), messages::THINKING_KEYS)
            }
            Asking::Advising => (messages::ADVISING.to_owned(), messages::THINKING_KEYS),
        };
        let notes: &[Note] = match asking {
            Asking::Command => &self.notes,
            _ => &[],
        };
        Scene {
            title: messages::title(&self.games.position().variant()),
            status: self.status(asking),
            board: moment.draw(notes, self.names.both(), room),
            sentences: self.sentences.clone(),
            prompt,
            keys,
        }
    }

    /// Who is to move; nobody once the game is over.
    pub(super) fn seat_to_move(&self) -> Option<Seat> {
        let position = self.games.position();
        position.outcome().is_none().then(|| self.seats[position.turn()])
    }

    fn prompt(&self) -> String {
        let position = self.games.position();
        if position.outcome().is_some() {
            return messages::PLAY_AGAIN.to_owned();
        }
        messages::choose(position, &self.names[position.turn()])
    }

    fn status(&self, asking: &Asking) -> String {
        let turns = match asking {
            Asking::Toss(_) => 0,
            _ => self.games.record().plies().len(),
        };
        let turns = counted(turns as u64, "turn");
        let score = self.games.score().map(|score| format!(" · match {score}"));
        turns + &score.unwrap_or_default()
    }

    /// What is left on the terminal when the match is over.
    pub(super) fn farewell(&self) -> String {
        let [one, two] = Player::BOTH.map(|player| &self.names[player]);
        let score = self.games.score().map(|score| format!("{one} – {two}  {score}"));
        let played = !self.games.record().plies().is_empty();
        let record = played.then(|| self.games.record().to_string());
        let lines: Vec<String> = [score, record].into_iter().flatten().collect();
        if lines.is_empty() { messages::GOODBYE.to_owned() } else { lines.join("\n") }
    }
}
