use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

use parlor_rules::Level;
use parlor_table::{Change, Command, Host, Name, Phase, Report, SeatId};
use parlor_wording::terminal::{self, Sentence, Tone};

use super::Speed;
use super::action::Action;
use super::computer::{Computer, notes};
use super::console::{Console, Seen};
use super::view::{Asking, View};
use crate::board::{Moment, Room};
use crate::text::printable;

/// A table on the terminal, and what people do there.
pub(super) struct Session<'a> {
    host: &'a mut dyn Host,
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

impl<'a> Session<'a> {
    pub(super) fn new(
        host: &'a mut dyn Host,
        console: &'a mut dyn Console,
        computer: Computer<'a>,
        speed: Speed,
    ) -> Self {
        let view = View::of(host.table().clone());
        Self { host, console, computer, speed, values: Values::Hidden, view }
    }

    /// Plays until the players quit.
    pub(super) fn run(&mut self) -> io::Result<()> {
        while self.go_on()?.is_continue() {}
        Ok(())
    }

    /// Does what is next: the computer's turn, a toss, or what a person asks for.
    fn go_on(&mut self) -> io::Result<ControlFlow<()>> {
        if let Some((seat, level)) = self.host.computer_to_act() {
            let command = self.computers_choice(level)?;
            return match command.filter(|_| self.console.is_open()) {
                Some(command) => {
                    self.host.submit_for_computer(seat, command.clone());
                    self.show_reports(&command)?;
                    Ok(Continue(()))
                }
                None => Ok(Break(())),
            };
        }
        if let Phase::Tossing(player) = self.view.table.phase() {
            let view = &self.view;
            if !self.console.wait(&|room| view.at_rest(&Asking::Toss(player), room))? {
                return Ok(Break(()));
            }
            self.submit(&Command::Toss)?;
            return Ok(Continue(()));
        }
        self.note_values()?;
        match self.ask(&Asking::Action)? {
            Some(word) => self.act(&word),
            None => Ok(Break(())),
        }
    }

    fn act(&mut self, word: &str) -> io::Result<ControlFlow<()>> {
        let before = std::mem::take(&mut self.view.sentences);
        let position = self.view.table.play().position();
        match Action::read(word, position) {
            Some(Action::Submit(command)) => self.submit(&command)?,
            Some(Action::NoSuchMove(number)) => {
                let refused = terminal::no_such(position, &number);
                self.say(Tone::Refusal, refused);
            }
            Some(Action::NewGame) => {
                if self.leaves_game()? {
                    self.submit(&Command::Restart)?;
                }
            }
            Some(Action::Names) => self.ask_names()?,
            Some(Action::Hint) => self.hint()?,
            Some(Action::Values) => self.toggle_values(),
            Some(Action::Help) => {
                let view = &self.view;
                self.console.wait(&|room| view.help(room))?;
            }
            Some(Action::Quit) => return Ok(Break(())),
            None if word.trim().is_empty() => self.view.sentences = before,
            None => self.say(Tone::Refusal, terminal::unknown(&printable(word))),
        }
        Ok(Continue(()))
    }

    /// Does something at the table and shows what came of it.
    fn submit(&mut self, command: &Command) -> io::Result<()> {
        self.host.submit(command.clone());
        self.show_reports(command)
    }

    fn show_reports(&mut self, command: &Command) -> io::Result<()> {
        while let Some(report) = self.host.next_report() {
            match report {
                Report::Changed(change) => self.show(&change)?,
                Report::Refused { refusal, .. } => {
                    let view = &self.view;
                    let why = terminal::refusal(&view.table, command, refusal, view.voice());
                    self.say(Tone::Refusal, why);
                }
            }
        }
        Ok(())
    }

    /// Shows a turn step by step, and everything else at once.
    fn show(&mut self, change: &Change) -> io::Result<()> {
        if let (Some(turn), Some(time)) = (&change.turn, self.speed.of_a_step()) {
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
        self.view.table = change.table.clone();
        self.view.sentences.extend(terminal::change(change, self.view.voice()));
        Ok(())
    }

    /// What the computer does when it is next, worked out while people watch.
    fn computers_choice(&mut self, level: Level) -> io::Result<Option<Command>> {
        let Self { console, computer, view, .. } = self;
        match view.table.phase() {
            Phase::Tossing(_) => Ok(Some(Command::Toss)),
            Phase::Playing(player) => {
                let painter = |room: Room| view.at_rest(&Asking::Thinking(player), room);
                computer.choose(&view.table, level, *console, &painter)
            }
            Phase::Waiting | Phase::Over(_) => Ok(None),
        }
    }

    /// Works out what the moves are worth, if people want to see it.
    fn note_values(&mut self) -> io::Result<()> {
        self.view.notes.clear();
        if self.values == Values::Shown && self.view.table.ending().is_none() {
            let Self { console, computer, view, .. } = self;
            let painter = |room: Room| view.at_rest(&Asking::Advising, room);
            let position = view.table.play().position();
            self.view.notes = notes(computer.advise(position, *console, &painter)?);
        }
        Ok(())
    }

    fn toggle_values(&mut self) {
        let (values, said) = match self.values {
            Values::Hidden => (Values::Shown, terminal::values_shown()),
            Values::Shown => (Values::Hidden, terminal::values_hidden()),
        };
        self.values = values;
        self.say(Tone::Plain, said);
    }

    fn hint(&mut self) -> io::Result<()> {
        let Self { console, computer, view, .. } = self;
        let position = view.table.play().position();
        let painter = |room: Room| view.at_rest(&Asking::Advising, room);
        let (tone, said) = match computer.advise(position, *console, &painter)?.best() {
            Some(best) => {
                let (value, proved) = (best.value, best.is_proved());
                let forecast = terminal::forecast(view.players(), position, value, proved);
                (Tone::Plain, terminal::hint(position, best.choice, &forecast))
            }
            None => (Tone::Refusal, terminal::nothing_to_choose().to_owned()),
        };
        self.say(tone, said);
        Ok(())
    }

    /// Whether the players want to leave the game that is in progress.
    fn leaves_game(&mut self) -> io::Result<bool> {
        let table = &self.view.table;
        if table.ending().is_some() || table.play().played() == 0 {
            return Ok(true);
        }
        let answer = self.ask(&Asking::Question(terminal::leave_game()))?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }

    fn ask_names(&mut self) -> io::Result<()> {
        for seat in SeatId::BOTH {
            let view = &self.view;
            let player = view.table.side(seat);
            let name = view.players().names[player.index()];
            let prompt = terminal::name_prompt(view.table.home(player), name);
            let typed = self.console.ask_line(Name::MAX_CHARACTERS, &|room| {
                view.at_rest(&Asking::Name(&prompt), room)
            })?;
            if let Some(typed) = typed {
                self.submit(&Command::Rename { player: Some(player), name: Name::new(&typed) })?;
            }
        }
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
