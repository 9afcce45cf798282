use parlor_rules::mancala::{Position, Rules, Slot};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{Player, Variant};

use crate::board::stones::number;
use crate::catalogue::Game;
use crate::session::stones::place::Place;
use crate::settings::{Settings, use_settings};
use crate::ui::browser::random;
use crate::ui::elements::{El, classed, el};
use crate::ui::prelude::*;
use crate::ui::timer::every;

/// A small board on which a game plays itself, one move every now and then.
pub(crate) fn mini_board(game: Game) -> El {
    match game.variant() {
        Variant::Mancala(rules) => mancala(rules),
        Variant::TicTacToe => squares(),
    }
}

fn mancala(rules: Rules) -> El {
    let position = self_playing(Position::start(rules, Player::One));
    small_board(rules, move |slot| (position.with(|position| position.stones(slot)), false))
}

/// A small board that shows so many stones in each slot, and marks slots.
pub(crate) fn small_board(rules: Rules, shown: impl Fn(Slot) -> (u8, bool) + Copy + 'static) -> El {
    let hollow = |slot: Slot| {
        let place = Place::of(slot, &rules);
        let kind = if slot.pit(&rules).is_some() { "pit" } else { "store" };
        classed("i", kind)
            // The style draws as many stones as this says.
            .attr_live("data-stones", move || shown(slot).0.min(9).to_string())
            .class_live("touched", move || shown(slot).1)
            .var("--along", &number(place.along))
            .var("--across", &number(place.across))
    };
    classed("span", "mini mancala")
        .attr("aria-hidden", "true")
        .var("--pits", &rules.pits().to_string())
        .children(Slot::all(&rules).map(hollow))
}

fn squares() -> El {
    let position = self_playing(tic_tac_toe::Position::start(Player::One));
    let cell = |square: Square| {
        let mark = move || match position.with(|position| position.mark(square)) {
            Some(Player::One) => "X".to_owned(),
            Some(Player::Two) => "O".to_owned(),
            None => String::new(),
        };
        el("i").attr_live("data-mark", mark).text_live(mark)
    };
    classed("span", "mini tic-tac-toe")
        .attr("aria-hidden", "true")
        .children(Square::all().map(cell))
}

/// Plays moves at random as long as the board is shown and motion is welcome.
fn self_playing<G: parlor_rules::Game + Send + Sync + 'static>(start: G) -> Signal<G> {
    let position = Signal::new(start);
    let settings = use_settings();
    every(1500 + random(1000), move || {
        if settings.with(Settings::pictures_move) {
            position.update(move_at_random);
        }
    });
    position
}

fn move_at_random<G: parlor_rules::Game>(position: &mut G) {
    let moves: Vec<G::Move> = position.moves().collect();
    *position = match moves.get(random(moves.len() as u32) as usize) {
        Some(choice) => position.after(*choice).unwrap_or_else(|_| position.clone()),
        None => position.restarted(Player::One),
    };
}
