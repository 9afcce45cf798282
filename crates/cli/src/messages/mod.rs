//! Every sentence that a player reads, made from the steps of a turn and from nothing else.

mod help;
mod mancala;
mod prompts;
mod tic_tac_toe;

use std::fmt::Display;

use parlor_rules::{AnyPosition, AnyTurn, Game, Outcome, TurnOfGame};

pub(crate) use self::help::help;
pub(crate) use self::prompts::*;
pub(crate) use parlor_wording::games::title;

/// One sentence, and how it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) tone: Tone,
    pub(crate) text: String,
}

/// How a sentence is meant: a screen colours it, a browser would play a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// What anybody would expect.
    Plain,
    /// Stones were captured.
    Capture,
    /// A player moves once more.
    Again,
    /// The game is over.
    End,
    /// What was asked for cannot be done.
    Refusal,
}

/// What a player chooses on their turn.
pub(crate) const fn choice_noun(position: &AnyPosition) -> &'static str {
    match position {
        AnyPosition::Mancala(_) => "pit",
        AnyPosition::TicTacToe(_) => "square",
    }
}

/// What the sides of a board are called.
pub(crate) const fn sides(position: &AnyPosition) -> [&'static str; 2] {
    match position {
        AnyPosition::Mancala(_) => ["South", "North"],
        AnyPosition::TicTacToe(_) => ["X", "O"],
    }
}

/// What happened in a turn.
pub(crate) fn sentences(turn: &AnyTurn, names: [&str; 2]) -> Vec<Sentence> {
    let mut sentences = match turn.of_game() {
        TurnOfGame::Mancala(turn) => mancala::sentences(&turn, names),
        TurnOfGame::TicTacToe(turn) => vec![tic_tac_toe::sentence(&turn, names)],
    };
    let ending = turn.position().outcome();
    sentences.extend(ending.map(|end| Sentence::verdict(turn.position(), end, names)));
    sentences
}

/// Every step of a turn, in short.
pub(crate) fn account(turn: &AnyTurn) -> String {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => mancala::account(&turn),
        TurnOfGame::TicTacToe(turn) => tic_tac_toe::account(&turn),
    }
}

/// The same of a swap.
pub(crate) const SWAP_ACCOUNT: &str = "swap sides";

impl Sentence {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }

    /// Why a move cannot be played.
    pub(crate) fn refused(reason: &dyn Display) -> Self {
        let reason = reason.to_string();
        let mut letters = reason.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        Self::new(Tone::Refusal, format!("{}{}.", first.unwrap_or_default(), letters.as_str()))
    }

    /// How the game ended.
    pub(crate) fn verdict(position: &AnyPosition, outcome: Outcome, names: [&str; 2]) -> Self {
        let verdict = outcome.winner().map_or_else(
            || "Tie game!".to_owned(),
            |winner| format!("{} wins!", names[winner.index()]),
        );
        let score = position.mancala().map(mancala::score).unwrap_or_default();
        Self::new(Tone::End, verdict + &score)
    }
}

/// How a game will end, as far as that is known; `value` is a margin for the player to move.
pub(crate) fn forecast(
    position: &AnyPosition,
    value: i16,
    proved: bool,
    names: [&str; 2],
) -> String {
    let winner = if value > 0 { position.turn() } else { !position.turn() };
    let winner = names[winner.index()];
    // Tic-Tac-Toe is not won by more or less.
    let margin = |about: &str| match position {
        AnyPosition::Mancala(_) => format!(" by {about}{}", value.unsigned_abs()),
        AnyPosition::TicTacToe(_) => String::new(),
    };
    match (position.outcome(), proved) {
        (Some(outcome), _) => Sentence::verdict(position, outcome, names).text,
        (None, true) if value == 0 => "With best play it is a tie.".to_owned(),
        (None, true) => format!("With best play {winner} wins{}.", margin("")),
        (None, false) if value == 0 => "It looks even.".to_owned(),
        (None, false) => format!("It looks as if {winner} wins{}.", margin("about ")),
    }
}
