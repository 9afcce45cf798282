use leptos::html::Dialog;
use leptos::prelude::*;

use super::icon::Icon;

/// A dialog over the page. The browser keeps the focus inside and closes it with Escape.
#[component]
pub(crate) fn Sheet(
    title: &'static str,
    #[prop(into)] on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            // A dialog that was opened before is in the page already, and stays open.
            let _ = dialog.show_modal();
        }
    });
    view! {
        <dialog
            class="sheet"
            node_ref=node
            aria-label=title
            on:close=move |_| on_close.run(())
        >
            <header>
                <h2>{title}</h2>
                <button
                    type="button"
                    class="plain"
                    aria-label="Close"
                    on:click=move |_| on_close.run(())
                >
                    {Icon::Close.draw()}
                </button>
            </header>
            {children()}
        </dialog>
    }
}
