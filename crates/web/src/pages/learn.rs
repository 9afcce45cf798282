use leptos::prelude::*;

/// How the games are played.
#[component]
pub(crate) fn LearnPage() -> impl IntoView {
    view! {
        <article class="page learn">
            <p><a href="#/">"Parlor"</a></p>
            <h1>"Learn"</h1>
        </article>
    }
}
