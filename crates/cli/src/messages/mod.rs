//! Every sentence that a player reads, made from the steps of a turn and from nothing else.

mod help;
mod mancala;
mod prompts;
mod tic_tac_toe;

use std::fmt::Display;

use parlor_rules::mancala::Preset;
use parlor_rules::{Game, Outcome, Player, Turn, Variant};

pub(crate) use self::help::help;
pub(crate) use self::prompts::*;
use crate::names::Names;
use crate::text::counted;

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

/// A game whose turns can be told in sentences.
pub(crate) trait Told: Game<Move: Display> {
    /// What a player chooses on their turn.
    const CHOICE: &'static str;

    /// What a player's side is called.
    fn side(player: Player) -> &'static str;

    /// What happened in a turn.
    fn sentences(turn: &Turn<Self>, names: &Names) -> Vec<Sentence>;

    /// Every step of a turn, in short.
    fn account(turn: &Turn<Self>) -> String;

    /// The score of a finished game, the winner's first, where the game counts.
    fn score(&self) -> Option<String>;

    /// By how much somebody wins, in games that are won by more or less.
    fn lead(margin: u16) -> Option<String>;
}

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
    pub(crate) fn verdict<G: Told>(position: &G, outcome: Outcome, names: &Names) -> Self {
        let verdict = outcome
            .winner()
            .map_or_else(|| "Tie game!".to_owned(), |winner| format!("{} wins!", &names[winner]));
        let score = position.score().map(|score| format!(" {score}.")).unwrap_or_default();
        Self::new(Tone::End, verdict + &score)
    }
}

/// What people call a game.
pub(crate) fn title(variant: &Variant) -> String {
    match variant {
        Variant::TicTacToe => "Tic-Tac-Toe".to_owned(),
        Variant::Mancala(rules) => {
            let notation = rules.to_string();
            let named = notation.split_once(',').map_or(notation.as_str(), |(name, _)| name);
            let preset = Preset::ALL.into_iter().find(|preset| preset.id() == named);
            let name = preset.map_or("Mancala", Preset::name);
            let (pits, stones) = (rules.pits(), rules.stones());
            match preset.map(Preset::rules) {
                Some(usual) if usual.pits() == pits && usual.stones() == stones => name.to_owned(),
                _ => format!(
                    "{name}, {} × {}",
                    counted(pits.into(), "pit"),
                    counted(stones.into(), "stone")
                ),
            }
        }
    }
}

/// How a game will end, as far as that is known; `value` is a margin for the player to move.
pub(crate) fn forecast<G: Told>(position: &G, value: i16, proved: bool, names: &Names) -> String {
    let winner = if value > 0 { position.turn() } else { !position.turn() };
    let lead = G::lead(value.unsigned_abs());
    let how =
        |about: &str| lead.as_ref().map_or_else(String::new, |lead| format!(" by {about}{lead}"));
    match (position.outcome(), proved) {
        (Some(outcome), _) => Sentence::verdict(position, outcome, names).text,
        (None, true) if value == 0 => "With best play it is a tie.".to_owned(),
        (None, true) => format!("With best play {} wins{}.", &names[winner], how("")),
        (None, false) if value == 0 => "It looks even.".to_owned(),
        (None, false) => format!("It looks as if {} wins{}.", &names[winner], how("about ")),
    }
}

fn ending<G: Told>(turn: &Turn<G>, names: &Names) -> Option<Sentence> {
    let outcome = turn.position().outcome()?;
    Some(Sentence::verdict(turn.position(), outcome, names))
}
