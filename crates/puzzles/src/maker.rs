use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Dice, Opponent, Size};
use parlor_rules::mancala::{self, Position};
use parlor_rules::{AnyPosition, Choice, Game, Level, Player, Record, Variant};

use crate::chain::nearest_first;
use crate::prover::Prover;
use crate::puzzle::Puzzle;
use crate::theme::Theme;

/// Makes puzzles from games that the computer's levels play against each other.
///
/// It is an iterator without an end that finds at most one puzzle in a game. The same request gives the
/// same puzzles in the same order.
#[derive(Debug)]
pub struct Maker {
    request: Request,
    opponent: Opponent,
    dice: Dice,
    games: u64,
    /// Positions that are puzzles already, as records without moves.
    known: HashSet<String>,
}

/// What puzzles are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The game, and its rules.
    pub variant: Variant,
    /// What they ask for.
    pub theme: Theme,
    /// What chance depends on.
    pub seed: u64,
}

/// Who plays: neither so weak that nothing makes sense nor so strong that nothing goes wrong.
const LEVELS: [u8; 4] = [3, 4, 5, 6];

/// Turns that chance plays before the levels do, so that no two games are alike.
const OPENING: u32 = 3;

/// Stones on the board of a puzzle to be won or saved: enough to be a puzzle, and few enough that a
/// page proves every move while one waits.
const STONES: std::ops::RangeInclusive<u8> = 8..=24;

/// A position whose moves take more boards than this to prove is left alone.
const EFFORT: u64 = 400_000;

/// Moves to choose from, at least.
const CHOICES: usize = 3;

/// Extra turns that make a chain: all that can be, so that one can be proud of it, and not so many that
/// nobody counts them.
const CHAIN: std::ops::RangeInclusive<i16> = 3..=9;

impl Maker {
    /// Somebody who makes such puzzles.
    pub fn new(request: Request) -> Self {
        let opponent = Opponent::new(request.variant, |rules| Size {
            endgame_stones: Size::endgame_stones_within(rules, 16_000_000).min(12),
            transposition_bits: 22,
        });
        if let Some(engine) = opponent.engine() {
            engine.build_endgame(1, &AtomicBool::new(false));
        }
        let dice = Dice::new(request.seed);
        Self { request, opponent, dice, games: 0, known: HashSet::new() }
    }

    /// How many games have been played so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Plays one game, and makes a puzzle of one of its positions.
    pub fn play_one(&mut self) -> Option<Puzzle> {
        self.games += 1;
        let mut positions = self.positions();
        while !positions.is_empty() {
            let at = self.dice.roll(positions.len() as u32) as usize;
            if let Some(puzzle) = self.puzzle(positions.swap_remove(at)) {
                return Some(puzzle);
            }
        }
        None
    }

    /// The positions of a game that the levels play.
    fn positions(&mut self) -> Vec<AnyPosition> {
        let stop = AtomicBool::new(false);
        let seats = [(); 2].map(|()| LEVELS[self.dice.roll(LEVELS.len() as u32) as usize]);
        let opening = self.dice.roll(OPENING + 1);
        let mut position = AnyPosition::opening(self.request.variant);
        let mut positions = Vec::new();
        while position.outcome().is_none() {
            positions.push(position);
            let level = Level::new(seats[position.turn().index()]).unwrap_or(Level::STRONGEST);
            let choice = if positions.len() <= opening as usize {
                any_move(&position, &mut self.dice)
            } else {
                self.opponent.choose(&position, level, 0, &mut self.dice, &stop)
            };
            let Some(next) = choice.and_then(|choice| position.after(choice).ok()) else { break };
            position = next;
        }
        positions
    }

    fn puzzle(&mut self, position: AnyPosition) -> Option<Puzzle> {
        let theme = self.request.theme;
        let position = seen_by_south(position);
        if position.moves().count() < CHOICES || !is_the_right_size(&position, theme) {
            return None;
        }
        let puzzle = Prover::new(&self.opponent).with_effort(EFFORT).solution(&position, theme)?;
        let fits = match theme {
            // What is seen at once is no puzzle.
            Theme::Win | Theme::Tie => puzzle.sight() > 1,
            // Nor is what the usual advice finds.
            Theme::Chain => {
                CHAIN.contains(&puzzle.value())
                    && nearest_first(&position).len() < puzzle.line().len()
            }
        };
        (fits && self.known.insert(Record::new(position).to_string())).then_some(puzzle)
    }
}

fn is_the_right_size(position: &AnyPosition, theme: Theme) -> bool {
    let stones = position.mancala().map(mancala::Position::stones_in_play);
    match theme {
        Theme::Win | Theme::Tie => stones.is_none_or(|stones| STONES.contains(&stones)),
        Theme::Chain => stones.is_some(),
    }
}

/// The same position of Mancala with the player to move at South's side, where the solver sits.
fn seen_by_south(position: AnyPosition) -> AnyPosition {
    match position {
        AnyPosition::Mancala(position) if position.turn() == Player::Two => {
            let slots = position.slots();
            let (south, north) = slots.split_at(slots.len() / 2);
            Position::new(*position.rules(), &[north, south].concat(), Player::One)
                .map_or(AnyPosition::Mancala(position), AnyPosition::Mancala)
        }
        AnyPosition::Mancala(_) | AnyPosition::TicTacToe(_) => position,
    }
}

fn any_move(position: &AnyPosition, dice: &mut Dice) -> Option<Choice> {
    let moves: Vec<Choice> = position.moves().collect();
    (!moves.is_empty()).then(|| moves[dice.roll(moves.len() as u32) as usize])
}
