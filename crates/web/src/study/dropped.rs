//! Files that are dragged over the page and dropped on it.

use parlor_wording::files;

use crate::screens::files::{is_editing, open_file};
use crate::ui::browser::document;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// What is said about a file over the page, and about one that could not be opened.
#[derive(Clone, Copy)]
pub(super) struct Dropped {
    /// Where a file that is over the page would go.
    target: Signal<Option<&'static str>>,
    refusal: Signal<Option<String>>,
}

impl Dropped {
    /// Draws what is said on top of the page.
    pub(super) fn draw() -> Self {
        let dropped = Self { target: Signal::new(None), refusal: Signal::new(None) };
        if let Some(body) = document().body() {
            dropped.layer().put_into(&body);
        }
        dropped
    }

    /// A file has come over the page, or has left it.
    pub(super) fn drag(self, is_over: bool) {
        let target = if is_editing() { files::drop_to_edit() } else { files::drop_to_open() };
        self.target.set(is_over.then_some(target));
        if is_over {
            self.refusal.set(None);
        }
    }

    /// Opens a file that was dropped.
    pub(super) fn open(self, text: &str) {
        self.refusal.set(open_file(text).err());
    }

    fn layer(self) -> El {
        let target = |words: &str| {
            classed("div", "drop-target").attr("role", "status").child(said("p", words))
        };
        let close = move || {
            button(move || self.refusal.set(None))
                .attr("class", "plain")
                .attr("aria-label", parlor_wording::controls::close())
                .child(Icon::Close.draw())
        };
        let refusal = move |words: &str| {
            classed("div", "drop-refusal")
                .attr("role", "alert")
                .child(said("p", words))
                .child(close())
        };
        classed("div", "dropped")
            .child_live(move || self.target.get(), move |words| words.map(target))
            .child_live(move || self.refusal.get(), move |words| words.as_deref().map(refusal))
    }
}
