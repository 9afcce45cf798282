//! What the rules promise: counts, laws, presets, errors, and the bugs that must not appear.

mod agreement;
mod endings;
mod generated;
mod naive;
mod notated;
mod notation;
mod perft;
mod slots;
mod steps;
mod tic_tac_toe;
