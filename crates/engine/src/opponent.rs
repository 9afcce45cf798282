use std::sync::atomic::AtomicBool;

use parlor_rules::mancala::{self, Pit, Rules};
use parlor_rules::{AnyPosition, Choice, Game, Level, Outcome, Player, Ply, Variant};

use crate::analysis::Analysis;
use crate::character::Character;
use crate::dice::Dice;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::size::Size;
use crate::tic_tac_toe;

/// The computer player of either game: browser, server and terminal all play with this one.
///
/// For Mancala it holds the engine of one rule set, which keeps what it worked out. Tic-Tac-Toe is so
/// small that it is searched whole each time. It can be shared by threads.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use parlor_engine::{Dice, Opponent, Size};
/// use parlor_rules::{AnyPosition, Game, Level, Variant};
///
/// let variant: Variant = "island".parse()?;
/// let opponent = Opponent::new(variant, |_| Size { endgame_stones: 4, transposition_bits: 20 });
/// let (position, mut dice) = (AnyPosition::opening(variant), Dice::new(7));
///
/// let stop = AtomicBool::new(false);
/// let choice = opponent.choose(&position, Level::WEAKEST, 0, &mut dice, &stop);
/// assert!(choice.is_some_and(|choice| position.after(choice).is_ok()));
/// # Ok::<(), parlor_rules::mancala::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Opponent(Expertise);

/// What it knows of its game.
#[derive(Debug)]
enum Expertise {
    Mancala(Engine),
    TicTacToe,
}

/// A position together with what is needed to judge it.
enum Matched<'a> {
    Mancala(&'a Engine, &'a mancala::Position),
    TicTacToe(&'a parlor_rules::tic_tac_toe::Position),
}

impl Opponent {
    /// An opponent for a game. `size` says how much the engine of a Mancala rule set may know.
    pub fn new(variant: Variant, size: impl FnOnce(&Rules) -> Size) -> Self {
        Self(match variant {
            Variant::Mancala(rules) => Expertise::Mancala(Engine::new(&rules, size(&rules))),
            Variant::TicTacToe => Expertise::TicTacToe,
        })
    }

    /// Whether it plays this game. Who plays Mancala does so with any number of stones at the start.
    pub fn plays(&self, variant: Variant) -> bool {
        match (&self.0, variant) {
            (Expertise::Mancala(engine), Variant::Mancala(rules)) => engine.plays(&rules),
            (Expertise::TicTacToe, Variant::TicTacToe) => true,
            (Expertise::Mancala(_), Variant::TicTacToe)
            | (Expertise::TicTacToe, Variant::Mancala(_)) => false,
        }
    }

    /// The engine, where there is one: it can be given endgame tables, and is worth keeping.
    pub fn engine(&self) -> Option<&Engine> {
        match &self.0 {
            Expertise::Mancala(engine) => Some(engine),
            Expertise::TicTacToe => None,
        }
    }

    /// Takes a turn at a level: swaps sides if it may and would, and moves otherwise; `None` if the
    /// game is over. The rest is as in [`choose`](Self::choose).
    pub fn play(
        &self,
        position: &AnyPosition,
        may_swap: bool,
        level: Level,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Ply<Choice>> {
        if may_swap && self.would_swap(position, level, effort, dice, stop) {
            return Some(Ply::Swap);
        }
        self.choose(position, level, effort, dice, stop).map(Ply::Move)
    }

    /// Chooses a move at a level; `None` if the game is over.
    ///
    /// Only the strongest level needs `effort`: how many boards it may look at. The dice are what
    /// a level overlooks and misjudges: the same dice give the same move.
    ///
    /// # Panics
    /// If the position is of another game, as everywhere in here.
    pub fn choose(
        &self,
        position: &AnyPosition,
        level: Level,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let character = Character::of(level);
        let judged = match self.matched(position) {
            Matched::Mancala(engine, position) => {
                character.judge_pits(engine, position, effort, dice, stop)
            }
            Matched::TicTacToe(position) => character.judge_squares(position, dice),
        };
        judged.map(|judged| judged.choice)
    }

    /// Whether it would rather swap sides than move on, where the pie rule lets it: at its level it
    /// values its best move below 0. Never where the game is over or has no pie rule.
    pub fn would_swap(
        &self,
        position: &AnyPosition,
        level: Level,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> bool {
        match self.matched(position) {
            Matched::Mancala(engine, position) => {
                let character = Character::of(level);
                let judged = character.judge_pits(engine, position, effort, dice, stop);
                judged.is_some_and(|judged| judged.value < 0)
            }
            Matched::TicTacToe(_) => false,
        }
    }

    /// What each legal move is worth. `report` hears of everything learnt on the way.
    pub fn analyze(
        &self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        mut report: impl FnMut(&Analysis<Choice>),
    ) -> Analysis<Choice> {
        match self.matched(position) {
            Matched::Mancala(engine, position) => {
                let heard = |analysis: &Analysis<Pit>| report(&analysis.map(Choice::from));
                engine.analyze(position, limits, heard).map(Choice::from)
            }
            Matched::TicTacToe(position) => {
                let analysis = tic_tac_toe::analyze(position).map(Choice::from);
                report(&analysis);
                analysis
            }
        }
    }

    /// What the position is worth to the player to move, and how many boards were looked at to prove
    /// it; `None` if the limits did not suffice.
    pub fn solve(&self, position: &AnyPosition, limits: &Limits<'_>) -> (Option<i16>, u64) {
        match self.matched(position) {
            Matched::Mancala(engine, position) => engine.solve(position, limits),
            Matched::TicTacToe(square_board) => {
                let analysis = tic_tac_toe::analyze(square_board);
                let value = analysis.best().map_or_else(|| margin(position), |best| best.value);
                (Some(value), analysis.nodes)
            }
        }
    }

    fn matched<'a>(&'a self, position: &'a AnyPosition) -> Matched<'a> {
        match (&self.0, position) {
            (Expertise::Mancala(engine), AnyPosition::Mancala(position)) => {
                Matched::Mancala(engine, position)
            }
            (Expertise::TicTacToe, AnyPosition::TicTacToe(position)) => {
                Matched::TicTacToe(position)
            }
            (Expertise::Mancala(_), AnyPosition::TicTacToe(_))
            | (Expertise::TicTacToe, AnyPosition::Mancala(_)) => {
                panic!("a position of another game")
            }
        }
    }
}

/// By how much the player to move is ahead if the game ends here: stones in Mancala, 1, 0 or -1 in
/// Tic-Tac-Toe.
pub fn margin(position: &AnyPosition) -> i16 {
    let turn = position.turn();
    match position {
        AnyPosition::Mancala(position) => {
            let score = |player: Player| i16::from(position.score(player));
            score(turn) - score(!turn)
        }
        AnyPosition::TicTacToe(position) => match position.outcome().and_then(Outcome::winner) {
            Some(winner) if winner == turn => 1,
            Some(_) => -1,
            None => 0,
        },
    }
}
