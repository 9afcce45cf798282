use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use parlor_protocol::client::Ended;
use parlor_rules::Level;
use parlor_table::{Change, Command, Event, Name, Pace, Phase, Refusal, Report, SeatId};
use parlor_wording::terminal::{self, Tone, online};

use super::Speed;
use super::action::Action;
use super::computer::{Computer, notes};
use super::console::{Asked, Console, Line, Seen};
use super::scene::Scene;
use super::venue::Venue;
use super::view::{Asking, View, seen_from_here};
use crate::board::{Moment, Room};
use crate::text::printable;

mod company;

/// A table on the terminal, and what people do there.
pub(super) struct Session<'a> {
    venue: &'a mut dyn Venue,
    console: &'a mut dyn Console,
    computer: Computer<'a>,
    speed: Speed,
    values: Values,
    view: View,
    /// What was asked for last: a refusal is about it.
    submitted: Option<Command>,
}

/// Whether people see what their moves are worth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Hidden,
    Shown,
}

/// How a session came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The person wanted it.
    Quit,
    /// They have given up their seat at a server's table.
    Left,
    /// The server does not know the table any more, or says what this program cannot read.
    Lost(Ended),
}

impl<'a> Session<'a> {
    pub(super) fn new(
        venue: &'a mut dyn Venue,
        console: &'a mut dyn Console,
        computer: Computer<'a>,
        speed: Speed,
    ) -> Self {
        let view = View::of(venue);
        Self { venue, console, computer, speed, values: Values::Hidden, view, submitted: None }
    }

    /// Plays until the players quit.
    pub(super) fn run(&mut self) -> io::Result<End> {
        loop {
            if let Break(end) = self.go_on()? {
                return Ok(end);
            }
        }
    }

    /// Says something to the people at the terminal.
    pub(super) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.view.told.say(tone, text);
    }

    /// Does what is next: the computer's turn, a toss, or what a person asks for.
    fn go_on(&mut self) -> io::Result<ControlFlow<End>> {
        if let Break(end) = self.take_in()? {
            return Ok(Break(end));
        }
        if let Some((seat, level)) = self.venue.computer_to_act() {
            let command = self.computers_choice(level)?;
            return Ok(match command.filter(|_| self.console.is_open()) {
                Some(command) => {
                    self.venue.submit_for_computer(seat, command.clone());
                    self.submitted = Some(command);
                    Continue(())
                }
                None => Break(End::Quit),
            });
        }
        if let (None, Phase::Tossing(player)) = (&self.view.company, self.view.table.phase()) {
            let view = &self.view;
            let painter = |room: Room| view.at_rest(&Asking::Toss(player), room);
            return Ok(match self.console.wait(&painter, None)? {
                Asked::Answer(()) => {
                    self.submit(Command::Toss);
                    Continue(())
                }
                Asked::News => Continue(()),
                Asked::Closed => Break(End::Quit),
            });
        }
        self.note_values()?;
        let view = &self.view;
        let due = self.venue.due();
        match self.console.ask(&|room| view.at_rest(&Asking::Action, room), due)? {
            Asked::Answer(word) => self.act(&word),
            Asked::News => Ok(Continue(())),
            Asked::Closed => Ok(Break(End::Quit)),
        }
    }

    fn act(&mut self, word: &str) -> io::Result<ControlFlow<End>> {
        if word.trim().is_empty() {
            return Ok(Continue(()));
        }
        self.venue.wake();
        let table = &self.view.table;
        let action = match &self.view.company {
            None => Action::read(word, table.play().position()),
            Some(_) => Action::read_online(word, table, self.view.voice()),
        };
        self.view.told.clear();
        match action {
            Some(Action::Submit(command)) => self.submit(command),
            Some(Action::NewGame) => {
                if self.leaves_game()? {
                    self.submit(Command::Restart);
                }
            }
            Some(Action::Names) if self.view.company.is_some() => self.ask_own_name()?,
            Some(Action::Names) => return self.ask_names(),
            Some(Action::Hint) => self.hint()?,
            Some(Action::Values) => self.toggle_values(),
            Some(Action::Resign) => self.resign()?,
            Some(Action::Sit) => self.sit_down()?,
            Some(Action::SeatComputer) => self.seat_computer()?,
            Some(Action::React) => self.react()?,
            Some(Action::ShowLink) => self.show_link()?,
            Some(Action::Help) => self.help()?,
            Some(Action::Quit) => return Ok(Break(End::Quit)),
            Some(Action::NoSuchMove(number)) => {
                let refused = terminal::no_such(self.view.table.play().position(), &number);
                self.say(Tone::Refusal, refused);
            }
            None => self.say(Tone::Refusal, terminal::unknown(&printable(word))),
        }
        Ok(Continue(()))
    }

    /// Asks for something to be done at the table. What came of it is shown when it is reported.
    fn submit(&mut self, command: Command) {
        if self.is_sending() {
            return self.say(Tone::Refusal, self.sending_words());
        }
        match self.venue.offer(&command) {
            Ok(_) => {
                self.venue.submit(command.clone());
                self.submitted = Some(command);
            }
            Err(refusal) => self.refuse(&command, refusal),
        }
    }

    /// Whether a command would be carried out now; says why, if not. For what takes a question first.
    fn may(&mut self, command: &Command) -> bool {
        let offer = self.venue.offer(command);
        if let Err(refusal) = offer {
            self.refuse(command, refusal);
        }
        offer.is_ok()
    }

    fn refuse(&mut self, command: &Command, refusal: Refusal) {
        let why = terminal::refusal(&self.view.table, command, refusal, self.view.voice());
        self.say(Tone::Refusal, why);
    }

    /// Takes in what has happened meanwhile, and shows it.
    fn take_in(&mut self) -> io::Result<ControlFlow<End>> {
        loop {
            let came = self.venue.attend();
            if let Break(end) = self.follow_connection() {
                return Ok(Break(end));
            }
            let mut shown = false;
            while let Some(notice) = self.venue.next_notice() {
                if let Break(end) = self.notice(&notice) {
                    return Ok(Break(end));
                }
                shown = true;
            }
            while let Some(report) = self.venue.next_report() {
                self.show_report(report)?;
                shown = true;
            }
            if shown {
                // Everything that was reported has been shown; a seat may have been taken or lost.
                self.view.table = seen_from_here(self.venue, self.venue.table());
            }
            if !came && !shown {
                return Ok(Continue(()));
            }
        }
    }

    /// Takes in what has happened while a person is asked something else. It is shown when they have
    /// answered.
    fn attend(&mut self) {
        while self.venue.attend() {}
        // A table that is lost is still lost then.
        let _ = self.follow_connection();
    }

    fn show_report(&mut self, report: Report) -> io::Result<()> {
        match report {
            Report::Changed(change) => self.show(&change),
            Report::Refused { refusal, .. } => {
                let (table, voice) = (&self.view.table, self.view.voice());
                let why = match self.submitted.take() {
                    Some(command) => terminal::refusal(table, &command, refusal, voice),
                    None => parlor_wording::refusal(table, refusal, voice),
                };
                self.say(Tone::Refusal, why);
                Ok(())
            }
        }
    }

    /// Shows a turn step by step, and everything else at once.
    fn show(&mut self, change: &Change) -> io::Result<()> {
        self.view.notes.clear();
        if let (Some(turn), Some((usual, longest))) = (&change.turn, self.speed.of_steps()) {
            let moments = Moment::in_motion(turn);
            let mut pace = Pace::new(longest, moments.len());
            for moment in moments {
                let view = &self.view;
                let time = Duration::from_millis(pace.pause(usual).into());
                let seen = self
                    .console
                    .show_for(time, &|room| view.scene(&moment, &Asking::Nothing, room))?;
                if seen == Seen::Enough {
                    break;
                }
            }
        }
        self.view.table = seen_from_here(self.venue, &change.table);
        let voice = self.view.voice();
        // What is asked stands there until it is answered.
        if !matches!(change.entry.event, Event::Asked { .. }) {
            self.view.told.extend(terminal::change(change, voice));
        }
        self.check_toss(change);
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
        let wanted = self.values == Values::Shown && self.may_have_advice();
        if wanted && self.view.table.ending().is_none() {
            let Self { console, computer, view, .. } = self;
            let painter = |room: Room| view.at_rest(&Asking::Advising, room);
            let position = view.table.play().position();
            self.view.notes = notes(computer.advise(position, *console, &painter)?);
        }
        Ok(())
    }

    /// Two who play against each other at a server may not know what their moves are worth before
    /// the end. Those who share a terminal may, and spectators.
    fn may_have_advice(&self) -> bool {
        !self.view.plays_online() || self.view.table.ending().is_some()
    }

    fn toggle_values(&mut self) {
        if !self.may_have_advice() {
            return self.say(Tone::Refusal, online::hints_for_spectators());
        }
        let (values, said) = match self.values {
            Values::Hidden => (Values::Shown, terminal::values_shown()),
            Values::Shown => (Values::Hidden, terminal::values_hidden()),
        };
        self.values = values;
        self.say(Tone::Plain, said);
    }

    fn hint(&mut self) -> io::Result<()> {
        if !self.may_have_advice() {
            self.say(Tone::Refusal, online::hints_for_spectators());
            return Ok(());
        }
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
        self.is_sure(terminal::leave_game())
    }

    fn is_sure(&mut self, question: &str) -> io::Result<bool> {
        let answer = self.ask(question)?;
        Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "y" | "yes")))
    }

    fn ask_names(&mut self) -> io::Result<ControlFlow<End>> {
        for seat in SeatId::BOTH {
            let player = self.view.table.side(seat);
            let name = self.view.players().names[player.index()];
            let prompt = terminal::name_prompt(self.view.table.home(player), name);
            if let Some(typed) = self.ask_line(&prompt, terminal::name_keys())? {
                self.submit(Command::Rename { player: Some(player), name: Name::new(&typed) });
                if let Break(end) = self.take_in()? {
                    return Ok(Break(end));
                }
            }
        }
        Ok(Continue(()))
    }

    fn help(&mut self) -> io::Result<()> {
        for line in self.view.help() {
            self.say(Tone::Plain, line);
        }
        self.show_page(View::page)
    }

    /// Shows a page in place of the board, until the person has read it.
    fn show_page(&mut self, page: impl Fn(&View, Room) -> Scene) -> io::Result<()> {
        loop {
            let view = &self.view;
            let due = self.venue.due();
            match self.console.show_page(&|room| page(view, room), due)? {
                Asked::Answer(()) | Asked::Closed => break,
                Asked::News => self.attend(),
            }
        }
        self.view.told.clear();
        Ok(())
    }

    fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        loop {
            let view = &self.view;
            let painter = |room: Room| view.at_rest(&Asking::Question(question), room);
            match self.console.ask(&painter, self.venue.due())? {
                Asked::Answer(answer) => return Ok(Some(answer)),
                Asked::Closed => return Ok(None),
                Asked::News => self.attend(),
            }
        }
    }

    fn ask_line(&mut self, question: &str, keys: &'static str) -> io::Result<Option<String>> {
        let mut line = Line::of_at_most(Name::MAX_CHARACTERS);
        loop {
            let view = &self.view;
            let painter = |room: Room| view.at_rest(&Asking::Line(question, keys), room);
            match self.console.ask_line(&mut line, &painter, self.venue.due())? {
                Asked::Answer(answer) => return Ok(answer),
                Asked::Closed => return Ok(None),
                Asked::News => self.attend(),
            }
        }
    }
}
