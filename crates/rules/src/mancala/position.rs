use super::sowing::{is_over, sow};
use super::{Board, IllegalMove, Pit, PositionError, Rest, Row, Rules, Slot, Sowing, Starts, Step};
use crate::{Game, Outcome, Player, Variant};

/// A Mancala position: the rules, every stone, and whose turn it is.
///
/// ```
/// use parlor_rules::mancala::{Pit, Position, Preset};
/// use parlor_rules::{Game, Player};
///
/// let start = Position::start(Preset::Kalah.rules(), Player::One);
/// let turn = start.play("3".parse::<Pit>()?)?;
/// assert_eq!(turn.position().to_string(), "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    board: Board<u128>,
    stores: [u8; 2],
    turn: Player,
}

impl Position {
    /// The most stones that a position can hold, wherever they lie: each slot is one byte.
    pub const MAX_STONES: u8 = u8::MAX;

    /// The beginning of a game.
    pub fn start(rules: Rules, first: Player) -> Self {
        let row = (0..rules.pits).fold(u128::EMPTY, |row, pit| row + u128::heap(pit, rules.stones));
        Self { rules, board: Board { mine: row, theirs: row }, stores: [0, 0], turn: first }
    }

    /// The beginning of a game, where the rules alone can tell who starts. Where a coin or the last
    /// game would decide, player one starts.
    pub fn opening(rules: Rules) -> Self {
        let first = match rules.starts {
            Starts::One | Starts::CoinToss | Starts::Loser => Player::One,
            Starts::Two => Player::Two,
        };
        Self::start(rules, first)
    }

    /// The same position, except that a player has a head start: so many stones in the store, taken from
    /// the other player's pits, one from each, beginning with the first. No pit is emptied: where there are
    /// too few, the head start is smaller.
    ///
    /// ```
    /// use parlor_rules::Player;
    /// use parlor_rules::mancala::{Position, Preset};
    ///
    /// let start = Position::start(Preset::Kalah.rules(), Player::One);
    /// let start = start.with_head_start(Player::Two, 2);
    /// assert_eq!(start.to_string(), "<6,0,2,3,3,4,4,4,4,4,4,4,4,4,4> S");
    /// ```
    #[must_use]
    pub fn with_head_start(self, player: Player, stones: u8) -> Self {
        let giver = Slot::all(&self.rules).filter(|slot| slot.owner(&self.rules) != player);
        let pits = giver.filter(|&slot| slot.pit(&self.rules).is_some() && self.stones(slot) > 1);
        let lightened: Vec<Slot> = pits.take(stones.into()).collect();
        let store =
            |slot: &Slot| slot.owner(&self.rules) == player && slot.pit(&self.rules).is_none();
        let slots = Slot::all(&self.rules).map(|slot| {
            if store(&slot) {
                self.stones(slot) + lightened.len() as u8
            } else {
                self.stones(slot) - u8::from(lightened.contains(&slot))
            }
        });
        Self::new(self.rules, &slots.collect::<Vec<_>>(), self.turn).unwrap_or(self)
    }

    /// Whether a game begins like this, and either player could have the first turn: both have the same
    /// row and an empty store, except that one may have a head start. Any other position is a moment of
    /// a game, and says itself whose turn it is.
    pub fn is_start(&self) -> bool {
        let usual = Self::start(self.rules, self.turn);
        let is_ahead = |player| usual.with_head_start(player, self.store(player)) == *self;
        let is_even = self.stores == [0, 0] && self.board.mine == self.board.theirs;
        is_even || Player::BOTH.into_iter().any(is_ahead)
    }

    /// The same board with another first turn.
    #[must_use]
    pub(crate) fn begun_by(self, first: Player) -> Self {
        let board = if first == self.turn { self.board } else { self.board.turned() };
        Self { board, turn: first, ..self }
    }

    /// Each player has what the other had; the turn stays.
    #[must_use]
    pub(crate) fn with_sides_swapped(self) -> Self {
        let [one, two] = self.stores;
        Self { board: self.board.turned(), stores: [two, one], ..self }
    }

    /// A position given slot by slot: South's pits, South's store, North's pits, North's store. If the
    /// game is over there, what is left lies where the rules want it, as after a last move.
    ///
    /// # Errors
    /// If the number of slots does not fit the rules, or there are more than 255 stones in all.
    pub fn new(rules: Rules, slots: &[u8], turn: Player) -> Result<Self, PositionError> {
        let pits = usize::from(rules.pits);
        if slots.len() != 2 * pits + 2 {
            return Err(PositionError::Slots { found: slots.len(), expected: 2 * pits + 2 });
        }
        if slots.iter().map(|&stones| u32::from(stones)).sum::<u32>() > u32::from(Self::MAX_STONES)
        {
            return Err(PositionError::TooManyStones);
        }
        let (south, north) = slots.split_at(pits + 1);
        let row = |side: &[u8]| {
            (0..)
                .zip(&side[..pits])
                .fold(u128::EMPTY, |row, (pit, &stones)| row + u128::heap(pit, stones))
        };
        let board = Board { mine: row(south), theirs: row(north) };
        let board = if turn == Player::One { board } else { board.turned() };
        Ok(Self { rules, board, stores: [south[pits], north[pits]], turn }.swept_if_over())
    }

    /// The rules of this game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stones in a slot.
    pub fn stones(&self, slot: Slot) -> u8 {
        match slot.pit(&self.rules) {
            Some(pit) => self.row(slot.owner(&self.rules)).get(pit.index()),
            None => self.store(slot.owner(&self.rules)),
        }
    }

    /// The stones in every slot, in the order of [`Slot`]'s numbers.
    pub fn slots(&self) -> Vec<u8> {
        Slot::all(&self.rules).map(|slot| self.stones(slot)).collect()
    }

    /// The stones in a player's store.
    pub const fn store(&self, player: Player) -> u8 {
        self.stores[player.index()]
    }

    /// The stones in a player's pits together.
    pub fn stones_in_row(&self, player: Player) -> u8 {
        self.row(player).sum()
    }

    /// What a player's score would be if the game ended here: the store, and the player's own pits
    /// where the rules give them to their owner.
    pub fn score(&self, player: Player) -> u8 {
        match self.rules.rest {
            Rest::ToOwner => self.store(player) + self.stones_in_row(player),
            Rest::Stays => self.store(player),
        }
    }

    /// The pits, seen by the player to move.
    ///
    /// # Panics
    /// If a row of this kind has no room for the pits of the rules.
    pub fn board<R: Row>(&self) -> Board<R> {
        assert!(self.rules.pits <= R::PITS, "a row too short for {} pits", self.rules.pits);
        self.board.convert()
    }

    /// Stones in all pits together.
    pub fn stones_in_play(&self) -> u8 {
        self.board.stones()
    }

    fn row(&self, player: Player) -> u128 {
        if player == self.turn { self.board.mine } else { self.board.theirs }
    }

    fn legal(&self, pit: Pit) -> Result<(), IllegalMove> {
        if pit.index() >= self.rules.pits {
            Err(IllegalMove::NoSuchPit { pit, pits: self.rules.pits })
        } else if is_over(&self.rules, self.board) {
            Err(IllegalMove::GameOver)
        } else if self.board.mine.get(pit.index()) == 0 {
            Err(IllegalMove::EmptyPit(pit))
        } else {
            Ok(())
        }
    }

    /// Moves what is left on the board of a finished game to where the rules want it.
    fn swept_if_over(self) -> Self {
        if !is_over(&self.rules, self.board) {
            return self;
        }
        match self.rules.rest {
            Rest::Stays => self,
            Rest::ToOwner => Self {
                board: Board::default(),
                stores: Player::BOTH.map(|player| self.score(player)),
                ..self
            },
        }
    }
}

impl Game for Position {
    type Move = Pit;
    type Step = Step;
    type Illegal = IllegalMove;

    fn letter(&self, player: Player) -> char {
        match player {
            Player::One => 'S',
            Player::Two => 'N',
        }
    }

    fn digit(&self, pit: Pit) -> char {
        char::from(b'1' + pit.index())
    }

    fn read_digit(&self, digit: char) -> Option<Pit> {
        Pit::new(digit.to_digit(10)?.checked_sub(1)? as u8)
    }

    fn variant(&self) -> Variant {
        Variant::Mancala(self.rules)
    }

    fn restarted(&self, first: Player) -> Self {
        Self::start(self.rules, first)
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        is_over(&self.rules, self.board).then(|| {
            let [one, two] = Player::BOTH.map(|player| self.score(player));
            match one.cmp(&two) {
                std::cmp::Ordering::Greater => Outcome::Win(Player::One),
                std::cmp::Ordering::Less => Outcome::Win(Player::Two),
                std::cmp::Ordering::Equal => Outcome::Tie,
            }
        })
    }

    fn moves(&self) -> impl Iterator<Item = Pit> {
        Pit::all(&self.rules).filter(|&pit| self.legal(pit).is_ok())
    }

    fn after(&self, pit: Pit) -> Result<Self, IllegalMove> {
        self.legal(pit)?;
        let index = pit.index();
        let sown = sow(&self.rules, self.board, index, |_, _| ());
        let mut stores = self.stores;
        stores[self.turn.index()] += sown.banked;
        let (board, turn) =
            if sown.again { (sown.board, self.turn) } else { (sown.board.turned(), !self.turn) };
        Ok(Self { rules: self.rules, board, stores, turn }.swept_if_over())
    }

    fn steps(&self, pit: Pit, after: &Self) -> Vec<Step> {
        Step::of_turn(self, pit, after)
    }

    fn perft(&self, turns: u32) -> u64 {
        fn count<R: Row>(position: &Position, turns: u32) -> u64 {
            let sowing = Sowing::<R>::new(&position.rules);
            sowing.count_sequences(position.board(), turns)
        }
        if self.rules.pits <= u64::PITS {
            count::<u64>(self, turns)
        } else {
            count::<u128>(self, turns)
        }
    }
}

impl<R: Row> Sowing<R> {
    fn count_sequences(&self, board: Board<R>, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        if self.is_over(board) {
            return 0;
        }
        let mut sequences = 0;
        self.for_each_turn(board, |_, sown| {
            let next = if sown.again { sown.board } else { sown.board.turned() };
            sequences += self.count_sequences(next, turns - 1);
        });
        sequences
    }
}
