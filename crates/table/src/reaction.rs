/// A short message from a player to the other: one of a fixed set, so that none can hurt. It is not
/// part of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Hello!
    Hello,
    /// Good luck!
    Luck,
    /// Well played!
    Clap,
    /// Wow!
    Wow,
    /// Ha ha!
    Laugh,
    /// Hmm …
    Hmm,
    /// Oops!
    Oops,
    /// Thank you!
    Thanks,
}

impl Reaction {
    /// All there are, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Hello,
        Self::Luck,
        Self::Clap,
        Self::Wow,
        Self::Laugh,
        Self::Hmm,
        Self::Oops,
        Self::Thanks,
    ];
}
