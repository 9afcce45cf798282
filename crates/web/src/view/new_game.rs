use leptos::prelude::*;

use super::sheet::Sheet;
use crate::live::LiveTable;

/// Asks before the game under way is given up.
#[component]
pub(crate) fn NewGameSheet(live: LiveTable) -> impl IntoView {
    view! {
        <Sheet title="New Game" on_close=move |()| live.dialog.set(None)>
            <p>"The game under way ends without a result."</p>
            <p class="choices">
                <button
                    type="button"
                    id="confirm-new-game"
                    class="primary"
                    on:click=move |_| {
                        live.dialog.set(None);
                        live.start_over();
                    }
                >
                    "Start a new game"
                </button>
                <button type="button" id="keep-playing" on:click=move |_| live.dialog.set(None)>
                    "Keep playing"
                </button>
            </p>
            <p><a href=format!("#/{}/setup", live.game.id())>"Change players, rules or look"</a></p>
        </Sheet>
    }
}
