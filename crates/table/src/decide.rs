//! What comes of a command. This is the only place where anything at a table is decided.

use parlor_rules::mancala::Slot;
use parlor_rules::{Choice, Game, Level, Player};

use crate::fairness::coins;
use crate::{
    Actor, Coin, Command, Commitment, Event, Hand, Name, Nonce, Occupant, Phase, Policy, Refusal,
    Request, Seat, Table, Wish, WishKind,
};

impl Table {
    /// What happens when a command is given: the events that follow, none of which can be refused
    /// any more, or the reason why nothing does.
    ///
    /// It reads no clock, knows no identity and no chance: those are handed in. A host only knows
    /// who asks, when, and in which order.
    ///
    /// # Errors
    /// Says why nothing happens.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        policy: Policy,
    ) -> Result<Vec<Event>, Refusal> {
        if let Command::Join { name, seat } = command {
            return match actor {
                Actor::Spectator => self.join(name, *seat),
                Actor::Seat(_) | Actor::Screen => Err(Refusal::AlreadySeated),
            };
        }
        if actor == Actor::Spectator {
            return Err(Refusal::NotSeated);
        }
        match *command {
            Command::Join { .. } => Err(Refusal::AlreadySeated),
            Command::Leave => self.leave(actor),
            Command::Rename { player, ref name } => {
                let player = self.acts_for(actor, player)?;
                Ok(vec![Event::Renamed { player, name: name.clone() }])
            }
            Command::SeatComputer { seat, level, ref name } => {
                self.seat_computer(seat, level, name)
            }
            Command::SetMarks(ref marks) => match policy {
                Policy::OneScreen { .. } => Ok(vec![Event::Marked(marks.clone())]),
                Policy::Remote => Err(Refusal::OneScreenOnly),
            },
            Command::Move { choice } => {
                self.check_move(actor, choice)?;
                Ok(vec![Event::Moved { choice }])
            }
            Command::Swap => self.swap(actor),
            Command::Toss => match policy {
                Policy::OneScreen { coin } => self.toss_coin(actor, coin),
                Policy::Remote => Err(Refusal::OneScreenOnly),
            },
            Command::Commit(commitment) => self.commit(self.acts_as(actor)?, commitment),
            Command::Reveal(nonce) => self.reveal(self.acts_as(actor)?, nonce),
            Command::Undo { to } => match policy {
                Policy::OneScreen { .. } => {
                    let to = to.or_else(|| self.undo_target()).ok_or(Refusal::NoSuchMove)?;
                    self.take_back(to)
                }
                Policy::Remote => self.ask(actor, Wish::TakeBack { to }, policy),
            },
            Command::Redo { to } => match policy {
                Policy::OneScreen { .. } => self.redo(to),
                Policy::Remote => Err(Refusal::OneScreenOnly),
            },
            Command::Restart => match (policy, self.ending()) {
                (Policy::OneScreen { .. }, Some(_)) => {
                    Ok(vec![Event::Rematched { swapped: false }])
                }
                (Policy::OneScreen { .. }, None) => Ok(vec![Event::Restarted]),
                (Policy::Remote, _) => self.ask(actor, Wish::Rematch, policy),
            },
            Command::Resign => self.resign(actor),
            Command::Ask(wish) => self.ask(actor, wish, policy),
            Command::Accept(kind) => self.accept(self.acts_as(actor)?, kind),
            Command::Decline => {
                let player = self.acts_as(actor)?;
                match self.request() {
                    Some((by, _)) if by != player => Ok(vec![Event::Declined { player }]),
                    Some(_) | None => Err(Refusal::NotAsked),
                }
            }
        }
    }

    /// Which move a slot of the board stands for, if the actor can play it now.
    ///
    /// # Errors
    /// Says why it cannot be played.
    pub fn choice_at(&self, actor: Actor, slot: Slot) -> Result<Choice, Refusal> {
        let rules = self.rules().ok_or(Refusal::Illegal)?;
        match self.phase() {
            Phase::Playing(turn) => {
                let pit = slot.pit(&rules).ok_or(Refusal::Store)?;
                let theirs = slot.owner(&rules) != turn;
                if theirs && self.acts_as(actor)? == turn {
                    return Err(Refusal::OpponentsPit);
                }
                let choice = Choice::from(pit);
                self.check_move(actor, choice)?;
                Ok(choice)
            }
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => Err(Refusal::NotTossed),
            Phase::Over(_) => Err(Refusal::GameOver),
        }
    }

    /// Whether the actor can play a move now.
    ///
    /// # Errors
    /// Says why it cannot be played.
    pub fn check_move(&self, actor: Actor, choice: Choice) -> Result<(), Refusal> {
        let player = self.acts_as(actor)?;
        self.must_be_turn_of(player)?;
        self.play().position().after(choice)?;
        Ok(())
    }

    /// How many turns are left when this player takes back their last one.
    pub fn takeback_target(&self, player: Player) -> Option<u16> {
        let seat = self.seat_id(player);
        let moved = |&plies: &usize| self.seat_to_move_at(plies) == seat;
        (0..self.play().played()).rev().find(moved).and_then(|plies| plies.try_into().ok())
    }

    /// The side for which an actor acts. The people at one screen act for the player who is next if
    /// that is one of them, and otherwise for the one who is.
    fn acts_as(&self, actor: Actor) -> Result<Player, Refusal> {
        match actor {
            Actor::Seat(seat) => Ok(self.side(seat)),
            Actor::Spectator => Err(Refusal::NotSeated),
            Actor::Screen => {
                let next = match self.phase() {
                    Phase::Tossing(player) | Phase::Playing(player) => player,
                    Phase::Waiting | Phase::Over(_) => self.turn(),
                };
                let is_person = |player: &Player| self.seat(*player).is_person();
                [next, !next].into_iter().find(is_person).ok_or(Refusal::NotSeated)
            }
        }
    }

    /// The side that a command names, which people may do for each other at one screen only.
    fn acts_for(&self, actor: Actor, named: Option<Player>) -> Result<Player, Refusal> {
        match (actor, named) {
            (Actor::Screen, Some(player)) => Ok(player),
            (_, Some(player)) if self.acts_as(actor)? != player => Err(Refusal::OneScreenOnly),
            (_, _) => self.acts_as(actor),
        }
    }

    fn must_be_turn_of(&self, player: Player) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => Err(Refusal::NotTossed),
            Phase::Over(_) => Err(Refusal::GameOver),
            Phase::Playing(turn) if turn != player => Err(Refusal::NotYourTurn),
            Phase::Playing(_) => Ok(()),
        }
    }

    fn join(&self, name: &Name, seat: Option<Player>) -> Result<Vec<Event>, Refusal> {
        let player = match seat {
            Some(player) => self.seat(player).is_free().then_some(player),
            None => Player::BOTH.into_iter().find(|&player| self.seat(player).is_free()),
        };
        let player = player.ok_or(Refusal::SeatTaken)?;
        Ok(self.taken(player, Seat { name: name.clone(), occupant: Occupant::Guest }))
    }

    /// A free seat is taken. A game that ended there was another's: the next one begins.
    fn taken(&self, player: Player, seat: Seat) -> Vec<Event> {
        let seated = Event::Seated { player, seat };
        if self.ending().is_some() { vec![seated, Event::Restarted] } else { vec![seated] }
    }

    fn leave(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let Actor::Seat(seat) = actor else { return Err(Refusal::RemoteOnly) };
        match self.phase() {
            Phase::Tossing(_) | Phase::Playing(_) => return Err(Refusal::NotOver),
            Phase::Waiting | Phase::Over(_) => {}
        }
        let player = self.side(seat);
        // The result of a game says who it was until the seat is taken again.
        let over = self.ending().is_some();
        let name = if over { self.seat(player).name.clone() } else { Name::default() };
        let seat = Seat { name, occupant: Occupant::Nobody };
        Ok(vec![Event::Seated { player, seat }])
    }

    fn seat_computer(
        &self,
        player: Player,
        level: Level,
        name: &Name,
    ) -> Result<Vec<Event>, Refusal> {
        if !self.seat(player).is_free() {
            return Err(Refusal::SeatTaken);
        }
        Ok(self.taken(player, Seat { name: name.clone(), occupant: Occupant::Computer(level) }))
    }

    fn swap(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let player = self.acts_as(actor)?;
        self.must_be_turn_of(player)?;
        if !self.may_swap() {
            return Err(Refusal::NoSwap);
        }
        Ok(vec![Event::Swapped])
    }

    fn toss_coin(&self, actor: Actor, coin: Coin) -> Result<Vec<Event>, Refusal> {
        let player = self.acts_as(actor)?;
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(next) if next == player => Ok(vec![Event::Tossed { player, coin }]),
            Phase::Tossing(_) | Phase::Playing(_) | Phase::Over(_) => Err(Refusal::NoToss),
        }
    }

    fn commit(&self, player: Player, commitment: Commitment) -> Result<Vec<Event>, Refusal> {
        let mut round = self.toss().copied().ok_or(Refusal::NoToss)?;
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => {
                round.commit(player, commitment).ok_or(Refusal::NoToss)?;
                Ok(vec![Event::Committed { player, commitment }])
            }
            Phase::Playing(_) | Phase::Over(_) => Err(Refusal::NoToss),
        }
    }

    fn reveal(&self, player: Player, nonce: Nonce) -> Result<Vec<Event>, Refusal> {
        let mut round = self.toss().copied().ok_or(Refusal::NoToss)?;
        let hand = round.hand(player);
        match self.phase() {
            Phase::Tossing(_) => round.reveal(player, nonce).ok_or(Refusal::NoToss)?,
            Phase::Waiting | Phase::Playing(_) | Phase::Over(_) => return Err(Refusal::NoToss),
        }
        if hand != Hand::Closed(Commitment::of(player, nonce)) {
            return Err(Refusal::OtherNonce);
        }
        let mut events = vec![Event::Revealed { player, nonce }];
        if let Some(nonces) = round.nonces() {
            let [one, two] = coins(nonces);
            events.push(Event::Tossed { player: Player::One, coin: one });
            events.push(Event::Tossed { player: Player::Two, coin: two });
        }
        Ok(events)
    }

    fn take_back(&self, to: u16) -> Result<Vec<Event>, Refusal> {
        if self.ending().is_some_and(|ending| !ending.is_by_moves()) {
            return Err(Refusal::GameOver);
        }
        if usize::from(to) >= self.play().played() {
            return Err(Refusal::NoSuchMove);
        }
        Ok(vec![Event::TookBack { to }])
    }

    fn redo(&self, to: Option<u16>) -> Result<Vec<Event>, Refusal> {
        let to = to.or_else(|| self.redo_target()).ok_or(Refusal::NoSuchMove)?;
        let played = self.play().played();
        if usize::from(to) <= played || usize::from(to) > played + self.play().undone() {
            return Err(Refusal::NoSuchMove);
        }
        match self.phase() {
            Phase::Playing(_) => Ok(vec![Event::Redone { to }]),
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => Err(Refusal::NotTossed),
            Phase::Over(_) => Err(Refusal::GameOver),
        }
    }

    fn resign(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let player = self.acts_as(actor)?;
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Over(_) => Err(Refusal::GameOver),
            Phase::Tossing(_) | Phase::Playing(_) => Ok(vec![Event::Resigned { player }]),
        }
    }

    fn ask(&self, actor: Actor, wish: Wish, policy: Policy) -> Result<Vec<Event>, Refusal> {
        let player = self.acts_as(actor)?;
        let request = self.wished(player, wish)?;
        match self.request() {
            // A question does not change while it is about to be answered.
            Some((by, _)) if by == player => return Err(Refusal::AlreadyAsked),
            Some((_, open)) if open == request => return Ok(vec![granted(open)]),
            Some(_) => return Err(Refusal::AnswerFirst),
            None => {}
        }
        match (self.seat(!player).occupant, policy) {
            (Occupant::Computer(_), _) if request == Request::Draw => {
                Err(Refusal::ComputerDeclines)
            }
            (Occupant::Computer(_), _) | (_, Policy::OneScreen { .. }) => {
                Ok(vec![granted(request)])
            }
            (Occupant::Nobody | Occupant::Person | Occupant::Guest, Policy::Remote) => {
                Ok(vec![Event::Asked { player, request }])
            }
        }
    }

    /// The request that a wish comes to now, if it could be granted.
    fn wished(&self, player: Player, wish: Wish) -> Result<Request, Refusal> {
        match (wish, self.phase()) {
            (_, Phase::Waiting) => Err(Refusal::SeatFree),
            (Wish::Draw, Phase::Over(_)) => Err(Refusal::GameOver),
            (Wish::Draw, Phase::Tossing(_)) => Err(Refusal::NotTossed),
            (Wish::Draw, Phase::Playing(_)) => Ok(Request::Draw),
            (Wish::Rematch, Phase::Over(_)) => Ok(Request::Rematch),
            (Wish::Rematch, Phase::Tossing(_) | Phase::Playing(_)) => Err(Refusal::NotOver),
            (Wish::TakeBack { .. }, Phase::Over(ending)) if !ending.is_by_moves() => {
                Err(Refusal::GameOver)
            }
            (Wish::TakeBack { to }, Phase::Tossing(_) | Phase::Playing(_) | Phase::Over(_)) => {
                let to = to.or_else(|| self.takeback_target(player)).ok_or(Refusal::NoSuchMove)?;
                self.take_back(to)?;
                Ok(Request::TakeBack { to })
            }
        }
    }

    fn accept(&self, player: Player, wanted: WishKind) -> Result<Vec<Event>, Refusal> {
        match self.request() {
            Some((by, request)) if by != player && kind(request) == wanted => {
                Ok(vec![granted(request)])
            }
            Some(_) | None => Err(Refusal::NotAsked),
        }
    }
}

const fn kind(request: Request) -> WishKind {
    match request {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    }
}

/// What happens when both agree.
const fn granted(request: Request) -> Event {
    match request {
        Request::Draw => Event::DrawAgreed,
        Request::TakeBack { to } => Event::TookBack { to },
        Request::Rematch => Event::Rematched { swapped: true },
    }
}
