use parlor_rules::mancala::{Rules, Starts};
use parlor_rules::{AnyTurn, Outcome, Player, Variant};

use crate::{
    Clock, Clocks, Coin, Entry, Event, Marks, Name, NextStart, Occupant, Opening, PieRule, Play,
    Refusal, Request, Score, Seat, SeatId, Toss,
};

/// What people at a table see: the fold of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Who has which side, by player. Scores and clocks go by player as well, and change with them.
    seats: [Seat; 2],
    /// The side that [`SeatId::First`] has now.
    first_side: Player,
    marks: Marks,
    play: Play,
    /// The toss for the game under way, if a coin decides who starts.
    toss: Option<Toss>,
    /// How the game ended, if it was not by its moves.
    stopped: Option<Ending>,
    request: Option<(Player, Request)>,
    score: Score,
    /// What the players have left, where they play against a clock.
    clocks: Option<Clocks>,
    pie_rule: PieRule,
    next_start: NextStart,
}

/// What people at a table are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Waiting for a free seat to be taken.
    Waiting,
    /// Tossing the coin; this player is next.
    Tossing(Player),
    /// Playing; this player moves.
    Playing(Player),
    /// Looking at the result.
    Over(Ending),
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its moves.
    Played(Outcome),
    /// This player gave up.
    Resigned(Player),
    /// The clock of this player ran out.
    OutOfTime(Player),
    /// Both agreed on a tie.
    DrawAgreed,
}

impl Ending {
    /// Who won, or that it is a tie.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Played(outcome) => outcome,
            Self::Resigned(player) | Self::OutOfTime(player) => Outcome::Win(!player),
            Self::DrawAgreed => Outcome::Tie,
        }
    }

    /// Whether the moves alone brought it about.
    pub const fn is_by_moves(self) -> bool {
        matches!(self, Self::Played(_))
    }
}

impl Table {
    /// A table as it was set.
    pub fn open(opening: &Opening) -> Self {
        let play = Play::new(opening.game.clone());
        let mut table = Self {
            seats: opening.seats.clone(),
            marks: opening.marks.clone(),
            toss: None,
            stopped: None,
            request: None,
            score: Score::default(),
            clocks: None,
            pie_rule: opening.pie_rule,
            next_start: opening.next_start,
            first_side: Player::One,
            play,
        };
        table.toss = table.new_toss().filter(|_| table.play.played() == 0);
        table.count_if_over();
        table
    }

    /// What people are doing.
    pub fn phase(&self) -> Phase {
        if self.seats.iter().any(Seat::is_free) {
            return Phase::Waiting;
        }
        if let Some(ending) = self.ending() {
            return Phase::Over(ending);
        }
        match self.toss.and_then(|toss| toss.next()) {
            Some(player) => Phase::Tossing(player),
            None => Phase::Playing(self.turn()),
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.stopped.or_else(|| self.play.outcome().map(Ending::Played))
    }

    /// The game and its moves.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Which game is played, and by which rules.
    pub fn variant(&self) -> Variant {
        self.play.variant()
    }

    /// The rules of Mancala, if it is Mancala that is played.
    pub fn rules(&self) -> Option<Rules> {
        match self.variant() {
            Variant::Mancala(rules) => Some(rules),
            Variant::TicTacToe => None,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Player {
        self.play.turn()
    }

    /// A player's seat.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// The name shown for a player. One without a name is called by the side that they had when the
    /// table was opened, so that swapping sides gives no player the other's name.
    pub fn name(&self, player: Player) -> &str {
        self.seat(player).name.shown(self.home(player))
    }

    /// The names shown for both players.
    pub fn names(&self) -> [&str; 2] {
        Player::BOTH.map(|player| self.name(player))
    }

    /// The symbols of both players.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The coin toss, where a coin decides who starts.
    pub fn toss(&self) -> Option<&Toss> {
        self.toss.as_ref()
    }

    /// What a player has asked of the other and not been answered yet.
    pub fn request(&self) -> Option<(Player, Request)> {
        self.request
    }

    /// The score of the match.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// What the players have left, where they play against a clock.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whose clock runs, if one does. The clocks of a game start with its first move, so that no player
    /// loses time before both are there.
    pub fn clock_runs_for(&self) -> Option<Player> {
        // A server asks this several times for each move, and most tables have no clock.
        self.clocks?;
        match self.phase() {
            Phase::Playing(player) if self.play.played() > 0 => Some(player),
            Phase::Playing(_) | Phase::Waiting | Phase::Tossing(_) | Phase::Over(_) => None,
        }
    }

    /// The seat that has a player's side now.
    pub fn seat_id(&self, player: Player) -> SeatId {
        if player == self.first_side { SeatId::First } else { SeatId::Second }
    }

    /// The side that a seat has now.
    pub fn side(&self, seat: SeatId) -> Player {
        match seat {
            SeatId::First => self.first_side,
            SeatId::Second => !self.first_side,
        }
    }

    /// The side that this player had when the table was opened, and the other way round.
    pub fn home(&self, player: Player) -> Player {
        Player::BOTH[self.seat_id(player).index()]
    }

    /// Whether the second player may swap sides, as the table was set.
    pub fn pie_rule(&self) -> PieRule {
        self.pie_rule
    }

    /// Whether the player to move may swap sides by the pie rule instead of moving: it is their
    /// first turn, and the other player started.
    pub fn may_swap(&self) -> bool {
        let second = match self.phase() {
            Phase::Playing(player) => player != self.play.first(),
            Phase::Waiting | Phase::Tossing(_) | Phase::Over(_) => false,
        };
        second && self.pie_rule == PieRule::On && self.play.clone().swap().is_ok()
    }

    /// The table as it is seen from one of its seats: the person who sits there is at this screen.
    #[must_use]
    pub fn seen_from(&self, seat: Option<SeatId>) -> Self {
        let mut table = self.clone();
        if let Some(player) = seat.map(|seat| table.side(seat))
            && table.seat(player).occupant == Occupant::Guest
        {
            table.seats[player.index()].occupant = Occupant::Person;
        }
        table
    }

    /// The table as it was after so many turns of the game, to look back at it. How the game ended,
    /// if it was not by its moves, was not known then.
    #[must_use]
    pub fn looked_back_at(&self, plies: usize) -> Self {
        let mut table = self.clone();
        if let Ok(swaps) = table.play.take_back(plies) {
            table.swap_sides_if(swaps);
            table.stopped = None;
        }
        table
    }

    /// How many turns are left when a person at this screen takes one back: against the computer
    /// it is their own last turn that they get again.
    pub fn undo_target(&self) -> Option<u16> {
        let target = (0..self.play.played()).rev().find(|&plies| self.person_moves_at(plies))?;
        target.try_into().ok()
    }

    /// How many turns the game has when what was taken back is played again.
    pub fn redo_target(&self) -> Option<u16> {
        let played = self.play.played();
        let end = played + self.play.undone();
        let mut ahead = self.clone();
        let swaps = ahead.play.redo(end).ok()?;
        ahead.swap_sides_if(swaps);
        let target = (played + 1..end).find(|&plies| ahead.person_moves_at(plies)).unwrap_or(end);
        target.try_into().ok()
    }

    /// Whose turn it was after so many turns, by the seat that had that side then.
    ///
    /// # Panics
    /// If the game does not have so many.
    pub(crate) fn seat_to_move_at(&self, plies: usize) -> SeatId {
        let seat = self.seat_id(self.play.turn_at(plies));
        if self.play.swaps_since(plies) { !seat } else { seat }
    }

    fn person_moves_at(&self, plies: usize) -> bool {
        let has_person = self.seats.iter().any(Seat::is_person);
        !has_person || self.seat(self.side(self.seat_to_move_at(plies))).is_person()
    }

    fn swap_sides_if(&mut self, swaps: bool) {
        if swaps {
            self.seats.reverse();
            self.first_side = !self.first_side;
            self.score.swap_sides();
            self.clocks = self.clocks.map(Clocks::with_sides_swapped);
        }
    }

    /// Folds one more event into the state, counts the time it took, and tells which turn was played,
    /// if one was.
    ///
    /// # Errors
    /// If it cannot happen now; nothing changes then.
    pub fn apply(&mut self, entry: &Entry) -> Result<Option<AnyTurn>, Refusal> {
        let thinking = match self.phase() {
            Phase::Playing(player) => Some(self.seat_id(player)),
            Phase::Waiting | Phase::Tossing(_) | Phase::Over(_) => None,
        };
        let turn = self.fold(&entry.event)?;
        if let (Some(seat), Some(mut clocks)) = (thinking, self.clocks)
            && entry.event.belongs_to_game()
        {
            let player = self.side(seat);
            clocks.charge(player, entry.note.took.unwrap_or_default());
            if turn.is_some() || entry.event == Event::Swapped {
                clocks.credit_move(player);
            }
            self.clocks = Some(clocks);
        }
        Ok(turn)
    }

    fn fold(&mut self, event: &Event) -> Result<Option<AnyTurn>, Refusal> {
        match *event {
            Event::Opened(_) => return Err(Refusal::Opening),
            Event::Seated { player, ref seat } => {
                let before = std::mem::replace(&mut self.seats[player.index()], seat.clone());
                self.request = None;
                if before.occupant == Occupant::Nobody {
                    // What the one before won is not theirs.
                    self.score = Score::default();
                }
            }
            Event::Renamed { player, ref name } => self.seats[player.index()].name = name.clone(),
            Event::Marked(ref marks) => self.marks = marks.clone(),
            Event::Clocked(clock) => self.set_clock(clock)?,
            Event::Committed { player, commitment } => {
                self.tossing()?.commit(player, commitment).ok_or(Refusal::NoToss)?;
            }
            Event::Revealed { player, nonce } => {
                self.tossing()?.reveal(player, nonce).ok_or(Refusal::NoToss)?;
            }
            Event::TossForfeited { player } => {
                let clocked = self.clocks.is_some();
                self.tossing()?.forfeit(player, clocked).ok_or(Refusal::NoToss)?;
                self.play = self.play.restarted(!player);
            }
            Event::Tossed { player, coin } => self.record_toss(player, coin)?,
            Event::Moved { choice } => {
                self.must_play()?;
                let turn = self.play.play(choice)?;
                self.request = None;
                self.count_if_over();
                return Ok(Some(turn));
            }
            Event::Swapped => {
                self.must_play()?;
                self.play.swap()?;
                self.request = None;
                self.swap_sides_if(true);
            }
            Event::TookBack { to } => {
                let over = self.ending().map(Ending::outcome);
                if self.stopped.is_some() {
                    return Err(Refusal::GameOver);
                }
                let swaps = self.play.take_back(to.into())?;
                self.request = None;
                if let Some(outcome) = over {
                    self.score.subtract(outcome);
                }
                self.swap_sides_if(swaps);
            }
            Event::Redone { to } => {
                self.must_play()?;
                let swaps = self.play.redo(to.into())?;
                self.swap_sides_if(swaps);
                self.count_if_over();
            }
            Event::Asked { player, request } => self.request = Some((player, request)),
            Event::Declined { player } => {
                self.request.filter(|(by, _)| *by != player).ok_or(Refusal::NotAsked)?;
                self.request = None;
            }
            Event::Resigned { player } => self.stop(Ending::Resigned(player))?,
            Event::TimeRanOut { player } => {
                if self.clocks.is_none() || self.phase() != Phase::Playing(player) {
                    return Err(Refusal::NotYourTurn);
                }
                self.stop(Ending::OutOfTime(player))?;
            }
            Event::DrawAgreed => self.stop(Ending::DrawAgreed)?,
            Event::Restarted => {
                self.begin(self.next_game(self.play.first()));
                for seat in &mut self.seats {
                    if seat.occupant == Occupant::Nobody {
                        // Who left a seat was named as long as their game could be seen.
                        seat.name = Name::default();
                    }
                }
            }
            Event::Rematched { swapped } => self.rematch(swapped)?,
        }
        Ok(None)
    }

    fn must_play(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Playing(_) => Ok(()),
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => Err(Refusal::NotTossed),
            Phase::Over(_) => Err(Refusal::GameOver),
        }
    }

    fn set_clock(&mut self, clock: Clock) -> Result<(), Refusal> {
        if self.play.played() > 0 || self.ending().is_some() {
            return Err(Refusal::GameBegun);
        }
        self.clocks = Some(Clocks::start(clock));
        Ok(())
    }

    /// The toss, while it goes on.
    fn tossing(&mut self) -> Result<&mut Toss, Refusal> {
        match self.phase() {
            Phase::Tossing(_) => self.toss.as_mut().ok_or(Refusal::NoToss),
            Phase::Waiting | Phase::Playing(_) | Phase::Over(_) => Err(Refusal::NoToss),
        }
    }

    fn record_toss(&mut self, player: Player, coin: Coin) -> Result<(), Refusal> {
        let toss = self.tossing()?;
        if !toss.may_fall(player) {
            return Err(Refusal::NoToss);
        }
        toss.record(player, coin);
        if let Some(winner) = toss.winner() {
            self.play = self.play.restarted(winner);
        }
        Ok(())
    }

    fn stop(&mut self, ending: Ending) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::GameOver);
        }
        self.stopped = Some(ending);
        self.request = None;
        self.count_if_over();
        Ok(())
    }

    fn rematch(&mut self, swapped: bool) -> Result<(), Refusal> {
        let ending = self.ending().ok_or(Refusal::NotOver)?;
        let loser = ending.outcome().winner().map(|winner| !winner);
        let mut first = match self.starts() {
            Starts::One | Starts::CoinToss => Player::One,
            Starts::Two => Player::Two,
            // A tie has no loser: then the player starts who did not start before.
            Starts::Loser => loser.unwrap_or(!self.play.first()),
        };
        self.swap_sides_if(swapped);
        if swapped && self.starts() == Starts::Loser {
            first = !first;
        }
        self.begin(match self.next_start {
            NextStart::Same if swapped => self.play.restarted_with_sides_swapped(first),
            NextStart::Same | NextStart::Usual => self.next_game(first),
        });
        Ok(())
    }

    /// The next game, if this player begins it and both keep their sides.
    pub(crate) fn next_game(&self, first: Player) -> Play {
        match self.next_start {
            NextStart::Same => self.play.restarted(first),
            NextStart::Usual => self.play.restarted_as_usual(first),
        }
    }

    fn begin(&mut self, play: Play) {
        self.play = play;
        self.toss = self.new_toss();
        self.stopped = None;
        self.request = None;
        self.clocks = self.clocks.map(|clocks| Clocks::start(clocks.clock()));
    }

    /// The toss before a game, where a coin decides who starts. A moment of a game, from which one goes on,
    /// says itself whose turn it is.
    fn new_toss(&self) -> Option<Toss> {
        let start = self.play.record().start();
        let is_start = match self.next_start {
            NextStart::Same => start.is_start(),
            NextStart::Usual => start.is_usual_start(),
        };
        (is_start && self.starts() == Starts::CoinToss).then(Toss::default)
    }

    fn count_if_over(&mut self) {
        if let Some(ending) = self.ending() {
            self.score.add(ending.outcome());
        }
    }

    fn starts(&self) -> Starts {
        self.rules().map_or(Starts::One, |rules| rules.starts())
    }
}
