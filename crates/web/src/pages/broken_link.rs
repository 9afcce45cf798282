use leptos::prelude::*;

use crate::route::BrokenLink;

/// Says that a link cannot be opened, and what to do instead.
#[component]
pub(crate) fn BrokenLinkPage(link: BrokenLink) -> impl IntoView {
    view! {
        <article class="page broken-link">
            <h1>"This link is damaged"</h1>
            <p id="reason">{link.0}</p>
            <p>"Ask for the link once more, or begin a new game."</p>
            <p><a class="primary" href="#/">"New game"</a></p>
        </article>
    }
}
