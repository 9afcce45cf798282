//! How far one must see.

use parlor_engine::margin;
use parlor_rules::{AnyPosition, Choice, Game};

/// Nobody is asked to see farther than this: a puzzle that takes more has this sight plus one.
pub const MOST_SIGHT: u8 = 8;

/// How many turns, own and other, one must look ahead from a position to see that a move is better than
/// every other, and no longer be misled by looking a little farther.
///
/// To look so many turns ahead means to go through all of them and to count what the players have at
/// the end. It takes no knowledge: whoever can count can see as far as that.
pub(crate) fn sight(position: &AnyPosition, right: Choice) -> u8 {
    let misled = (1..=MOST_SIGHT).rev().find(|&turns| !stands_out(position, right, turns));
    misled.map_or(1, |turns| turns + 1)
}

fn stands_out(position: &AnyPosition, right: Choice, turns: u8) -> bool {
    let look = |choice, alpha, beta| {
        position.after(choice).map_or(-FAR, |next| seen(position, &next, turns - 1, alpha, beta))
    };
    let value = look(right, -FAR, FAR);
    // A window of no width: whether another move looks at least as good, not how good.
    let rivals = position.moves().filter(|&choice| choice != right);
    rivals.into_iter().all(|choice| look(choice, value - 1, value) < value)
}

/// More than any margin.
const FAR: i16 = i16::MAX;

/// What the player to move in `before` has after a move to `next` and so many turns more.
fn seen(before: &AnyPosition, next: &AnyPosition, turns: u8, alpha: i16, beta: i16) -> i16 {
    if next.turn() == before.turn() {
        look_ahead(next, turns, alpha, beta)
    } else {
        -look_ahead(next, turns, -beta, -alpha)
    }
}

/// Plain alpha-beta, which remembers nothing: so a grade depends on the position alone.
fn look_ahead(position: &AnyPosition, turns: u8, alpha: i16, beta: i16) -> i16 {
    if turns == 0 || position.outcome().is_some() {
        return banked(position);
    }
    let (mut alpha, mut best) = (alpha, -FAR);
    for next in position.moves().filter_map(|choice| position.after(choice).ok()) {
        best = best.max(seen(position, &next, turns - 1, alpha, beta));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// By how much the player to move is ahead in what is theirs for good.
fn banked(position: &AnyPosition) -> i16 {
    let turn = position.turn();
    match (position.outcome(), position) {
        (None, AnyPosition::Mancala(position)) => {
            i16::from(position.store(turn)) - i16::from(position.store(!turn))
        }
        (Some(_), _) | (None, AnyPosition::TicTacToe(_)) => margin(position),
    }
}
