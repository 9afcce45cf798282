use std::sync::atomic::AtomicBool;

/// How long to think. A clock is the caller's business: it raises `stop`.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most boards to look at for estimates and proofs. The lines that follow proved moves come
    /// after that, and may take some more.
    pub nodes: u64,
    /// The most turns to look ahead while estimating.
    pub depth: u8,
    /// Whether to try to prove values, or only to estimate them.
    pub proofs: bool,
    /// What the estimates are to find out.
    pub objective: Objective,
    /// Threads to think with; 1 where there are none to be had.
    pub threads: usize,
    /// Raised when the answer is wanted at once.
    pub stop: &'a AtomicBool,
}

impl<'a> Limits<'a> {
    /// Thinks until everything is proved or `stop` is raised, in one thread.
    pub const fn until(stop: &'a AtomicBool) -> Self {
        Self {
            nodes: u64::MAX,
            depth: u8::MAX,
            proofs: true,
            objective: Objective::EachMove,
            threads: 1,
            stop,
        }
    }
}

/// What estimates are to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// What each move is worth (`MultiPV` in chess engines).
    EachMove,
    /// Which move is best, and what it is worth. With the same effort that is seen several turns
    /// farther; the others are then worth no more than they are said to be, and perhaps much less.
    BestMove,
}

/// What limits a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget<'a> {
    /// The most boards that one thread may look at.
    pub(crate) nodes: u64,
    /// Raised by the caller when the answer is no longer wanted.
    pub(crate) stop: &'a AtomicBool,
}

/// How many of so many threads there are. In a browser it is one, which is known before anything
/// runs: what others would do is left out of its module.
pub(crate) const fn threads_at_hand(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { wanted }
}
