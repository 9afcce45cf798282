//! The rules of every game in plain words, with small boards that show what is meant.

use parlor_rules::mancala::Preset;
use parlor_wording::{learn, rules};

use crate::board::mini_board::mini_board;
use crate::board::moving_picture::pictures_switch;
use crate::board::rules_picture::rules_picture;
use crate::catalogue::Game;
use crate::route::Route;
use crate::ui::elements::{El, classed, el, link, said};

/// All of it.
pub(super) fn rules_in_words() -> El {
    let shared = classed("section", "shared")
        .child(said("h2", rules::shared_title()))
        .child(list(&rules::shared()));
    let picture = el("figure").child(mini_board(Game::TicTacToe));
    let squares = game_card(Game::TicTacToe, &rules::tic_tac_toe(), picture);
    classed("div", "rules")
        .child(shared)
        .child(classed("p", "choices").child(pictures_switch()))
        .children(Game::NAMED.into_iter().filter_map(|game| {
            let preset = game.preset()?;
            Some(game_card(game, &in_words(preset), rules_picture(&preset.rules())))
        }))
        .child(squares)
}

/// What sets a preset apart.
fn in_words(preset: Preset) -> Vec<String> {
    let rules = preset.rules();
    let beginning = rules::beginning(&preset.offered_stones(), rules.starts());
    let two_step = (preset == Preset::HomePits).then(|| rules::select_then_play().to_owned());
    [beginning].into_iter().chain(two_step).chain(rules::particular(&rules)).collect()
}

fn game_card(game: Game, rules: &[impl AsRef<str>], picture: El) -> El {
    let play = link(&Route::Table(game).to_string()).text(&learn::play(game.name()));
    classed("section", "rule-card")
        .attr("data-look", game.look().id())
        .child(said("h2", game.name()))
        .child(picture)
        .child(list(rules))
        .child(el("p").child(play))
}

/// Rules, one after the other.
pub(crate) fn list(items: &[impl AsRef<str>]) -> El {
    el("ul").children(items.iter().map(|item| said("li", item.as_ref())))
}
