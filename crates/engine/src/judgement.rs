use parlor_rules::{AnyPosition, Choice, Game};

use crate::analysis::MoveValue;
use crate::attention::distance;
use crate::dice::Dice;

/// How well a game is played: how far ahead a player looks, what they overlook and what they misjudge.
pub(crate) struct Skill {
    /// How many turns ahead, own turn included, a move is thought through.
    depth: u8,
    /// A turn that is so far away is overlooked as often as not, and a nearer one more seldom. `None`
    /// where nothing is.
    sight: Option<u32>,
    /// The most by which a value is misjudged.
    misjudges: u8,
}

/// A reply is as hard to see as an own turn that is so many times as far away.
const REPLY: u32 = 2;

/// Finds out what the moves of a position look worth so many turns ahead.
type Look<'a> = &'a dyn Fn(&AnyPosition, u8) -> Vec<MoveValue<Choice>>;

impl Skill {
    /// As far ahead as can be, and without a slip.
    pub(crate) const FLAWLESS: Self = Self { depth: 31, sight: None, misjudges: 0 };

    pub(crate) const fn new(depth: u8, sight: u32, misjudges: u8) -> Self {
        Self { depth, sight: Some(sight), misjudges }
    }

    pub(crate) const fn depth(&self) -> u8 {
        self.depth
    }

    /// Picks the best of the moves that were noticed, as far as they were judged rightly; `None` if
    /// the game is over.
    pub(crate) fn judge(
        &self,
        position: &AnyPosition,
        look: Look<'_>,
        dice: &mut Dice,
    ) -> Option<MoveValue<Choice>> {
        let Some(sight) = self.sight else { return best(look(position, self.depth), dice) };
        let mut moves = noticed(position, look(position, 1), sight, dice);
        for entry in &mut moves {
            let slip = dice.roll(2 * u32::from(self.misjudges) + 1) as i16;
            let seen = self.follow(position, entry, look, sight, dice).unwrap_or(entry.value);
            entry.value = seen + slip - i16::from(self.misjudges);
        }
        best(moves, dice)
    }

    /// What a move looks worth by the moves after it that are noticed; `None` if there are none.
    fn follow(
        &self,
        position: &AnyPosition,
        entry: &MoveValue<Choice>,
        look: Look<'_>,
        sight: u32,
        dice: &mut Dice,
    ) -> Option<i16> {
        let next = position.after(entry.choice).ok()?;
        let again = next.turn() == position.turn();
        let sight = if again { sight } else { sight / REPLY };
        let moves = noticed(&next, look(&next, self.depth - 1), sight, dice);
        let value = moves.iter().map(|entry| entry.value).max()?;
        Some(if again { value } else { -value })
    }
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

/// The moves that are not overlooked: the farther away a turn is, the more often it is. Where all would
/// be, one of the nearest is noticed.
fn noticed(
    position: &AnyPosition,
    moves: Vec<MoveValue<Choice>>,
    sight: u32,
    dice: &mut Dice,
) -> Vec<MoveValue<Choice>> {
    let distances =
        moves.iter().filter_map(|entry| Some(distance(&position.play(entry.choice).ok()?)));
    let distances: Vec<u32> = distances.collect();
    let is_noticed = distances.iter().map(|&far| dice.roll(sight + far) >= far);
    let mut is_noticed: Vec<bool> = is_noticed.collect();
    if !is_noticed.contains(&true)
        && let Some(nearest) = distances.iter().min()
    {
        let nearest: Vec<usize> =
            (0..distances.len()).filter(|&at| distances[at] == *nearest).collect();
        is_noticed[nearest[dice.roll(nearest.len() as u32) as usize]] = true;
    }
    moves
        .into_iter()
        .zip(is_noticed)
        .filter_map(|(entry, noticed)| noticed.then_some(entry))
        .collect()
}
