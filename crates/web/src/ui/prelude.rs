//! What changes, what follows from it, and what is shared.

pub(crate) use crate::effect::{on_cleanup, untrack, whenever};
pub(crate) use crate::signal::{RwSignal, memo};
pub(crate) use crate::ui::context::{expect_context, provide_context};
