use std::sync::atomic::AtomicBool;

use crate::advice::{Advice, Answer, Question, Wanted, Worth};
use parlor_engine::{Analysis, Character, Dice, Engine, Limits, Size, tic_tac_toe};
use parlor_rules::mancala::{Pit, Position, Rules};
use parlor_rules::{AnyPosition, Choice, Level};

/// What lies on the computer player's desk.
#[derive(Default)]
pub(crate) struct Desk {
    work: Option<Work>,
    /// The engine for the rules that were asked about last; it remembers what it worked out.
    engine: Option<Engine>,
}

/// A question that has not been answered for good.
struct Work {
    question: Question,
    /// How many boards the next step may look at.
    boards: u64,
    /// How many boards have been looked at.
    looked_at: u64,
}

/// The first answer should be there at once.
const FIRST_STEP: u64 = 30_000;
/// A step of this many boards takes well under a second, so that a new question is heard soon.
const LONGEST_STEP: u64 = 1_000_000;
/// When to be content with an estimate.
const ENOUGH: u64 = 60_000_000;
/// What the strongest level may look at before it moves.
const EFFORT: u64 = 1_000_000;
/// Small enough for a phone: a table of some hundred thousand boards, and 16 MiB of memories.
const SIZE: Size = Size { endgame_stones: 9, transposition_bits: 20 };

impl Desk {
    pub(crate) fn take_up(&mut self, question: Option<Question>) {
        self.work = question.map(|question| Work { question, boards: FIRST_STEP, looked_at: 0 });
    }

    /// Thinks for a moment and answers as well as is possible by then.
    pub(crate) fn step(&mut self) -> Option<Answer> {
        let mut work = self.work.take()?;
        let advice = match (work.question.game.position(), work.question.wanted) {
            (AnyPosition::TicTacToe(position), Wanted::Move { level, seed }) => {
                let square = Character::of(level).choose_square(position, &mut dice(seed))?;
                Advice::Play(square.into())
            }
            (AnyPosition::TicTacToe(position), Wanted::Values) => {
                let analysis = tic_tac_toe::analyze(position);
                values(&analysis, true)
            }
            (AnyPosition::Mancala(position), Wanted::Move { level, seed }) => {
                let pit = self.choose_pit(level, position, seed)?;
                Advice::Play(pit.into())
            }
            (AnyPosition::Mancala(position), Wanted::Values) => {
                let stop = AtomicBool::new(false);
                let limits = Limits { nodes: work.boards, ..Limits::until(&stop) };
                let engine = self.engine(position.rules());
                let analysis = engine.analyze(position, &limits, |_| {});
                work.looked_at += work.boards;
                work.boards = (2 * work.boards).min(LONGEST_STEP);
                let last = analysis.is_proved() || work.looked_at > ENOUGH;
                values(&analysis, last)
            }
        };
        let number = work.question.number;
        if matches!(advice, Advice::Values { last: false, .. }) {
            self.work = Some(work);
        }
        Some(Answer { number, advice })
    }

    fn choose_pit(&mut self, level: Level, position: &Position, seed: u32) -> Option<Pit> {
        let stop = AtomicBool::new(false);
        let engine = self.engine(position.rules());
        Character::of(level).choose_pit(engine, position, EFFORT, &mut dice(seed), &stop)
    }

    fn engine(&mut self, rules: &Rules) -> &Engine {
        let known = self.engine.take().filter(|engine| engine.rules() == rules);
        self.engine.insert(known.unwrap_or_else(|| {
            let engine = Engine::new(rules, SIZE);
            engine.build_endgame(1, &AtomicBool::new(false));
            engine
        }))
    }
}

fn dice(seed: u32) -> Dice {
    Dice::new(seed.into())
}

fn values<M: Copy + Into<Choice>>(analysis: &Analysis<M>, last: bool) -> Advice {
    let values = analysis
        .moves
        .iter()
        .map(|entry| Worth {
            choice: entry.choice.into(),
            margin: entry.value,
            proved: entry.is_proved(),
        })
        .collect();
    Advice::Values { values, last }
}

#[cfg(test)]
mod tests {
    use crate::advice::best;

    use super::*;

    fn question(game: &str, wanted: Wanted) -> Question {
        Question { number: 7, game: game.parse().expect("a record"), wanted }
    }

    #[test]
    fn every_level_answers_with_a_legal_move() {
        let mut desk = Desk::default();
        for level in Level::all().filter(|&level| level < Level::STRONGEST) {
            for game in ["kalah~S~", "island.pits_3~N~", "tic-tac-toe~X~4"] {
                desk.take_up(Some(question(game, Wanted::Move { level, seed: 3 })));
                let answer = desk.step().expect("an answer");
                assert!(matches!(answer.advice, Advice::Play(_)), "{game}");
                assert_eq!(desk.step(), None);
            }
        }
    }

    #[test]
    fn values_get_better_until_they_are_proved() {
        let mut desk = Desk::default();
        desk.take_up(Some(question("kalah.pits_3.stones_2~S~", Wanted::Values)));
        let answers: Vec<Answer> = std::iter::from_fn(|| desk.step()).collect();
        let Some(Advice::Values { values, last: true }) = answers.last().map(|it| &it.advice)
        else {
            panic!("{answers:?}");
        };
        assert!(values.iter().all(|worth| worth.proved));
        assert_eq!(best(values).map(|worth| worth.margin), Some(4));
    }
}
