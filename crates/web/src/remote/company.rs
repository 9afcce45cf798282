//! Who else is at a table far away, and what they say.

use js_sys::Date;
use parlor_protocol::message::{Presence, Whereabouts};
use parlor_rules::Player;
use parlor_table::Reaction;
use parlor_wording as wording;

use super::FarTable;
use crate::ui::prelude::*;
use crate::ui::timer::after;

impl FarTable {
    /// Somebody came or went.
    pub(super) fn notice(self, presence: Presence) {
        let before = self.presence.get();
        self.presence.set(presence);
        let Some(live) = self.state().live.get() else { return };
        for player in Player::BOTH {
            let [was, is] = [before, presence].map(|presence| presence.players[player.index()]);
            if was == Whereabouts::Awaited && live.is_turn_of(player) {
                // They begin to think when they come.
                self.thinking_since.set(Date::now());
            }
            let mut left = self.state().left.get();
            let words = match (was, is) {
                (Whereabouts::Here, Whereabouts::Away) => {
                    wording::connection::left as fn(&str) -> String
                }
                (_, Whereabouts::Here) if left[player.index()] => wording::connection::is_back,
                _ => continue,
            };
            left[player.index()] = is != Whereabouts::Here && live.has_guest(player);
            self.state().left.set(left);
            live.notice(player, words);
        }
    }

    /// Somebody said something.
    pub(super) fn overhear(self, player: Player, reaction: Reaction) {
        let Some(live) = self.state().live.get().filter(|live| live.hears(player)) else { return };
        self.said.update(|said| said[player.index()] = Some(reaction));
        live.tell(&wording::connection::says(&live.name_of(player), reaction));
        // Words pass; those that are said meanwhile stay as long.
        let fading = after(4_000, move || self.said.update(|said| said[player.index()] = None));
        self.state().fading.borrow_mut()[player.index()] = Some(fading);
    }
}
