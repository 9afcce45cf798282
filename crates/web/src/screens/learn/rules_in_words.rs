//! The rules of every game in plain words, with small boards that show what is meant.

use parlor_rules::Player;
use parlor_rules::mancala::{Pit, Position, Preset};

use crate::board::mini_board::mini_board;
use crate::board::moving_picture::{moving_picture, pictures_switch};
use crate::catalogue::Game;
use crate::route::Route;
use crate::ui::elements::{El, classed, el, link, said};

const SHARED: [&str; 6] = [
    "On your turn take all stones of one of your pits and drop them one by one into the hollows that \
     follow, counter-clockwise. Your own store gets one as you pass; the other store never does.",
    "If the last stone falls into your store, you move again.",
    "If the last stone falls into an empty pit of yours, you may capture. A last stone on the other \
     side never captures.",
    "The game ends as soon as either row is empty, even after a move that earned another one.",
    "Then the fuller store wins, and equal stores are a tie.",
    "No stone ever leaves the board or comes to it.",
];

/// What is special about a game.
struct Special {
    preset: Preset,
    game: Game,
    rules: &'static [&'static str],
    picture: Picture,
}

/// A move worth seeing.
struct Picture {
    caption: &'static str,
    slots: [u8; 14],
    /// Counted from 1.
    pit: u8,
}

const SPECIALS: [Special; 4] = [
    Special {
        preset: Preset::Gems,
        game: Game::Gems,
        rules: &[
            "Four stones in each pit; player 1 starts.",
            "A capture takes the stones opposite and your own stone to your store.",
            "Even if the pit opposite is empty, your one stone is banked.",
            "A lap of thirteen stones that ends in the pit it began from captures.",
            "At the end each player keeps the stones of their own row.",
        ],
        picture: Picture {
            caption: "Nothing lies opposite, yet the lone stone is banked.",
            slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 0, 4, 0, 2, 7],
            pit: 3,
        },
    },
    Special {
        preset: Preset::Island,
        game: Game::Island,
        rules: &[
            "Four stones in each pit; player 1 starts.",
            "Captured stones move into the pit where your last stone fell, and stay in play there.",
            "If the pit opposite is empty, nothing happens.",
            "A lap of thirteen stones that ends in the pit it began from captures nothing.",
            "At the end nothing moves: stones left in pits count for nobody.",
        ],
        picture: Picture {
            caption: "Captured stones land in the pit, not in the store.",
            slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 5, 4, 0, 2, 7],
            pit: 3,
        },
    },
    Special {
        preset: Preset::HomePits,
        game: Game::HomePits,
        rules: &[
            "Three to ten stones in each pit: the more, the harder. A coin toss decides who starts.",
            "First select a pit, then play it.",
            "The pit that you sow from is passed over on every lap.",
            "A capture takes the stones opposite to your store; your own stone stays in its pit.",
            "If the pit opposite is empty, nothing happens.",
            "At the end each player keeps the stones of their own row.",
        ],
        picture: Picture {
            caption: "Thirteen stones come round and pass over the pit they came from.",
            slots: [0, 1, 2, 13, 1, 0, 6, 1, 2, 3, 0, 2, 1, 5],
            pit: 4,
        },
    },
    Special {
        preset: Preset::Kalah,
        game: Game::Kalah,
        rules: &[
            "Three to six stones in each pit; player 1 starts.",
            "A capture takes the stones opposite and your own stone to your store.",
            "If the pit opposite is empty, nothing happens.",
            "A lap of thirteen stones that ends in the pit it began from captures.",
            "At the end each player keeps the stones of their own row.",
        ],
        picture: Picture {
            caption: "The last stone and all that lies opposite go to the store.",
            slots: [2, 0, 1, 0, 3, 1, 9, 1, 2, 5, 4, 0, 2, 7],
            pit: 3,
        },
    },
];

const SQUARES: [&str; 3] = [
    "Two players take turns drawing their mark in an empty square; X begins.",
    "Three of your marks in a row, column or diagonal win.",
    "If all nine squares are full without such a line, the game is a tie.",
];

/// All of it.
pub(super) fn rules_in_words() -> El {
    let shared = classed("section", "shared")
        .child(said("h2", "What all Mancala games share"))
        .child(list(&SHARED));
    let squares = game_card(Game::TicTacToe, &SQUARES, mini_board(Game::TicTacToe), "");
    classed("div", "rules")
        .child(shared)
        .child(classed("p", "choices").child(pictures_switch()))
        .children(SPECIALS.map(|special| {
            let Picture { caption, slots, pit } = special.picture;
            let picture = scene(special.preset, &slots, pit)
                .map_or_else(|| el("span"), |(position, pit)| moving_picture(&position, pit));
            game_card(special.game, special.rules, picture, caption)
        }))
        .child(squares)
}

/// What a picture shows, if it fits its rules.
fn scene(preset: Preset, slots: &[u8], pit: u8) -> Option<(Position, Pit)> {
    Position::new(preset.rules(), slots, Player::One).ok().zip(Pit::new(pit - 1))
}

fn game_card(game: Game, rules: &[&str], picture: El, caption: &str) -> El {
    let play = link(&Route::Table(game).to_string()).text(&format!("Play {}", game.name()));
    classed("section", "rule-card")
        .attr("data-look", game.look().id())
        .child(said("h2", game.name()))
        .child(el("figure").child(picture).child(said("figcaption", caption)))
        .child(list(rules))
        .child(el("p").child(play))
}

fn list(items: &[&str]) -> El {
    el("ul").children(items.iter().map(|item| said("li", item)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Game as _;
    use parlor_rules::mancala::Step;

    fn steps(index: usize) -> Vec<Step> {
        let Special { preset, picture: Picture { slots, pit, .. }, .. } = &SPECIALS[index];
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
