//! What levels overlook: what people overlook.

use std::fmt;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Limits, Opponent, Size};
use parlor_rules::mancala::Step;
use parlor_rules::{AnyPosition, AnyTurn, Game, Level};

/// How often a kind of move was the only best one, and how often it was not played then.
#[derive(Clone, Copy, Default)]
struct Missed {
    of: u32,
    missed: u32,
}

impl Missed {
    fn count(&mut self, missed: bool) {
        self.of += 1;
        self.missed += u32::from(missed);
    }

    /// How many of a hundred were missed.
    fn percent(self) -> u32 {
        100 * self.missed / self.of
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({}%)", self.missed, self.of, self.percent())
    }
}

/// What a level missed in games against itself.
#[derive(Default)]
struct Mistakes {
    /// Moves of one step into the own store.
    near: Missed,
    /// Moves that sow many stones.
    long: Missed,
}

/// So many stones make a long sowing.
const LONG: usize = 6;

/// Of a hundred moves of one step into the store, at most so many are missed.
const NEAR_MISSED: u32 = 10;

/// Long ones are missed at least so many times as often.
const TIMES: u32 = 4;

#[test]
fn one_step_into_the_store_is_hardly_ever_missed_and_a_long_sowing_often() {
    for level in Level::all().take(4) {
        let mut mistakes = Mistakes::default();
        for rules in ["kalah", "gems", "island", "homepits", "avalanche"] {
            for game in 0..10 {
                play(rules, level, &mut Dice::new(game), &mut mistakes);
            }
        }
        let Mistakes { near, long } = mistakes;
        let found = format!("level {}: one step {near}, long {long}", level.number());
        // With --nocapture: the table of docs/levels.md.
        println!("{found}");
        assert!(near.of > 50 && long.of > 50, "{found}");
        assert!(near.percent() <= NEAR_MISSED, "{found}");
        assert!(long.percent() >= TIMES * near.percent().max(1), "{found}");
    }
}

fn play(rules: &str, level: Level, dice: &mut Dice, mistakes: &mut Mistakes) {
    let mut position = AnyPosition::opening(rules.parse().expect("valid rules"));
    let size = Size { endgame_stones: 4, transposition_bits: 20 };
    let opponent = Opponent::new(position.variant(), |_| size);
    let stop = AtomicBool::new(false);
    let limits = Limits { depth: 6, proofs: false, ..Limits::until(&stop) };
    while position.outcome().is_none() {
        let choice = opponent.choose(&position, level, 0, dice, &stop).expect("a move");
        let mut moves = opponent.analyze(&position, &limits, |_| {}).moves;
        moves.sort_by_key(|entry| -entry.value);
        if let [best, second, ..] = &moves[..]
            && best.value > second.value
        {
            let turn = position.play(best.choice).expect("a legal move");
            let (stones, again) = sown(&turn);
            if stones == 1 && again {
                mistakes.near.count(choice != best.choice);
            } else if stones >= LONG {
                mistakes.long.count(choice != best.choice);
            }
        }
        position = position.after(choice).expect("a legal move");
    }
}

/// How many stones a turn sows, and whether it goes again.
fn sown(turn: &AnyTurn) -> (usize, bool) {
    let steps = turn.mancala().expect("Mancala").steps();
    let stones = steps.iter().filter(|step| matches!(step, Step::Drop { .. })).count();
    (stones, steps.contains(&Step::Again))
}
