use parlor_rules::{AnyPosition, Choice, Game, Variant};

use crate::analysis::MoveValue;
use crate::attention::Attention;
use crate::dice::Dice;

/// How well a game is played: how far ahead a player looks, what they overlook and what they underrate.
#[derive(Clone, Copy)]
pub(crate) struct Skill {
    /// How many turns ahead, own turn included, a move is thought through. Extra turns do not count.
    depth: u8,
    /// A turn that is so far away is overlooked as often as not, and a nearer one more seldom, in a
    /// game whose ordinary turn is [`USUAL`]. `None` where nothing is.
    sight: Option<u32>,
    /// The most by which an ordinary turn is underrated; a nearer one is by less, a farther one by more.
    underrates: u32,
}

/// The distance of an ordinary turn where pits start with four stones.
const USUAL: u32 = 4;

/// A player who looks no farther ahead takes a free stone without a thought.
const IMPULSIVE: u8 = 3;

/// Finds out what the moves of a position look worth so many turns ahead.
type Look<'a> = &'a dyn Fn(&AnyPosition, u8) -> Vec<MoveValue<Choice>>;

impl Skill {
    /// As far ahead as can be, and without a slip.
    pub(crate) const FLAWLESS: Self = Self { depth: 31, sight: None, underrates: 0 };

    pub(crate) const fn new(depth: u8, sight: u32, underrates: u32) -> Self {
        Self { depth, sight: Some(sight), underrates }
    }

    pub(crate) const fn depth(&self) -> u8 {
        self.depth
    }

    /// Picks what looks best of the moves that are noticed; `None` if the game is over.
    pub(crate) fn judge(
        &self,
        position: &AnyPosition,
        look: Look<'_>,
        dice: &mut Dice,
    ) -> Option<MoveValue<Choice>> {
        let Some(sight) = self.sight else { return best(look(position, self.depth), dice) };
        let ordinary = ordinary_distance(position.variant());
        let attention = Attention::new(position.turn(), sight * ordinary / USUAL, dice);
        let noticed = attention.noticed(position, look(position, 1));
        if self.depth <= IMPULSIVE
            && let Some((entry, _)) = noticed.iter().find(|seen| is_free_stone(position, seen))
        {
            return Some(entry.clone());
        }
        let rated = noticed.into_iter().map(|(entry, distance)| {
            let most = self.underrates * distance / ordinary;
            let value = self.foresee(position, &entry, look, &attention);
            MoveValue { value: value - dice.roll(most + 1) as i16, ..entry }
        });
        let rated: Vec<MoveValue<Choice>> = rated.collect();
        best(rated, dice)
    }

    /// What a move looks worth by what is noticed of the moves after it.
    fn foresee(
        &self,
        position: &AnyPosition,
        entry: &MoveValue<Choice>,
        look: Look<'_>,
        attention: &Attention,
    ) -> i16 {
        let Ok(next) = position.after(entry.choice) else { return entry.value };
        let again = next.turn() == position.turn();
        let depth = if again { self.depth } else { self.depth - 1 };
        let moves = attention.noticed(&next, look(&next, depth));
        let value = moves.iter().map(|(entry, _)| entry.value).max();
        value.map_or(entry.value, |value| if again { value } else { -value })
    }
}

/// How far one has to look for an ordinary turn: with more stones in each pit all turns are longer, and
/// players are used to it.
fn ordinary_distance(variant: Variant) -> u32 {
    match variant {
        Variant::Mancala(rules) => rules.stones().into(),
        Variant::TicTacToe => USUAL,
    }
}

/// Whether a move is one step into the own store: a stone gained, and the turn goes again.
fn is_free_stone(position: &AnyPosition, (entry, distance): &(MoveValue<Choice>, u32)) -> bool {
    *distance == 1 && position.after(entry.choice).is_ok_and(|next| next.turn() == position.turn())
}

/// The best of the moves; one of them by chance where several are as good.
pub(crate) fn best(
    mut moves: Vec<MoveValue<Choice>>,
    dice: &mut Dice,
) -> Option<MoveValue<Choice>> {
    let rank = moves.iter().map(MoveValue::rank).max()?;
    moves.retain(|entry| entry.rank() == rank);
    let chosen = dice.roll(moves.len() as u32) as usize;
    Some(moves.swap_remove(chosen))
}
