use parlor_rules::{Game as _, Player};
use parlor_wording::games::title;
use parlor_wording::terminal::{self, Sentence};
use parlor_wording::{Players, Voice, thinking};

use super::matches::Match;
use super::scene::Scene;
use super::seat::{Seat, Seats};
use crate::board::{Moment, Note, Room};
use crate::names::Names;

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
            Asking::Command => (self.prompt(), terminal::keys()),
            Asking::Toss(player) => (terminal::toss_prompt(self.players(), player), ""),
            Asking::Question(question) => (question.to_owned(), ""),
            Asking::Name(question) => (question.to_owned(), terminal::name_keys()),
            Asking::Nothing => (String::new(), terminal::sowing_keys()),
            Asking::Thinking(player) => (thinking(&self.names[player]), terminal::thinking_keys()),
            Asking::Advising => (terminal::finding_best().to_owned(), terminal::thinking_keys()),
        };
        let notes: &[Note] = match asking {
            Asking::Command => &self.notes,
            _ => &[],
        };
        Scene {
            title: title(&self.games.position().variant()),
            status: self.status(asking),
            board: moment.draw(notes, self.names.both(), room),
            sentences: self.sentences.clone(),
            prompt,
            keys,
        }
    }

    /// The players as sentences name them: a person alone with the computer is "you".
    pub(super) fn players(&self) -> Players<'_> {
        let voice = match Player::BOTH.map(|player| self.seats[player] == Seat::Human) {
            [true, true] => Voice::ToBoth,
            [true, false] => Voice::ToOne(Player::One),
            [false, true] => Voice::ToOne(Player::Two),
            [false, false] => Voice::Spectator,
        };
        Players { names: self.names.both(), voice }
    }

    /// Who is to move; nobody once the game is over.
    pub(super) fn seat_to_move(&self) -> Option<Seat> {
        let position = self.games.position();
        position.outcome().is_none().then(|| self.seats[position.turn()])
    }

    fn prompt(&self) -> String {
        let position = self.games.position();
        if position.outcome().is_some() {
            return terminal::play_again().to_owned();
        }
        terminal::choose(self.players(), position)
    }

    fn status(&self, asking: &Asking) -> String {
        let turns = match asking {
            Asking::Toss(_) => 0,
            _ => self.games.record().plies().len(),
        };
        terminal::progress(turns, self.games.score().as_deref())
    }

    /// What is left on the terminal when the match is over.
    pub(super) fn farewell(&self) -> String {
        let score = self.games.score();
        let score = score.map(|score| terminal::final_score(self.names.both(), &score));
        let played = !self.games.record().plies().is_empty();
        let record = played.then(|| self.games.record().to_string());
        let lines: Vec<String> = [score, record].into_iter().flatten().collect();
        if lines.is_empty() { terminal::goodbye().to_owned() } else { lines.join("\n") }
    }
}
