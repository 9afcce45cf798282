//! The rules of every game in plain words, with small boards that show what is meant.

use parlor_rules::Player;
use parlor_rules::mancala::{Pit, Position, Preset};
use parlor_wording::{learn, rules};

use crate::board::mini_board::mini_board;
use crate::board::moving_picture::{moving_picture, pictures_switch};
use crate::catalogue::Game;
use crate::route::Route;
use crate::ui::elements::{El, classed, el, link, said};

/// A move worth seeing.
struct Picture {
    game: Game,
    slots: [u8; 14],
    /// Counted from 1.
    pit: u8,
}

const PICTURES: [(Preset, Picture); 4] = [
    (
        Preset::Gems,
        Picture { game: Game::Gems, slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 0, 4, 0, 2, 7], pit: 3 },
    ),
    (
        Preset::Island,
        Picture { game: Game::Island, slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 5, 4, 0, 2, 7], pit: 3 },
    ),
    (
        Preset::HomePits,
        Picture {
            game: Game::HomePits,
            slots: [0, 1, 2, 13, 1, 0, 6, 1, 2, 3, 0, 2, 1, 5],
            pit: 4,
        },
    ),
    (
        Preset::Kalah,
        Picture { game: Game::Kalah, slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 5, 4, 0, 2, 7], pit: 3 },
    ),
];

/// All of it.
pub(super) fn rules_in_words() -> El {
    let shared = classed("section", "shared")
        .child(said("h2", rules::shared_title()))
        .child(list(&rules::shared()));
    let squares =
        game_card(Game::TicTacToe, &rules::tic_tac_toe(), mini_board(Game::TicTacToe), "");
    classed("div", "rules")
        .child(shared)
        .child(classed("p", "choices").child(pictures_switch()))
        .children(PICTURES.map(|(preset, Picture { game, slots, pit })| {
            let picture = scene(preset, &slots, pit)
                .map_or_else(|| el("span"), |(position, pit)| moving_picture(&position, pit));
            game_card(game, &in_words(preset), picture, rules::caption(preset))
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

/// What a picture shows, if it fits its rules.
fn scene(preset: Preset, slots: &[u8], pit: u8) -> Option<(Position, Pit)> {
    Position::new(preset.rules(), slots, Player::One).ok().zip(Pit::new(pit - 1))
}

fn game_card(game: Game, rules: &[impl AsRef<str>], picture: El, caption: &str) -> El {
    let play = link(&Route::Table(game).to_string()).text(&learn::play(game.name()));
    classed("section", "rule-card")
        .attr("data-look", game.look().id())
        .child(said("h2", game.name()))
        .child(el("figure").child(picture).child(said("figcaption", caption)))
        .child(list(rules))
        .child(el("p").child(play))
}

fn list(items: &[impl AsRef<str>]) -> El {
    el("ul").children(items.iter().map(|item| said("li", item.as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Game as _;
    use parlor_rules::mancala::Step;

    fn steps(index: usize) -> Vec<Step> {
        let (preset, Picture { slots, pit, .. }) = &PICTURES[index];
        let (position, pit) = scene(*preset, slots, *pit).expect("a picture fits its rules");
        position.play(pit).expect("a legal move").steps()
    }

    #[test]
    fn the_pictures_show_what_their_captions_say() {
        let capture = |index| {
            steps(index).into_iter().find_map(|step| match step {
                Step::Capture { taken, to, stone_to, .. } => {
                    Some((taken, to.index(), stone_to.is_some()))
                }
                _ => None,
            })
        };
        assert_eq!(capture(0), Some((0, 6, true)));
        assert_eq!(capture(1), Some((5, 3, false)));
        assert_eq!(capture(3), Some((5, 6, true)));
        let drops = steps(2).into_iter().filter_map(|step| match step {
            Step::Drop { into, .. } => Some(into.index()),
            _ => None,
        });
        let drops: Vec<u8> = drops.collect();
        assert_eq!((drops.len(), drops.contains(&3)), (13, false));
    }
}
