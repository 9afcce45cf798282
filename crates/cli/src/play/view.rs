use parlor_rules::{Game as _, Player};
use parlor_table::Table;
use parlor_wording::terminal::{self, Sentence, Tone};
use parlor_wording::{Players, Voice, games, thinking};

use super::scene::Scene;
use crate::board::{Drawing, Moment, Note, Room};

/// What the players look at.
pub(super) struct View {
    /// The table as far as its changes have been shown.
    pub(super) table: Table,
    /// What is said about the last action. It goes away with the next one.
    pub(super) sentences: Vec<Sentence>,
    /// What is written beside the moves, if anything.
    pub(super) notes: Vec<Note>,
}

/// What is asked of the person who looks.
pub(super) enum Asking<'a> {
    /// A move, or what to do after the end.
    Action,
    /// To toss the coin for the next game.
    Toss(Player),
    Question(&'a str),
    Name(&'a str),
    /// Only patience: stones are being sown.
    Nothing,
    /// Patience as well: the computer thinks.
    Thinking(Player),
    /// And so is this: the computer looks for a person's best move.
    Advising,
}

impl View {
    /// A table that is shown for the first time: its computer players are introduced.
    pub(super) fn of(table: Table) -> Self {
        let introduced = |player| {
            let level = table.seat(player).level()?;
            Some(Sentence::new(Tone::Plain, terminal::introduced(table.name(player), level)))
        };
        let sentences = Player::BOTH.into_iter().filter_map(introduced).collect();
        Self { table, sentences, notes: Vec::new() }
    }

    /// Who is spoken to.
    pub(super) fn voice(&self) -> Voice {
        Voice::of(&self.table)
    }

    pub(super) fn players(&self) -> Players<'_> {
        Players::of(&self.table, self.voice())
    }

    pub(super) fn at_rest(&self, asking: &Asking, room: Room) -> Scene {
        let position = self.table.play().position();
        let moment = match *asking {
            // The sign stands at the player who is to toss.
            Asking::Toss(player) => Moment::at_rest(&position.restarted(player)),
            Asking::Action
            | Asking::Question(_)
            | Asking::Name(_)
            | Asking::Nothing
            | Asking::Thinking(_)
            | Asking::Advising => Moment::at_rest(position),
        };
        self.scene(&moment, asking, room)
    }

    pub(super) fn scene(&self, moment: &Moment, asking: &Asking, room: Room) -> Scene {
        let (prompt, keys, notes): (String, _, &[Note]) = match *asking {
            Asking::Action => (self.prompt(), self.keys(), &self.notes),
            Asking::Toss(player) => (terminal::toss_prompt(self.players(), player), "", &[]),
            Asking::Question(question) => (question.to_owned(), "", &[]),
            Asking::Name(question) => (question.to_owned(), terminal::name_keys(), &[]),
            Asking::Nothing => (String::new(), terminal::sowing_keys(), &[]),
            Asking::Thinking(player) => {
                (thinking(self.table.name(player)), terminal::thinking_keys(), &[])
            }
            Asking::Advising => {
                (terminal::finding_best().to_owned(), terminal::thinking_keys(), &[])
            }
        };
        Scene {
            title: games::title(&self.table.variant()),
            status: terminal::progress(&self.table),
            board: moment.draw(notes, self.players().names, room),
            sentences: self.sentences.clone(),
            prompt,
            keys,
        }
    }

    /// How to play, in place of the board.
    pub(super) fn help(&self, room: Room) -> Scene {
        let sentence = |text| Sentence::new(Tone::Plain, text);
        Scene {
            title: games::title(&self.table.variant()),
            status: String::new(),
            board: Drawing { lines: Vec::new(), columns: room.columns.saturating_sub(4) },
            sentences: terminal::help(&self.table).into_iter().map(sentence).collect(),
            prompt: terminal::any_key().to_owned(),
            keys: "",
        }
    }

    fn prompt(&self) -> String {
        if self.table.ending().is_some() {
            terminal::play_again().to_owned()
        } else {
            terminal::choose(&self.table, self.voice())
        }
    }

    fn keys(&self) -> &'static str {
        if self.table.may_swap() { terminal::keys_with_swap() } else { terminal::keys() }
    }
}
