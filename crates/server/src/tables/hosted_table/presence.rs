//! Who is at a table, and what they are told.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::message::{
    Events, FromServer, PROTOCOL, Presence, Reason, Welcome, Whereabouts,
};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Player;
use parlor_table::{Occupant, Phase, Reaction, Refusal};

use super::State;
use crate::tables::participant::Member;
use crate::tables::send_queue::End;
use crate::tokens::TokenHash;

impl State {
    /// Whether a player can know that it is their turn.
    pub(super) fn is_expected(&self, player: Player) -> bool {
        let guest = self.table.seat(player).occupant == Occupant::Guest;
        !guest || self.been_here[self.table.home(player).index()]
    }

    /// Notes who is here. If it is the turn of somebody who has just come, they begin to think now.
    pub(crate) fn mind_who_is_here(&mut self, now: Instant) {
        let waited = self.running().is_none();
        for home in self.members.iter().filter_map(|member| member.home()) {
            self.been_here[home.index()] = true;
        }
        if waited {
            self.charged = now;
        }
        if waited && self.committed == self.version() {
            self.told = self.known_once_stored();
        }
        self.mind_the_toss(now);
    }

    /// Which seat a token opens, by the side it had when the table was opened.
    pub(crate) fn seat_of(&self, token: &SeatToken) -> Option<Player> {
        let hash = TokenHash::of(token);
        let opens = |home: Player| self.keys[home.index()].is_some_and(|key| key.is(&hash));
        // Both are looked at, whichever fits.
        let [one, two] = Player::BOTH.map(opens);
        if one { Some(Player::One) } else { two.then_some(Player::Two) }
    }

    /// Gives a seat to the holder of a key, or to nobody.
    pub(crate) fn hand_over(&mut self, home: Player, key: Option<TokenHash>) {
        self.keys[home.index()] = key;
        if key.is_none() {
            self.members.iter().filter(|member| member.home() == Some(home)).for_each(|member| {
                member.sit(None);
            });
        }
    }

    /// Whether somebody from this household finds a place to watch from, with so many for all.
    ///
    /// While a seat is free, the one they may have been invited to, nobody can keep them out by
    /// coming many times: then a place is taken from the household that has the most.
    pub(crate) fn has_place_for(&mut self, household: IpAddr, places: usize) -> bool {
        let mut crowds = HashMap::<IpAddr, usize>::new();
        for member in self.members.iter().filter(|member| member.home().is_none()) {
            *crowds.entry(member.household).or_default() += 1;
        }
        if crowds.values().sum::<usize>() < places {
            return true;
        }
        let theirs = crowds.get(&household).copied().unwrap_or(0);
        let most = crowds.into_iter().max_by_key(|(_, count)| *count);
        let seat_free = self.table.phase() == Phase::Waiting;
        let Some((crowd, _)) = most.filter(|(_, count)| seat_free && *count > theirs + 1) else {
            return false;
        };
        let one_too_many =
            |member: &Arc<Member>| member.home().is_none() && member.household == crowd;
        if let Some(place) = self.members.iter().position(one_too_many) {
            self.members.remove(place).outbox.end(End::Crowded);
        }
        true
    }

    /// What somebody reads first who comes to the table with so many events.
    pub(crate) fn welcome(
        &self,
        table: &TableId,
        home: Option<Player>,
        offered: Option<&SeatToken>,
        version: usize,
        now: Instant,
    ) -> String {
        let from = u32::try_from(version).ok().filter(|&from| from <= self.committed).unwrap_or(0);
        let welcome = FromServer::Welcome(Welcome {
            protocol: PROTOCOL,
            table: table.clone(),
            seat: home.map(|home| self.told.side(home)),
            token: offered.cloned(),
            thinking: self.told.thinking(now),
            news: Events { from: from as usize, entries: Vec::new() },
        });
        // The events are text already.
        let mut message = welcome.to_string();
        let news = self.log.between(from, self.committed);
        if !news.is_empty() {
            message.push('\n');
            message.push_str(news);
        }
        message
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> Presence {
        let place = |player: Player| match self.told.occupant(player) {
            Occupant::Computer(_) => Whereabouts::Here,
            Occupant::Guest | Occupant::Person => {
                let home = self.told.side(player);
                if self.members.iter().any(|member| member.home() == Some(home)) {
                    Whereabouts::Here
                } else if self.been_here[home.index()] {
                    Whereabouts::Away
                } else {
                    Whereabouts::Awaited
                }
            }
            Occupant::Nobody => Whereabouts::Away,
        };
        let watching = self.members.iter().filter(|member| member.home().is_none()).count();
        Presence { players: Player::BOTH.map(place), watching }
    }

    pub(crate) fn tell_presence(&mut self) {
        self.presence_due = None;
        self.tell_all(&FromServer::Presence(self.presence()).to_string().into());
    }

    /// Tells everybody what a player says.
    pub(crate) fn react(&self, member: &Member, reaction: Reaction) -> Result<(), Reason> {
        let home = member.home().ok_or(Reason::Refused(Refusal::NotSeated))?;
        if !self.reactions[home.index()].allows_one_more() {
            return Err(Reason::TooMany);
        }
        let player = self.told.side(home);
        self.tell_all(&FromServer::Reaction { player, reaction }.to_string().into());
        Ok(())
    }

    pub(crate) fn tell_all(&self, message: &Utf8Bytes) {
        for member in &self.members {
            member.outbox.push(message.clone());
        }
    }

    /// Sends everybody away, to come back to the table as it is stored.
    pub(crate) fn break_up(&mut self) {
        self.broken = true;
        self.send_away(End::ComeBack);
        self.members.clear();
    }

    /// Ends all connections to the table.
    pub(crate) fn send_away(&self, end: End) {
        self.members.iter().for_each(|member| member.outbox.end(end));
    }
}
