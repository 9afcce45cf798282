//! What the rules promise: counts, laws, presets, errors, and the bugs that must not appear.

mod agreement;
mod generated;
mod naive;
mod notated;
mod perft;
