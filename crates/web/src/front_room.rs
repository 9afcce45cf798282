//! The first thing a visitor sees.

use leptos::prelude::*;

use crate::engine::Engine;

/// Says where we are, and whether the computer player is awake.
#[component]
pub(crate) fn FrontRoom() -> impl IntoView {
    let (answer, set_answer) = signal(String::new());
    Engine::start(move |text| set_answer.set(text)).ask("The computer is ready.");
    view! {
        <h1>"Parlor"</h1>
        <p>"Mancala and Tic-Tac-Toe."</p>
        <p id="engine">{answer}</p>
    }
}
