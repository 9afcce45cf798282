use std::rc::Rc;

use parlor_rules::Level;
use parlor_wording as wording;
use parlor_wording::front_room::about_game;

use super::characters::{characters_sheet, play_against};
use super::going_on::going_on;
use super::obstacle::{OBSTACLE, obstacle_note};
use crate::board::mini_board::mini_board;
use crate::board::moving_picture::pictures_switch;
use crate::catalogue::Game;
use crate::remote::reach;
use crate::route::{EDITOR, LEARN, PUZZLES, Partner, Route, STATISTICS};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The front room: the games in progress, and a card for each game with the ways to play it.
pub(crate) fn front_room() -> El {
    let header = el("header")
        .child(said("h1", wording::front_room::parlor()))
        .child(said("p", wording::front_room::tagline()));
    let more = el("nav")
        .attr("aria-label", wording::front_room::more())
        .child(
            link(&Route::Setup(Game::Own).to_string()).text(wording::front_room::make_own_rules()),
        )
        .children(
            [
                (LEARN, wording::front_room::learn()),
                (PUZZLES, wording::front_room::puzzles()),
                (EDITOR, wording::editor::title()),
                (STATISTICS, wording::statistics::title()),
            ]
            .map(|(study, words)| {
                link(&Route::Study(study.to_owned()).to_string()).id(study).text(words)
            }),
        )
        .child(pictures_switch().attr("class", "plain"));
    let cards = Game::NAMED
        .into_iter()
        .fold(classed("ul", "cards"), |cards, game| cards.piece(move || [card(game)]));
    classed("div", "front-room")
        .child(header)
        .child(going_on())
        .child(obstacle_note())
        .child(cards)
        .child(more)
}

fn card(game: Game) -> El {
    // For those who point at the picture; everybody else has a button that says the same.
    let picture = link(&Route::Table(game).to_string())
        .attr("class", "picture")
        .attr("tabindex", "-1")
        .attr("aria-hidden", "true")
        .child(mini_board(game));
    let is_choosing = Signal::new(false);
    let play: Rc<dyn Fn(Level)> = Rc::new(move |level| play_against(game, level));
    let computer = button(move || is_choosing.set(true)).attr("class", "primary");
    let same_screen = link(&Route::Table(game).to_string()).attr("class", "button");
    let ways = classed("div", "ways")
        .child(labelled(computer, "computer", game, wording::front_room::computer()))
        .child(remote_way(game, Partner::Friend, wording::front_room::friend()))
        .child(labelled(same_screen, "play", game, wording::front_room::same_screen()));
    let setup = link(&Route::Setup(game).to_string());
    let more = classed("div", "more")
        .child(remote_way(game, Partner::Anyone, wording::front_room::find_opponent()))
        .child(labelled(setup, "setup", game, wording::front_room::set_up()));
    classed("li", "card")
        .attr("data-look", game.look().id())
        .child(picture)
        .child(classed("h2", "title").text(game.name()))
        .child(classed("p", "line").text(game.line()))
        .child(ways)
        .child(more)
        .when(move || is_choosing.get(), move || characters_sheet(game, &play, is_choosing))
}

/// A way to play a game, by a word that the name of the game completes for those who hear it.
fn labelled(way: El, id: &str, game: Game, words: &str) -> El {
    let way =
        way.id(&format!("{id}-{}", game.id())).attr("aria-label", &about_game(words, game.name()));
    let icon = match id {
        "computer" => Some(Icon::Computer),
        "friend" => Some(Icon::Friend),
        "play" => Some(Icon::SameScreen),
        _ => None,
    };
    way.children(icon.map(Icon::draw)).child(said("span", words))
}

/// A way to play that needs other players. Where they cannot be reached, it stays and says why.
fn remote_way(game: Game, partner: Partner, words: &'static str) -> El {
    let obstacle = reach().obstacle;
    let class = match partner {
        Partner::Friend => "button",
        Partner::Anyone => "quiet",
    };
    let is_possible = memo(move || obstacle.with(Option::is_none));
    classed("span", "way").child_live(
        move || is_possible.get(),
        move |is_possible| {
            let way = if is_possible {
                link(&Route::New(game, partner).to_string())
            } else {
                button(|| ()).attr("aria-disabled", "true").attr("aria-describedby", OBSTACLE)
            };
            Some(labelled(way.attr("class", class), partner.id(), game, words))
        },
    )
}
