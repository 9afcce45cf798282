use leptos::prelude::window;

/// Whether the person has not asked for less motion.
pub(crate) fn motion_is_welcome() -> bool {
    let less = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    !less.is_some_and(|query| query.matches())
}
