//! The seat of the person at this screen: how it is taken, known again, and given up.

use parlor_protocol::message::Submission;
use parlor_protocol::{SeatToken, TableId};
use parlor_table::{Command, Entry, Event, Name, Nonce, Occupant};

use super::far_table::new_key;
use super::{FarTable, forget_key, keep_key, keep_nonce, key_to};
use crate::route::Route;
use crate::ui::browser::location;
use crate::ui::prelude::*;

/// What an address can have beside a table, for the owner of a seat alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatLink {
    pub(crate) token: SeatToken,
    /// The number for the toss under way, if its owner has made one up.
    pub(crate) nonce: Option<Nonce>,
}

impl FarTable {
    /// Takes a free seat. Its key is kept first, so that no seat is lost with an answer. A key that
    /// is there already is that of a seat which was asked for on a connection, or by a page, that
    /// did not live to hear the answer.
    pub(crate) fn join(self, name: Name) {
        let command = Command::Join { name, seat: None };
        if self.is_on_its_way(&command) {
            return;
        }
        let token = key_to(&self.id()).or_else(|| self.state().offered.borrow().clone());
        if let Some(token) = &token {
            keep_key(&self.id(), token);
        }
        let key = new_key();
        *self.state().joining.borrow_mut() = Some(key.clone());
        self.send_order(Submission { command, key: Some(key), version: None, token });
    }

    /// Gives up the seat. The page is left when the server has heard of it.
    pub(crate) fn leave(self) {
        self.state().leaving.set(true);
        self.order(Command::Leave);
    }

    /// The key to say hello with. One in the address comes last: whoever made the link may want
    /// somebody to lose the key that they have.
    pub(super) fn key(self) -> Option<SeatToken> {
        let link = || Some(self.state().link.borrow().as_ref()?.token.clone());
        self.state().key.borrow().clone().or_else(|| key_to(&self.id())).or_else(link)
    }

    /// Hello was said with a key, and the server has said whether it opens a seat. False if there is
    /// another one to try.
    pub(super) fn settle_key(self, seated: bool) -> bool {
        let key = self.key();
        self.state().key.take();
        if let Some(link) = self.state().link.take() {
            let tried = key.as_ref() == Some(&link.token);
            if !seated && !tried {
                self.state().key.replace(Some(link.token.clone()));
                self.state().link.replace(Some(link));
                return false;
            }
            if let (true, true, Some(nonce)) = (seated, tried, link.nonce) {
                keep_nonce(&self.id(), nonce);
            }
        }
        if let (true, Some(key)) = (seated, key) {
            keep_key(&self.id(), &key);
            self.state().key.replace(Some(key));
        }
        true
    }

    /// Follows the server to another table, where somebody waits for the same. The key goes along.
    pub(super) fn move_to(self, table: TableId) {
        let before = self.id();
        self.state().id.replace(Some(table.clone()));
        if before == table {
            return;
        }
        if let Some(token) = key_to(&before) {
            forget_key(&before);
            keep_key(&table, &token);
        }
        Route::Far(table).write_in_address();
    }

    /// Keys go with their players, so a seat is followed through the log.
    pub(super) fn follow_seat(self, entry: &Entry) {
        match &entry.event {
            Event::Rematched { swapped: true } => {
                self.seat.update(|seat| *seat = seat.map(|player| !player));
            }
            Event::Seated { player, seat } => match seat.occupant {
                Occupant::Nobody if self.seat.get() == Some(*player) => {
                    self.seat.set(None);
                    self.state().key.take();
                    forget_key(&self.id());
                    if self.state().leaving.take() {
                        go_home();
                    }
                }
                Occupant::Guest
                    if entry.note.key.is_some()
                        && entry.note.key == *self.state().joining.borrow() =>
                {
                    self.seat.set(Some(*player));
                }
                // It may be the seat that this browser asked for before the page was loaded anew.
                Occupant::Guest if self.seat.get().is_none() && key_to(&self.id()).is_some() => {
                    self.reconnect();
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// Leaves the page of a table.
pub(crate) fn go_home() {
    let _ = location().set_hash(&Route::FrontRoom.to_string());
}
