use parlor_rules::mancala;
use parlor_rules::{AnyPosition, AnyStep, AnyTurn, Choice, Game, Player};

use crate::analysis::{Analysis, Certainty, MoveValue};

/// Why a move is worth what it is worth, as values that can be put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// By how much the player to move will be ahead after it, or behind if negative.
    pub value: i16,
    /// Whether that is certain.
    pub certainty: Certainty,
    /// Why.
    pub why: Why,
}

/// What makes a move good or bad. The turns in it are those of the line that the value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No move is worth more.
    Best {
        /// The move.
        turn: AnyTurn,
    },
    /// The other player has a good reply.
    Allows {
        /// What the move gives up.
        loss: Loss,
        /// All that the other player then does before it is this player's turn again.
        reply: Vec<AnyTurn>,
    },
    /// The reply is nothing special, but there was something better to do.
    Misses {
        /// What the move gives up.
        loss: Loss,
        /// The better move, and how the same player goes on while it is still their turn.
        better: Vec<AnyTurn>,
    },
    /// It looks worth more than the best move, but it is only estimated, and that one is certain.
    Unsure {
        /// The best move.
        safe: AnyTurn,
        /// What it is worth: at least a tie.
        value: i16,
    },
}

/// What a move gives up compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// By how much less it is worth: more than 0.
    pub margin: i16,
    /// Certain only if the values of both moves are.
    pub certainty: Certainty,
    /// The best move.
    pub best: Choice,
    /// What the best move is worth.
    pub best_value: i16,
}

/// Explains a move by the lines of an analysis. `None` if the analysis does not know the move, or is
/// not of this position.
pub fn explain(
    position: &AnyPosition,
    analysis: &Analysis<Choice>,
    choice: Choice,
) -> Option<Reason> {
    let (entry, best) = (analysis.of(choice)?, analysis.best()?);
    let why = match best.value - entry.value {
        0 => Why::Best { turn: position.play(choice).ok()? },
        ..0 => Why::Unsure { safe: position.play(best.choice).ok()?, value: best.value },
        1.. => explain_loss(position, entry, best),
    };
    Some(Reason { value: entry.value, certainty: entry.certainty, why })
}

fn explain_loss(
    position: &AnyPosition,
    entry: &MoveValue<Choice>,
    best: &MoveValue<Choice>,
) -> Why {
    let sure = entry.is_proved() && best.is_proved();
    let loss = Loss {
        margin: best.value - entry.value,
        certainty: if sure { Certainty::Proved } else { Certainty::Estimated },
        best: best.choice,
        best_value: best.value,
    };
    let me = position.turn();
    let reply = reply(position, &entry.line);
    let to_the_best = self::reply(position, &best.line);
    if reply.iter().any(is_worth_a_word) && does_more(&reply, &to_the_best) {
        Why::Allows { loss, reply }
    } else {
        let better = replay(position, &best.line).into_iter().take_while(by(me));
        Why::Misses { loss, better: better.collect() }
    }
}

/// All that the other player does in a line before it is this player's turn again.
fn reply(position: &AnyPosition, line: &[Choice]) -> Vec<AnyTurn> {
    let me = position.turn();
    replay(position, line).into_iter().skip_while(by(me)).take_while(by(!me)).collect()
}

/// Whether a reply does more than the one that the best move would get: what the other player can do
/// anyway is not what a move allows.
fn does_more(reply: &[AnyTurn], to_the_best: &[AnyTurn]) -> bool {
    match (banked(reply), banked(to_the_best)) {
        (Some(stones), other) => stones > other.unwrap_or(0),
        (None, _) => true,
    }
}

/// How many stones a player puts into their store in some turns in a row; `None` in Tic-Tac-Toe.
fn banked(turns: &[AnyTurn]) -> Option<i16> {
    let (first, last) = (turns.first()?, turns.last()?);
    let store = |position: &AnyPosition| Some(i16::from(position.mancala()?.store(first.player())));
    Some(store(last.position())? - store(first.before())?)
}

fn by(player: Player) -> impl Fn(&AnyTurn) -> bool {
    move |turn| turn.player() == player
}

fn replay(position: &AnyPosition, line: &[Choice]) -> Vec<AnyTurn> {
    let mut position = *position;
    line.iter()
        .map_while(|&choice| {
            let turn = position.play(choice).ok()?;
            position = *turn.position();
            Some(turn)
        })
        .collect()
}

/// Whether a turn does more than to sow once. Every mark of Tic-Tac-Toe does.
fn is_worth_a_word(turn: &AnyTurn) -> bool {
    turn.steps().iter().enumerate().any(|(order, step)| match step {
        AnyStep::Mancala(step) => match step {
            mancala::Step::Capture { .. } | mancala::Step::Again | mancala::Step::End(_) => true,
            // Every turn begins with a lift; another one is a relay.
            mancala::Step::Lift { .. } => order > 0,
            mancala::Step::Drop { .. } | mancala::Step::Sweep { .. } => false,
        },
        AnyStep::TicTacToe(_) => true,
    })
}
