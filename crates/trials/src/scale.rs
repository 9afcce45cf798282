//! What many players would take, worked out from what few of them were measured to cost.
//!
//! [`Costs`] are what the load test measured, taken apart into what each move costs and what each
//! commit does, whatever is in it. [`Assumptions`] are what nobody can measure: how fast people move,
//! and how far a machine should be used. [`Plan`] is what follows. [`page`] shows it in `docs/scale.md`,
//! and a test holds the page against the model.

mod assumptions;
mod costs;
pub mod page;
mod plan;

pub use assumptions::Assumptions;
pub use costs::{Cost, Costs};
pub use plan::{Limit, Plan};
