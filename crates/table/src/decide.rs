use crate::fairness::coins;
use crate::{
    Command, Commitment, Event, Hand, Name, Nonce, Occupant, Phase, Refusal, Request, Seat, Table,
    Wish, WishKind,
};
use parlor_rules::{Choice, Game, Level, Player};

impl Table {
    /// What happens when somebody wants something: the events that follow, none of which can be
    /// refused any more, or the reason why nothing does. `by` is where they sit, if they do.
    ///
    /// Nothing else decides: a server only knows who is asking, when, and in which order.
    ///
    /// # Errors
    /// Says why nothing happens.
    pub fn decide(&self, by: Option<Player>, command: &Command) -> Result<Vec<Event>, Refusal> {
        if let Command::Join { name, seat } = command {
            return match by {
                None => self.join(name, *seat),
                Some(_) => Err(Refusal::AlreadySeated),
            };
        }
        let player = by.ok_or(Refusal::NotSeated)?;
        match *command {
            Command::Join { .. } => Err(Refusal::AlreadySeated),
            Command::Leave => self.leave(player),
            Command::Rename(ref name) => Ok(vec![Event::Renamed { player, name: name.clone() }]),
            Command::SeatComputer { seat, level, ref name } => {
                self.seat_computer(seat, level, name)
            }
            Command::Move { choice } => self.move_by(player, choice),
            Command::Commit(commitment) => self.commit(player, commitment),
            Command::Reveal(nonce) => self.reveal(player, nonce),
            Command::Resign => self.resign(player),
            Command::Ask(wish) => self.ask(player, wish),
            Command::Accept(kind) => self.accept(player, kind),
            Command::Decline => match self.request() {
                Some((by, _)) if by != player => Ok(vec![Event::Declined { player }]),
                _ => Err(Refusal::NotAsked),
            },
        }
    }

    /// How many moves are left when this player takes back their last turn.
    pub fn takeback_target(&self, player: Player) -> Option<u16> {
        let moved = |&moves: &usize| self.play().turn_at(moves) == player;
        (0..self.play().played()).rev().find(moved).and_then(|moves| moves.try_into().ok())
    }

    fn join(&self, name: &Name, seat: Option<Player>) -> Result<Vec<Event>, Refusal> {
        let player = match seat {
            Some(player) => self.is_free(player).then_some(player),
            None => Player::BOTH.into_iter().find(|&player| self.is_free(player)),
        };
        let player = player.ok_or(Refusal::SeatTaken)?;
        Ok(self.taken(player, Seat { name: name.clone(), occupant: Occupant::Guest }))
    }

    /// Somebody takes a free seat. A game that ended there was another's: the next one begins.
    fn taken(&self, player: Player, seat: Seat) -> Vec<Event> {
        let seated = Event::Seated { player, seat };
        if self.ending().is_some() { vec![seated, Event::Restarted] } else { vec![seated] }
    }

    fn leave(&self, player: Player) -> Result<Vec<Event>, Refusal> {
        if matches!(self.phase(), Phase::Tossing(_) | Phase::Playing(_)) {
            return Err(Refusal::NotOver);
        }
        // The result of a game says who it was until somebody else sits down.
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
        if !self.is_free(player) {
            return Err(Refusal::SeatTaken);
        }
        Ok(self.taken(player, Seat { name: name.clone(), occupant: Occupant::Computer(level) }))
    }

    fn move_by(&self, player: Player, choice: Choice) -> Result<Vec<Event>, Refusal> {
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Tossing(_) => Err(Refusal::NotTossed),
            Phase::Over(_) => Err(Refusal::GameOver),
            Phase::Playing(turn) if turn != player => Err(Refusal::NotYourTurn),
            Phase::Playing(_) => {
                self.play().position().after(choice)?;
                Ok(vec![Event::Moved { choice }])
            }
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
        let under_way = matches!(self.phase(), Phase::Tossing(_));
        round.reveal(player, nonce).filter(|()| under_way).ok_or(Refusal::NoToss)?;
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

    fn resign(&self, player: Player) -> Result<Vec<Event>, Refusal> {
        match self.phase() {
            Phase::Waiting => Err(Refusal::SeatFree),
            Phase::Over(_) => Err(Refusal::GameOver),
            Phase::Tossing(_) | Phase::Playing(_) => Ok(vec![Event::Resigned { player }]),
        }
    }

    fn ask(&self, player: Player, wish: Wish) -> Result<Vec<Event>, Refusal> {
        let request = self.wished(player, wish)?;
        match self.request() {
            // A question does not change while somebody is about to answer it.
            Some((by, _)) if by == player => return Err(Refusal::AlreadyAsked),
            Some((_, open)) if open == request => return Ok(vec![granted(open)]),
            Some(_) => return Err(Refusal::AnswerFirst),
            None => {}
        }
        match self.seat(!player).occupant {
            Occupant::Computer(_) | Occupant::Bot if request == Request::Draw => {
                Err(Refusal::ComputerDeclines)
            }
            Occupant::Computer(_) | Occupant::Bot => Ok(vec![granted(request)]),
            _ => Ok(vec![Event::Asked { player, request }]),
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
            (Wish::Rematch, _) => Err(Refusal::NotOver),
            (Wish::TakeBack { .. }, Phase::Over(ending)) if !ending.is_by_moves() => {
                Err(Refusal::GameOver)
            }
            (Wish::TakeBack { to }, _) => {
                let to = to.or_else(|| self.takeback_target(player));
                let moves = self.play().played();
                let to = to.filter(|&to| usize::from(to) < moves).ok_or(Refusal::NoSuchMove)?;
                Ok(Request::TakeBack { to })
            }
        }
    }

    fn accept(&self, player: Player, wanted: WishKind) -> Result<Vec<Event>, Refusal> {
        match self.request() {
            Some((by, request)) if by != player && kind(request) == wanted => {
                Ok(vec![granted(request)])
            }
            _ => Err(Refusal::NotAsked),
        }
    }

    fn is_free(&self, player: Player) -> bool {
        self.seat(player).occupant == Occupant::Nobody
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
