use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Limits, Opponent, Size};
use parlor_rules::mancala::{Relay, Rules};
use parlor_rules::{Game, Level, Variant};

use crate::advice::{Advice, Answer, Question, Wanted};

/// Answers one question at a time, in short steps.
#[derive(Default)]
pub(crate) struct Worker {
    work: Option<Work>,
    /// Questions that are answered at a glance, before the work goes on.
    glances: VecDeque<Question>,
    /// The opponent for the game that was asked about last; it keeps what it worked out.
    opponent: Option<Opponent>,
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
/// Enough to tell a blunder from a move that is only not the best.
const GLANCE: u64 = 200_000;
/// A step of this many boards takes well under a second, so that a new question is heard soon.
const LONGEST_STEP: u64 = 1_000_000;
/// When to be content with an estimate.
const ENOUGH: u64 = 60_000_000;
/// What the strongest level may look at before it moves.
const EFFORT: u64 = 1_000_000;
/// Boards of the endgame table that are worked out at once: those of up to 9 stones with six pits a side.
const ENDGAME_AT_ONCE: u64 = 300_000;
/// Boards of the whole endgame table, which the strongest level waits for before its first move: those of
/// up to 14 stones with six pits a side. A browser works out 16 million in a second, half as many in relay
/// sowing, and a phone takes several times as long.
const WHOLE_ENDGAME: u64 = 10_500_000;
/// Small enough for a phone: 16 MiB of transposition tables.
const TRANSPOSITION_BITS: u32 = 20;

impl Worker {
    /// Takes up a question and forgets the one before, unless a glance answers it.
    pub(crate) fn take_up(&mut self, question: Option<Question>) {
        match question {
            Some(question) if question.wanted == Wanted::Glance => self.glances.push_back(question),
            other => {
                self.work =
                    other.map(|question| Work { question, boards: FIRST_STEP, looked_at: 0 });
            }
        }
    }

    /// Thinks for a moment and answers as well as is possible by then.
    pub(crate) fn step(&mut self) -> Option<Answer> {
        if let Some(question) = self.glances.pop_front() {
            return Some(self.glance(&question));
        }
        let mut work = self.work.take()?;
        let position = work.question.game.position();
        let opponent = self.opponent(position.variant());
        let stop = AtomicBool::new(false);
        let advice = match work.question.wanted {
            Wanted::Turn { level, seed, may_swap } => {
                if let (Level::STRONGEST, Some(engine)) = (level, opponent.engine()) {
                    engine.build_endgame(1, &stop);
                }
                let dice = &mut Dice::new(seed.into());
                Advice::Play(opponent.play(position, may_swap, level, EFFORT, dice, &stop)?)
            }
            Wanted::Values | Wanted::Glance => {
                let limits = Limits { nodes: work.boards, ..Limits::until(&stop) };
                let analysis = opponent.analyze(position, &limits, |_| {});
                work.looked_at += work.boards;
                work.boards = (2 * work.boards).min(LONGEST_STEP);
                let last = analysis.is_proved() || work.looked_at > ENOUGH;
                Advice::Values { analysis, last }
            }
        };
        let number = work.question.number;
        if matches!(advice, Advice::Values { last: false, .. }) {
            self.work = Some(work);
        }
        Some(Answer { number, advice })
    }

    fn glance(&mut self, question: &Question) -> Answer {
        let position = question.game.position();
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: GLANCE, ..Limits::until(&stop) };
        let analysis = self.opponent(position.variant()).analyze(position, &limits, |_| {});
        Answer { number: question.number, advice: Advice::Values { analysis, last: true } }
    }

    fn opponent(&mut self, variant: Variant) -> &Opponent {
        let known = self.opponent.take().filter(|opponent| opponent.plays(variant));
        self.opponent.insert(known.unwrap_or_else(|| {
            let opponent = Opponent::new(variant, |rules| Size {
                endgame_stones: Size::endgame_stones_within(rules, whole_endgame(rules)),
                transposition_bits: TRANSPOSITION_BITS,
            });
            if let Some(engine) = opponent.engine() {
                let stones = Size::endgame_stones_within(engine.rules(), ENDGAME_AT_ONCE);
                engine.build_endgame_up_to(stones, 1, &AtomicBool::new(false));
            }
            opponent
        }))
    }
}

/// A turn of relay sowing is several sowings, and takes as much longer.
fn whole_endgame(rules: &Rules) -> u64 {
    match rules.relay() {
        Relay::Off => WHOLE_ENDGAME,
        Relay::On => WHOLE_ENDGAME / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(game: &str, wanted: Wanted) -> Question {
        Question { number: 7, game: game.parse().expect("a record"), wanted }
    }

    #[test]
    fn every_level_answers_with_a_legal_move() {
        let mut worker = Worker::default();
        for level in Level::all().filter(|&level| level < Level::STRONGEST) {
            for game in ["kalah~S~", "island.pits_3~N~", "tic-tac-toe~X~4"] {
                worker.take_up(Some(question(
                    game,
                    Wanted::Turn { level, seed: 3, may_swap: false },
                )));
                let answer = worker.step().expect("an answer");
                assert!(matches!(answer.advice, Advice::Play(_)), "{game}");
                assert_eq!(worker.step(), None);
            }
        }
    }

    #[test]
    fn the_strongest_level_has_the_whole_endgame_table() {
        let mut worker = Worker::default();
        let mut known_after = |game, level| {
            let wanted = Wanted::Turn { level, seed: 3, may_swap: false };
            worker.take_up(Some(question(game, wanted)));
            worker.step().expect("an answer");
            let engine = worker.opponent.as_ref().and_then(Opponent::engine);
            engine.map(|engine| engine.endgame_known_below() - 1)
        };
        assert_eq!(known_after("kalah~S~", Level::WEAKEST), Some(9));
        assert_eq!(known_after("kalah~S~", Level::STRONGEST), Some(14));
        assert_eq!(known_after("kalah.stones_3~S~", Level::WEAKEST), Some(14), "it is kept");
        assert_eq!(known_after("avalanche~S~", Level::WEAKEST), Some(9));
        assert_eq!(known_after("avalanche~S~", Level::STRONGEST), Some(13));
    }

    #[test]
    fn a_glance_is_answered_once_and_takes_no_other_questions_place() {
        let mut worker = Worker::default();
        let turn = Wanted::Turn { level: Level::WEAKEST, seed: 3, may_swap: false };
        worker.take_up(Some(question("kalah~S~3", turn)));
        worker.take_up(Some(Question { number: 8, ..question("kalah~S~", Wanted::Glance) }));
        let answers: Vec<Answer> = std::iter::from_fn(|| worker.step()).collect();
        let [glance, play] = answers.as_slice() else { panic!("{answers:?}") };
        assert_eq!((glance.number, play.number), (8, 7));
        assert!(matches!(&glance.advice, Advice::Values { analysis, last: true }
            if analysis.moves.len() == 6));
        assert!(matches!(play.advice, Advice::Play(_)));
    }

    #[test]
    fn values_get_better_until_they_are_proved() {
        let mut worker = Worker::default();
        worker.take_up(Some(question("kalah.pits_3.stones_2~S~", Wanted::Values)));
        let answers: Vec<Answer> = std::iter::from_fn(|| worker.step()).collect();
        let Some(Advice::Values { analysis, last: true }) = answers.last().map(|it| &it.advice)
        else {
            panic!("{answers:?}");
        };
        assert!(analysis.is_proved());
        assert_eq!(analysis.best().map(|best| best.value), Some(4));
        for answer in &answers {
            assert_eq!(answer.to_string().parse().as_ref(), Ok(answer));
        }
    }
}
