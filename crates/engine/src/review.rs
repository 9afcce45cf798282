//! The truth about a whole game: what every turn was worth, and what would have been better.

mod class;
mod moment;
mod summary;
mod turn;
mod work;

use parlor_rules::{AnyRecord, Choice, Game, Performance, Player, Ply};

pub use class::MoveClass;
pub use summary::PlayerSummary;
pub use turn::{Judgement, TurnReview};

use self::moment::Moment;
use self::work::Work;
use crate::analysis::{Analysis, Certainty, MoveValue};
use crate::limits::Limits;
use crate::opponent::Opponent;
use crate::reason::explain;
use crate::size::Size;

/// A review of a game, which gets better with every [`step`](Self::step).
///
/// The newest positions come first: what is known about the end of a game helps before it. First each
/// position gets a short look, so that there soon is an opinion about the whole game. Then they are
/// proved, with more and more effort, and at last every move of a position gets its value. How much
/// is done is counted in boards, not in seconds, so that the same game always gets the same review.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use parlor_engine::{Limits, MoveClass, Opponent, Review};
/// use parlor_rules::{AnyRecord, Game};
///
/// let record: AnyRecord = "kalah.pits_3.stones_2~S~12".parse()?;
/// let mut review = Review::new(&record);
/// let opponent = Opponent::new(record.position().variant(), Review::size);
/// let stop = AtomicBool::new(false);
/// while review.step(&opponent, &Limits { nodes: 100_000, ..Limits::until(&stop) }) {}
///
/// let first = review.turn(0).judgement.expect("it has been looked at");
/// assert_eq!((first.value, first.best, first.loss()), (-8, 4, 12));
/// assert_eq!(first.class, MoveClass::WinIntoLoss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    /// The position before each turn, and the one after the last.
    moments: Vec<Moment>,
    record: AnyRecord,
    work: Work,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// By how much player one will be ahead at the end of the game, or behind if negative.
    pub margin: i16,
    /// Whether that is certain.
    pub certainty: Certainty,
}

/// What has been found out about one position of a game. A review in one place, such as a worker, hands its
/// findings to another one, which then says the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// What each move is worth; nothing until the position has been looked at.
    pub analysis: Analysis<Choice>,
    /// What the position is worth to the player to move, if that is certain.
    pub proved: Option<i16>,
    /// How the game goes on from here, if that was needed and the value is proved.
    pub line: Vec<Choice>,
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many positions the game has: one more than turns.
    pub positions: usize,
    /// How many of them need no more work on their values.
    pub done: usize,
    /// How many of them have a value that is certain.
    pub proved: usize,
    /// How many boards have been looked at.
    pub nodes: u64,
}

impl Review {
    /// A review of a game, finished or not, that has not begun.
    pub fn new(record: &AnyRecord) -> Self {
        let moments = (0..=record.plies().len()).map(|at| Moment::new(record.at(at))).collect();
        Self { moments, record: record.clone(), work: Work::default() }
    }

    /// How much an engine should know to review a game by these rules: as much as is worked out in a
    /// moment, in a browser too.
    pub fn size(rules: &parlor_rules::mancala::Rules) -> Size {
        work::size(rules)
    }

    /// Works on, looking at about as many boards as the limits allow, and says whether there is more
    /// to do. The opponent should be the same each time: it remembers.
    ///
    /// # Panics
    /// If the opponent is for another game.
    pub fn step(&mut self, opponent: &Opponent, limits: &Limits<'_>) -> bool {
        self.work.step(&mut self.moments, self.record.plies(), opponent, limits)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let count = |is: &dyn Fn(&Moment) -> bool| self.moments.iter().filter(|it| is(it)).count();
        Progress {
            positions: self.moments.len(),
            done: count(&|moment| self.work.is_done(moment)),
            proved: count(&|moment| moment.proved.is_some()),
            nodes: self.work.nodes(),
        }
    }

    /// What has been found out about a position, counted from 0.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn finding(&self, at: usize) -> Finding {
        let Moment { analysis, proved, line, .. } = &self.moments[at];
        Finding { analysis: analysis.clone(), proved: *proved, line: line.clone() }
    }

    /// Takes over what another review of the same game has found out about a position. It is meant for a
    /// review that does no work of its own; what is about no position of the game changes nothing.
    pub fn take_in(&mut self, at: usize, finding: Finding) {
        if let Some(moment) = self.moments.get_mut(at) {
            let Finding { analysis, proved, line } = finding;
            (moment.analysis, moment.proved, moment.line) = (analysis, proved, line);
        }
    }

    fn plies(&self) -> &[Ply<Choice>] {
        self.record.plies()
    }

    /// How many turns the game has.
    pub fn turns(&self) -> usize {
        self.plies().len()
    }

    /// What is known by now about a turn, counted from 0.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub fn turn(&self, at: usize) -> TurnReview {
        let position = self.moments[at].position;
        let player = position.turn();
        let swapped_later = self.plies()[at..].contains(&Ply::Swap);
        let analysis = self.analysis(at);
        TurnReview {
            position,
            ply: self.plies()[at],
            player,
            owner: if swapped_later { !player } else { player },
            judgement: match self.plies()[at] {
                Ply::Move(choice) => self.judge_move(at, choice, &analysis),
                Ply::Swap => self.judge_swap(at),
            },
            analysis,
        }
    }

    /// What every position is worth, from the start to the one after the last turn; `None` for those
    /// that have not been looked at.
    pub fn standings(&self) -> Vec<Option<Standing>> {
        (0..self.moments.len()).map(|at| self.standing(at)).collect()
    }

    /// How both players played, each called by the side that they have at the end of the game.
    pub fn summaries(&self) -> [PlayerSummary; 2] {
        let turns: Vec<TurnReview> = (0..self.turns()).map(|at| self.turn(at)).collect();
        let performances = Performance::of_both(&self.record);
        Player::BOTH.map(|player| PlayerSummary::of(&turns, player, performances[player.index()]))
    }

    fn standing(&self, at: usize) -> Option<Standing> {
        let moment = &self.moments[at];
        let (value, certainty) = match moment.proved {
            Some(value) => (value, Certainty::Proved),
            None if at < self.plies().len() => {
                let analysis = self.analysis(at);
                (analysis.best()?.value, Certainty::Estimated)
            }
            None => (moment.analysis.best()?.value, Certainty::Estimated),
        };
        let margin = if moment.position.turn() == Player::One { value } else { -value };
        Some(Standing { margin, certainty })
    }

    /// What the moves of a position are worth: what its own analysis says, and what is known from
    /// its proof and from that of the next position.
    fn analysis(&self, at: usize) -> Analysis<Choice> {
        let moment = &self.moments[at];
        let mut analysis = moment.analysis.clone();
        let mut prove = |choice: Choice, value: i16, line: Vec<Choice>| {
            if let Some(entry) = analysis.moves.iter_mut().find(|entry| entry.choice == choice) {
                let line = if line.len() > entry.line.len() { line } else { entry.line.clone() };
                *entry = MoveValue { choice, value, certainty: Certainty::Proved, line };
            }
        };
        let played = match self.plies()[at] {
            Ply::Move(choice) => Some(choice),
            Ply::Swap => None,
        };
        if let (Some(choice), Some(value)) = (played, self.proved_after(at)) {
            prove(choice, value, [&[choice], self.moments[at + 1].line.as_slice()].concat());
        }
        if let (Some(value), Some(&best)) = (moment.proved, moment.line.first()) {
            prove(best, value, moment.line.clone());
        }
        // Where there is nothing to choose, the one move is worth what the position is.
        if let (Some(value), [only]) = (moment.proved, moment.analysis.moves.as_slice()) {
            prove(only.choice, value, moment.line.clone());
        }
        // Two looks at the same move are estimates both: no move is blamed for what one of them alone says.
        if let Some(entry) = analysis.moves.iter_mut().find(|entry| Some(entry.choice) == played)
            && !entry.is_proved()
            && let Some(value) = moment::estimate_of_turn(moment, &self.moments[at + 1])
        {
            entry.value = entry.value.max(value);
        }
        if let Some(value) = moment.proved {
            for entry in analysis.moves.iter_mut().filter(|entry| !entry.is_proved()) {
                entry.value = entry.value.min(value);
            }
        }
        analysis
    }

    /// What a turn is worth to its mover, if the position after it is proved.
    fn proved_after(&self, at: usize) -> Option<i16> {
        moment::value_of_turn(&self.moments[at], &self.moments[at + 1])
    }

    fn judge_move(
        &self,
        at: usize,
        choice: Choice,
        analysis: &Analysis<Choice>,
    ) -> Option<Judgement> {
        let moment = &self.moments[at];
        let (entry, best) = (analysis.of(choice)?, analysis.best()?);
        let value = entry.value;
        let highest = moment.proved.unwrap_or(best.value).max(value);
        let sure = entry.is_proved() && (moment.proved.is_some() || analysis.moves.len() == 1);
        let certainty = if sure { Certainty::Proved } else { Certainty::Estimated };
        let variant = moment.position.variant();
        let is_loss = highest > value;
        // Until it has been worked out which move is the best, a proof knows only its value.
        let reason = (is_loss && best.value == highest)
            .then(|| explain(&moment.position, analysis, choice))
            .flatten();
        let better = if is_loss && best.value == highest {
            moment::own_turns(&moment.position, &best.line)
        } else {
            Vec::new()
        };
        let class = if analysis.moves.len() == 1 {
            MoveClass::OnlyMove
        } else {
            MoveClass::of(&variant, value, highest, certainty)
        };
        Some(Judgement { value, best: highest, certainty, class, reason, better })
    }

    /// A swap is worth what the other side is. The mover could have kept their own instead.
    fn judge_swap(&self, at: usize) -> Option<Judgement> {
        let Standing { certainty, .. } = self.standing(at)?;
        let moment = &self.moments[at];
        let kept = moment.proved.or_else(|| Some(moment.analysis.best()?.value))?;
        let (value, best) = (-kept, kept.abs());
        Some(Judgement {
            value,
            best,
            certainty,
            class: MoveClass::of(&moment.position.variant(), value, best, certainty),
            reason: None,
            better: Vec::new(),
        })
    }
}
