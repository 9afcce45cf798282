use leptos::ev::hashchange;
use leptos::prelude::*;

use crate::audio::Audio;
use crate::catalogue::Game;
use crate::engine::Engine;
use crate::look::Look;
use crate::pages::broken_link::BrokenLinkPage;
use crate::pages::front_room::FrontRoom;
use crate::pages::learn::LearnPage;
use crate::pages::setup::SetupPage;
use crate::pages::table::{LinkedTablePage, TablePage};
use crate::route::Route;
use crate::settings::{Settings, provide_settings};

/// The page that the address asks for.
#[component]
pub(crate) fn App() -> impl IntoView {
    let settings = provide_settings();
    let route = follow_address();
    let look = RwSignal::new(Look::Walnut);
    Effect::new(move |_| {
        let now = look_of(&route.get(), &settings.read());
        look.set(now);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-look", now.id());
        }
        document().set_title(&title_of(&route.get()));
    });
    Audio::provide(settings, look);
    Engine::provide();
    move || match route.get() {
        Route::FrontRoom => view! { <FrontRoom/> }.into_any(),
        Route::Table(game) => view! { <TablePage game/> }.into_any(),
        Route::Setup(game) => view! { <SetupPage game/> }.into_any(),
        Route::Learn => view! { <LearnPage/> }.into_any(),
        Route::Link(Ok(linked)) => view! { <LinkedTablePage linked/> }.into_any(),
        Route::Link(Err(link)) => view! { <BrokenLinkPage link/> }.into_any(),
    }
}

/// What the address asks for, now and whenever it changes.
fn follow_address() -> ReadSignal<Route> {
    let read = || Route::parse(&location().hash().unwrap_or_default());
    let (route, set_route) = signal(read());
    let listener = window_event_listener(hashchange, move |_| set_route.set(read()));
    on_cleanup(move || listener.remove());
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
