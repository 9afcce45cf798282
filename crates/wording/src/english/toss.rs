//! The coin toss.

use parlor_rules::Player;
use parlor_table::fairness::Unfair;
use parlor_table::{Coin, Hand, Table, Toss};

use crate::{Players, Voice};

/// What a coin shows.
pub const fn coin(coin: Coin) -> &'static str {
    match coin {
        Coin::Heads => "Heads",
        Coin::Tails => "Tails",
    }
}

/// How the coin toss stands.
pub fn toss(table: &Table, toss: &Toss, voice: Voice) -> String {
    let players = Players::of(table, voice);
    if let (Some(late), Some(winner)) = (toss.forfeited(), toss.winner()) {
        let never = match toss.hand(late) {
            Hand::Empty => "never tossed",
            Hand::Closed(_) | Hand::Open(_) => "never uncovered the coin",
        };
        let goes = players.does_so(winner, "go");
        return format!("{} {never}, so {goes} first.", players.subject(late));
    }
    if let Some(winner) = toss.winner() {
        return toss_won(players, winner);
    }
    if toss.awaits_reveal() {
        return "Both coins are tossed. Uncovering them…".to_owned();
    }
    let next = toss.next().map_or_else(String::new, |player| turn_to_toss(players, player));
    if matches!(toss.hand(Player::One), Hand::Closed(_)) {
        return format!("{} coin is tossed and covered. {next}", players.whose_first(Player::One));
    }
    match (toss.coin(Player::One), toss.same()) {
        (Some(coin), _) => format!("{} {next}", tossed(players, Player::One, coin)),
        (None, Some(same)) => toss_again(same),
        (None, None) => format!("{next} {HEADS_FIRST}"),
    }
}

const HEADS_FIRST: &str = "Heads beats tails and goes first.";

/// "Ada tossed heads."
pub(super) fn tossed(players: Players<'_>, player: Player, coin: Coin) -> String {
    format!("{} tossed {}.", players.subject(player), side(coin))
}

/// "Ada tossed heads and goes first."
pub(super) fn toss_won(players: Players<'_>, winner: Player) -> String {
    let goes = if players.voice.is_to(winner) { "go" } else { "goes" };
    format!("{} tossed heads and {goes} first.", players.subject(winner))
}

/// "Both heads. Toss again."
pub(super) fn toss_again(coin: Coin) -> String {
    format!("Both {}. Toss again.", side(coin))
}

fn turn_to_toss(players: Players<'_>, player: Player) -> String {
    format!("{} turn to toss.", players.whose_first(player))
}

/// A side of the coin within a sentence.
const fn side(coin: Coin) -> &'static str {
    match coin {
        Coin::Heads => "heads",
        Coin::Tails => "tails",
    }
}

/// What came of checking a toss that was decided.
pub fn toss_check(table: &Table, checked: Result<(), Unfair>, voice: Voice) -> String {
    let players = Players::of(table, voice);
    match checked {
        Ok(()) => "The toss was checked and is fair.".to_owned(),
        Err(Unfair::OtherNonce(player)) => {
            format!("This toss was not fair: {} changed a number.", players.object(player))
        }
        Err(Unfair::OtherCoin(player)) => {
            format!("This toss was not fair: {} coin shows the wrong side.", players.whose(player))
        }
        Err(Unfair::NoNonces(player)) => {
            format!("This toss was not fair: {} coin can't be checked.", players.whose(player))
        }
        Err(Unfair::ChoseAgain(player)) => {
            format!("This toss was not fair: {} tossed twice.", players.object(player))
        }
    }
}
