use parlor_table::Phase;
use parlor_wording as wording;
use parlor_wording::front_room::about_game;

use crate::board::mini_board::mini_board;
use crate::board::moving_picture::pictures_switch;
use crate::catalogue::Game;
use crate::remote::{Key, has_server, keys};
use crate::route::{Partner, Route};
use crate::storage;
use crate::ui::elements::{El, classed, el, link, said};
use crate::ui::prelude::*;

/// The front room: a card for each game. One tap plays it with the last settings.
pub(crate) fn front_room() -> El {
    let header = el("header")
        .child(said("h1", wording::front_room::parlor()))
        .child(said("p", wording::front_room::tagline()));
    let more = el("nav")
        .attr("aria-label", wording::front_room::more())
        .child(
            link(&Route::Setup(Game::Own).to_string()).text(wording::front_room::make_own_rules()),
        )
        .child(link(&Route::Learn.to_string()).text(wording::front_room::learn()))
        .child(pictures_switch().attr("class", "plain"));
    classed("div", "front-room")
        .child(header)
        .children(going_on())
        .child(classed("ul", "cards").children(Game::FIVE.map(card)))
        .child(more)
}

fn card(game: Game) -> El {
    let play = link(&Route::Table(game).to_string())
        .id(&format!("play-{}", game.id()))
        .attr("class", "play")
        .child(mini_board(game))
        .child(classed("span", "title").text(game.name()))
        .child(classed("span", "line").text(&line(game)));
    let setup = link(&Route::Setup(game).to_string())
        .attr("class", "setup")
        .attr("aria-label", &about_game(wording::front_room::set_up(), game.name()))
        .text(wording::front_room::set_up());
    let has_server = has_server();
    let more = classed("div", "more").child(setup).child_live(
        move || has_server.get(),
        move |has_server| {
            has_server.then(|| {
                classed("span", "remote").children(Partner::BOTH.map(|partner| {
                    link(&Route::New(game, partner).to_string())
                        .id(&format!("{}-{}", partner.id(), game.id()))
                        .attr("class", "setup")
                        .attr("aria-label", &about_game(partner.name(), game.name()))
                        .text(partner.name())
                }))
            })
        },
    );
    classed("li", "card").attr("data-look", game.look().id()).child(play).child(more)
}

/// The remote tables where this browser has a seat.
fn going_on() -> Option<El> {
    let named = keys().into_iter().filter(|key| !key.about.is_empty());
    let tables: Vec<El> = named
        .take(5)
        .map(|Key { table, about, .. }| {
            el("li").child(link(&Route::Remote(table).to_string()).text(&about))
        })
        .collect();
    (!tables.is_empty()).then(|| {
        classed("nav", "going-on")
            .attr("aria-label", wording::front_room::online_tables())
            .child(said("h2", wording::front_room::resume()))
            .child(el("ul").children(tables))
    })
}

/// What a card says about its game: who is playing it, or what it is like.
fn line(game: Game) -> String {
    let under_way = storage::load_table(game).filter(|log| {
        let table = log.table();
        table.play().played() > 0 && !matches!(table.phase(), Phase::Over(_))
    });
    match under_way {
        Some(log) => wording::front_room::in_progress(log.table().names()),
        None => game.line().to_owned(),
    }
}
