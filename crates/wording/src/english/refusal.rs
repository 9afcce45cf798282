//! Why something is not done.

use parlor_table::{Refusal, Table};

use super::status::status;
use crate::{Players, Voice};

/// Why something that was wanted does not happen, and what to do instead.
pub fn refusal(table: &Table, refusal: Refusal, voice: Voice) -> String {
    let players = Players::of(table, voice);
    let turn = table.turn();
    let fixed = match refusal {
        Refusal::OpponentsPit => {
            let yours = if voice.is_to(turn) { "yours" } else { &players.whose(turn) };
            return format!("That pit is {}. Choose one of {yours}.", players.whose(!turn));
        }
        Refusal::NotYourTurn => return format!("It's {} turn.", players.whose(turn)),
        Refusal::SeatFree | Refusal::NotTossed => return status(table, voice),
        Refusal::AlreadyAsked => {
            return format!("You've already asked. Waiting for {}.", other_player(table, voice));
        }
        Refusal::AnswerFirst => {
            return format!("Answer {} first.", other_player(table, voice));
        }
        Refusal::Opening => "This table is already open.",
        Refusal::Illegal => "That move isn't allowed.",
        Refusal::EmptyPit => "That pit is empty. Choose another.",
        Refusal::SquareTaken => "That square is taken. Choose another.",
        Refusal::Store => "Stones in a store stay there. Choose one of your pits.",
        Refusal::GameOver => "The game is over.",
        Refusal::NotOver => "The game isn't over yet.",
        Refusal::NoToss => "It isn't your turn to toss.",
        Refusal::NoSuchMove => "There's no turn to go to.",
        Refusal::NoSwap => {
            "Only the second player can swap sides, and only before their first move."
        }
        Refusal::NotAsked => "That request is no longer open.",
        Refusal::GameBegun => "The clock can only be set before the first move.",
        Refusal::NotSeated => "You're watching this game.",
        Refusal::AlreadySeated => "You already have a seat at this table.",
        Refusal::SeatTaken => "That seat is taken.",
        Refusal::OtherNonce => "That isn't the coin you covered.",
        Refusal::ComputerDeclines => "The computer declined.",
        Refusal::OneScreenOnly => "That only works when you share one screen.",
        Refusal::RemoteOnly => "That only works at an online table.",
        Refusal::Stale => "Something else happened first. Look again.",
        Refusal::RateLimited => "That was too much at once. Wait a moment.",
        Refusal::LogFull => "This table is full. Start a new one.",
        Refusal::NoMoreTakebacks => "No more takebacks in this game.",
        Refusal::StorageFull => "The server is out of space. Try again later.",
        Refusal::NotUnderstood => super::page::connection::not_understood(),
        Refusal::Unavailable => "That didn't work. Try again in a moment.",
    };
    fixed.to_owned()
}

/// The one who sits opposite the person who is spoken to.
fn other_player(table: &Table, voice: Voice) -> &str {
    match voice {
        Voice::ToOne(you) => table.name(!you),
        Voice::ToBoth | Voice::Spectator => "the other player",
    }
}
