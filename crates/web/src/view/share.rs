use leptos::prelude::*;
use parlor_rules::Player;

use super::sheet::Sheet;
use crate::live::LiveTable;
use crate::route::{LinkedGame, Route};

/// The whole game as a link.
#[component]
pub(crate) fn ShareSheet(live: LiveTable) -> impl IntoView {
    let link = link(live);
    let copied = RwSignal::new(false);
    let copy = {
        let link = link.clone();
        move |_| {
            let _ = window().navigator().clipboard().write_text(&link);
            copied.set(true);
        }
    };
    view! {
        <Sheet title="Share this game" on_close=move |()| live.dialog.set(None)>
            <p>"Whoever opens this link sees the game, can step through it and play on from anywhere."</p>
            <p class="choices">
                <input id="link" type="text" readonly aria-label="Link to this game" prop:value=link/>
                <button type="button" class="primary" on:click=copy>
                    {move || if copied.get() { "Copied" } else { "Copy" }}
                </button>
            </p>
        </Sheet>
    }
}

/// The address of the page, with the game as it stands behind the `#`.
fn link(live: LiveTable) -> String {
    let names = live
        .shown
        .with_untracked(|table| Player::BOTH.map(|player| table.seat(player).name.clone()));
    let game = LinkedGame { record: untrack(|| live.record()), names };
    let address = location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}{}", Route::Link(Ok(game)))
}
