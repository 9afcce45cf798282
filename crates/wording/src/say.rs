//! Everything that is said at a table: one place for the wording of messages and announcements.
//!
//! What happened in a turn is read off its steps; nothing here asks what the rules are.

use parlor_rules::mancala::{Pit, Position, Slot};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{Game, Outcome, Player, Turn};

use parlor_table::{
    AnyTurn, Effect, Ending, Event, Hand, Landing, Occupant, Phase, Request, Table, Toss,
};

/// The short message after a turn: another turn, a capture, the final sweep. Most turns have none.
pub fn message(table: &Table, turn: &AnyTurn) -> Option<String> {
    let AnyTurn::Mancala(turn) = turn else { return None };
    let name = table.name(turn.player());
    let effect = Landing::of(turn).effect;
    let mut said = Vec::new();
    if let Some(captured) = effect.captured {
        said.push(format!("{name} captures {}!", stones(captured)));
    }
    if effect.again && effect.end.is_none() {
        said.push(format!("Another turn for {name}!"));
    }
    if effect.swept > 0 {
        said.push(format!("The last {} go to their owner.", stones(effect.swept)));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// The whole turn in one or two sentences, for somebody who does not see the board.
pub fn turn(table: &Table, turn: &AnyTurn) -> String {
    let happened = match turn {
        AnyTurn::Mancala(turn) => sowing(table, turn),
        AnyTurn::TicTacToe(turn) => placing(table, turn),
    };
    format!("{happened} {}", status(table))
}

/// Whose turn it is, or how the game ended.
pub fn status(table: &Table) -> String {
    match table.phase() {
        Phase::Waiting => match table.ending() {
            // Somebody got up after the game: its result stands.
            Some(ending) => ended(table, ending),
            None => "Waiting for the other player.".to_owned(),
        },
        Phase::Tossing(player) => format!("{} tosses the coin.", table.name(player)),
        Phase::Playing(player) => format!("{}'s turn.", table.name(player)),
        Phase::Over(ending) => ended(table, ending),
    }
}

/// The result alone: "Ada wins!" or "Tie game!".
pub fn result(table: &Table, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{} wins!", table.name(winner)),
        Outcome::Tie => "Tie game!".to_owned(),
    }
}

fn ended(table: &Table, ending: Ending) -> String {
    let result = result(table, ending.outcome());
    match (ending, table.play().mancala()) {
        (Ending::Resigned(player), _) => format!("{} resigned. {result}", table.name(player)),
        (Ending::OutOfTime(player), _) => {
            format!("{} ran out of time. {result}", table.name(player))
        }
        (Ending::DrawAgreed, _) => format!("Both agreed on a tie. {result}"),
        (Ending::Played(_), Some(position)) => {
            let [one, two] = Player::BOTH.map(|player| position.score(player));
            format!("{result} {} to {}.", one.max(two), one.min(two))
        }
        (Ending::Played(_), None) => result,
    }
}

fn sowing(table: &Table, turn: &Turn<Position>) -> String {
    let name = table.name(turn.player());
    let rules = turn.before().rules();
    let from = turn.choice().slot(rules, turn.player());
    let landing = Landing::of(turn);
    let place = match (landing.slot.pit(rules), landing.slot.owner(rules) == turn.player()) {
        (None, _) => "the store".to_owned(),
        (Some(pit), true) => format!("own pit {pit}"),
        (Some(pit), false) => format!("{}'s pit {pit}", table.name(!turn.player())),
    };
    let sown = stones(turn.before().stones(from));
    let mut said = format!("{name} sows {sown} from pit {}, the last into {place}.", turn.choice());
    if let Some(message) = message(table, &AnyTurn::Mancala(turn.clone())) {
        said.push(' ');
        said.push_str(&message);
    }
    said
}

fn placing(table: &Table, turn: &Turn<tic_tac_toe::Position>) -> String {
    let player = turn.player();
    let mark = table.marks().of(player);
    format!("{} draws {mark} in {}.", table.name(player), square_name(turn.choice()))
}

/// What choosing a slot that cannot be played is answered with, or `None` where it can be played.
pub fn refusal(table: &Table, slot: Slot) -> Option<String> {
    let position = table.play().mancala()?;
    let rules = position.rules();
    let owner = slot.owner(rules);
    Some(match table.phase() {
        Phase::Over(_) => "The game is over.".to_owned(),
        Phase::Tossing(_) | Phase::Waiting => status(table),
        Phase::Playing(_) if slot.pit(rules).is_none() => {
            "Stones in a store stay there: choose one of your pits.".to_owned()
        }
        Phase::Playing(player) if owner != player => {
            format!("That pit is {}'s: choose one of {}'s.", table.name(owner), table.name(player))
        }
        Phase::Playing(_) if position.stones(slot) == 0 => {
            "That pit is empty: choose one with stones.".to_owned()
        }
        Phase::Playing(_) => return None,
    })
}

/// The label of a pit or store: owner, number, stones, and what playing it would do.
pub fn slot_label(table: &Table, position: &Position, slot: Slot) -> String {
    let rules = position.rules();
    let owner = slot.owner(rules);
    let name = table.name(owner);
    let count = stones(position.stones(slot));
    let Some(pit) = slot.pit(rules) else {
        return format!("{name}, store, {count}");
    };
    let turn = (position.turn() == owner).then(|| position.play(pit).ok()).flatten();
    match turn.map(|turn| effect(table, Landing::of(&turn).effect)).filter(|said| !said.is_empty())
    {
        Some(effect) => format!("{name}, pit {pit}, {count}, {effect}"),
        None => format!("{name}, pit {pit}, {count}"),
    }
}

/// What a turn does, in a few words; empty where it only sows.
pub fn effect(table: &Table, effect: Effect) -> String {
    let mut said = Vec::new();
    if let Some(captured) = effect.captured {
        said.push(format!("captures {captured}"));
    }
    match effect.end {
        Some(outcome) => said.push(format!("ends the game: {}", result(table, outcome))),
        None if effect.again => said.push("goes again".to_owned()),
        None => {}
    }
    said.join(", ")
}

/// The label of a square: where it is, and what is drawn in it.
pub fn square_label(table: &Table, square: Square) -> String {
    let place = square_name(square);
    match table.play().tic_tac_toe().and_then(|position| position.mark(square)) {
        Some(player) => format!("{place}, {}", table.marks().of(player)),
        None => format!("{place}, empty"),
    }
}

const fn square_name(square: Square) -> &'static str {
    match square.index() {
        0 => "top left",
        1 => "top middle",
        2 => "top right",
        3 => "middle left",
        4 => "centre",
        5 => "middle right",
        6 => "bottom left",
        7 => "bottom middle",
        _ => "bottom right",
    }
}

/// How the coin toss stands.
pub fn toss(table: &Table, toss: &Toss) -> String {
    if let (Some(player), Some(winner)) = (toss.forfeited(), toss.winner()) {
        let [gone, starts] = [player, winner].map(|player| table.name(player));
        let never = match toss.hand(player) {
            Hand::Empty => "never tossed",
            Hand::Closed(_) | Hand::Open(_) => "never uncovered the coin",
        };
        return format!("{gone} {never}: {starts} starts.");
    }
    if let Some(winner) = toss.winner() {
        return format!("{} tossed Heads and starts.", table.name(winner));
    }
    let next = toss.next().map_or("", |player| table.name(player));
    if toss.awaits_reveal() {
        return "Both have tossed. The coins are being uncovered.".to_owned();
    }
    if matches!(toss.hand(Player::One), Hand::Closed(_)) {
        let one = table.name(Player::One);
        return format!("{one} has tossed and covers the coin. Now {next} tosses.");
    }
    match (toss.coin(Player::One), toss.same()) {
        (Some(coin), _) => {
            format!("{} tossed {}. Now {next} tosses.", table.name(Player::One), coin.name())
        }
        (None, Some(same)) => format!("Both show {}: both toss again.", same.name()),
        (None, None) => format!("{next} tosses first. Heads against Tails starts."),
    }
}

/// What a player asks of the other.
pub fn request(table: &Table, by: Player, request: Request) -> String {
    let name = table.name(by);
    match request {
        Request::Draw => format!("{name} offers a tie."),
        Request::TakeBack { to } => {
            let moves = table.play().played().saturating_sub(to.into());
            let moves = if moves == 1 { "a move".to_owned() } else { format!("{moves} moves") };
            format!("{name} asks to take back {moves}.")
        }
        Request::Rematch => format!("{name} would like another game, with sides changed."),
    }
}

/// What happened between the players and not on the board, told after it; `None` where the status
/// says all there is to say.
pub fn event(before: &Table, after: &Table, event: &Event) -> Option<String> {
    Some(match *event {
        Event::Seated { player, ref seat } => match seat.occupant {
            Occupant::Nobody => format!("{} left the table.", before.name(player)),
            // How the last game ended is no news, and was not theirs.
            _ if after.ending().is_some() => format!("{} sits down.", after.name(player)),
            _ => format!("{} sits down. {}", after.name(player), status(after)),
        },
        Event::Renamed { player, .. } if before.name(player) != after.name(player) => {
            format!("{} is now called {}.", before.name(player), after.name(player))
        }
        Event::Asked { player, request: asked } => request(before, player, asked),
        Event::Declined { player } => format!("{} says no.", after.name(player)),
        Event::TookBack { .. } => format!("Taken back. {}", status(after)),
        Event::Restarted => format!("A new game begins. {}", status(after)),
        Event::Rematched { swapped: true } => format!("Sides are changed. {}", status(after)),
        _ => return None,
    })
}

/// A pit as two-step turns show it before it is played.
pub fn selected(pit: Pit, count: u8) -> String {
    format!("Pit {pit}: {}", stones(count))
}

/// A move that the computer would make.
pub fn hint(table: &Table, choice: u8) -> String {
    match (table.rules(), Square::new(choice)) {
        (None, Some(square)) => format!("Hint: {}.", square_name(square)),
        _ => format!("Hint: pit {}.", choice + 1),
    }
}

/// A number of stones, in words.
pub fn stones(count: u8) -> String {
    match count {
        1 => "1 stone".to_owned(),
        _ => format!("{count} stones"),
    }
}
