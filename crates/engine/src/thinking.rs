//! The one question, answered better and better: what is each move worth?

use std::sync::atomic::Ordering::Relaxed;

use parlor_rules::mancala::{Board, Pit, Position, Row};
use parlor_rules::{Game, Player};

use crate::analysis::{Analysis, Certainty, MoveValue};
use crate::brain::Brain;
use crate::limits::{Budget, Limits};
use crate::sight::{MAX_DEPTH, Sight};
use crate::solver::{is_at_least, solve};

/// Thinks about a position until everything is proved or a limit is reached. `report` is called
/// whenever something was learnt.
///
/// Estimates and attempts at a proof take turns, each round with twice the effort of the last;
/// whatever a round learns stays in memory for the next, and for the next call.
pub(crate) fn think<R: Row>(
    brain: &Brain<R>,
    position: &Position,
    limits: &Limits<'_>,
    report: &mut dyn FnMut(&Analysis<Pit>),
) -> Analysis<Pit> {
    let mut thought = Thought::new(brain, position, limits);
    let mut effort = FIRST_EFFORT;
    let mut depth = 1;
    while !thought.is_done() {
        if depth <= limits.depth.min(MAX_DEPTH) {
            depth = thought.estimate(depth, effort);
            report(&thought.analysis);
        }
        if limits.proofs && !thought.is_done() {
            thought.prove(effort);
            report(&thought.analysis);
        } else if depth > limits.depth.min(MAX_DEPTH) {
            break;
        }
        effort *= 2;
    }
    thought.follow_lines();
    report(&thought.analysis);
    thought.analysis
}

/// Boards that the first round may look at.
const FIRST_EFFORT: u64 = 4096;

/// The longest line that is worked out.
const LONGEST_LINE: usize = 16;

struct Thought<'a, R> {
    brain: &'a Brain<R>,
    limits: &'a Limits<'a>,
    analysis: Analysis<Pit>,
    /// The boards after each move of the analysis.
    after: Vec<After<R>>,
}

/// What a move leads to.
struct After<R> {
    board: Board<R>,
    /// By how much the mover's store is ahead, this turn included.
    ahead: i16,
    again: bool,
}

impl<R: Row> After<R> {
    fn for_mover(&self, value: i16) -> i16 {
        if self.again { self.ahead + value } else { self.ahead - value }
    }

    /// The value on the board after the move that gives the mover so much.
    fn for_next(&self, value: i16) -> i16 {
        if self.again { value - self.ahead } else { self.ahead - value }
    }
}

impl<'a, R: Row> Thought<'a, R> {
    fn new(brain: &'a Brain<R>, position: &Position, limits: &'a Limits<'a>) -> Self {
        let player = position.turn();
        let store = |owner: Player| i16::from(position.store(owner));
        let mut after = Vec::new();
        let mut moves = Vec::new();
        for pit in position.moves() {
            let sown = brain.sowing.play(position.board(), pit.index());
            let board = if sown.again { sown.board } else { sown.board.turned() };
            let ahead = store(player) - store(!player) + i16::from(sown.banked);
            after.push(After { board, ahead, again: sown.again });
            moves.push(MoveValue {
                choice: pit,
                value: ahead,
                certainty: Certainty::Estimated,
                line: vec![pit],
            });
        }
        Self { brain, limits, analysis: Analysis { moves, nodes: 0 }, after }
    }

    /// Whether all is proved, or no more may be done.
    fn is_done(&self) -> bool {
        self.analysis.is_proved()
            || self.analysis.nodes >= self.limits.nodes
            || self.limits.stop.load(Relaxed)
    }

    fn budget(&self, effort: u64) -> Budget<'a> {
        let left = self.limits.nodes.saturating_sub(self.analysis.nodes);
        Budget { nodes: effort.min(left), stop: self.limits.stop }
    }

    /// Estimates every move that is not proved, deeper and deeper; returns the next depth.
    fn estimate(&mut self, from: u8, effort: u64) -> u8 {
        let mut spent = 0;
        for depth in from..=self.limits.depth.min(MAX_DEPTH) {
            let mut values = Vec::with_capacity(self.after.len());
            for (after, entry) in self.after.iter().zip(&self.analysis.moves) {
                if entry.is_proved() {
                    values.push(entry.value);
                    continue;
                }
                let mut sight =
                    Sight::new(self.brain, self.budget(effort.saturating_sub(spent).max(1)));
                let value = sight.estimate(after.board, depth - 1);
                spent += sight.nodes();
                self.analysis.nodes += sight.nodes();
                match value {
                    Some(value) => values.push(after.for_mover(value)),
                    None => return depth,
                }
            }
            // A depth counts only when all moves have been seen to it: half of it would compare
            // what should not be compared.
            for (entry, value) in self.analysis.moves.iter_mut().zip(values) {
                entry.value = value;
            }
        }
        MAX_DEPTH + 1
    }

    /// Tries to prove the moves, best first.
    fn prove(&mut self, effort: u64) {
        let moves = self.analysis.moves.iter().enumerate();
        let mut order: Vec<(i16, usize)> = moves.map(|(at, entry)| (-entry.value, at)).collect();
        order.sort_unstable();
        for (_, at) in order {
            if self.analysis.moves[at].is_proved() || self.is_done() {
                continue;
            }
            let after = &self.after[at];
            let guess = after.for_next(self.analysis.moves[at].value);
            let solved =
                solve(self.brain, after.board, guess, self.limits.threads, self.budget(effort));
            self.analysis.nodes += solved.nodes;
            if let Some(value) = solved.bounds.value() {
                let entry = &mut self.analysis.moves[at];
                entry.value = after.for_mover(value);
                entry.certainty = Certainty::Proved;
            }
        }
    }

    /// Works out how the game would go on after each move.
    fn follow_lines(&mut self) {
        for (after, entry) in self.after.iter().zip(&mut self.analysis.moves) {
            let mut value = entry.is_proved().then(|| after.for_next(entry.value));
            let mut board = after.board;
            while entry.line.len() < LONGEST_LINE && !self.brain.sowing.is_over(board) {
                let next = match value {
                    Some(value) => best_reply(self.brain, board, value, self.limits),
                    None => Sight::favourite(self.brain, board),
                };
                let Some(pit) = next.and_then(Pit::new) else { break };
                let sown = self.brain.sowing.play(board, pit.index());
                let gain = i16::from(sown.banked);
                value = value.map(|value| if sown.again { value - gain } else { gain - value });
                board = if sown.again { sown.board } else { sown.board.turned() };
                entry.line.push(pit);
            }
        }
    }
}

/// The first pit that keeps a proved value.
fn best_reply<R: Row>(
    brain: &Brain<R>,
    board: Board<R>,
    value: i16,
    limits: &Limits<'_>,
) -> Option<u8> {
    let budget = Budget { nodes: 1 << 16, stop: limits.stop };
    let mut found = None;
    brain.sowing.for_each_turn(board, |pit, sown| {
        if found.is_some() {
            return;
        }
        let gain = i16::from(sown.banked);
        // The value cannot be more than what was proved, so at least as much is just as much.
        let keeps = if sown.again {
            is_at_least(brain, sown.board, value - gain, budget)
        } else {
            is_at_least(brain, sown.board.turned(), gain - value + 1, budget).map(|more| !more)
        };
        if keeps == Some(true) {
            found = Some(pit);
        }
    });
    found
}
