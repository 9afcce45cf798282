use std::collections::BTreeMap;

use parlor_engine::{PlayerSummary, Review, TurnReview};
use parlor_rules::{AnyRecord, Choice, Game, Player, Ply};
use parlor_wording::terminal::sides;
use parlor_wording::{Players, Voice, review};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::notation::{number, outcome};
use crate::replay::PlyReport;

/// What every turn of a game was worth, and how both players played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewReport {
    /// The whole game in one line.
    game: String,
    /// The rules in their shortest form.
    rules: String,
    /// The winner or `tie`; `null` while the game goes on.
    outcome: Option<String>,
    /// A row for each turn.
    moves: Vec<TurnReviewReport>,
    /// How each player played, by the letter of the side that they have at the end of the game.
    #[serde(serialize_with = "by_letter")]
    #[schemars(with = "BTreeMap<char, PlayerReport>")]
    players: [(char, PlayerReport); 2],
}

/// What one turn was worth. Margins are stones in Mancala, and 1, 0 or -1 in Tic-Tac-Toe.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TurnReviewReport {
    /// Whose turn it was.
    by: char,
    /// What they played.
    #[serde(rename = "move")]
    choice: PlyReport,
    /// The position in which they played it.
    position: String,
    /// By how much the mover will be ahead at the end of the game after it.
    value: i16,
    /// The same after the best that could be played.
    best: i16,
    /// What the turn gave up: `best` less `value`.
    loss: i16,
    /// Whether these are certain, or estimates.
    proved: bool,
    /// How good the turn was, in a few words: `best`, `good`, `only move`, `gives up 3`, `gives up
    /// about 3`, `turns a win into a tie`, `turns a win into a loss` or `turns a tie into a loss`.
    class: String,
    /// Why it was not the best, in a sentence; `null` if it was.
    why: Option<String>,
    /// What the mover would have played while it was still their turn; nothing if the turn was the
    /// best.
    better: Vec<u8>,
}

/// How one player played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerReport {
    /// How many turns they had.
    turns: usize,
    /// How many of those gave nothing up.
    kept: usize,
    /// The most that one of them gave up.
    biggest_swing: i16,
    /// How many stones of the other side they captured.
    captured: usize,
    /// How many turns earned another one.
    extra_turns: usize,
    /// The most turns that they had in a row.
    longest_chain: usize,
    /// Up to three turns that gave up most, the worst first: their numbers among `moves`, from 1.
    mistakes: Vec<usize>,
}

impl ReviewReport {
    /// What a review says about a game; `None` if it has not had a look at every turn yet.
    pub fn of(record: &AnyRecord, review: &Review) -> Option<Self> {
        let end = record.position();
        let turns: Vec<TurnReview> = (0..review.turns()).map(|at| review.turn(at)).collect();
        let [one, two] = review.summaries().map(PlayerReport::of);
        Some(Self {
            game: record.to_string(),
            rules: end.variant().to_string(),
            outcome: end.outcome().map(|result| outcome(end, result)),
            moves: turns.iter().map(TurnReviewReport::of).collect::<Option<_>>()?,
            players: [(end.letter(Player::One), one), (end.letter(Player::Two), two)],
        })
    }
}

/// An object with a member for each player, player one first.
fn by_letter<S: Serializer>(
    players: &[(char, PlayerReport); 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(players.iter().map(|(letter, player)| (letter, player)))
}

impl TurnReviewReport {
    fn of(turn: &TurnReview) -> Option<Self> {
        let judgement = turn.judgement.as_ref()?;
        let position = &turn.position;
        let numbered = |choice: Choice| number(position, choice);
        // No names: a side is called the same whoever plays it.
        let players = Players { names: sides(position), voice: Voice::Spectator };
        Some(Self {
            by: position.letter(turn.player),
            choice: PlyReport::of(match turn.ply {
                Ply::Move(choice) => Ply::Move(numbered(choice)),
                Ply::Swap => Ply::Swap,
            }),
            position: position.to_string(),
            value: judgement.value,
            best: judgement.best,
            loss: judgement.loss(),
            proved: judgement.is_proved(),
            class: review::class(judgement),
            why: review::why(players, turn),
            better: judgement.better.iter().map(|&choice| numbered(choice)).collect(),
        })
    }
}

impl PlayerReport {
    fn of(summary: PlayerSummary) -> Self {
        let PlayerSummary { turns, kept, performance, .. } = summary;
        Self {
            turns,
            kept,
            biggest_swing: summary.biggest_swing,
            captured: performance.captured,
            extra_turns: performance.extra_turns,
            longest_chain: performance.longest_run,
            mistakes: summary.mistakes.into_iter().map(|at| at + 1).collect(),
        }
    }
}
