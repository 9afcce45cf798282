use parlor_table::{Coin, Reaction, Refusal, WishKind};

/// A value out of a fixed set that has a word of its own in messages.
pub trait Code: Copy + 'static {
    /// Every value there is.
    const EVERY: &'static [Self];

    /// The word for it.
    fn code(self) -> &'static str;

    /// The value with this word.
    fn from_code(code: &str) -> Option<Self> {
        Self::EVERY.iter().copied().find(|value| value.code() == code)
    }
}

impl Code for WishKind {
    const EVERY: &'static [Self] = &Self::ALL;

    fn code(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::TakeBack => "takeback",
            Self::Rematch => "rematch",
        }
    }
}

impl Code for Coin {
    const EVERY: &'static [Self] = &[Self::Heads, Self::Tails];

    fn code(self) -> &'static str {
        match self {
            Self::Heads => "heads",
            Self::Tails => "tails",
        }
    }
}

impl Code for Reaction {
    const EVERY: &'static [Self] = &Self::ALL;

    fn code(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Luck => "luck",
            Self::Clap => "clap",
            Self::Wow => "wow",
            Self::Laugh => "laugh",
            Self::Hmm => "hmm",
            Self::Oops => "oops",
            Self::Thanks => "thanks",
        }
    }
}

impl Code for Refusal {
    const EVERY: &'static [Self] = &Self::ALL;

    fn code(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Illegal => "illegal",
            Self::EmptyPit => "empty-pit",
            Self::SquareTaken => "square-taken",
            Self::Store => "store",
            Self::OpponentsPit => "opponents-pit",
            Self::GameOver => "over",
            Self::NotOver => "not-over",
            Self::NotTossed => "not-tossed",
            Self::NoToss => "no-toss",
            Self::NoSuchMove => "no-such-move",
            Self::NoSwap => "no-swap",
            Self::NotAsked => "not-asked",
            Self::SeatFree => "seat-free",
            Self::GameBegun => "begun",
            Self::NotSeated => "not-seated",
            Self::AlreadySeated => "already-seated",
            Self::SeatTaken => "seat-taken",
            Self::NotYourTurn => "not-your-turn",
            Self::AlreadyAsked => "already-asked",
            Self::AnswerFirst => "answer-first",
            Self::OtherNonce => "other-nonce",
            Self::ComputerDeclines => "computer-declines",
            Self::OneScreenOnly => "one-screen-only",
            Self::RemoteOnly => "remote-only",
            Self::Stale => "stale",
            Self::RateLimited => "too-many",
            Self::LogFull => "too-long",
            Self::NoMoreTakebacks => "no-more-takebacks",
            Self::StorageFull => "storage-full",
            Self::NotUnderstood => "malformed",
            Self::Unavailable => "failed",
        }
    }
}
