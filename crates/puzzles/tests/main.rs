//! What the bundled puzzles and starts claim is proved anew.

mod bundled;
mod making;
