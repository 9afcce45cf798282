use std::time::Duration;

use leptos::prelude::*;
use parlor_rules::mancala::{Position, Rules, Slot};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{Player, Variant};

use crate::board::place::Place;
use crate::catalogue::Game;

/// A small board on which a game plays itself, one move every now and then.
#[component]
pub(crate) fn MiniBoard(game: Game) -> impl IntoView {
    match game.variant() {
        Variant::Mancala(rules) => mancala(rules).into_any(),
        Variant::TicTacToe => squares().into_any(),
    }
}

fn mancala(rules: Rules) -> impl IntoView {
    let position = self_playing(Position::start(rules, Player::One));
    let hollow = move |slot: Slot| {
        let place = Place::of(slot, &rules);
        let kind = if slot.pit(&rules).is_some() { "pit" } else { "store" };
        // The style draws as many stones as this says.
        let stones = move || position.with(|position| position.stones(slot).min(9));
        view! {
            <i
                class=kind
                data-stones=stones
                style=("--along", place.along.to_string())
                style=("--across", place.across.to_string())
            />
        }
    };
    view! {
        <span class="mini mancala" aria-hidden="true" style=("--pits", rules.pits().to_string())>
            {Slot::all(&rules).map(hollow).collect_view()}
        </span>
    }
}

fn squares() -> impl IntoView {
    let position = self_playing(tic_tac_toe::Position::start(Player::One));
    let mark = move |square: Square| {
        move || match position.with(|position| position.mark(square)) {
            Some(Player::One) => "X",
            Some(Player::Two) => "O",
            None => "",
        }
    };
    let squares =
        Square::all().map(|square| view! { <i data-mark=mark(square)>{mark(square)}</i> });
    view! { <span class="mini tic-tac-toe" aria-hidden="true">{squares.collect_view()}</span> }
}

/// Plays moves at random as long as the board is shown and motion is welcome.
fn self_playing<G: parlor_rules::Game + Send + Sync + 'static>(start: G) -> RwSignal<G> {
    let position = RwSignal::new(start);
    let still = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    if !still {
        let pause = Duration::from_millis(1500 + random(1000) as u64);
        let beat = set_interval_with_handle(move || position.update(move_at_random), pause);
        on_cleanup(move || {
            if let Ok(beat) = beat {
                beat.clear();
            }
        });
    }
    position
}

fn move_at_random<G: parlor_rules::Game>(position: &mut G) {
    let moves: Vec<G::Move> = position.moves().collect();
    *position = match moves.get(random(moves.len())) {
        Some(choice) => position.after(*choice).unwrap_or_else(|_| position.clone()),
        None => position.restarted(Player::One),
    };
}

/// A number below `end`, or 0.
fn random(end: usize) -> usize {
    (js_sys::Math::random() * end as f64) as usize
}
