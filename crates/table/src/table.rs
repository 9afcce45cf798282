use parlor_rules::mancala::{Rules, Starts};
use parlor_rules::{Outcome, Player, Variant};

use crate::{
    Clock, Clocks, Coin, Entry, Event, Marks, Name, Occupant, Opening, Play, Refusal, Request,
    Score, Seat, Toss,
};

/// What people at a table see: the fold of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    seats: [Seat; 2],
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
    /// Whether the players have changed sides since the table was opened, and not back again.
    swapped: bool,
}

/// What people at a table are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Waiting for somebody to take a free seat.
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
    /// Who won, or that nobody did.
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
            marks: opening.marks,
            toss: None,
            stopped: None,
            request: None,
            score: Score::default(),
            clocks: None,
            swapped: false,
            play,
        };
        let untouched = table.play.restarted(table.play.first()) == table.play;
        table.toss = (untouched && table.starts() == Starts::CoinToss).then(Toss::default);
        table.count_if_over();
        table
    }

    /// What people are doing.
    pub fn phase(&self) -> Phase {
        if self.seats.iter().any(|seat| seat.occupant == Occupant::Nobody) {
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

    /// The name shown for a player.
    pub fn name(&self, player: Player) -> &str {
        self.seat(player).name.shown(player)
    }

    /// The names shown for both players.
    pub fn names(&self) -> [&str; 2] {
        Player::BOTH.map(|player| self.name(player))
    }

    /// The symbols of both players.
    pub fn marks(&self) -> Marks {
        self.marks
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

    /// The side that the person on this side had when the table was opened; and the other way
    /// round, the side where a person is now who had this one then.
    pub fn home(&self, player: Player) -> Player {
        if self.swapped { !player } else { player }
    }

    /// The table as somebody sees it who came to it by a link: if they sit there, their seat is at
    /// this screen.
    #[must_use]
    pub fn seen_from(&self, seat: Option<Player>) -> Self {
        let mut table = self.clone();
        if let Some(player) = seat
            && table.seat(player).occupant == Occupant::Guest
        {
            table.seats[player.index()].occupant = Occupant::Person;
        }
        table
    }

    /// The table as it was after so many moves of the game, for somebody who looks back at it. How
    /// the game ended, if it was not by its moves, was not known then.
    #[must_use]
    pub fn looked_back_at(&self, moves: usize) -> Self {
        let mut table = self.clone();
        if table.play.take_back(moves).is_ok() {
            table.stopped = None;
        }
        table
    }

    /// How many moves are left when a person at this screen takes a turn back: against the
    /// computer it is their own last turn that they get again.
    pub fn undo_target(&self) -> Option<usize> {
        let person_moves =
            |&moves: &usize| !self.has_person() || self.seat(self.play.turn_at(moves)).is_person();
        (0..self.play.played()).rev().find(person_moves)
    }

    /// How many moves the game has when what was taken back is played again.
    pub fn redo_target(&self) -> Option<usize> {
        let mut ahead = self.play.clone();
        let played = ahead.played();
        let end = played + ahead.undone();
        ahead.redo(end).ok()?;
        let person_moves =
            |&moves: &usize| !self.has_person() || self.seat(ahead.turn_at(moves)).is_person();
        (played + 1..end).find(person_moves).or(Some(end))
    }

    /// Folds one more event into the state, and counts the time it took.
    ///
    /// # Errors
    /// If it cannot happen now; nothing changes then.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let thinking = match self.phase() {
            Phase::Playing(player) => Some(player),
            _ => None,
        };
        let game = self.clocks;
        self.happen(&entry.event)?;
        let same_game = !matches!(entry.event, Event::Restarted | Event::Rematched { .. });
        if let (Some(player), Some(mut clocks), true) = (thinking, game, same_game) {
            clocks.charge(player, entry.note.took.unwrap_or_default());
            if matches!(entry.event, Event::Moved { .. }) {
                clocks.credit_move(player);
            }
            self.clocks = Some(clocks);
        }
        Ok(())
    }

    fn happen(&mut self, event: &Event) -> Result<(), Refusal> {
        match *event {
            Event::Opened(_) => return Err(Refusal::Opening),
            Event::Seated { player, ref seat } => {
                let before = std::mem::replace(&mut self.seats[player.index()], seat.clone());
                self.request = None;
                if before.occupant == Occupant::Nobody {
                    // Somebody new: what the one before them won is not theirs.
                    self.score = Score::default();
                }
            }
            Event::Renamed { player, ref name } => self.seats[player.index()].name = name.clone(),
            Event::Marked(marks) => self.marks = marks,
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
            Event::Tossed { player, coin } => return self.toss_coin(player, coin),
            Event::Moved { choice } => {
                self.must_play()?;
                self.play.play(choice)?;
                self.request = None;
                self.count_if_over();
            }
            Event::TookBack { to } => {
                let over = self.ending().map(Ending::outcome);
                if self.stopped.is_some() {
                    return Err(Refusal::GameOver);
                }
                self.play.take_back(to.into())?;
                self.request = None;
                if let Some(outcome) = over {
                    self.score.subtract(outcome);
                }
            }
            Event::Redone { to } => {
                self.must_play()?;
                self.play.redo(to.into())?;
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
                let first = self.play.first();
                self.begin(first);
                for seat in &mut self.seats {
                    if seat.occupant == Occupant::Nobody {
                        // Whoever left a seat was named as long as their game could be seen.
                        seat.name = Name::default();
                    }
                }
            }
            Event::Rematched { swapped } => self.rematch(swapped)?,
        }
        Ok(())
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
            _ => Err(Refusal::NoToss),
        }
    }

    fn toss_coin(&mut self, player: Player, coin: Coin) -> Result<(), Refusal> {
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
        if swapped {
            self.seats.reverse();
            self.score.swap_sides();
            self.swapped = !self.swapped;
            if self.starts() == Starts::Loser {
                first = !first;
            }
        }
        self.begin(first);
        Ok(())
    }

    fn begin(&mut self, first: Player) {
        self.play = self.play.restarted(first);
        self.toss = (self.starts() == Starts::CoinToss).then(Toss::default);
        self.stopped = None;
        self.request = None;
        self.clocks = self.clocks.map(|clocks| Clocks::start(clocks.clock()));
    }

    fn count_if_over(&mut self) {
        if let Some(ending) = self.ending() {
            self.score.add(ending.outcome());
        }
    }

    fn starts(&self) -> Starts {
        self.rules().map_or(Starts::One, |rules| rules.starts())
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }
}
