//! Leptos's signals: what changes, and what follows from it.

pub(crate) use reactive_graph::effect::{Effect, RenderEffect};
pub(crate) use reactive_graph::graph::untrack;
pub(crate) use reactive_graph::owner::{
    Owner, StoredValue, expect_context, on_cleanup, provide_context,
};

pub(crate) use crate::signal::{RwSignal, memo};
