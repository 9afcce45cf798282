//! What changes, what follows from it, and what is shared.

pub(crate) use super::context::{expect_context, provide_context};
pub(crate) use super::effect::{effect, effect_once_drawn};
pub(crate) use super::memo::{Memo, memo};
pub(crate) use super::scope::on_cleanup;
pub(crate) use super::signal::Signal;
pub(crate) use super::stored::Stored;
pub(crate) use reactive_graph::graph::untrack;
