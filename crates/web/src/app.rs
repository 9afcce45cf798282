use crate::audio::Audio;
use crate::browser::{document, listen, location};
use crate::catalogue::Game;
use crate::dom::{El, classed, whenever};
use crate::engine::Engine;
use crate::look::Look;
use crate::pages::broken_link::broken_link_page;
use crate::pages::front_room::front_room;
use crate::pages::learn::learn_page;
use crate::pages::setup::{provide_just_set_up, setup_page};
use crate::pages::table::{linked_table_page, table_page};
use crate::prelude::*;
use crate::route::Route;
use crate::settings::{Settings, provide_settings};
use crate::view::update_offer::update_offer;

/// The page that the address asks for.
pub(crate) fn app() -> El {
    let settings = provide_settings();
    let route = follow_address();
    let look = RwSignal::new(Look::Walnut);
    whenever(move || {
        let now = settings.with(|settings| look_of(&route.get(), settings));
        look.set(now);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-look", now.id());
        }
        document().set_title(&title_of(&route.get()));
    });
    Audio::provide(settings, look);
    Engine::provide();
    provide_just_set_up();
    classed("div", "parlor").child(update_offer()).child_live(move || {
        let route = route.get();
        Some(untrack(|| page(route)))
    })
}

fn page(route: Route) -> El {
    match route {
        Route::FrontRoom => front_room(),
        Route::Table(game) => table_page(game),
        Route::Setup(game) => setup_page(game),
        Route::Learn => learn_page(),
        Route::Link(Ok(linked)) => linked_table_page(linked),
        Route::Link(Err(broken)) => broken_link_page(&broken),
    }
}

/// What the address asks for, now and whenever it changes.
fn follow_address() -> RwSignal<Route> {
    let read = || Route::parse(&location().hash().unwrap_or_default());
    let route = RwSignal::new(read());
    listen("hashchange", move |_| route.set(read()));
    route
}

fn look_of(route: &Route, settings: &Settings) -> Look {
    match route {
        Route::Table(game) | Route::Setup(game) => settings.look(*game),
        Route::Link(Ok(linked)) => settings.look(Game::of_record(&linked.record)),
        Route::FrontRoom | Route::Learn | Route::Link(Err(_)) => Look::Walnut,
    }
}

fn title_of(route: &Route) -> String {
    match route {
        Route::Table(game) | Route::Setup(game) => format!("{} · Parlor", game.name()),
        Route::Learn => "Learn · Parlor".to_owned(),
        Route::FrontRoom | Route::Link(_) => "Parlor".to_owned(),
    }
}
