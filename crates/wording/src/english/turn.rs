//! What happened in a turn, read off its steps.

use parlor_rules::mancala::{Position, Rest};
use parlor_rules::{AnyTurn, Player, Turn, TurnOfGame, tic_tac_toe};
use parlor_table::{Capture, Effect, Finish, Landing, Table};

use super::board::{scored_in_relay, square_place};
use super::grammar::{counted, sentences, stones, together};
use super::status::status;
use crate::{Players, Voice};

/// The short message after a turn: what a relay scored, a capture, another turn, why the game ended and
/// where the last stones went. Most turns have none.
pub fn turn_message(table: &Table, turn: &AnyTurn, voice: Voice) -> Option<String> {
    let said = effects(Players::of(table, voice), &turn.mancala()?);
    (!said.is_empty()).then(|| said.join(" "))
}

/// The whole turn and what is next, for someone who does not see the board.
pub fn turn_account(table: &Table, turn: &AnyTurn, voice: Voice) -> String {
    let players = Players::of(table, voice);
    let mut said = match turn.of_game() {
        TurnOfGame::Mancala(turn) => {
            let mut said = vec![sowing(players, &turn)];
            said.extend(effects(players, &turn));
            said
        }
        TurnOfGame::TicTacToe(turn) => {
            vec![placing(players, &turn, table.marks().of(turn.player()))]
        }
    };
    // Who goes again is known by then.
    if !earned_another(turn) {
        said.push(status(table, voice));
    }
    sentences(said.iter().map(String::as_str))
}

/// "Ada sowed 4 stones from pit 1, ending in pit 5.", or in relay sowing "Ada sowed 4 stones from pit
/// 1, then from 2 more pits, ending in pit 5."
pub(super) fn sowing(players: Players<'_>, turn: &Turn<Position>) -> String {
    let mover = turn.player();
    let rules = turn.before().rules();
    let sown = stones(turn.before().stones(turn.choice().slot(rules, mover)));
    let Landing { slot: end, effect } = Landing::of(turn);
    let place = match end.pit(rules) {
        Some(pit) if end.owner(rules) == mover => format!("pit {pit}"),
        Some(pit) => format!("{} pit {pit}", players.whose(!mover)),
        None => format!("{} store", players.whose(mover)),
    };
    let relay = match effect.relays {
        0 => String::new(),
        pits => format!(", then from {}", counted(pits, "more pit")),
    };
    let mover = players.subject(mover);
    format!("{mover} sowed {sown} from pit {}{relay}, ending in {place}.", turn.choice())
}

/// "Ada scored 3 stones.", where relay sowing did that.
pub(super) fn score(players: Players<'_>, mover: Player, effect: &Effect) -> Option<String> {
    scored_in_relay(effect)
        .map(|scored| format!("{} scored {}.", players.subject(mover), stones(scored)))
}

/// "Ada put X in the centre."
pub(super) fn placing(
    players: Players<'_>,
    turn: &Turn<tic_tac_toe::Position>,
    mark: &str,
) -> String {
    format!("{} put {mark} in {}.", players.subject(turn.player()), square_place(turn.choice()))
}

/// "You captured 5 stones, plus your own."
pub(super) fn capture(players: Players<'_>, turn: &Turn<Position>, capture: &Capture) -> String {
    let mover = turn.player();
    if capture.taken == 0 {
        return format!("{} lone last stone scores.", players.whose_first(mover));
    }
    let taken = if players.voice.is_to(!mover) {
        format!("{} of your stones", capture.taken)
    } else {
        stones(capture.taken)
    };
    let into = capture.to.pit(turn.before().rules()).map(|pit| format!(" into pit {pit}"));
    let own = capture.banks_stone.then(|| format!(", plus {} own", players.whose(mover)));
    let [into, own] = [into, own].map(Option::unwrap_or_default);
    format!("{} captured {taken}{into}{own}.", players.subject(mover))
}

/// "You go again."
pub(super) fn goes_again(players: Players<'_>, mover: Player) -> String {
    format!("{} again.", players.does(mover, "go"))
}

/// Why a game ended and where the last stones went: "Your row is empty. Pip keeps the 14 stones on
/// Pip's side."
pub(super) fn game_end(players: Players<'_>, finish: &Finish) -> String {
    let empty = match Player::BOTH.map(|player| finish.left[player.index()] == 0) {
        [true, true] => "Both rows are empty.".to_owned(),
        [true, false] => format!("{} row is empty.", players.whose_first(Player::One)),
        [false, true] => format!("{} row is empty.", players.whose_first(Player::Two)),
        // No rule ends a game like this.
        [false, false] => String::new(),
    };
    let kept = |player: Player| match (finish.left[player.index()], finish.rest) {
        (0, _) => String::new(),
        (count, Rest::ToOwner) => {
            let (keeps, whose) = (players.does(player, "keep"), players.whose(player));
            format!("{keeps} {} on {whose} side.", the_stones(count))
        }
        (1, Rest::Stays) => "The one stone left on the board doesn't count.".to_owned(),
        (count, Rest::Stays) => format!("The {count} stones left on the board don't count."),
    };
    let [one, two] = Player::BOTH.map(kept);
    sentences([empty.as_str(), &one, &two])
}

fn the_stones(count: u8) -> String {
    if count == 1 { "the one stone".to_owned() } else { format!("the {count} stones") }
}

fn effects(players: Players<'_>, turn: &Turn<Position>) -> Vec<String> {
    let effect = Landing::of(turn).effect;
    let scored = score(players, turn.player(), &effect);
    let captured = effect.capture.map(|taken| capture(players, turn, &taken));
    let next = match Finish::of(turn) {
        Some(finish) => Some(game_end(players, &finish)),
        None => effect.again.then(|| goes_again(players, turn.player())),
    };
    together([scored, captured, next])
}

fn earned_another(turn: &AnyTurn) -> bool {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => {
            let effect = Landing::of(&turn).effect;
            effect.again && effect.end.is_none()
        }
        TurnOfGame::TicTacToe(_) => false,
    }
}
