//! How a puzzle answers: right moves get their reply, wrong ones are refuted on the board.

use std::rc::Rc;

use parlor_engine::Analysis;
use parlor_engine_worker::advice::{Advice, Wanted};
use parlor_puzzles::{Day, Puzzle, Theme, refutation};
use parlor_rules::{AnyRecord, Choice, Game as _, Ply, Record};
use parlor_table::{Command, Table};
use parlor_wording::puzzles as words;

use super::address::today;
use super::progress::note_solved;
use crate::session::engine::{Engine, use_engine};
use crate::session::{Session, commands};
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// How far a person is with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A move is to be found.
    Asked,
    /// The move was right, and the other player replies.
    Replying,
    /// The move was wrong, and what refutes it is being shown.
    Refuting,
    /// It has been shown.
    Refuted,
    Solved,
}

impl Stage {
    /// In one word: the page carries it for style and scripts.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Replying => "replying",
            Self::Refuting => "refuting",
            Self::Refuted => "refuted",
            Self::Solved => "solved",
        }
    }
}

/// A puzzle on its board.
#[derive(Clone, Copy)]
pub(super) struct Solving {
    session: Session,
    engine: Engine,
    puzzle: Stored<Puzzle>,
    /// The day on which it was opened.
    opened: Option<Day>,
    stage: Signal<Stage>,
    /// What is said about the answer; nothing while a move is to be found.
    pub(super) said: Signal<String>,
    /// What refutes the wrong answer, from that on, and what the answer is worth.
    refutation: Signal<Option<(Vec<Choice>, i16)>>,
    pause: Timeout,
}

/// How long one waits for a reply, in milliseconds.
const PAUSE: u32 = 450;

/// What has been played, compared with the solution.
struct Answers {
    /// Everything that has been played.
    played: Vec<Choice>,
    /// How many moves are as in the solution.
    right: usize,
}

impl Solving {
    /// Answers every move at the table of a puzzle.
    pub(super) fn start(session: Session, puzzle: &Puzzle, stage: Signal<Stage>) -> Self {
        let solving = Self {
            session,
            engine: use_engine(),
            puzzle: Stored::new(puzzle.clone()),
            opened: today(),
            stage,
            said: Signal::new(String::new()),
            refutation: Signal::new(None),
            pause: Timeout::new(),
        };
        effect_once_drawn(move || {
            let is_busy = session.animation().busy.get();
            let turns = session.shown().with(|table| table.play().played());
            solving.refutation.with(|_| ());
            if !is_busy {
                untrack(|| solving.answer(turns));
            }
        });
        solving
    }

    /// Marks the move that is right.
    pub(super) fn hint(self) {
        let answers = self.answers();
        if let Some(&choice) = self.puzzle().line().get(answers.right) {
            self.session.computer().hint.set(Some(choice));
        }
    }

    /// Takes back the wrong answer and all that was shown after it.
    pub(super) fn take_back(self) {
        self.session.animation().skip();
        let to = u16::try_from(self.answers().right).ok();
        self.refutation.set(None);
        self.session.submit(Command::Undo { to });
    }

    fn puzzle(self) -> Rc<Puzzle> {
        self.puzzle.get()
    }

    fn answers(self) -> Answers {
        let moves = |ply: &Ply<Choice>| match ply {
            Ply::Move(choice) => Some(*choice),
            Ply::Swap => None,
        };
        let played: Vec<Choice> = self
            .session
            .shown()
            .with(|table| table.play().record().plies().iter().filter_map(moves).collect());
        let line = self.puzzle().line();
        let right = played.iter().zip(&line).take_while(|(played, right)| played == right).count();
        Answers { played, right }
    }

    /// Does what comes next, once the stones have come to rest after so many turns.
    fn answer(self, turns: usize) {
        let (puzzle, Answers { played, right }) = (self.puzzle(), self.answers());
        let line = puzzle.line();
        if right < played.len() {
            return self.refute(&played, right);
        }
        let own = self.session.shown().with(Table::turn) == puzzle.start().turn();
        match line.get(turns) {
            None => self.solved(),
            Some(_) if own => {
                self.stage.set(Stage::Asked);
                self.said.set(if turns > 0 { words::right().to_owned() } else { String::new() });
            }
            Some(&reply) => {
                self.stage.set(Stage::Replying);
                self.play_after_pause(turns, reply);
            }
        }
    }

    fn solved(self) {
        let puzzle = self.puzzle();
        note_solved(&puzzle, self.opened);
        self.stage.set(Stage::Solved);
        self.said.set(words::solved(puzzle.theme(), &puzzle.variant(), puzzle.value()));
    }

    /// Shows what refutes a wrong answer, move by move.
    fn refute(self, played: &[Choice], right: usize) {
        let shown = &played[right..];
        match self.refutation.get().filter(|(line, _)| line.starts_with(shown)) {
            None => {
                self.stage.set(Stage::Refuting);
                self.said.set(words::thinking().to_owned());
                self.ask_refutation(played, right);
            }
            Some((line, worth)) => {
                if let Some(&next) = line.get(shown.len()) {
                    self.said.set(words::look().to_owned());
                    self.play_after_pause(played.len(), next);
                } else {
                    let puzzle = self.puzzle();
                    let (theme, wanted) = (puzzle.theme(), puzzle.value());
                    self.stage.set(Stage::Refuted);
                    self.said.set(words::refuted(theme, &puzzle.variant(), worth, wanted));
                }
            }
        }
    }

    /// Has the engine say what refutes the last move that was played.
    fn ask_refutation(self, played: &[Choice], right: usize) {
        let (puzzle, wrong) = (self.puzzle(), played[right]);
        let game = after(&puzzle, &played[..right]);
        let position = *game.position();
        if puzzle.theme() == Theme::Chain {
            let line = refutation(Theme::Chain, &position, &Analysis::default(), wrong);
            let known = line.map(|line| {
                let turns = right + extra_turns(&game, &line);
                (line, i16::try_from(turns).unwrap_or(i16::MAX))
            });
            return self.refutation.set(known);
        }
        self.engine.ask(game, Wanted::Values, move |advice| {
            if let Advice::Values { analysis, last } = advice
                && let Some(entry) = analysis.of(wrong)
                && (last || analysis.is_proved())
                && self.stage.get() == Stage::Refuting
                && self.refutation.with(Option::is_none)
            {
                let line = refutation(puzzle.theme(), &position, &analysis, wrong);
                self.refutation.set(line.map(|line| (line, entry.value)));
            }
        });
    }

    fn play_after_pause(self, turns: usize, choice: Choice) {
        self.pause.start(PAUSE, move || {
            let (session, is_busy) = (self.session, self.session.animation().busy.get());
            // What was taken back meanwhile gets no reply.
            if !is_busy && session.table().with(|table| table.play().played()) == turns {
                commands::play_on(session, choice);
            }
        });
    }
}

/// The game of a puzzle after these moves.
fn after(puzzle: &Puzzle, moves: &[Choice]) -> AnyRecord {
    let mut game = Record::new(*puzzle.start());
    for &choice in moves {
        let _ = game.play(choice);
    }
    game
}

/// How many of these moves earn an extra turn.
fn extra_turns(game: &AnyRecord, moves: &[Choice]) -> usize {
    let player = game.position().turn();
    let mut game = game.clone();
    let turns = moves.iter().filter_map(|&choice| game.play(choice).ok());
    turns.filter(|turn| turn.position().turn() == player).count()
}
