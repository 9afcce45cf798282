use std::error::Error;
use std::fmt;

/// Why an event cannot happen at a table. The table stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A table is opened once, by its first event.
    Opening,
    /// The move is not legal, or no move at all.
    Illegal,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// The coins have not decided yet who starts.
    NotTossed,
    /// There is nothing to toss for, or it is the other player's toss.
    NoToss,
    /// There are no such moves to take back or to play again.
    NoSuchMove,
    /// Nothing has been asked that could be answered like this.
    NotAsked,
    /// A seat is still free.
    SeatFree,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "a table is opened once, by the first event of its log",
            Self::Illegal => "this move is not legal",
            Self::GameOver => "the game is over",
            Self::NotOver => "the game is not over yet",
            Self::NotTossed => "the coin has to be tossed first",
            Self::NoToss => "it is not this player's turn to toss a coin",
            Self::NoSuchMove => "there is no such move to go to",
            Self::NotAsked => "nothing has been asked",
            Self::SeatFree => "a seat is still free",
        })
    }
}

impl Error for Refusal {}
