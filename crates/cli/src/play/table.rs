use std::io;

use parlor_rules::{Player, Turn};

use super::Speed;
use super::command::Command;
use super::console::{Console, Seen};
use super::matches::{First, Match};
use super::scene::Scene;
use super::toss::{Coin, starter};
use crate::board::{Drawing, Drawn, Room};
use crate::messages::{self, Sentence, Told};
use crate::names::Names;
use crate::report::Reported;
use crate::text::counted;

/// A game that two people can sit down to.
pub(super) trait Seated: Reported + Told + Drawn {}

impl<G: Reported + Told + Drawn> Seated for G {}

/// Two players and their match.
pub(super) struct Table<'a, G: Seated> {
    console: &'a mut dyn Console,
    speed: Speed,
    view: View<G>,
}

/// What the players look at.
struct View<G: Seated> {
    games: Match<G>,
    names: Names,
    /// What is said about the last action. It goes away with the next one.
    sentences: Vec<Sentence>,
}

/// What is asked of the person who looks.
enum Asking<'a> {
    /// A move, or what to do after the end.
    Command,
    /// To toss the coin for the next game.
    Toss(Player),
    Question(&'a str),
    Name(&'a str),
    /// Only patience: stones are being sown.
    Nothing,
}

/// Nobody is at the keyboard any more.
struct Gone;

impl<'a, G: Seated> Table<'a, G> {
    pub(super) fn new(start: G, names: Names, speed: Speed, console: &'a mut dyn Console) -> Self {
        let view = View { games: Match::new(start), names, sentences: Vec::new() };
        Self { console, speed, view }
    }

    /// Plays until somebody quits. The first game begins where it stands if the position was
    /// given, and otherwise as the rules say.
    pub(super) fn play(&mut self, given: bool) -> io::Result<()> {
        if !given && let Err(Gone) = self.next_game()? {
            return Ok(());
        }
        loop {
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
                Some(Command::Help) => self.help()?,
                Some(Command::Quit) => return Ok(()),
                None if word.trim().is_empty() => self.view.sentences = before,
                None => self.say(messages::unknown(&word)),
            }
        }
    }

    /// What is left on the terminal when the match is over.
    pub(super) fn farewell(&self) -> String {
        self.view.farewell()
    }

    fn take_turn(&mut self, number: &str) -> io::Result<()> {
        let Ok(choice) = number.parse::<G::Move>() else {
            self.say(messages::no_such::<G>(number));
            return Ok(());
        };
        match self.view.games.play(choice) {
            Ok(turn) => self.show_turn(&turn),
            Err(reason) => {
                self.say(Sentence::refused(&reason));
                Ok(())
            }
        }
    }

    fn show_turn(&mut self, turn: &Turn<G>) -> io::Result<()> {
        if let Some(time) = self.speed.of_a_step() {
            for moment in G::in_motion(turn) {
                let view = &self.view;
                let seen = self
                    .console
                    .show_for(time, &|room| view.scene(&moment, &Asking::Nothing, room))?;
                if seen == Seen::Enough {
                    break;
                }
            }
        }
        self.view.sentences = G::sentences(turn, &self.view.names);
        Ok(())
    }

    fn undo(&mut self) {
        let sentence = match self.view.games.undo() {
            Some(choice) => {
                let name = &self.view.names[self.view.games.position().turn()];
                messages::taken_back::<G>(name, &choice)
            }
            None => messages::nothing_to_undo(),
        };
        self.say(sentence);
    }

    fn redo(&mut self) -> io::Result<()> {
        if let Some(turn) = self.view.games.redo() {
            return self.show_turn(&turn);
        }
        self.say(messages::nothing_to_redo());
        Ok(())
    }

    /// Whether the players want to leave the game that is under way.
    fn leaves_game(&mut self) -> io::Result<bool> {
        let games = &self.view.games;
        if games.position().outcome().is_some() || games.record().moves().is_empty() {
            return Ok(true);
        }
        let answer = self.ask(&Asking::Question(messages::LEAVE_GAME))?;
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
                if !self.console.wait(&|room| view.at_rest(&Asking::Toss(player), room))? {
                    return Ok(Err(Gone));
                }
                let coin = Coin::toss();
                tosses[player.index()] = coin;
                self.say(messages::tossed(&self.view.names[player], &coin));
            }
            if let Some(first) = starter(tosses) {
                self.say(messages::starts(&self.view.names[first]));
                return Ok(Ok(first));
            }
            self.say(messages::toss_again());
        }
    }

    fn ask_names(&mut self) -> io::Result<()> {
        for player in Player::BOTH {
            let prompt = messages::name_prompt(player, &self.view.names[player]);
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
        let sentences = messages::help(&variant);
        let title = &messages::title(&variant);
        self.console.wait(&|room| Scene {
            title: title.clone(),
            status: String::new(),
            board: Drawing { lines: Vec::new(), columns: room.columns.saturating_sub(4) },
            sentences: sentences.clone(),
            prompt: messages::GO_ON.to_owned(),
            keys: "",
        })?;
        Ok(())
    }

    fn say(&mut self, sentence: Sentence) {
        self.view.sentences.push(sentence);
    }

    fn ask(&mut self, asking: &Asking) -> io::Result<Option<String>> {
        let view = &self.view;
        self.console.ask(&|room| view.at_rest(asking, room))
    }
}

impl<G: Seated> View<G> {
    fn at_rest(&self, asking: &Asking, room: Room) -> Scene {
        let position = self.games.position();
        let moment = match *asking {
            // The board of the game to come, with the sign at whoever is to toss.
            Asking::Toss(player) => position.restarted(player).at_rest(),
            _ => position.at_rest(),
        };
        self.scene(&moment, asking, room)
    }

    fn scene(&self, moment: &G::Moment, asking: &Asking, room: Room) -> Scene {
        let (prompt, keys) = match *asking {
            Asking::Command => (self.prompt(), messages::KEYS),
            Asking::Toss(player) => (messages::toss_prompt(&self.names[player]), ""),
            Asking::Question(question) => (question.to_owned(), ""),
            Asking::Name(question) => (question.to_owned(), messages::NAME_KEYS),
            Asking::Nothing => (String::new(), messages::SOWING_KEYS),
        };
        Scene {
            title: messages::title(&self.games.position().variant()),
            status: self.status(asking),
            board: G::draw(moment, &self.names, room),
            sentences: self.sentences.clone(),
            prompt,
            keys,
        }
    }

    fn prompt(&self) -> String {
        let position = self.games.position();
        if position.outcome().is_some() {
            return messages::PLAY_AGAIN.to_owned();
        }
        let choices: Vec<String> = position.moves().map(|choice| choice.to_string()).collect();
        messages::choose::<G>(&self.names[position.turn()], &choices)
    }

    fn status(&self, asking: &Asking) -> String {
        let turns = match asking {
            Asking::Toss(_) => 0,
            _ => self.games.record().moves().len(),
        };
        let turns = counted(turns as u64, "turn");
        let score = self.games.score().map(|score| format!(" · match {score}"));
        turns + &score.unwrap_or_default()
    }

    fn farewell(&self) -> String {
        let [one, two] = Player::BOTH.map(|player| &self.names[player]);
        let score = self.games.score().map(|score| format!("{one} – {two}  {score}"));
        let played = !self.games.record().moves().is_empty();
        let record = played.then(|| self.games.record().to_string());
        let lines: Vec<String> = [score, record].into_iter().flatten().collect();
        if lines.is_empty() { messages::GOODBYE.to_owned() } else { lines.join("\n") }
    }
}
