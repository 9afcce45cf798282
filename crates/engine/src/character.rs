use std::sync::atomic::AtomicBool;

use parlor_rules::mancala::{Captured, Pit, Position, Relay, Rules};
use parlor_rules::{AnyPosition, Choice, Level, tic_tac_toe};

use crate::analysis::{Analysis, MoveValue};
use crate::dice::Dice;
use crate::engine::Engine;
use crate::judgement::{Skill, best};
use crate::limits::{Limits, Objective};
use crate::tic_tac_toe::estimate;

/// What a level is: how well it plays each game.
///
/// Weaker players are weak as people are: they do not look far ahead, they overlook moves, long ones
/// and replies above all, and they underrate what is far away. None of them throws a game away on
/// purpose.
pub(crate) struct Character {
    level: Level,
    mancala: Skill,
    /// Where captured stones stay on the board, less is lost by overlooking them.
    kept_captures: Skill,
    /// Where sowing goes on from pit to pit, turns are far too long for the same skill.
    relay: Skill,
    tic_tac_toe: Skill,
}

const CHARACTERS: [Character; 8] = [
    character(1, [skill(2, 4, 3), skill(2, 5, 3), skill(2, 7, 1), skill(2, 2, 8)]),
    character(2, [skill(3, 5, 3), skill(2, 8, 2), skill(2, 13, 0), skill(2, 3, 6)]),
    character(3, [skill(3, 10, 2), skill(2, 12, 1), skill(3, 20, 0), skill(3, 4, 5)]),
    character(4, [skill(3, 17, 0), skill(3, 12, 1), skill(3, 29, 0), skill(3, 5, 4)]),
    character(5, [skill(5, 19, 0), skill(4, 20, 0), skill(4, 38, 0), skill(4, 8, 3)]),
    character(6, [skill(6, 28, 0), skill(5, 34, 0), skill(5, 54, 0), skill(4, 11, 1)]),
    character(7, [skill(7, 46, 0), skill(6, 60, 0), skill(7, 80, 0), skill(6, 14, 0)]),
    character(8, [Skill::FLAWLESS; 4]),
];

const fn character(number: u8, skills: [Skill; 4]) -> Character {
    let [mancala, kept_captures, relay, tic_tac_toe] = skills;
    let level = Level::new(number).expect("a level");
    Character { level, mancala, kept_captures, relay, tic_tac_toe }
}

/// Turns ahead, sight, and the most stones by which an ordinary turn is underrated.
const fn skill(depth: u8, sight: u32, underrates: u32) -> Skill {
    Skill::new(depth, sight, underrates)
}

/// What is underrated is measured in stones: losing a game of Tic-Tac-Toe is as bad as losing so many.
const GAME: i16 = 4;

impl Character {
    /// The character that plays at a level.
    pub(crate) fn of(level: Level) -> &'static Self {
        &CHARACTERS[usize::from(level.number() - Level::WEAKEST.number())]
    }

    /// The pit that it would choose; `None` if the game is over.
    ///
    /// Only the strongest level needs `effort`: how many boards it may look at.
    pub(crate) fn judge_pits(
        &self,
        engine: &Engine,
        position: &Position,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<MoveValue<Choice>> {
        let skill = self.skill(engine.rules());
        let limits = Limits { depth: skill.depth(), proofs: false, ..Limits::until(stop) };
        if self.level == Level::STRONGEST {
            let limits = Limits { nodes: effort, ..limits };
            return best(think_and_prove(engine, position, &limits).map(Choice::from).moves, dice);
        }
        let look = |position: &AnyPosition, depth: u8| match position {
            AnyPosition::Mancala(position) => {
                let analysis = engine.analyze(position, &Limits { depth, ..limits }, |_| {});
                analysis.map(Choice::from).moves
            }
            AnyPosition::TicTacToe(_) => Vec::new(),
        };
        skill.judge(&AnyPosition::Mancala(*position), &look, dice)
    }

    /// The square that it would choose; `None` if the game is over.
    pub(crate) fn judge_squares(
        &self,
        position: &tic_tac_toe::Position,
        dice: &mut Dice,
    ) -> Option<MoveValue<Choice>> {
        let look = |position: &AnyPosition, depth: u8| match position {
            AnyPosition::TicTacToe(position) => {
                let in_stones = |entry: MoveValue<tic_tac_toe::Square>| MoveValue {
                    choice: Choice::from(entry.choice),
                    value: GAME * entry.value,
                    certainty: entry.certainty,
                    line: Vec::new(),
                };
                estimate(position, depth).into_iter().map(in_stones).collect()
            }
            AnyPosition::Mancala(_) => Vec::new(),
        };
        self.tic_tac_toe.judge(&AnyPosition::TicTacToe(*position), &look, dice)
    }

    fn skill(&self, rules: &Rules) -> &Skill {
        match (rules.relay(), rules.captured()) {
            (Relay::On, _) => &self.relay,
            (Relay::Off, Some(Captured::ToLandingPit)) => &self.kept_captures,
            (Relay::Off, Some(Captured::ToStore) | None) => &self.mancala,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Certainty, Rank};
    use crate::size::Size;

    #[test]
    fn the_strongest_level_gives_up_no_proved_win_for_an_estimate() {
        let check = |rules: &str, position: &str, effort: u64| {
            let rules = rules.parse().expect("valid rules");
            let position = Position::parse(rules, position).expect("a position");
            let engine = Engine::new(&rules, Size { endgame_stones: 4, transposition_bits: 20 });
            let stop = AtomicBool::new(false);
            let limits = Limits { nodes: effort, proofs: false, ..Limits::until(&stop) };
            let analysis = think_and_prove(&engine, &position, &limits).map(Choice::from);
            let highest = |certainty: Certainty| {
                let moves = analysis.moves.iter().filter(|entry| entry.certainty == certainty);
                moves.map(|entry| entry.value).max()
            };
            let (estimate, proof) = (highest(Certainty::Estimated), highest(Certainty::Proved));
            assert!(estimate > proof, "{position}: no estimate is tempting after {effort} boards");

            let chosen = best(analysis.moves.clone(), &mut Dice::new(0)).expect("a move");
            assert_eq!(chosen.rank(), Rank::of(chosen.value, Certainty::Proved), "{position}");
            assert_eq!(Some(chosen.value), proof, "{position}");
        };
        check("gems", "<6,15,9,2,0,1,0,4,0,1,1,6,0,4,5> S", 6000);
        check("gems", "<6,14,9,2,0,1,0,4,1,1,1,6,0,4,5> S", 2000);
        check("gems", "<6,15,10,1,2,2,0,4,0,1,1,0,1,5,6> S", 8000);
        check("homepits", "<6,30,18,1,1,1,0,6,4,2,0,7,1,1,0> S", 6000);
    }
}
