use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;

use parlor_engine::{Analysis, Limits, Opponent};
use parlor_rules::{AnyPosition, Choice, Game};

use crate::chain::longest_chain;
use crate::puzzle::Puzzle;
use crate::sight::sight;
use crate::theme::Theme;

/// Proves what puzzles claim, and finds the solution of a position if it has exactly one.
#[derive(Debug)]
pub struct Prover<'a> {
    opponent: &'a Opponent,
    /// The most boards to look at for the moves of one position.
    effort: u64,
}

/// Turns that a solution takes at most, the other player's included.
const LONGEST_LINE: usize = 15;

impl<'a> Prover<'a> {
    /// A prover that asks this opponent and never gives up.
    pub const fn new(opponent: &'a Opponent) -> Self {
        Self { opponent, effort: u64::MAX }
    }

    /// A prover that gives a position up after looking at so many boards.
    #[must_use]
    pub const fn with_effort(self, effort: u64) -> Self {
        Self { effort, ..self }
    }

    /// The puzzle that a position is, if it has exactly one solution.
    ///
    /// The solution goes on as long as exactly one move is right at each own turn, with the other
    /// player's best replies between them, and ends with a turn that leaves a choice.
    pub fn solution(&self, position: &AnyPosition, theme: Theme) -> Option<Puzzle> {
        match theme {
            Theme::Win | Theme::Tie => self.keeping(position, theme),
            Theme::Chain => chain(position),
        }
    }

    /// Proves a puzzle anew: its value, its only solution, and its grade.
    ///
    /// # Errors
    /// Says what is not as the puzzle claims.
    pub fn prove(&self, puzzle: &Puzzle) -> Result<(), Doubt> {
        match self.solution(puzzle.start(), puzzle.theme()) {
            None => Err(Doubt::NotUnique),
            Some(found) if found == *puzzle => Ok(()),
            Some(found) => Err(Doubt::Otherwise(Box::new(found))),
        }
    }

    fn keeping(&self, start: &AnyPosition, theme: Theme) -> Option<Puzzle> {
        let analysis = self.analyze(start)?;
        let first = only_right(&analysis, theme)?;
        let value = analysis.of(first)?.value;
        if theme == Theme::Tie && value != 0 {
            return None;
        }
        let (mut position, mut line, mut asked) = (*start, Vec::new(), 0);
        while position.outcome().is_none() && line.len() < LONGEST_LINE {
            let analysis = self.analyze(&position)?;
            let own = position.turn() == start.turn();
            let next = if own {
                only_right(&analysis, theme)
            } else {
                analysis.best().map(|best| best.choice)
            };
            let Some(next) = next else { break };
            line.push(next);
            if own && analysis.moves.len() > 1 {
                asked = line.len();
            }
            position = position.after(next).ok()?;
        }
        line.truncate(asked);
        Puzzle::new(theme, *start, &line, value, sight(start, first)).ok()
    }

    /// What every move is worth; `None` if that is not proved.
    fn analyze(&self, position: &AnyPosition) -> Option<Analysis<Choice>> {
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: self.effort, ..Limits::until(&stop) };
        let analysis = self.opponent.analyze(position, &limits, |_| {});
        analysis.is_proved().then_some(analysis)
    }
}

/// The only move that keeps what the theme asks for.
fn only_right(analysis: &Analysis<Choice>, theme: Theme) -> Option<Choice> {
    let mut right = analysis.moves.iter().filter(|entry| theme.keeps(entry.value));
    right.next().filter(|_| right.next().is_none()).map(|entry| entry.choice)
}

fn chain(start: &AnyPosition) -> Option<Puzzle> {
    let (line, unique) = longest_chain(start)?;
    let turns = u8::try_from(line.len()).ok().filter(|_| unique)?;
    Puzzle::new(Theme::Chain, *start, &line, turns.into(), turns).ok()
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It has several solutions, or none.
    NotUnique,
    /// Its solution, value or grade is another.
    Otherwise(Box<Puzzle>),
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUnique => f.write_str("it does not have exactly one solution"),
            Self::Otherwise(puzzle) => write!(f, "it should be '{puzzle}'"),
        }
    }
}

impl Error for Doubt {}
