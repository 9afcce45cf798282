//! What a review says about a game: how good each turn was, why, and how both played.

use parlor_engine::{
    Certainty, Judgement, Loss, MoveClass, PlayerSummary, Progress, Reason, TurnReview, Why,
};
use parlor_rules::mancala::Step;
use parlor_rules::{AnyTurn, Choice, Game, Player, Ply, TurnOfGame, Variant};
use parlor_table::Landing;

use super::board::{scored_in_relay, square_place};
use super::grammar::{counted, listed, sentences, stones};
use crate::{Players, Voice};

/// A turn as it stands in a list of moves: `3`, `3*` goes again, `4x7` captures 7, `2+5*` scores 5 in
/// a relay and goes again; `s` is a swap of sides.
pub fn figure(turn: &TurnReview) -> String {
    turn.played().map_or_else(|| "s".to_owned(), |turn| figure_of_move(&turn))
}

/// The same for a turn that is no swap.
pub fn figure_of_move(turn: &AnyTurn) -> String {
    let digit = turn.before().digit(turn.choice());
    let Some(turn) = turn.mancala() else { return digit.to_string() };
    let effect = Landing::of(&turn).effect;
    let scores = scored_in_relay(&effect).map(|scored| format!("+{scored}"));
    let captures = effect.capture.filter(|capture| capture.taken > 0);
    let captures = captures.map(|capture| format!("x{}", capture.taken));
    let again = if effect.again { "*" } else { "" };
    format!("{digit}{}{}{again}", scores.unwrap_or_default(), captures.unwrap_or_default())
}

/// How good a turn was, in a few words: "best", "gives up 3", "turns a win into a loss".
pub fn class(judgement: &Judgement) -> String {
    match judgement.class {
        MoveClass::OnlyMove => "only move".to_owned(),
        MoveClass::Best => "best".to_owned(),
        MoveClass::Good => "good".to_owned(),
        MoveClass::GivesUp { margin } => match judgement.certainty {
            Certainty::Proved => format!("gives up {margin}"),
            Certainty::Estimated => format!("gives up about {margin}"),
        },
        MoveClass::WinIntoTie => "turns a win into a tie".to_owned(),
        MoveClass::WinIntoLoss => "turns a win into a loss".to_owned(),
        MoveClass::TieIntoLoss => "turns a tie into a loss".to_owned(),
    }
}

/// What was played, within a sentence: "pit 3", "the top left", "the swap".
fn place(turn: &TurnReview) -> String {
    match turn.ply {
        Ply::Swap => "the swap".to_owned(),
        Ply::Move(choice) => place_of(&turn.position.variant(), choice),
    }
}

/// A move, within a sentence: "pit 3", "the top left".
pub(super) fn place_of(variant: &Variant, choice: Choice) -> String {
    match variant {
        Variant::Mancala(_) => format!("pit {}", choice.pit()),
        Variant::TicTacToe => square_place(choice.square()),
    }
}

/// Why a turn was not the best: "This lets North capture 7 from your pit 3 and move again; pit 2 would
/// have kept you 4 ahead." `None` for a turn that lost nothing.
///
/// The players are called as they sat when the turn was played: see [`seated_at`].
pub fn why(players: Players<'_>, turn: &TurnReview) -> Option<String> {
    let judgement = turn.judgement.as_ref().filter(|judgement| judgement.loss() > 0)?;
    match (turn.ply, &judgement.reason) {
        (Ply::Swap, _) => Some(swapped(players, turn.player, judgement)),
        (Ply::Move(_), Some(reason)) => Some(of_move(players, turn.player, reason)),
        (Ply::Move(_), None) => None,
    }
}

/// The players as they sat when a turn was played, from how they sit at the end of the game: before a
/// swap of sides each had the other one.
pub fn seated_at<'a>(players: Players<'a>, turn: &TurnReview) -> Players<'a> {
    if turn.owner == turn.player {
        return players;
    }
    let [one, two] = players.names;
    let voice = match players.voice {
        Voice::ToOne(player) => Voice::ToOne(!player),
        Voice::ToBoth => Voice::ToBoth,
        Voice::Spectator => Voice::Spectator,
    };
    Players { names: [two, one], voice }
}

/// A mistake, with its number among the turns: "Turn 3: pit 4 turns a win into a loss. This lets North …"
pub fn mistake(players: Players<'_>, number: usize, turn: &TurnReview) -> String {
    let judged = turn.judgement.as_ref().map(|judgement| told(turn, judgement));
    let happened = format!("Turn {number}: {} {}.", place(turn), judged.unwrap_or_default());
    let why = why(players, turn).unwrap_or_default();
    sentences([happened.as_str(), &why])
}

/// How good a turn was, after what was played: "turns a win into a loss", "was good, but pit 2 was better".
fn told(turn: &TurnReview, judgement: &Judgement) -> String {
    match judgement.class {
        MoveClass::OnlyMove => "was the only move".to_owned(),
        MoveClass::Best => "was the best".to_owned(),
        MoveClass::Good => match judgement.better.first() {
            Some(&better) => {
                let better = place_of(&turn.position.variant(), better);
                format!("was good, but {better} was better")
            }
            None => "was good, but not the best".to_owned(),
        },
        MoveClass::GivesUp { .. }
        | MoveClass::WinIntoTie
        | MoveClass::WinIntoLoss
        | MoveClass::TieIntoLoss => class(judgement),
    }
}

/// "31 of 40 positions proved"
pub fn progress(progress: &Progress) -> String {
    format!("{} of {} proved", progress.proved, counted(progress.positions, "position"))
}

/// One thing that a summary of a player says, as a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is: "Stones captured".
    pub label: &'static str,
    /// How much: "12".
    pub value: String,
}

/// How one player played.
pub fn summary(variant: &Variant, summary: &PlayerSummary) -> Vec<Row> {
    let row = |label, value| Row { label, value };
    let kept = match (100 * summary.kept).checked_div(summary.judged) {
        Some(percent) => format!("{} of {} ({percent}%)", summary.kept, summary.judged),
        None => "0 of 0".to_owned(),
    };
    let mut rows = vec![row("Best moves", kept)];
    match variant {
        Variant::Mancala(_) => rows.extend([
            row("Biggest swing", summary.biggest_swing.to_string()),
            row("Stones captured", summary.performance.captured.to_string()),
            row("Extra turns", summary.performance.extra_turns.to_string()),
            row("Longest chain", counted(summary.performance.longest_run, "turn")),
        ]),
        // Marks are neither captured nor do they go again, and a game is not lost by more or less.
        Variant::TicTacToe => {}
    }
    rows
}

fn of_move(players: Players<'_>, mover: Player, reason: &Reason) -> String {
    let told = match &reason.why {
        Why::Allows { loss, reply } => {
            let first = reply.first().map(AnyTurn::of_game);
            let is_sown = matches!(first, Some(TurnOfGame::Mancala(_)));
            is_sown.then(|| allowed(players, mover, loss, reply))
        }
        Why::Misses { loss, better } => {
            let first = better.first().map(AnyTurn::of_game);
            let is_sown = matches!(first, Some(TurnOfGame::Mancala(_)));
            is_sown.then(|| missed(players, mover, loss, better))
        }
        Why::Best { .. } | Why::Unsure { .. } => None,
    };
    told.unwrap_or_else(|| super::reason(players, reason))
}

/// "This lets North capture 7 from your pit 3 and move again; pit 2 would have kept you 4 ahead."
fn allowed(players: Players<'_>, mover: Player, loss: &Loss, reply: &[AnyTurn]) -> String {
    let them = players.object(!mover);
    let deeds = deeds(players, reply, &Verbs::NOW);
    let kept = kept(players, mover, loss.best_value, loss.certainty);
    let best = loss.best.pit();
    if deeds.is_empty() {
        // A relay that scores nothing, for one.
        return format!("Pit {best} would have {kept}.");
    }
    format!("This lets {them} {}; pit {best} would have {kept}.", listed(&deeds))
}

/// "Pit 2 would have captured 5 from North's pit 4, moved again and kept you 4 ahead."
fn missed(players: Players<'_>, mover: Player, loss: &Loss, better: &[AnyTurn]) -> String {
    let mut deeds = deeds(players, better, &Verbs::MISSED);
    deeds.push(kept(players, mover, loss.best_value, loss.certainty));
    let pits: Vec<Choice> = better.iter().map(AnyTurn::choice).collect();
    format!("{} would have {}.", pits_in_a_row(&pits), listed(&deeds))
}

/// "Pit 2", "Pits 6, 5 and 2 in a row"
fn pits_in_a_row(pits: &[Choice]) -> String {
    let pits: Vec<String> = pits.iter().map(|choice| choice.pit().to_string()).collect();
    match pits.as_slice() {
        [pit] => format!("Pit {pit}"),
        _ => format!("Pits {} in a row", listed(&pits)),
    }
}

/// "Not swapping would have kept you 4 ahead."
fn swapped(players: Players<'_>, mover: Player, judgement: &Judgement) -> String {
    let kept = kept(players, mover, judgement.best, judgement.certainty);
    format!("Not swapping would have {kept}.")
}

/// What the best would have led to: "kept you 4 ahead".
fn kept(players: Players<'_>, mover: Player, value: i16, certainty: Certainty) -> String {
    let whom = players.object(mover);
    match (value, certainty) {
        (0, Certainty::Proved) => "kept the tie".to_owned(),
        (0, Certainty::Estimated) => "kept it about even".to_owned(),
        (1.., Certainty::Proved) => format!("kept {whom} {value} ahead"),
        (1.., Certainty::Estimated) => format!("kept {whom} about {value} ahead"),
        (..0, Certainty::Proved) => format!("left {whom} only {} behind", -value),
        (..0, Certainty::Estimated) => format!("left {whom} only about {} behind", -value),
    }
}

/// The verbs of what turns do, in one form.
struct Verbs {
    score: &'static str,
    capture: &'static str,
    go: &'static str,
    end: &'static str,
}

impl Verbs {
    const NOW: Self = Self { score: "score", capture: "capture", go: "move", end: "end" };
    const MISSED: Self = Self { score: "scored", capture: "captured", go: "moved", end: "ended" };
}

/// What a player does in some turns in a row, taken together: "score 3", "capture 7 from your pit 3 and
/// 2 from your pit 5", "move again twice", "end the game".
fn deeds(players: Players<'_>, turns: &[AnyTurn], verbs: &Verbs) -> Vec<String> {
    let (mut scored, mut lone_stones, mut again, mut ends) = (0, 0, 0, false);
    let mut taken_from = Vec::new();
    for turn in turns.iter().filter_map(AnyTurn::mancala) {
        let rules = turn.before().rules();
        let effect = Landing::of(&turn).effect;
        scored += scored_in_relay(&effect).unwrap_or(0);
        again += usize::from(effect.again && effect.end.is_none());
        ends |= effect.end.is_some();
        for step in turn.steps() {
            if let Step::Capture { opposite, taken, stone_to, .. } = step
                && let Some(pit) = opposite.pit(rules)
            {
                let whose = players.whose(opposite.owner(rules));
                match taken {
                    0 => lone_stones += usize::from(stone_to.is_some()),
                    _ => taken_from.push(format!("{taken} from {whose} pit {pit}")),
                }
            }
        }
    }
    let scored = (scored > 0).then(|| format!("{} {}", verbs.score, stones(scored)));
    let lone_stones = (lone_stones > 0)
        .then(|| format!("{} {}", verbs.score, counted(lone_stones, "lone stone")));
    let captured =
        (!taken_from.is_empty()).then(|| format!("{} {}", verbs.capture, listed(&taken_from)));
    let again = match again {
        0 => None,
        1 => Some(format!("{} again", verbs.go)),
        2 => Some(format!("{} again twice", verbs.go)),
        times => Some(format!("{} again {times} times", verbs.go)),
    };
    let end = ends.then(|| format!("{} the game", verbs.end));
    scored.into_iter().chain(lone_stones).chain(captured).chain(again).chain(end).collect()
}
