use std::sync::atomic::AtomicBool;

use parlor_rules::mancala::{Pit, Position};
use parlor_rules::{Level, tic_tac_toe};

use crate::analysis::{Analysis, MoveValue, Rank};
use crate::dice::Dice;
use crate::engine::Engine;
use crate::limits::{Limits, Objective};
use crate::tic_tac_toe::estimate;

/// What a level does: how far it looks ahead, what it overlooks and what it misjudges.
///
/// Weaker players are weak as people are: they do not look far, they overlook moves, and they
/// misjudge a little. None of them throws a game away on purpose.
pub(crate) struct Character {
    level: Level,
    /// How many turns ahead, own turn included, a Mancala move is thought through.
    depth: u8,
    /// Moves overlooked in a hundred.
    overlooks: u8,
    /// The most by which a value is misjudged.
    misjudges: u8,
    /// How many moves ahead a Tic-Tac-Toe move is thought through.
    tic_tac_toe_depth: u8,
}

const CHARACTERS: [Character; 8] = [
    Character { level: level(1), depth: 2, overlooks: 60, misjudges: 4, tic_tac_toe_depth: 1 },
    Character { level: level(2), depth: 2, overlooks: 36, misjudges: 2, tic_tac_toe_depth: 1 },
    Character { level: level(3), depth: 2, overlooks: 16, misjudges: 1, tic_tac_toe_depth: 2 },
    Character { level: level(4), depth: 3, overlooks: 11, misjudges: 1, tic_tac_toe_depth: 2 },
    Character { level: level(5), depth: 4, overlooks: 5, misjudges: 1, tic_tac_toe_depth: 3 },
    Character { level: level(6), depth: 5, overlooks: 3, misjudges: 0, tic_tac_toe_depth: 4 },
    Character { level: level(7), depth: 7, overlooks: 3, misjudges: 0, tic_tac_toe_depth: 6 },
    Character { level: level(8), depth: 31, overlooks: 0, misjudges: 0, tic_tac_toe_depth: 9 },
];

const fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Misjudging is measured in stones: losing a game of Tic-Tac-Toe is as bad as losing so many.
const GAME: i16 = 4;

impl Character {
    /// The character that plays at a level.
    pub(crate) fn of(level: Level) -> &'static Self {
        &CHARACTERS[usize::from(level.number() - Level::WEAKEST.number())]
    }

    /// Chooses a pit; `None` if the game is over.
    ///
    /// Only the strongest level needs `effort`: how many boards it may look at.
    pub(crate) fn choose_pit(
        &self,
        engine: &Engine,
        position: &Position,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Pit> {
        let analysis = self.think(engine, position, effort, stop);
        self.pick(&analysis.moves, dice).map(|judged| judged.choice)
    }

    /// Whether it would rather swap sides than move on: whether it judges its best move to lose.
    pub(crate) fn would_swap(
        &self,
        engine: &Engine,
        position: &Position,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> bool {
        let analysis = self.think(engine, position, effort, stop);
        self.pick(&analysis.moves, dice).is_some_and(|judged| judged.value < 0)
    }

    /// Chooses a square; `None` if the game is over.
    pub(crate) fn choose_square(
        &self,
        position: &tic_tac_toe::Position,
        dice: &mut Dice,
    ) -> Option<tic_tac_toe::Square> {
        let mut moves = estimate(position, self.tic_tac_toe_depth);
        for entry in &mut moves {
            entry.value *= GAME;
        }
        self.pick(&moves, dice).map(|judged| judged.choice)
    }

    /// What the moves look worth as far as this level can see.
    fn think(
        &self,
        engine: &Engine,
        position: &Position,
        effort: u64,
        stop: &AtomicBool,
    ) -> Analysis<Pit> {
        let limits = Limits { depth: self.depth, proofs: false, ..Limits::until(stop) };
        if self.level == Level::STRONGEST {
            think_and_prove(engine, position, &Limits { nodes: effort, ..limits })
        } else {
            engine.analyze(position, &limits, |_| {})
        }
    }

    /// Picks the best of the moves that were noticed, as far as they were judged rightly; one of
    /// them by chance where several are as good. One move is always noticed.
    fn pick<M: Copy>(&self, moves: &[MoveValue<M>], dice: &mut Dice) -> Option<Judged<M>> {
        let mut judged: Vec<(Judged<M>, bool)> = moves
            .iter()
            .map(|entry| {
                let width = 2 * u32::from(self.misjudges) + 1;
                let slip = dice.roll(width) as i16 - i16::from(self.misjudges);
                let value = entry.value + slip;
                let rank = Rank::of(value, entry.certainty);
                (Judged { choice: entry.choice, value, rank }, dice.percent(self.overlooks))
            })
            .collect();
        if judged.iter().all(|&(_, overlooked)| overlooked) && !judged.is_empty() {
            let noticed = dice.roll(judged.len() as u32) as usize;
            judged[noticed].1 = false;
        }
        judged.retain(|&(_, overlooked)| !overlooked);
        let best = judged.iter().map(|(judged, _)| judged.rank).max()?;
        judged.retain(|(judged, _)| judged.rank == best);
        Some(judged[dice.roll(judged.len() as u32) as usize].0)
    }
}

/// A move as a level judges it.
#[derive(Clone, Copy)]
struct Judged<M> {
    choice: M,
    value: i16,
    rank: Rank,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Certainty;
    use crate::knowledge::Size;

    #[test]
    fn the_strongest_level_gives_up_no_proved_win_for_an_estimate() {
        let check = |rules: &str, position: &str, effort: u64| {
            let rules = rules.parse().expect("valid rules");
            let position = Position::parse(rules, position).expect("a position");
            let engine = Engine::new(&rules, Size { endgame_stones: 4, transposition_bits: 20 });
            let (strongest, stop) = (Character::of(Level::STRONGEST), AtomicBool::new(false));
            let analysis = strongest.think(&engine, &position, effort, &stop);
            let highest = |certainty: Certainty| {
                let moves = analysis.moves.iter().filter(|entry| entry.certainty == certainty);
                moves.map(|entry| entry.value).max()
            };
            let (estimate, proof) = (highest(Certainty::Estimated), highest(Certainty::Proved));
            assert!(estimate > proof, "{position}: no estimate is tempting after {effort} boards");

            let chosen = strongest.pick(&analysis.moves, &mut Dice::new(0)).expect("a move");
            assert_eq!(chosen.rank, Rank::of(chosen.value, Certainty::Proved), "{position}");
            assert_eq!(Some(chosen.value), proof, "{position}");
        };
        check("gems", "<6,15,9,2,0,1,0,4,0,1,1,6,0,4,5> S", 6000);
        check("gems", "<6,14,9,2,0,1,0,4,1,1,1,6,0,4,5> S", 2000);
        check("gems", "<6,15,10,1,2,2,0,4,0,1,1,0,1,5,6> S", 8000);
        check("homepits", "<6,30,18,1,1,1,0,6,4,2,0,7,1,1,0> S", 6000);
    }
}
