//! What the rules promise: counts, laws, presets, errors, and the bugs that must not appear.

mod agreement;
mod endings;
mod errors;
mod generated;
mod naive;
mod named_bugs;
mod notated;
mod notation;
mod pasted;
mod perft;
mod presets;
mod relay;
mod slots;
mod steps;
mod tic_tac_toe;
