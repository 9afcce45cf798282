//! What people see at a glance, and what they have to look for.

use parlor_rules::mancala::{Slot, Step};
use parlor_rules::tic_tac_toe::{self, LINES};
use parlor_rules::{AnyPosition, AnyTurn, Choice, Game, Player, TurnOfGame};

use crate::analysis::MoveValue;
use crate::dice::Dice;

/// What catches a player's eye while they think about a turn.
///
/// The dice are thrown once for every pit or square of either player, so what is overlooked stays
/// overlooked whichever way the player thinks, and what was noticed once is still there after an extra
/// turn. Were they thrown anew each time, a player would pass over a free stone for a move whose
/// refutation was overlooked by luck.
pub(crate) struct Attention {
    player: Player,
    /// A turn that is so far away is overlooked as often as not.
    sight: u32,
    throws: [[u32; PLACES]; 2],
}

/// The most pits or squares that a player has to choose from.
const PLACES: usize = Choice::PLACES as usize;

/// Sides of the dice.
const SIDES: u32 = 1 << 16;

/// A reply is as hard to see as an own turn that is so many times as far away.
const REPLY: u32 = 2;

impl Attention {
    /// The attention of the player to move, by dice.
    pub(crate) fn new(player: Player, sight: u32, dice: &mut Dice) -> Self {
        let throws = [(); 2].map(|()| [(); PLACES].map(|()| dice.roll(SIDES)));
        Self { player, sight, throws }
    }

    /// The moves that are not overlooked, with their distances. Where all would be, it is the nearest
    /// that is noticed.
    pub(crate) fn noticed(
        &self,
        position: &AnyPosition,
        moves: Vec<MoveValue<Choice>>,
    ) -> Vec<(MoveValue<Choice>, u32)> {
        let far = |entry: &MoveValue<Choice>| Some(distance(&position.play(entry.choice).ok()?));
        let moves = moves.into_iter().filter_map(|entry| far(&entry).map(|far| (entry, far)));
        let (noticed, overlooked): (Vec<_>, Vec<_>) =
            moves.partition(|(entry, far)| self.notices(position.turn(), entry.choice, *far));
        if noticed.is_empty() {
            return overlooked.into_iter().min_by_key(|(_, far)| *far).into_iter().collect();
        }
        noticed
    }

    /// The farther away a turn is, the more easily it is overlooked: as d² / (d² + sight²), so that
    /// what is near hardly ever is.
    fn notices(&self, mover: Player, choice: Choice, distance: u32) -> bool {
        let times = if mover == self.player { 1 } else { REPLY };
        let (far, sight) = (u64::from(distance * times).pow(2), u64::from(self.sight).pow(2));
        let throw = self.throws[mover.index()][usize::from(choice.index())];
        u64::from(throw) * (far + sight) >= far * u64::from(SIDES)
    }
}

/// How far the eye has to go to see what a turn does. The nearest is 1: a single stone that falls one
/// step further, or a row that is completed.
///
/// In Mancala it goes along with every stone that is sown, starts counting anew each time that a relay
/// takes up stones, and goes back to see how far away a capture is; at some point it loses count. In
/// Tic-Tac-Toe rows are seen first, then columns, then diagonals.
pub(crate) fn distance(turn: &AnyTurn) -> u32 {
    match turn.of_game() {
        TurnOfGame::Mancala(turn) => {
            let origin = turn.choice().slot(turn.before().rules(), turn.player());
            along(&turn.steps(), |landing| landing.index().abs_diff(origin.index()).into())
        }
        TurnOfGame::TicTacToe(turn) => across(&turn.steps()),
    }
}

fn along(steps: &[Step], away: impl Fn(Slot) -> u32) -> u32 {
    let of_step = |(order, step): (usize, &Step)| match step {
        Step::Drop { .. } => 1,
        Step::Lift { .. } if order > 0 => LIFT,
        Step::Capture { landing, .. } => away(*landing),
        Step::Lift { .. } | Step::Again | Step::Sweep { .. } | Step::End(_) => 0,
    };
    steps.iter().enumerate().map(of_step).sum::<u32>().min(LOST)
}

fn across(steps: &[tic_tac_toe::Step]) -> u32 {
    let lines = steps.iter().filter_map(|step| match step {
        tic_tac_toe::Step::Line(squares) => LINES.iter().position(|line| line == squares),
        tic_tac_toe::Step::Place { .. } | tic_tac_toe::Step::End(_) => None,
    });
    lines.min().map_or(NO_LINE, |line| [ROW, COLUMN, DIAGONAL][line / 3])
}

/// What it takes to count anew in the middle of a turn, in steps.
const LIFT: u32 = 2;

/// Farther than this nothing is: the count is lost.
const LOST: u32 = 30;

const ROW: u32 = 1;
const COLUMN: u32 = 2;
const DIAGONAL: u32 = 4;
/// A mark that completes nothing.
const NO_LINE: u32 = 2;

#[cfg(test)]
mod tests {
    use parlor_rules::{AnyRecord, Ply};

    use super::*;
    use crate::analysis::Certainty;

    /// How many of a thousand players with this sight overlook a turn at a distance.
    fn overlooked(sight: u32, mover: Player, distance: u32) -> usize {
        let choice = Choice::new(0).expect("a place");
        let overlooks = |seed: &u64| {
            let attention = Attention::new(Player::One, sight, &mut Dice::new(*seed));
            !attention.notices(mover, choice, distance)
        };
        (0..1000).filter(overlooks).count()
    }

    #[test]
    fn the_farther_away_the_more_is_overlooked_and_replies_most() {
        let own = |distance| overlooked(6, Player::One, distance);
        assert!((10..50).contains(&own(1)), "{}", own(1));
        assert!((450..550).contains(&own(6)), "{}", own(6));
        assert!((750..850).contains(&own(12)), "{}", own(12));
        let reply = overlooked(6, Player::Two, 6);
        assert!((750..850).contains(&reply), "{reply}");
    }

    #[test]
    fn where_all_would_be_overlooked_the_nearest_is_noticed() {
        let position: AnyRecord = "kalah~6-0-0-4-4-4-4-2-4-4-4-4-4-4-4-S~".parse().expect("a game");
        let position = position.position();
        let entry = |choice| MoveValue {
            choice,
            value: 0,
            certainty: Certainty::Estimated,
            line: Vec::new(),
        };
        let attention = Attention::new(Player::One, 0, &mut Dice::new(1));
        let noticed = attention.noticed(position, position.moves().map(entry).collect());
        let noticed: Vec<(char, u32)> =
            noticed.iter().map(|(entry, far)| (position.digit(entry.choice), *far)).collect();
        assert_eq!(noticed, [('5', 2)]);
    }

    /// How far one has to look for the last turn of a game.
    fn last(game: &str) -> u32 {
        let record: AnyRecord = game.parse().expect("a game");
        match record.turns().last().expect("a turn") {
            Ply::Move(turn) => distance(&turn),
            Ply::Swap => panic!("a swap is no turn"),
        }
    }

    #[test]
    fn one_step_is_nearest_and_a_longer_sowing_farther() {
        // Into the own store.
        assert_eq!(last("kalah~6-0-0-4-4-4-4-4-1-4-4-4-4-4-4-S~6"), 1);
        // Four stones, which end in the own store.
        assert_eq!(last("kalah~S~3"), 4);
        // Thirteen: once round the board.
        assert_eq!(last("kalah.captures_off~6-0-0-13-1-1-1-1-1-4-4-4-4-4-4-S~1"), 13);
    }

    #[test]
    fn a_capture_is_as_much_farther_as_its_pit_is_away() {
        assert_eq!(last("kalah~6-0-0-1-0-4-4-4-4-4-4-4-4-4-4-S~1"), 1 + 1);
        assert_eq!(last("kalah~6-0-0-4-4-4-4-0-4-4-4-4-4-4-4-S~1"), 4 + 4);
        // Eleven stones end two pits behind the one sown from.
        assert_eq!(last("kalah~6-0-0-0-4-11-4-4-4-4-4-4-4-4-4-S~3"), 11 + 2);
    }

    #[test]
    fn a_relay_is_counted_anew_with_each_lift() {
        // One stone, which takes up one more there, of which both go on.
        let relay = "kalah.relay_on.captures_off~6-0-0-1-1-1-0-4-4-4-4-4-4-4-4-S~1";
        assert_eq!(last(relay), 1 + LIFT + 2);
    }

    #[test]
    fn rows_are_nearer_than_columns_and_diagonals() {
        assert_eq!(last("tic-tac-toe~X~03142"), ROW);
        assert_eq!(last("tic-tac-toe~X~01326"), COLUMN);
        assert_eq!(last("tic-tac-toe~X~01428"), DIAGONAL);
        // A mark that completes a row and a diagonal is seen by the row.
        assert_eq!(last("tic-tac-toe~X~031748652"), ROW);
        assert_eq!(last("tic-tac-toe~X~0"), NO_LINE);
    }
}
