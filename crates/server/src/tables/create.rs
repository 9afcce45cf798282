//! Setting tables, and seating people who are not connected yet.

use std::net::Ipv4Addr;
use std::sync::Arc;

use parlor_protocol::message::{Events, FromServer, NewTable, Reason, SeatKey, Submission};
use parlor_rules::Player;
use parlor_table::{Command, Entry, Event, Name, Occupant, Opening, Seat};
use tokio::sync::{OnceCell, oneshot};

use crate::rate_limit::OPENING_MOVES;
use crate::store::{Append, Beginning, Lines, Stored};
use crate::tables::Room;
use crate::tables::group_commit::Owner;
use crate::tables::hosted_table::Hosted;
use crate::tables::participant::Member;
use crate::tokens::{self, TokenHash};

impl Room {
    /// Sets a table and seats whoever wants it. It is stored when this is done.
    pub(crate) async fn open(
        self: &Arc<Self>,
        new: NewTable,
        anyone: bool,
    ) -> Result<SeatKey, Reason> {
        self.must_be_open()?;
        if self.queue.is_full() {
            return Err(Reason::TooMany);
        }
        if moves_played(&new) > OPENING_MOVES {
            return Err(Reason::TooLong);
        }
        let seat = new.seat.unwrap_or_else(by_chance);
        let token = tokens::seat_token();
        let mut keys = [None; 2];
        keys[seat.index()] = Some(TokenHash::of(&token));
        let table = tokens::table_id();
        let beginning = Beginning { table: table.clone(), secret: tokens::random(), anyone, keys };
        let lines = opening_lines(new, seat);
        let key = self.store.new_key();
        let stored = Stored {
            key,
            beginning: beginning.clone(),
            lines: lines.iter().map(str::to_owned).collect(),
        };
        let hosted = Hosted::of_log(stored, &self.hasher).map_err(|_| Reason::Malformed)?;
        let hosted = Arc::new(hosted);
        hosted.lock().committed = 0;
        self.tables
            .lock()
            .insert(table.clone(), Arc::new(OnceCell::new_with(Some(hosted.clone()))));
        let (done, stored) = oneshot::channel();
        let append =
            Append { log: key, begins: Some(Box::new(beginning)), version: 0, lines, seat: None };
        let told = hosted.lock().known_once_stored();
        self.queue.push(append, Owner { hosted, told, done: Some(done) });
        if stored.await != Ok(true) {
            return Err(Reason::Failed);
        }
        self.metrics.tables_set.inc();
        Ok(SeatKey { table, seat, token })
    }

    /// Seats somebody who is not connected yet. It is stored when this is done.
    pub(crate) async fn seat(
        self: &Arc<Self>,
        hosted: &Arc<Hosted>,
        name: Name,
        key: TokenHash,
    ) -> Result<(), Reason> {
        let visitor = Member::new(None, key, Ipv4Addr::UNSPECIFIED.into());
        let (done, stored) = oneshot::channel();
        let command = Command::Join { name, seat: None };
        let order = Submission { command, key: None, version: None, token: None };
        self.carry_out(hosted, &mut hosted.lock(), &visitor, order, Some(done))?;
        if stored.await == Ok(true) { Ok(()) } else { Err(Reason::Failed) }
    }
}

fn moves_played(new: &NewTable) -> usize {
    new.game.plies().len()
}

fn by_chance() -> Player {
    if tokens::random::<1>()[0].is_multiple_of(2) { Player::One } else { Player::Two }
}

fn opening_lines(new: NewTable, seat: Player) -> Lines {
    let NewTable { game, name, clock, marks, pie_rule, .. } = new;
    let nobody = Seat { name: Name::default(), occupant: Occupant::Nobody };
    let mut seats = [nobody.clone(), nobody];
    seats[seat.index()] = Seat { name, occupant: Occupant::Guest };
    let opened = Event::Opened(Opening { game, seats, marks, pie_rule });
    let entries = [opened].into_iter().chain(clock.map(Event::Clocked)).map(Entry::from).collect();
    Lines::of_message(FromServer::Events(Events { from: 0, entries }).to_string())
}
