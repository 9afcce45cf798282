use std::sync::atomic::Ordering::Relaxed;

use parlor_rules::mancala::Rules;
use parlor_rules::{Choice, Ply};

use super::moment::{Moment, value_of_turn};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::opponent::Opponent;
use crate::size::Size;

/// Positions with at most so many stones in their pits are late ones, which are to be proved even if
/// that takes long.
const LATE_STONES: u8 = 30;

/// Boards of a short look at a position.
const GLANCE: u64 = 20_000;

/// Boards that a task may always look at: with fewer a proof might never come any farther.
const LEAST: u64 = 10_000;

/// Boards that the first round of proofs may look at for a position. Each round may look at four
/// times as many as the one before.
const FIRST_ROUND: u64 = 250_000;

/// Boards that proofs of positions with many stones may look at, all together: some seconds.
const ALL_EARLY: u64 = 12_000_000;

/// Boards that proofs of positions with few stones may look at, all together. Most rules need no more
/// than a million. Where captures stay on the board, as in Island, it may come to this.
const ALL_LATE: u64 = 32_000_000;

/// Boards for the values of all moves of a position, which nothing but the board shows.
const VALUES: u64 = 200_000;

/// Boards for a line, and the most turns of one.
const LINE: u64 = 400_000;
const LONGEST_LINE: usize = 12;

/// Boards in the endgame table: worked out in a fraction of a second.
const ENDGAME_BOARDS: u64 = 3_000_000;
const TRANSPOSITION_BITS: u32 = 22;

/// How much an engine should know.
pub(super) fn size(rules: &Rules) -> Size {
    Size {
        endgame_stones: Size::endgame_stones_within(rules, ENDGAME_BOARDS),
        transposition_bits: TRANSPOSITION_BITS,
    }
}

/// What has been done, and how much each position may still take.
#[derive(Clone, Debug)]
pub(super) struct Work {
    nodes: u64,
    /// Boards that the current round may look at for a position.
    round: u64,
    /// Boards that were looked at to prove positions with many stones,
    early: u64,
    /// and with few.
    late: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self { nodes: 0, round: FIRST_ROUND, early: 0, late: 0 }
    }
}

/// What is to be done next, with a moment.
enum Task {
    Glance(usize),
    Prove(usize),
    Value(usize),
}

impl Work {
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the value of a moment will not get any better.
    pub(super) fn is_done(&self, moment: &Moment) -> bool {
        moment.proved.is_some() || moment.is_seen() && !self.may_go_on(moment)
    }

    /// Works until the limits are reached, and says whether there is more to do.
    pub(super) fn step(
        &mut self,
        moments: &mut [Moment],
        plies: &[Ply<Choice>],
        opponent: &Opponent,
        limits: &Limits<'_>,
    ) -> bool {
        if let Some(engine) = opponent.engine() {
            engine.build_endgame(limits.threads, limits.stop);
        }
        let most = self.nodes.saturating_add(limits.nodes);
        loop {
            let Some(task) = self.next(moments) else { return false };
            if self.nodes >= most || limits.stop.load(Relaxed) {
                return true;
            }
            let left = (most - self.nodes).max(LEAST);
            match task {
                Task::Glance(at) => {
                    let nodes = GLANCE.min(left);
                    let limits = Limits { nodes, ..*limits };
                    self.look(&mut moments[at], opponent, &limits);
                    self.follow(moments, plies, at, opponent, &limits);
                }
                Task::Prove(at) => self.prove(moments, plies, at, opponent, limits, left),
                Task::Value(at) => {
                    let limits = Limits { nodes: VALUES.min(left), ..*limits };
                    self.look(&mut moments[at], opponent, &limits);
                    moments[at].is_valued = true;
                    self.name_best(moments, plies, at, opponent, &limits);
                }
            }
        }
    }

    /// The newest first, and a round ends before the next one begins.
    fn next(&mut self, moments: &[Moment]) -> Option<Task> {
        let newest = |is: &dyn Fn(&Moment) -> bool| moments.iter().rposition(is);
        if let Some(at) = newest(&|moment| !moment.is_seen()) {
            return Some(Task::Glance(at));
        }
        loop {
            let open = |moment: &Moment| moment.proved.is_none() && self.may_go_on(moment);
            if let Some(at) = newest(&|moment| open(moment) && moment.spent < self.round) {
                return Some(Task::Prove(at));
            }
            if newest(&open).is_none() {
                break;
            }
            self.round = self.round.saturating_mul(4);
        }
        newest(&|moment| !moment.is_valued).map(Task::Value)
    }

    fn may_go_on(&self, moment: &Moment) -> bool {
        if is_late(moment) { self.late < ALL_LATE } else { self.early < ALL_EARLY }
    }

    /// What each move is worth, as far as the limits go.
    fn look(&mut self, moment: &mut Moment, opponent: &Opponent, limits: &Limits<'_>) {
        let analysis = opponent.analyze(&moment.position, limits, |_| {});
        self.nodes += analysis.nodes.max(1);
        moment.learn(analysis);
    }

    fn prove(
        &mut self,
        moments: &mut [Moment],
        plies: &[Ply<Choice>],
        at: usize,
        opponent: &Opponent,
        limits: &Limits<'_>,
        left: u64,
    ) {
        let moment = &mut moments[at];
        let Some((engine, position)) = opponent.engine().zip(moment.position.mancala()) else {
            unreachable!("every position of Tic-Tac-Toe is proved at a glance");
        };
        let nodes = (self.round - moment.spent).min(left);
        let guess = moment.analysis.best().map_or(0, |best| best.value);
        let (value, nodes) = engine.solve_near(position, guess, &Limits { nodes, ..*limits });
        let nodes = nodes.max(1);
        self.nodes += nodes;
        moment.spent += nodes;
        let all = if is_late(moment) { &mut self.late } else { &mut self.early };
        *all = all.saturating_add(nodes);
        moment.proved = value;
        if value.is_some() {
            self.follow(moments, plies, at, opponent, limits);
        }
    }

    /// Works out how the game would have gone on, where the turn before or after a moment that has
    /// just been proved turns out to be a mistake.
    fn follow(
        &mut self,
        moments: &mut [Moment],
        plies: &[Ply<Choice>],
        at: usize,
        opponent: &Opponent,
        limits: &Limits<'_>,
    ) {
        let Some(engine) = opponent.engine() else { return };
        for turn in [at.checked_sub(1), Some(at)].into_iter().flatten() {
            let Some([before, after]) = moments.get(turn..turn + 2) else { continue };
            let is_mistake = matches!(plies.get(turn), Some(Ply::Move(_)))
                && before.proved.is_some()
                && after.proved.is_some()
                && !before.analysis.is_proved()
                && value_of_turn(before, after) != before.proved;
            if is_mistake {
                self.follow_line(&mut moments[turn], engine, limits);
                self.follow_line(&mut moments[turn + 1], engine, limits);
            }
        }
    }

    /// Works out what would have been better than a mistake, where a proof knows only how much.
    fn name_best(
        &mut self,
        moments: &mut [Moment],
        plies: &[Ply<Choice>],
        at: usize,
        opponent: &Opponent,
        limits: &Limits<'_>,
    ) {
        let (Some(Ply::Move(choice)), Some([moment, after])) =
            (plies.get(at), moments.get(at..at + 2))
        else {
            return;
        };
        let estimate = || Some(moment.analysis.of(*choice)?.value);
        let played = value_of_turn(moment, after).or_else(estimate);
        let is_mistake = played.zip(moment.proved).is_some_and(|(played, best)| played < best);
        if let Some(engine) = opponent.engine().filter(|_| is_mistake) {
            self.follow_line(&mut moments[at], engine, limits);
        }
    }

    fn follow_line(&mut self, moment: &mut Moment, engine: &Engine, limits: &Limits<'_>) {
        let (Some(value), Some(position)) = (moment.proved, moment.position.mancala()) else {
            return;
        };
        if moment.line.is_empty() {
            let limits = Limits { nodes: LINE, ..*limits };
            let (line, nodes) = engine.line(position, value, LONGEST_LINE, &limits);
            self.nodes += nodes;
            moment.line = line.into_iter().map(Choice::from).collect();
        }
    }
}

fn is_late(moment: &Moment) -> bool {
    moment.stones() <= LATE_STONES
}
