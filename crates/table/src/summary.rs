use std::cmp::Ordering;

use parlor_rules::mancala::{Position, Rest};
use parlor_rules::{Performance, Player, Turn};

use crate::{Ending, Landing, Table};

/// What is worth telling about a game that is over, read off the steps of its turns.
///
/// Players are the sides that they have at the end: who swapped sides by the pie rule takes along
/// what they did before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How it ended.
    pub ending: Ending,
    /// What its last move left of a game of Mancala; `None` where it ended otherwise.
    pub finish: Option<Finish>,
    /// The most stones of the other side that one turn captured.
    pub biggest_capture: Option<Feat>,
    /// The most pits that one turn was sown from, where that is more than one (relay sowing).
    pub longest_relay: Option<Feat>,
    /// The most turns that a player had in a row, where that is more than one.
    pub longest_run: Option<Feat>,
}

/// How the board stood when the last move of a game of Mancala had been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish {
    /// How many stones were left in each player's row.
    pub left: [u8; 2],
    /// What became of them.
    pub rest: Rest,
}

/// The most of something in a game, and who managed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feat {
    /// How much.
    pub size: usize,
    /// Who.
    pub by: FeatOf,
}

/// Whose feat it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatOf {
    /// This player alone managed so much.
    One(Player),
    /// Both managed the same.
    Both,
}

impl Summary {
    /// The summary of a game, once it is over.
    pub fn of(table: &Table) -> Option<Self> {
        let ending = table.ending()?;
        let last = table.play().last_turn().filter(|_| ending.is_by_moves());
        let performances = Performance::of_both(table.play().record());
        let most = |of: fn(&Performance) -> usize| Feat::of(performances.each_ref().map(of));
        Some(Self {
            ending,
            finish: last.and_then(|turn| Finish::of(&turn.mancala()?)),
            biggest_capture: most(|player| player.biggest_capture),
            longest_relay: most(|player| player.longest_relay).filter(|relay| relay.size > 1),
            longest_run: most(|player| player.longest_run).filter(|run| run.size > 1),
        })
    }
}

impl Finish {
    /// What a turn left, if it ended the game.
    pub fn of(turn: &Turn<Position>) -> Option<Self> {
        let effect = Landing::of(turn).effect;
        effect.end?;
        let rest = turn.before().rules().rest();
        let left = match rest {
            Rest::ToOwner => effect.swept,
            Rest::Stays => Player::BOTH.map(|player| turn.position().stones_in_row(player)),
        };
        Some(Self { left, rest })
    }
}

impl Feat {
    /// The greater of what each player managed, if that is anything.
    fn of([one, two]: [usize; 2]) -> Option<Self> {
        let by = match one.cmp(&two) {
            Ordering::Greater => FeatOf::One(Player::One),
            Ordering::Less => FeatOf::One(Player::Two),
            Ordering::Equal => FeatOf::Both,
        };
        let size = one.max(two);
        (size > 0).then_some(Self { size, by })
    }
}
