use parlor_rules::mancala::Starts;
use parlor_rules::{
    AnyIllegalMove, AnyPosition, AnyRecord, AnyTurn, Choice, Game as _, Outcome, Player, Ply,
    Variant,
};
use parlor_wording::terminal::match_score;

/// Games played one after another by the same two players.
pub(super) struct Match {
    /// How the games before this one ended.
    finished: Vec<Finished>,
    record: AnyRecord,
    /// Moves that were taken back, the last one to be played again first.
    undone: Vec<Choice>,
}

#[derive(Clone, Copy)]
struct Finished {
    first: Player,
    outcome: Outcome,
}

/// Who makes the first move of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    Known(Player),
    /// A coin has to be tossed.
    Toss,
}

impl Match {
    pub(super) fn new(start: AnyPosition) -> Self {
        Self { finished: Vec::new(), record: AnyRecord::new(start), undone: Vec::new() }
    }

    pub(super) fn position(&self) -> &AnyPosition {
        self.record.position()
    }

    pub(super) fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// Plays a move; what had been taken back is forgotten.
    pub(super) fn play(&mut self, choice: Choice) -> Result<AnyTurn, AnyIllegalMove> {
        let turn = self.record.play(choice)?;
        self.undone.clear();
        Ok(turn)
    }

    /// Takes the last turn back. The score follows, should the game have been over.
    pub(super) fn undo(&mut self) -> Option<Choice> {
        let undone = self.record.undo().and_then(played)?;
        self.undone.push(undone);
        Some(undone)
    }

    /// Plays the turn that was taken back last.
    pub(super) fn redo(&mut self) -> Option<AnyTurn> {
        self.record.play(self.undone.pop()?).ok()
    }

    /// Games won by each player, this one included when it is over; `None` before any is over.
    pub(super) fn score(&self) -> Option<String> {
        self.all_finished().next()?;
        let ended =
            |outcome| self.all_finished().filter(|game| game.outcome == outcome).count() as u32;
        let wins = Player::BOTH.map(|player| ended(Outcome::Win(player)));
        Some(match_score(wins, ended(Outcome::Tie)))
    }

    /// Who starts the next game. The loser of the last one starts where the rules say so; after a
    /// tie, whoever did not start it.
    pub(super) fn next_first(&self) -> First {
        let starts = match self.position().variant() {
            Variant::Mancala(rules) => rules.starts(),
            Variant::TicTacToe => Starts::One,
        };
        match starts {
            Starts::One => First::Known(Player::One),
            Starts::Two => First::Known(Player::Two),
            Starts::CoinToss => First::Toss,
            Starts::Loser => {
                let last = self.all_finished().last();
                First::Known(last.map_or(Player::One, |game| match game.outcome {
                    Outcome::Win(winner) => !winner,
                    Outcome::Tie => !game.first,
                }))
            }
        }
    }

    /// Begins the next game by the same rules. A game that was not over counts for nobody.
    pub(super) fn next_game(&mut self, first: Player) {
        self.finished.extend(self.this_game());
        self.record = AnyRecord::new(self.position().restarted(first));
        self.undone.clear();
    }

    fn all_finished(&self) -> impl Iterator<Item = Finished> {
        self.finished.iter().copied().chain(self.this_game())
    }

    fn this_game(&self) -> Option<Finished> {
        let outcome = self.position().outcome()?;
        Some(Finished { first: self.record.start().turn(), outcome })
    }
}

/// The move, or the turn that it was; a swap of sides is neither.
pub(super) fn played<M>(ply: Ply<M>) -> Option<M> {
    match ply {
        Ply::Move(choice) => Some(choice),
        Ply::Swap => None,
    }
}
