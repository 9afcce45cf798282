use std::sync::atomic::AtomicBool;

use parlor_rules::mancala::{Pit, Position};
use parlor_rules::{Level, tic_tac_toe};

use crate::analysis::Analysis;
use crate::dice::Dice;
use crate::engine::Engine;
use crate::limits::{Limits, Objective};
use crate::tic_tac_toe::estimate;

/// What a level does: how far it looks ahead, what it overlooks and what it misjudges.
///
/// Weaker players are weak as people are: they do not look far, they overlook moves, and they
/// misjudge a little. None of them throws a game away on purpose.
pub struct Character {
    level: Level,
    /// How many turns ahead, own turn included, a Mancala move is thought through.
    sight: u8,
    /// Moves overlooked in a hundred.
    overlooks: u8,
    /// The most by which a value is misjudged.
    misjudges: u8,
    /// How many moves ahead a Tic-Tac-Toe move is thought through.
    marks_ahead: u8,
}

const CHARACTERS: [Character; 8] = [
    Character { level: level(1), sight: 2, overlooks: 60, misjudges: 4, marks_ahead: 1 },
    Character { level: level(2), sight: 2, overlooks: 36, misjudges: 2, marks_ahead: 1 },
    Character { level: level(3), sight: 2, overlooks: 16, misjudges: 1, marks_ahead: 2 },
    Character { level: level(4), sight: 3, overlooks: 11, misjudges: 1, marks_ahead: 2 },
    Character { level: level(5), sight: 4, overlooks: 5, misjudges: 1, marks_ahead: 3 },
    Character { level: level(6), sight: 5, overlooks: 3, misjudges: 0, marks_ahead: 4 },
    Character { level: level(7), sight: 7, overlooks: 3, misjudges: 0, marks_ahead: 6 },
    Character { level: level(8), sight: 31, overlooks: 0, misjudges: 0, marks_ahead: 9 },
];

const fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Misjudging is measured in stones: losing a game of Tic-Tac-Toe is as bad as losing so many.
const GAME: i16 = 4;

impl Character {
    /// The character that plays at a level.
    pub fn of(level: Level) -> &'static Self {
        &CHARACTERS[usize::from(level.number() - Level::WEAKEST.number())]
    }

    /// Chooses a pit; `None` if the game is over.
    ///
    /// Only the strongest level needs `effort`: how many boards it may look at.
    pub fn choose_pit(
        &self,
        engine: &Engine,
        position: &Position,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Pit> {
        let limits = Limits { depth: self.sight, proofs: false, ..Limits::until(stop) };
        let analysis = if self.level == Level::STRONGEST {
            think_and_prove(engine, position, &Limits { nodes: effort, ..limits })
        } else {
            engine.analyze(position, &limits, |_| {})
        };
        self.pick(analysis.moves.iter().map(|entry| (entry.choice, entry.value)), dice)
    }

    /// Chooses a square; `None` if the game is over.
    pub fn choose_square(
        &self,
        position: &tic_tac_toe::Position,
        dice: &mut Dice,
    ) -> Option<tic_tac_toe::Square> {
        let values = estimate(position, self.marks_ahead);
        self.pick(values.into_iter().map(|(square, value)| (square, GAME * value)), dice)
    }
}

/// Looks ahead with half of the effort and tries to prove things with the other half. Were proofs
/// tried on the way, the many that fail early in a game would cost much of the foresight.
fn think_and_prove(engine: &Engine, position: &Position, limits: &Limits<'_>) -> Analysis<Pit> {
    let half = Limits { nodes: limits.nodes / 2, ..*limits };
    let foresight = Limits { objective: Objective::BestMove, ..half };
    let mut analysis = engine.analyze(position, &foresight, |_| {});
    let proofs = engine.analyze(position, &Limits { depth: 5, proofs: true, ..half }, |_| {});
    for (entry, attempt) in analysis.moves.iter_mut().zip(proofs.moves) {
        if attempt.is_proved() {
            *entry = attempt;
        }
    }
    analysis
}

impl Character {
    /// Picks the best of the moves that were noticed, as far as they were judged rightly; one of
    /// them by chance where several are as good. One move is always noticed.
    fn pick<M: Copy>(&self, moves: impl Iterator<Item = (M, i16)>, dice: &mut Dice) -> Option<M> {
        let mut judged: Vec<(M, i16, bool)> = moves
            .map(|(choice, value)| {
                let width = 2 * u32::from(self.misjudges) + 1;
                let slip = dice.roll(width) as i16 - i16::from(self.misjudges);
                (choice, value + slip, dice.percent(self.overlooks))
            })
            .collect();
        if judged.iter().all(|&(_, _, overlooked)| overlooked) && !judged.is_empty() {
            let noticed = dice.roll(judged.len() as u32) as usize;
            judged[noticed].2 = false;
        }
        let seen = || judged.iter().filter(|(_, _, overlooked)| !overlooked);
        let best = seen().map(|&(_, value, _)| value).max()?;
        let equal: Vec<M> =
            seen().filter(|&&(_, value, _)| value == best).map(|&(choice, _, _)| choice).collect();
        Some(equal[dice.roll(equal.len() as u32) as usize])
    }
}
