use leptos::prelude::*;
use parlor_rules::Player;

use crate::live::LiveTable;
use crate::settings::use_settings;

/// How the game stands with best play: more of the bar for the player who is ahead.
#[component]
pub(crate) fn EvaluationBar(live: LiveTable) -> impl IntoView {
    let settings = use_settings();
    // The bar keeps the last value that was known, so that it does not jump while stones are sown.
    let margin = Memo::new(move |before: Option<&Option<(i16, bool)>>| {
        let best = live.advice.get().and_then(|advice| advice.best());
        let turn = live.shown.with_untracked(parlor_table::Table::turn);
        let sign = if turn == Player::One { 1 } else { -1 };
        best.map(|best| (sign * best.margin, best.proved)).or(before.copied().flatten())
    });
    let share = move || {
        let scale = live.shown.with(|table| table.rules().map_or(1.0, |_| 12.0));
        let margin = margin.get().map_or(0.0, |(margin, _)| f32::from(margin) / scale);
        format!("{:.3}", 0.5 + margin.clamp(-1.0, 1.0) / 2.0)
    };
    let said = move || {
        margin.get().map(|(margin, proved)| {
            let certain = if proved { "" } else { "about " };
            live.shown.with(|table| match margin {
                0 => format!("{certain}even"),
                1.. => format!("{} ahead by {certain}{margin}", table.name(Player::One)),
                _ => format!("{} ahead by {certain}{}", table.name(Player::Two), -margin),
            })
        })
    };
    view! {
        <Show when=move || settings.with(|settings| settings.values)>
            <div class="evaluation" style=("--share", share)>
                <span class="bar" aria-hidden="true"></span>
                <span class="words">{said}</span>
            </div>
        </Show>
    }
}
