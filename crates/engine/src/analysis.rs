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

impl<M: Copy + Eq> Analysis<M> {
    /// The best move: the highest value, and of several the first.
    pub fn best(&self) -> Option<&MoveValue<M>> {
        self.moves.iter().rev().max_by_key(|entry| entry.value)
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
    /// Whether the value is certain.
    pub fn is_proved(&self) -> bool {
        self.certainty == Certainty::Proved
    }
}
