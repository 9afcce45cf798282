//! Why a move is good or bad.

use parlor_engine::{Certainty, Loss, Reason, Why};
use parlor_rules::{AnyTurn, Choice, Game, TurnOfGame};
use parlor_table::Landing;

use super::board::{scored_in_relay, square_place};
use super::grammar::{listed, together};
use crate::Players;

/// Why a move is worth what it is worth, said about "this" move: "This gives up 5: Pip then plays
/// pit 3, captures 7 and moves again."
pub fn reason(players: Players<'_>, reason: &Reason) -> String {
    match &reason.why {
        Why::Best { turn } => best(players, reason, turn),
        Why::Allows { loss, reply } => match reply.first().map(AnyTurn::of_game) {
            Some(TurnOfGame::TicTacToe(answer)) => {
                let answers = players.does(answer.player(), "answer");
                let place = square_place(answer.choice());
                format!("{} {answers} in {place}.", missed(loss.best_value, loss.best))
            }
            Some(TurnOfGame::Mancala(_)) | None => {
                format!("{}: {}.", gives_up(loss), played(players, reply))
            }
        },
        Why::Misses { loss, better } => match better.first().map(AnyTurn::of_game) {
            Some(TurnOfGame::TicTacToe(_)) => missed(loss.best_value, loss.best),
            Some(TurnOfGame::Mancala(_)) | None => {
                format!("{}: better {}.", gives_up(loss), to_play(better))
            }
        },
        Why::Unsure { safe, value } => {
            let place = place(safe);
            match value {
                0 => format!("This might win, but {place} is a sure tie."),
                _ => format!("This might win by more, but {place} is sure to win by {value}."),
            }
        }
    }
}

fn best(players: Players<'_>, reason: &Reason, turn: &AnyTurn) -> String {
    let Reason { value, certainty, .. } = *reason;
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => {
            let result = match (certainty, value) {
                (Certainty::Proved, 0) => "ties".to_owned(),
                (Certainty::Proved, 1..) => format!("wins by {value}"),
                (Certainty::Proved, _) => format!("loses by only {}", -value),
                (Certainty::Estimated, 0) => "looks even".to_owned(),
                (Certainty::Estimated, 1..) => format!("looks {value} ahead"),
                (Certainty::Estimated, _) => format!("looks only {} behind", -value),
            };
            let effect = Landing::of(&turn).effect;
            let scores = scored_in_relay(&effect).map(|stones| format!("scores {stones}"));
            let captures = effect.capture.map(|capture| format!("captures {}", capture.taken));
            let again = (effect.again && effect.end.is_none()).then(|| "moves again".to_owned());
            let all = together([scores, captures, again, Some(result)]);
            format!("This is the best move: it {}.", listed(&all))
        }
        TurnOfGame::TicTacToe(turn) => match value {
            1.. if turn.position().outcome().is_some() => "This makes three in a row.".to_owned(),
            1.. => {
                let other = players.object(!turn.player());
                let does = if players.voice.is_to(!turn.player()) { "do" } else { "does" };
                format!("This wins, whatever {other} {does}.")
            }
            0 => "This is the best move: neither side can force a win.".to_owned(),
            _ => "Every move loses here.".to_owned(),
        },
    }
}

fn gives_up(loss: &Loss) -> String {
    match loss.certainty {
        Certainty::Proved => format!("This gives up {}", loss.margin),
        Certainty::Estimated => format!("This seems to give up {}", loss.margin),
    }
}

/// What a move of Tic-Tac-Toe gives away.
fn missed(best_value: i16, best: Choice) -> String {
    match parlor_rules::tic_tac_toe::Square::new(best.index()) {
        Some(square) if best_value > 0 => {
            format!("This misses the win in {}.", square_place(square))
        }
        Some(_) | None => "This gives away the tie.".to_owned(),
    }
}

/// "Pip then plays pit 3, captures 7 and moves again".
fn played(players: Players<'_>, turns: &[AnyTurn]) -> String {
    let Some(first) = turns.first() else { return String::new() };
    let them = first.player();
    let verb = |verb: &str| players.agreeing(them, verb);
    let told: Vec<String> = turns.iter().map(|turn| listed(&deeds(turn, &verb))).collect();
    format!("{} then {}", players.object(them), told.join(", then "))
}

/// "to play pit 3, capture 7 and move again".
fn to_play(turns: &[AnyTurn]) -> String {
    let told: Vec<String> =
        turns.iter().map(|turn| listed(&deeds(turn, &|verb| verb.to_owned()))).collect();
    format!("to {}", told.join(", then "))
}

/// Which move it is, and what comes of it.
fn deeds(turn: &AnyTurn, verb: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut deeds = vec![format!("{} {}", verb("play"), place(turn))];
    if let Some(turn) = turn.mancala() {
        let effect = Landing::of(&turn).effect;
        let scores = scored_in_relay(&effect).map(|stones| format!("{} {stones}", verb("score")));
        let captures =
            effect.capture.map(|capture| format!("{} {}", verb("capture"), capture.taken));
        deeds.extend(scores);
        deeds.extend(captures);
        if effect.end.is_some() {
            deeds.push(format!("{} the game", verb("end")));
        } else if effect.again {
            deeds.push(format!("{} again", verb("move")));
        }
    }
    deeds
}

/// The pit or square of a move.
fn place(turn: &AnyTurn) -> String {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => format!("pit {}", turn.choice()),
        TurnOfGame::TicTacToe(turn) => square_place(turn.choice()),
    }
}
