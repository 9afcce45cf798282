//! Tables that a server keeps: setting one, and sitting down at it.

use parlor_protocol::TableId;
use parlor_protocol::message::NewTable;
use parlor_table::{GameLog, Seat};
use parlor_wording as wording;

use super::table::table;
use crate::app::FarGame;
use crate::catalogue::Game;
use crate::remote::{Connection, FarTable, Partner, SeatLink, my_name, set_table};
use crate::session::{LiveTable, Origin, listen_to_keys};
use crate::storage;
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;

/// Sets a table by the rules that were played last, and goes there.
pub(crate) fn new_far_table_page(game: Game, partner: Partner) -> El {
    let last = storage::load_table(game).unwrap_or_else(|| game.table_for_two());
    let new = new_table(&last);
    let problem = RwSignal::new(None::<String>);
    let ask = move || {
        problem.set(None);
        set_table(partner, new.clone(), Box::new(move |why| problem.set(Some(why))));
    };
    ask();
    let words =
        move || problem.get().unwrap_or_else(|| wording::connection::setting_table().to_owned());
    notice_page(game.name())
        .child(el("p").id("reason").attr("role", "status").text_live(words))
        .child(
            button(ask)
                .id("try-again")
                .attr("class", "primary")
                .class_live("hidden", move || problem.with(Option::is_none))
                .text(wording::connection::try_again()),
        )
        .child(el("p").child(link("#/").text(wording::front_room::all_games())))
}

/// A new table with the rules and symbols of another one, for somebody who does not mind the rest.
pub(super) fn new_table(like: &GameLog) -> NewTable {
    let fresh = GameLog::open(like.table().variant(), [Seat::person(""), Seat::person("")]);
    NewTable {
        game: fresh.table().play().record().clone(),
        name: my_name(),
        seat: None,
        clock: None,
        marks: like.table().marks(),
        pie_rule: like.table().pie_rule(),
        waits: None,
    }
}

/// The table with this link, which may have more for the owner of a seat.
pub(crate) fn far_table_page(id: TableId, seat: Option<SeatLink>) -> El {
    let far = FarTable::open(id, seat);
    let FarGame(game) = expect_context();
    on_cleanup(move || game.set(None));
    let ended = memo(move || {
        far.connection.with(|line| match line {
            Connection::Ended(why) => Some(why.clone()),
            Connection::New | Connection::Open | Connection::Lost => None,
        })
    });
    classed("div", "tables").child_live(
        move || (ended.get(), far.told.get()),
        move |(ended, log)| {
            Some(match (ended, log) {
                (Some(why), _) => notice_page(wording::connection::table_closed())
                    .child(said("p", &why).id("reason"))
                    .child(el("p").child(
                        link("#/").attr("class", "primary").text(wording::front_room::all_games()),
                    )),
                (None, Some(log)) => sit_down(far, log),
                (None, None) => notice_page(wording::front_room::parlor())
                    .child(
                        el("p").attr("role", "status").text_live(move || looking(far).to_owned()),
                    )
                    .child(el("p").child(link("#/").text(wording::front_room::all_games()))),
            })
        },
    )
}

fn sit_down(far: FarTable, log: GameLog) -> El {
    let game = Game::of_record(log.table().play().record());
    // Another table never follows at this address: the server says what happens here.
    let next = RwSignal::new((log.clone(), None));
    let live = LiveTable::new(game, Origin::Far(far), log, next);
    let FarGame(shown) = expect_context();
    let my_turn = memo(move || live.is_my_turn());
    effect(move || shown.set(Some((game, my_turn.get()))));
    listen_to_keys(live);
    live.go_on();
    let page = table(live);
    far.shown_by(live);
    page
}

fn looking(far: FarTable) -> &'static str {
    if far.connection.with(|line| *line == Connection::Lost) {
        wording::connection::server_silent_retrying()
    } else {
        wording::connection::finding_table()
    }
}

fn notice_page(title: &str) -> El {
    classed("article", "page notice").child(said("h1", title))
}
