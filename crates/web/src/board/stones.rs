use leptos::html::I;
use leptos::prelude::*;

use super::field::{Spot, seed};
use crate::live::Stage;

/// All stones of a board. How one looks is up to the style; it has six hues to choose from.
#[component]
pub(super) fn Stones(stage: Stage) -> impl IntoView {
    let stones = stage.stones.get_value();
    stones.into_iter().enumerate().map(|(stone, spot)| draw(stone, spot)).collect_view()
}

fn draw(stone: usize, spot: ArcRwSignal<Spot>) -> impl IntoView {
    let node = NodeRef::<I>::new();
    Effect::new(move |moves: Option<u32>| {
        let spot = spot.get();
        let moves = moves.map_or(0, |moves| moves + 1);
        if let Some(node) = node.get() {
            place(&node, &spot, moves);
        }
        moves
    });
    let seed = seed(stone);
    view! {
        <i
            node_ref=node
            class="stone"
            data-hue=(seed >> 16) % 6
            style=("--tilt", format!("{}deg", seed >> 20 & 0xff))
        />
    }
}

/// Moves only custom properties: the style makes a transform of them.
fn place(node: &web_sys::HtmlElement, spot: &Spot, moves: u32) {
    let style = node.style();
    let set = |name: &str, value: f32| {
        let _ = style.set_property(name, &format!("{value:.3}"));
    };
    set("--along", spot.place.along);
    set("--across", spot.place.across);
    set("--shift-along", spot.offset.0);
    set("--shift-across", spot.offset.1);
    set("--rank", spot.rank as f32);
    set("--lifted", if spot.in_hand { 1.0 } else { 0.0 });
    if moves > 0 {
        // Another name each time starts the animation anew.
        let hop = if moves.is_multiple_of(2) { "hop-even" } else { "hop-odd" };
        let _ = style.set_property("--hop", hop);
    }
}
