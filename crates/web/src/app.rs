use std::cell::Cell;

use parlor_protocol::client::SeatLink;
use parlor_wording as wording;

use crate::catalogue::Game;
use crate::look::Look;
use crate::remote::provide_server;
use crate::route::Route;
use crate::screens::broken_link::broken_link_page;
use crate::screens::front_room::front_room;
use crate::screens::remote::{new_remote_table_page, provide_remote_game, remote_table_page};
use crate::screens::setup::{provide_setting_up, setup_page};
use crate::screens::study_room::study_room;
use crate::screens::table::{Arrival, linked_table_page, table_page};
use crate::screens::update_offer::update_offer;
use crate::session::engine::Engine;
use crate::session::sound::Audio;
use crate::settings::{Settings, provide_settings};
use crate::storage::Kept;
use crate::ui::browser::{document, is_loaded_again, listen, location, window};
use crate::ui::double_click::keep_double_clicks_together;
use crate::ui::elements::{El, classed};
use crate::ui::prelude::*;

/// The page that the address asks for.
pub(crate) fn app() -> El {
    let settings = provide_settings();
    let route = follow_address();
    let look = Signal::new(Look::Walnut);
    let remote = provide_remote_game();
    provide_server();
    effect(move || {
        let route = route.get();
        // The second module has looks and titles of its own.
        if !matches!(route, Route::Study(_)) {
            let now = settings.with(|settings| look_of(&route, remote.get(), settings));
            look.set(now);
            now.put_on();
            document().set_title(&title_of(&route, remote.get()));
        }
    });
    Audio::provide(settings, look);
    Engine::provide(engine_worker());
    provide_setting_up();
    keep_double_clicks_together();
    let arrival = Cell::new(if is_loaded_again() { Arrival::Again } else { Arrival::Anew });
    let pages = move |parlor: El| {
        parlor.child_live(
            move || route.get(),
            move |route| {
                // Those who come back from a review find what they left.
                let next = match route {
                    Route::Study(_) => Arrival::Again,
                    Route::FrontRoom
                    | Route::Table(_)
                    | Route::Computer(_)
                    | Route::Setup(_)
                    | Route::New(..)
                    | Route::Remote(_)
                    | Route::Seat(..)
                    | Route::Link(_) => Arrival::Anew,
                };
                Some(page(route, arrival.replace(next)))
            },
        )
    };
    classed("div", "parlor").child(update_offer()).later(pages)
}

fn page(route: Route, arrival: Arrival) -> El {
    match route {
        Route::FrontRoom => front_room(),
        Route::Table(game) => table_page(Kept::SameScreen(game), arrival),
        Route::Computer(game) => table_page(Kept::Computer(game), arrival),
        Route::Setup(game) => setup_page(game),
        Route::Study(path) => study_room(&path),
        Route::New(game, partner) => new_remote_table_page(game, partner),
        Route::Remote(table) => remote_table_page(table, None),
        Route::Seat(table, token, nonce) => {
            remote_table_page(table, Some(SeatLink { token, nonce }))
        }
        Route::Link(Ok(linked)) => linked_table_page(linked),
        Route::Link(Err(broken)) => broken_link_page(&broken),
    }
}

/// What the address asks for, now and whenever it changes.
fn follow_address() -> Signal<Route> {
    let read = || {
        let route = Route::parse(&location().hash().unwrap_or_default());
        if let Route::Seat(table, ..) = &route {
            // A key is taken out of the address before it can be seen.
            Route::Remote(table.clone()).write_in_address();
        }
        route
    };
    let route = Signal::new(read());
    listen("hashchange", move |_| {
        route.set(read());
        // Every page opens at its top, however far the one before was read.
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    route
}

/// Where the script of the engine's worker is; the page names it because its name changes with its content.
fn engine_worker() -> String {
    let address = document().body().and_then(|body| body.get_attribute("data-engine-worker"));
    address.unwrap_or_default()
}

fn look_of(route: &Route, remote: Option<(Game, bool)>, settings: &Settings) -> Look {
    match route {
        Route::Remote(_) | Route::Seat(..) => {
            remote.map_or(Look::Walnut, |(game, _)| settings.look(game))
        }
        Route::Table(game) | Route::Computer(game) | Route::Setup(game) | Route::New(game, _) => {
            settings.look(*game)
        }
        Route::Link(Ok(linked)) => settings.look(Game::of_record(&linked.record)),
        Route::FrontRoom | Route::Study(_) | Route::Link(Err(_)) => Look::Walnut,
    }
}

fn title_of(route: &Route, remote: Option<(Game, bool)>) -> String {
    match (route, remote.as_ref()) {
        (
            Route::Table(game) | Route::Computer(game) | Route::Setup(game) | Route::New(game, _),
            _,
        )
        | (Route::Remote(_) | Route::Seat(..), Some((game, false))) => {
            wording::titles::game(game.name())
        }
        // A player who waits may be looking at another page meanwhile.
        (Route::Remote(_) | Route::Seat(..), Some((game, true))) => {
            wording::titles::your_turn(game.name())
        }
        (Route::Remote(_) | Route::Seat(..), None)
        | (Route::FrontRoom | Route::Study(_) | Route::Link(_), _) => {
            wording::titles::parlor().to_owned()
        }
    }
}
