//! The one question, answered better and better: what is each move worth?

use std::sync::atomic::Ordering::Relaxed;

use parlor_rules::mancala::{Board, Pit, Position, Row};
use parlor_rules::{Game, Player};

use crate::alpha_beta::{ALL, AlphaBeta, MAX_DEPTH};
use crate::analysis::{Analysis, Certainty, MoveValue};
use crate::knowledge::Knowledge;
use crate::limits::{Budget, Limits, Objective};
use crate::principal_variation::principal_variation;
use crate::solver::solve;

/// Analyzes a position until everything is proved or a limit is reached. `report` is called
/// whenever something was learnt.
///
/// This is iterative deepening. Estimates and attempts at a proof take turns, each round with twice
/// the effort of the last; whatever a round learns stays in the transposition tables for the next,
/// and for the next call.
pub(crate) fn analyze<R: Row>(
    knowledge: &Knowledge<R>,
    position: &Position,
    limits: &Limits<'_>,
    report: &mut dyn FnMut(&Analysis<Pit>),
) -> Analysis<Pit> {
    let mut deepening = Deepening::new(knowledge, position, limits);
    // Where nothing is to be proved, estimates need not take turns with anything.
    let mut effort = if limits.proofs { FIRST_EFFORT } else { u64::MAX };
    let mut depth = 1;
    while !deepening.is_done() {
        if depth <= limits.depth.min(MAX_DEPTH) {
            depth = deepening.estimate(depth, effort);
            report(&deepening.analysis);
        }
        if limits.proofs && !deepening.is_done() {
            deepening.prove(effort);
            report(&deepening.analysis);
        } else if depth > limits.depth.min(MAX_DEPTH) {
            break;
        }
        effort = effort.saturating_mul(2);
    }
    deepening.follow_lines();
    report(&deepening.analysis);
    deepening.analysis
}

/// Boards that the first round may look at.
const FIRST_EFFORT: u64 = 4096;

/// The longest line that is worked out.
const LONGEST_LINE: usize = 16;

/// Boards that may be looked at for one line, however few the proofs took.
const LEAST_FOR_A_LINE: u64 = 1 << 16;

struct Deepening<'a, R> {
    knowledge: &'a Knowledge<R>,
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

    /// What the move looks worth to the mover, `depth` turns after it. Where it is no better than
    /// `floor`, it is said to be worse, by how much does not matter. `None` if the budget ran out.
    fn estimate(
        &self,
        search: &mut AlphaBeta<'_, R>,
        depth: u8,
        floor: Option<i16>,
    ) -> Option<i16> {
        let mut look = |alpha: i16, beta: i16| {
            let (alpha, beta) = (self.for_next(alpha), self.for_next(beta));
            let value = search.estimate(self.board, depth, alpha.min(beta), alpha.max(beta))?;
            Some(self.for_mover(value))
        };
        let Some(floor) = floor else { return look(-ALL, ALL) };
        match look(floor, floor + 1)? {
            better if better > floor => look(better - 1, ALL),
            other => Some(other.min(floor - 1)),
        }
    }
}

impl<'a, R: Row> Deepening<'a, R> {
    fn new(knowledge: &'a Knowledge<R>, position: &Position, limits: &'a Limits<'a>) -> Self {
        let player = position.turn();
        let store = |owner: Player| i16::from(position.store(owner));
        let mut after = Vec::new();
        let mut moves = Vec::new();
        for pit in position.moves() {
            let sown = knowledge.sowing.play(position.board(), pit.index());
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
        Self { knowledge, limits, analysis: Analysis { moves, nodes: 0 }, after }
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

    /// Estimates what is not proved, deeper and deeper; returns the next depth.
    fn estimate(&mut self, from: u8, effort: u64) -> u8 {
        let most = self.analysis.nodes.saturating_add(effort);
        (from..=self.limits.depth.min(MAX_DEPTH))
            .find(|&depth| !self.estimate_to(depth, most))
            .unwrap_or(MAX_DEPTH + 1)
    }

    /// Estimates what is not proved, so many turns ahead, until `most` boards have been looked at.
    /// Whether that was enough.
    fn estimate_to(&mut self, depth: u8, most: u64) -> bool {
        let mut seen = Vec::with_capacity(self.after.len());
        let mut best = None;
        for at in self.best_first() {
            let entry = &self.analysis.moves[at];
            let value = if entry.is_proved() {
                Some(entry.value)
            } else {
                let budget = self.budget(most.saturating_sub(self.analysis.nodes).max(1));
                let mut search = AlphaBeta::new(self.knowledge, budget);
                let floor = best.filter(|_| self.limits.objective == Objective::BestMove);
                let value = self.after[at].estimate(&mut search, depth - 1, floor);
                self.analysis.nodes += search.nodes();
                value
            };
            let Some(value) = value else { break };
            seen.push((at, value));
            best = best.max(Some(value));
        }
        let all = seen.len() == self.after.len();
        // Of each move, a depth counts only when all moves have been seen to it: half of it would
        // compare what should not be compared. Of the best move it counts as soon as the one that
        // was best so far has been seen: then it is known to be good still, or what is better.
        if let Some(best) = best
            && (all || self.limits.objective == Objective::BestMove)
        {
            for entry in self.analysis.moves.iter_mut().filter(|entry| !entry.is_proved()) {
                entry.value = entry.value.min(best - 1);
            }
            for (at, value) in seen {
                self.analysis.moves[at].value = value;
            }
        }
        all
    }

    /// The moves of the analysis, those first that look best so far.
    fn best_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.after.len()).collect();
        order.sort_by_key(|&at| -self.analysis.moves[at].value);
        order
    }

    /// Tries to prove the moves, best first.
    fn prove(&mut self, effort: u64) {
        for at in self.best_first() {
            if self.analysis.moves[at].is_proved() || self.is_done() {
                continue;
            }
            let after = &self.after[at];
            let guess = after.for_next(self.analysis.moves[at].value);
            let solved =
                solve(self.knowledge, after.board, guess, self.limits.threads, self.budget(effort));
            self.analysis.nodes += solved.nodes;
            if let Some(value) = solved.bounds.value() {
                let entry = &mut self.analysis.moves[at];
                entry.value = after.for_mover(value);
                entry.certainty = Certainty::Proved;
            }
        }
    }

    /// Works out how the game would go on after each move, as far as a part of the effort so far goes.
    fn follow_lines(&mut self) {
        let most = (self.analysis.nodes / 8).max(LEAST_FOR_A_LINE);
        let budget = Budget { nodes: most, stop: self.limits.stop };
        for (after, entry) in self.after.iter().zip(&mut self.analysis.moves) {
            let value = entry.is_proved().then(|| after.for_next(entry.value));
            let longest = LONGEST_LINE - entry.line.len();
            let (line, nodes) =
                principal_variation(self.knowledge, after.board, value, longest, budget);
            self.analysis.nodes += nodes;
            entry.line.extend(line);
        }
    }
}
