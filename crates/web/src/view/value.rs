use leptos::prelude::*;

use crate::live::LiveTable;

/// What a move is worth, beside its pit or in its square: "+3" where it is proved, "≈ +3" where it
/// is estimated.
#[component]
pub(crate) fn Value(live: LiveTable, choice: u8, shown: Memo<bool>) -> impl IntoView {
    let worth = Memo::new(move |_| {
        let advice = shown.get().then(|| live.advice.get()).flatten();
        advice.and_then(|advice| advice.worth(choice))
    });
    let text = move || {
        worth.get().map(|worth| {
            let sign = if worth.proved { "" } else { "≈" };
            format!("{sign}{:+}", worth.margin)
        })
    };
    let kind = move || match worth.get() {
        None => "value",
        Some(worth) if worth.proved => "value proved",
        Some(_) => "value estimated",
    };
    let title = move || worth.get().map(|worth| if worth.proved { "proved" } else { "estimated" });
    view! { <span class=kind title=title>{text}</span> }
}
