/// What each legal move of a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The moves, in board order.
    pub moves: Vec<MoveValue<M>>,
    /// How many boards were looked at.
    pub nodes: u64,
}

/// What one move is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue<M> {
    /// The move.
    pub choice: M,
    /// By how much the player to move will be ahead at the end of the game, or behind if negative.
    pub value: i16,
    /// Whether that is certain or an opinion.
    pub certainty: Certainty,
    /// How the game is expected to go on, this move first.
    pub line: Vec<M>,
}

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// An opinion after looking some turns ahead.
    Estimated,
    /// True whatever the players try.
    Proved,
}

/// How good a move is beside others: the one ordering by which levels choose, hints are given and
/// moves are listed.
///
/// A value that is proved and not a loss comes before every estimate: a win or a tie that is certain
/// is not given up for an opinion, however high. Otherwise the higher value comes first, so that an
/// estimate that is not a loss comes before every proved loss. Where an estimated loss is as high as
/// a proved one, the estimate comes first: it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    // Compared in this order.
    safe: bool,
    value: i16,
    open: bool,
}

impl Rank {
    /// The rank of a move with this value.
    pub const fn of(value: i16, certainty: Certainty) -> Self {
        let proved = matches!(certainty, Certainty::Proved);
        Self { safe: proved && value >= 0, value, open: !proved }
    }
}

/// Nothing is known.
impl<M> Default for Analysis<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), nodes: 0 }
    }
}

impl<M: Copy + Eq> Analysis<M> {
    /// The best move by [`Rank`], and of several the first.
    pub fn best(&self) -> Option<&MoveValue<M>> {
        self.moves.iter().rev().max_by_key(|entry| entry.rank())
    }

    /// The same analysis, in other terms for the moves.
    #[must_use]
    pub fn map<N>(&self, rename: impl Fn(M) -> N) -> Analysis<N> {
        let moves = self.moves.iter().map(|entry| MoveValue {
            choice: rename(entry.choice),
            value: entry.value,
            certainty: entry.certainty,
            line: entry.line.iter().map(|&choice| rename(choice)).collect(),
        });
        Analysis { moves: moves.collect(), nodes: self.nodes }
    }

    /// What is known about a move.
    pub fn of(&self, choice: M) -> Option<&MoveValue<M>> {
        self.moves.iter().find(|entry| entry.choice == choice)
    }

    /// Whether the value of every move is proved.
    pub fn is_proved(&self) -> bool {
        self.moves.iter().all(MoveValue::is_proved)
    }
}

impl<M> MoveValue<M> {
    /// How good the move is beside others.
    pub const fn rank(&self) -> Rank {
        Rank::of(self.value, self.certainty)
    }

    /// Whether the value is certain.
    pub fn is_proved(&self) -> bool {
        self.certainty == Certainty::Proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_safe_comes_before_every_estimate_and_a_loss_is_a_loss() {
        let (proved, estimated) = (Certainty::Proved, Certainty::Estimated);
        let best_first = [
            (4, proved),
            (2, proved),
            (0, proved),
            (40, estimated),
            (4, estimated),
            (0, estimated),
            (-1, estimated),
            (-2, estimated),
            (-2, proved),
            (-3, estimated),
            (-4, proved),
        ];
        let ranks = best_first.map(|(value, certainty)| Rank::of(value, certainty));
        assert!(ranks.is_sorted_by(|better, worse| better > worse), "{ranks:?}");
    }
}
