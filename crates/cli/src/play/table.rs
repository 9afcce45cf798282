use std::io;

use parlor_rules::{AnyPosition, AnyTurn, Game as _, Player};
use parlor_table::Coin;
use parlor_wording::games::title;
use parlor_wording::terminal::{self, Sentence, Tone};
use parlor_wording::{controls, toss_again, tossed};

use super::Speed;
use super::command::Command;
use super::computer::{Computer, notes};
use super::console::{Console, Seen};
use super::matches::{First, Match, played};
use super::scene::Scene;
use super::seat::{Seat, Seats};
use super::toss::{starter, toss};
use super::view::{Asking, View};
use crate::board::{Drawing, Moment, Room};
use crate::names::Names;
use crate::text::printable;

/// Two players and their match.
pub(super) struct Table<'a> {
    console: &'a mut dyn Console,
    computer: Computer<'a>,
    speed: Speed,
    values: Values,
    view: View,
}

/// Whether people see what their moves are worth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Hidden,
    Shown,
}

/// Nobody is at the keyboard any more.
struct Gone;

impl<'a> Table<'a> {
    pub(super) fn new(
        start: AnyPosition,
        seats: Seats,
        names: Names,
        speed: Speed,
        computer: Computer<'a>,
        console: &'a mut dyn Console,
    ) -> Self {
        let introduced = |player| {
            let level = seats[player].level()?;
            Some(Sentence::new(Tone::Plain, terminal::introduced(&names[player], level)))
        };
        let sentences = Player::BOTH.into_iter().filter_map(introduced).collect();
        let view = View { games: Match::new(start), seats, names, sentences, notes: Vec::new() };
        Self { console, computer, speed, values: Values::Hidden, view }
    }

    /// Plays until somebody quits. The first game begins where it stands if the position was
    /// given, and otherwise as the rules say.
    pub(super) fn play(&mut self, given: bool) -> io::Result<()> {
        if !given && let Err(Gone) = self.next_game()? {
            return Ok(());
        }
        loop {
            if let Err(Gone) = self.computer_turns()? {
                return Ok(());
            }
            self.note_values()?;
            let Some(word) = self.ask(&Asking::Command)? else { return Ok(()) };
            let before = std::mem::take(&mut self.view.sentences);
            match Command::read(&word) {
                Some(Command::Play(number)) => self.take_turn(&number)?,
                Some(Command::Undo) => self.undo(),
                Some(Command::Redo) => self.redo()?,
                Some(Command::NewGame) => {
                    if self.leaves_game()?
                        && let Err(Gone) = self.next_game()?
                    {
                        return Ok(());
                    }
                }
                Some(Command::Names) => self.ask_names()?,
                Some(Command::Hint) => self.hint()?,
                Some(Command::Values) => self.toggle_values(),
                Some(Command::Help) => self.help()?,
                Some(Command::Quit) => return Ok(()),
                None if word.trim().is_empty() => self.view.sentences = before,
                None => self.say(Tone::Refusal, terminal::unknown(&printable(&word))),
            }
        }
    }

    /// What is left on the terminal when the match is over.
    pub(super) fn farewell(&self) -> String {
        self.view.farewell()
    }

    /// Lets the computer move for as long as it is its turn.
    fn computer_turns(&mut self) -> io::Result<Result<(), Gone>> {
        while let Some(level) = self.view.seat_to_move().and_then(Seat::level) {
            let Self { console, computer, view, .. } = self;
            let (position, asking) =
                (view.games.position(), Asking::Thinking(view.games.position().turn()));
            let painter = |room: Room| view.at_rest(&asking, room);
            let choice = computer.choose(position, level, *console, &painter)?;
            if !self.console.is_open() {
                return Ok(Err(Gone));
            }
            if let Some(turn) = choice.and_then(|choice| self.view.games.play(choice).ok()) {
                self.show_turn(&turn)?;
            }
        }
        Ok(Ok(()))
    }

    /// Works out what the moves are worth, if people want to see it.
    fn note_values(&mut self) -> io::Result<()> {
        self.view.notes.clear();
        if self.values == Values::Shown && self.view.seat_to_move().is_some() {
            let Self { console, computer, view, .. } = self;
            let painter = |room: Room| view.at_rest(&Asking::Advising, room);
            let noted = notes(computer.advise(view.games.position(), *console, &painter)?);
            self.view.notes = noted;
        }
        Ok(())
    }

    fn toggle_values(&mut self) {
        let (values, sentence) = match self.values {
            Values::Hidden => (Values::Shown, terminal::values_shown()),
            Values::Shown => (Values::Hidden, terminal::values_hidden()),
        };
        self.values = values;
        self.say(Tone::Plain, sentence);
    }

    fn hint(&mut self) -> io::Result<()> {
        let Self { console, computer, view, .. } = self;
        let position = view.games.position();
        let painter = |room: Room| view.at_rest(&Asking::Advising, room);
        let (tone, sentence) = match computer.advise(position, *console, &painter)?.best() {
            Some(best) => {
                let (value, proved) = (best.value, best.is_proved());
                let forecast = terminal::forecast(view.players(), position, value, proved);
                (Tone::Plain, terminal::hint(position, best.choice, &forecast))
            }
            None => (Tone::Refusal, terminal::nothing_to_choose().to_owned()),
        };
        self.say(tone, sentence);
        Ok(())
    }

    fn take_turn(&mut self, number: &str) -> io::Result<()> {
        let position = *self.view.games.position();
        let Ok(choice) = position.read_choice(number) else {
            self.say(Tone::Refusal, terminal::no_such(&position, number));
            return Ok(());
        };
        match self.view.games.play(choice) {
            Ok(turn) => self.show_turn(&turn),
            Err(reason) => {
                self.say(Tone::Refusal, terminal::illegal(&reason));
                Ok(())
            }
        }
    }

    fn show_turn(&mut self, turn: &AnyTurn) -> io::Result<()> {
        if let Some(time) = self.speed.of_a_step() {
            for moment in Moment::in_motion(turn) {
                let view = &self.view;
                let seen = self
                    .console
                    .show_for(time, &|room| view.scene(&moment, &Asking::Nothing, room))?;
                if seen == Seen::Enough {
                    break;
                }
            }
        }
        let said = terminal::turn(self.view.players(), turn);
        self.view.sentences.extend(said);
        Ok(())
    }

    /// Takes a person's last turn back, and whatever the computer has played since.
    fn undo(&mut self) {
        let turns: Vec<Player> =
            self.view.games.record().turns().filter_map(played).map(|turn| turn.player()).collect();
        let last = turns.iter().rposition(|&player| self.view.seats[player] == Seat::Human);
        let undone =
            last.and_then(|last| (last..turns.len()).filter_map(|_| self.view.games.undo()).last());
        match undone {
            Some(choice) => {
                let view = &self.view;
                let said = terminal::took_back(view.players(), view.games.position(), choice);
                self.say(Tone::Plain, said);
            }
            None => self.say(Tone::Refusal, controls::nothing_to_undo()),
        }
    }

    /// Plays again what was taken back together.
    fn redo(&mut self) -> io::Result<()> {
        let Some(turn) = self.view.games.redo() else {
            self.say(Tone::Refusal, controls::nothing_to_redo());
            return Ok(());
        };
        self.show_turn(&turn)?;
        while self.view.seat_to_move().is_some_and(|seat| seat != Seat::Human)
            && let Some(turn) = self.view.games.redo()
        {
            self.show_turn(&turn)?;
        }
        Ok(())
    }

    /// Whether the players want to leave the game that is under way.
    fn leaves_game(&mut self) -> io::Result<bool> {
        let games = &self.view.games;
        if games.position().outcome().is_some() || games.record().plies().is_empty() {
            return Ok(true);
        }
        let answer = self.ask(&Asking::Question(terminal::leave_game()))?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }

    fn next_game(&mut self) -> io::Result<Result<(), Gone>> {
        let first = match self.view.games.next_first() {
            First::Known(player) => player,
            First::Toss => match self.toss()? {
                Ok(player) => player,
                Err(Gone) => return Ok(Err(Gone)),
            },
        };
        self.view.games.next_game(first);
        Ok(Ok(()))
    }

    /// Both players toss until one shows heads and the other tails.
    fn toss(&mut self) -> io::Result<Result<Player, Gone>> {
        loop {
            let mut tosses = [Coin::Heads; 2];
            for player in Player::BOTH {
                let view = &self.view;
                if view.seats[player] == Seat::Human
                    && !self.console.wait(&|room| view.at_rest(&Asking::Toss(player), room))?
                {
                    return Ok(Err(Gone));
                }
                let coin = toss();
                tosses[player.index()] = coin;
                self.say(Tone::Plain, tossed(self.view.players(), player, coin));
            }
            if let Some(first) = starter(tosses) {
                self.say(Tone::Again, terminal::goes_first(self.view.players(), first));
                return Ok(Ok(first));
            }
            self.say(Tone::Plain, toss_again(tosses[0]));
        }
    }

    fn ask_names(&mut self) -> io::Result<()> {
        for player in Player::BOTH {
            let prompt = terminal::name_prompt(player, &self.view.names[player]);
            let view = &self.view;
            let typed = self
                .console
                .ask_line(Names::LONGEST, &|room| view.at_rest(&Asking::Name(&prompt), room))?;
            if let Some(typed) = typed {
                self.view.names.set(player, &typed);
            }
        }
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        let variant = self.view.games.position().variant();
        let line = |text| Sentence::new(Tone::Plain, text);
        let sentences: Vec<Sentence> = terminal::help(&variant).into_iter().map(line).collect();
        let title = &title(&variant);
        self.console.wait(&|room| Scene {
            title: title.clone(),
            status: String::new(),
            board: Drawing { lines: Vec::new(), columns: room.columns.saturating_sub(4) },
            sentences: sentences.clone(),
            prompt: terminal::any_key().to_owned(),
            keys: "",
        })?;
        Ok(())
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.view.sentences.push(Sentence::new(tone, text));
    }

    fn ask(&mut self, asking: &Asking) -> io::Result<Option<String>> {
        let view = &self.view;
        self.console.ask(&|room| view.at_rest(asking, room))
    }
}
