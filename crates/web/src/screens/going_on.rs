//! The games in progress, on this screen and by link, to go on with.

use parlor_protocol::client::{Ended, Status};
use parlor_rules::Player;
use parlor_table::{GameLog, Phase, Table};
use parlor_wording as wording;

use super::characters::is_in_progress;
use crate::catalogue::Game;
use crate::remote::{Key, RemoteTable, is_sought, keys, reach};
use crate::route::Route;
use crate::session::Connection as _;
use crate::storage::{self, Kept};
use crate::ui::elements::{El, classed, el, link, said};
use crate::ui::prelude::*;

/// How many tables by link are shown, those played at last.
const BY_LINK: usize = 5;

/// A card for each game that can be continued.
pub(super) fn going_on() -> El {
    let mut cards = Vec::new();
    for key in keys().into_iter().filter(|key| !key.about.is_empty()).take(BY_LINK) {
        cards.push(remote_card(key));
    }
    // Those against the computer first: it is the person's move there, nearly always.
    for kept in [Kept::Computer as fn(Game) -> Kept, Kept::SameScreen] {
        for kept in Game::ALL.map(kept) {
            if let Some(log) = storage::load_table(kept).filter(is_in_progress) {
                cards.push(kept_card(kept, &log));
            }
        }
    }
    let list = (!cards.is_empty()).then(|| {
        classed("nav", "going-on")
            .attr("aria-label", wording::front_room::games_in_progress())
            .child(said("h2", wording::front_room::resume()))
            .child(el("ul").children(cards))
    });
    classed("div", "continue").children(list)
}

fn kept_card(kept: Kept, log: &GameLog) -> El {
    let (game, table) = (kept.game(), log.table());
    let about = match kept {
        Kept::Computer(_) => {
            let computer = Player::BOTH.into_iter().find(|&player| !table.seat(player).is_person());
            wording::front_room::table_with(
                game.name(),
                table.name(computer.unwrap_or(Player::Two)),
            )
        }
        Kept::SameScreen(_) => wording::front_room::shared_table(game.name(), table.names()),
    };
    let is_mine = matches!(kept, Kept::Computer(_))
        && matches!(table.phase(), Phase::Playing(player) if table.seat(player).is_person());
    card(&Route::from(kept), &about, move || is_mine)
}

/// A table that a server keeps. As long as the card is shown the table is connected, so that it tells
/// whose move it is. One where an opponent is sought is left alone: that would be to seek on.
fn remote_card(Key { table, about, .. }: Key) -> El {
    let my_move = Signal::new(false);
    let is_asked = !is_sought(&table);
    let (id, has_server) = (table.clone(), reach().has_server);
    let watch = move || {
        let remote = RemoteTable::open(id.clone(), None);
        let look = move || my_move.set(remote.is_my_move());
        effect(move || {
            remote.opened.get();
            remote.shown_by(move |_| look());
        });
        effect(move || {
            if remote.company.status.get() == Status::Ended(Ended::NoSuchTable) {
                crate::remote::name_key(&remote.table_id(), "");
            }
        });
        el("span")
    };
    card(&Route::Remote(table), &about, move || my_move.get())
        .when(move || is_asked && has_server.get(), watch)
}

fn card(route: &Route, about: &str, is_mine: impl Fn() -> bool + Copy + 'static) -> El {
    let badge = classed("span", "badge")
        .class_live("hidden", move || !is_mine())
        .text(wording::front_room::your_move());
    let way = link(&route.to_string()).child(said("span", about)).child(badge);
    el("li").child(way)
}

impl RemoteTable {
    /// Whether the person at this screen is to move or to toss, as far as it is known.
    fn is_my_move(self) -> bool {
        let Some((log, seat)) = self.log().zip(self.seat()) else { return false };
        let turn = match Table::phase(log.table()) {
            Phase::Tossing(player) | Phase::Playing(player) => Some(player),
            Phase::Waiting | Phase::Over(_) => None,
        };
        turn == Some(log.table().side(seat))
    }
}
