//! What the computer knows about each game, behind one trait.

use std::sync::atomic::AtomicBool;

use parlor_endgame_cache::EndgameCache;
use parlor_engine::tic_tac_toe::analyze;
use parlor_engine::{Analysis, Character, Dice, Engine, Limits, Size};
use parlor_rules::{Game, Level, Player, mancala, tic_tac_toe};

/// A game that the computer can think about.
pub(crate) trait Thinkable: Game<Move: Send> + Sync {
    /// What is known about a rule set, kept from one thought to the next.
    type Mind: Sync;

    /// A mind for games by the rules of this one. It knows nothing yet.
    fn mind(&self, size: Size) -> Self::Mind;

    /// Learns all endgames that the mind has room for, until `stop` is raised.
    fn study(mind: &Self::Mind, cache: &EndgameCache, threads: usize, stop: &AtomicBool);

    /// Up to how many stones all endgames have been learnt.
    fn studied(mind: &Self::Mind) -> u8;

    /// What the position is worth to the player to move, and how many boards were looked at to
    /// prove it; `None` if the limits did not suffice.
    fn solve(&self, mind: &Self::Mind, limits: &Limits<'_>) -> (Option<i16>, u64);

    /// What each move is worth. `report` hears of everything learnt on the way.
    fn think(
        &self,
        mind: &Self::Mind,
        limits: &Limits<'_>,
        report: impl FnMut(&Analysis<Self::Move>),
    ) -> Analysis<Self::Move>;

    /// The move of a computer player; `None` if the game is over.
    fn choose(
        &self,
        mind: &Self::Mind,
        level: Level,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Self::Move>;

    /// By how much the player to move is ahead if the game ends here.
    fn margin(&self) -> i16;

    /// Stones in all pits together, where there are any: a measure of how much there is to learn.
    fn stones_in_play(&self) -> u8;

    /// Up to how many stones all endgames fit into so many bytes.
    fn endgame_stones_within(&self, bytes: u64) -> u8;
}

impl Thinkable for mancala::Position {
    type Mind = Engine;

    fn mind(&self, size: Size) -> Engine {
        Engine::new(self.rules(), size)
    }

    fn study(engine: &Engine, cache: &EndgameCache, threads: usize, stop: &AtomicBool) {
        cache.load_or_build(engine, threads, stop);
    }

    fn studied(engine: &Engine) -> u8 {
        engine.endgame_known_below().saturating_sub(1)
    }

    fn solve(&self, engine: &Engine, limits: &Limits<'_>) -> (Option<i16>, u64) {
        engine.solve(self, limits)
    }

    fn think(
        &self,
        engine: &Engine,
        limits: &Limits<'_>,
        report: impl FnMut(&Analysis<Self::Move>),
    ) -> Analysis<Self::Move> {
        engine.analyze(self, limits, report)
    }

    fn choose(
        &self,
        engine: &Engine,
        level: Level,
        effort: u64,
        dice: &mut Dice,
        stop: &AtomicBool,
    ) -> Option<Self::Move> {
        Character::of(level).choose_pit(engine, self, effort, dice, stop)
    }

    fn margin(&self) -> i16 {
        let score = |player: Player| i16::from(self.score(player));
        score(self.turn()) - score(!self.turn())
    }

    fn stones_in_play(&self) -> u8 {
        self.stones_in_play()
    }

    fn endgame_stones_within(&self, bytes: u64) -> u8 {
        Size::endgame_stones_within(self.rules(), bytes)
    }
}

/// Tic-Tac-Toe is looked at whole each time, so there is nothing to keep in mind.
impl Thinkable for tic_tac_toe::Position {
    type Mind = ();

    fn mind(&self, _: Size) {}

    fn study((): &(), _: &EndgameCache, _: usize, _: &AtomicBool) {}

    fn studied((): &()) -> u8 {
        0
    }

    fn solve(&self, (): &(), _: &Limits<'_>) -> (Option<i16>, u64) {
        let analysis = analyze(self);
        (Some(analysis.best().map_or(self.margin(), |best| best.value)), analysis.nodes)
    }

    fn think(
        &self,
        (): &(),
        _: &Limits<'_>,
        mut report: impl FnMut(&Analysis<Self::Move>),
    ) -> Analysis<Self::Move> {
        let analysis = analyze(self);
        report(&analysis);
        analysis
    }

    fn choose(
        &self,
        (): &(),
        level: Level,
        _: u64,
        dice: &mut Dice,
        _: &AtomicBool,
    ) -> Option<Self::Move> {
        Character::of(level).choose_square(self, dice)
    }

    fn margin(&self) -> i16 {
        match self.outcome().and_then(parlor_rules::Outcome::winner) {
            Some(winner) if winner == self.turn() => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    fn stones_in_play(&self) -> u8 {
        0
    }

    fn endgame_stones_within(&self, _: u64) -> u8 {
        0
    }
}
