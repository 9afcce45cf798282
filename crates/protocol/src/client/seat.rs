use parlor_table::{Nonce, SeatId};

use super::Device;
use crate::{SeatToken, TableId};

/// What an address can have beside a table, for the owner of a seat alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatLink {
    /// The token of the seat.
    pub token: SeatToken,
    /// The nonce of the toss in progress, if its owner has committed to one.
    pub nonce: Option<Nonce>,
}

/// The seat of the people at this device, and the tokens by which they may have one.
#[derive(Debug)]
pub(super) struct OwnSeat {
    /// Where they sit; nowhere, if they are spectators.
    pub(super) seat: Option<SeatId>,
    /// The token that opens it, or one that is being tried.
    token: Option<SeatToken>,
    /// The one that hello was said with.
    tried: Option<SeatToken>,
    /// What came in the address, until it is known whether it is needed.
    link: Option<SeatLink>,
    /// A token that a seat can have, which the server offered on this connection.
    offered: Option<SeatToken>,
}

impl OwnSeat {
    pub(super) fn new(link: Option<SeatLink>) -> Self {
        Self { seat: None, token: None, tried: None, link, offered: None }
    }

    /// The token to say hello with. One in the address comes last: the link may have been made to
    /// make a player lose the token that they have.
    pub(super) fn hello(&mut self, device: &impl Device, table: &TableId) -> Option<SeatToken> {
        let link = || Some(self.link.as_ref()?.token.clone());
        self.tried = self.token.clone().or_else(|| device.token(table)).or_else(link);
        self.tried.clone()
    }

    /// The server has said whether the token opens a seat. False if there is another one to try.
    pub(super) fn settle(
        &mut self,
        device: &mut impl Device,
        table: &TableId,
        seated: bool,
        offered: Option<SeatToken>,
    ) -> bool {
        let tried = self.tried.take();
        self.token = None;
        if let Some(link) = self.link.take() {
            let by_link = tried.as_ref() == Some(&link.token);
            if !seated && !by_link {
                self.token = Some(link.token.clone());
                self.link = Some(link);
                return false;
            }
            if let (true, true, Some(nonce)) = (seated, by_link, link.nonce) {
                device.keep_nonce(table, nonce);
            }
        }
        match tried {
            Some(token) if seated => {
                device.keep_token(table, &token);
                self.token = Some(token);
            }
            // It opened a seat before, which was given up meanwhile.
            tried if tried.is_some() && self.seat.is_some() && device.token(table) == tried => {
                device.forget_token(table);
            }
            Some(_) | None => {}
        }
        self.offered = offered;
        true
    }

    /// The token to join with, which is kept first, so that no seat is lost with an answer. One that
    /// is kept already is that of a seat which was asked for on a connection, or by a page, that did
    /// not live to hear the answer.
    pub(super) fn join(&self, device: &mut impl Device, table: &TableId) -> Option<SeatToken> {
        let token = device.token(table).or_else(|| self.offered.clone());
        if let Some(token) = &token {
            device.keep_token(table, token);
        }
        token
    }

    /// A seat was taken, with the token that was kept for it.
    pub(super) fn take(&mut self, seat: SeatId, device: &impl Device, table: &TableId) {
        self.seat = Some(seat);
        self.token = device.token(table);
    }

    /// The seat was given up. Its token is worth nothing now; another one may be that of a seat
    /// which was taken by another program on this device.
    pub(super) fn give_up(&mut self, device: &mut impl Device, table: &TableId) {
        self.seat = None;
        if device.token(table) == self.token.take() {
            device.forget_token(table);
        }
    }
}
