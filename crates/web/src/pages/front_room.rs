use leptos::prelude::*;
use parlor_table::Phase;

use crate::catalogue::Game;
use crate::storage;
use crate::view::mini_board::MiniBoard;

/// The front room: a card for each game. One tap plays it with the last settings.
#[component]
pub(crate) fn FrontRoom() -> impl IntoView {
    let cards = Game::FIVE.map(|game| view! { <Card game/> }).collect_view();
    view! {
        <div class="front-room">
            <header>
                <h1>"Parlor"</h1>
                <p>"Classic games for two: at one screen, or against the computer."</p>
            </header>
            <ul class="cards">{cards}</ul>
            <nav aria-label="More">
                <a href="#/own/setup">"Mancala by your own rules"</a>
                <a href="#/learn">"Learn the games"</a>
            </nav>
        </div>
    }
}

#[component]
fn Card(game: Game) -> impl IntoView {
    let stored = storage::load_table(game);
    let under_way = stored.as_ref().is_some_and(|log| {
        let table = log.table();
        table.play().played() > 0 && !matches!(table.phase(), Phase::Over(_))
    });
    let against = stored.as_ref().map(|log| log.table().names().join(" and "));
    let line = match (under_way, against) {
        (true, Some(names)) => format!("Under way: {names}"),
        _ => game.blurb().to_owned(),
    };
    view! {
        <li class="card" data-look=game.look().id()>
            <a class="play" href=format!("#/{}", game.id()) id=format!("play-{}", game.id())>
                <MiniBoard game/>
                <span class="title">{game.name()}</span>
                <span class="line">{line}</span>
            </a>
            <a
                class="setup"
                href=format!("#/{}/setup", game.id())
                aria-label=format!("Set up {}", game.name())
            >
                "Players and rules"
            </a>
        </li>
    }
}
