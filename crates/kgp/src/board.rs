use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::mancala::{Pit, Position, Preset, Rules, Slot};
use parlor_rules::{Game, Player};

use crate::error::NotALine;

/// A board with South to move, whoever that is at the table: a board literal of the protocol.
///
/// The rules are those of Kalah. What a pit began with is not in the literal; it is worked out from the
/// stones that there are, so that all boards of a game have the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board(Position);

impl Board {
    /// The board as the player to move sees it.
    pub fn of(position: &Position) -> Self {
        match position.turn() {
            Player::One => Self(*position),
            Player::Two => Self(seen_from_north(position)),
        }
    }

    /// The position, with South to move.
    pub const fn position(&self) -> &Position {
        &self.0
    }
}

/// The board after South's move, with South still where South was, and whether South moves again; `None`
/// if the move is not legal.
pub(crate) fn sown(board: Board, pit: Pit) -> Option<(Board, bool)> {
    let after = board.0.after(pit).ok()?;
    let again = after.turn() == Player::One && after.outcome().is_none();
    Some((Board(after), again))
}

/// The same position with the sides changed.
fn seen_from_north(position: &Position) -> Position {
    let rules = position.rules();
    let mut slots = position.slots();
    slots.rotate_left(usize::from(rules.pits()) + 1);
    Position::new(*rules, &slots, Player::One).expect("as many slots and stones as before")
}

impl FromStr for Board {
    type Err = NotALine;

    fn from_str(text: &str) -> Result<Self, NotALine> {
        let inside = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        let mut numbers = inside.ok_or(NotALine::Board)?.split(',');
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { text.parse::<u8>().ok() } else { None }
        };
        let pits = numbers.next().and_then(number).ok_or(NotALine::Board)?;
        // No more than a board of the most pits has, however many there are.
        let numbers = numbers.take(2 * usize::from(Rules::MAX_PITS) + 3).map(number);
        let stones = numbers.collect::<Option<Vec<u8>>>().ok_or(NotALine::Board)?;
        let all: u32 = stones.iter().map(|&stones| u32::from(stones)).sum();
        let each = all / (2 * u32::from(pits)).max(1);
        let each = u8::try_from(each).unwrap_or(u8::MAX).clamp(1, Rules::MAX_STONES);
        let rules = Preset::Kalah.rules().change().pits(pits).stones(each).build();
        let rules = rules.map_err(|_| NotALine::Board)?;
        Position::parse(rules, &format!("{text} S")).map(Self).map_err(|_| NotALine::Board)
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.0.rules();
        let [south, north] = Player::BOTH.map(|player| self.0.store(player));
        write!(f, "<{},{south},{north}", rules.pits())?;
        for slot in Slot::all(rules).filter(|slot| slot.pit(rules).is_some()) {
            write!(f, ",{}", self.0.stones(slot))?;
        }
        f.write_str(">")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_sees_itself_as_south() {
        let rules = Preset::Kalah.rules();
        let text = "<6,1,2,0,1,2,3,4,5,6,7,8,9,10,0> N";
        let position = Position::parse(rules, text).expect("a position");
        assert_eq!(Board::of(&position).to_string(), "<6,2,1,6,7,8,9,10,0,0,1,2,3,4,5>");
        let south = Position::parse(rules, &text.replace('N', "S")).expect("a position");
        assert_eq!(Board::of(&south).to_string(), "<6,1,2,0,1,2,3,4,5,6,7,8,9,10,0>");
    }

    #[test]
    fn a_board_of_any_size_is_read() {
        for text in ["<3,0,0,3,3,3,3,3,3>", "<1,0,0,4,4>", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"] {
            assert_eq!(text.parse::<Board>().map(|board| board.to_string()), Ok(text.to_owned()));
        }
        for wrong in ["", "<>", "<0,0,0>", "<3,0,0,3>", "<99,0,0>", "<1,0,0,300,1>", "<1,0,0,-1,4>"]
        {
            assert_eq!(wrong.parse::<Board>(), Err(NotALine::Board), "{wrong}");
        }
    }
}
