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
    /// The clock is set before the first move.
    GameBegun,
    /// Only somebody who sits at the table can do this.
    NotSeated,
    /// They already sit at this table.
    AlreadySeated,
    /// There is no free seat, or not this one.
    SeatTaken,
    /// It is the other player's turn.
    NotYourTurn,
    /// They have asked already, and the answer is still to come.
    AlreadyAsked,
    /// The other player has asked for something else first.
    AnswerFirst,
    /// What was shown is not what had been chosen for the toss.
    OtherNonce,
    /// The computer does not agree to this.
    ComputerDeclines,
}

impl Refusal {
    /// Every reason there is.
    pub const ALL: [Self; 18] = [
        Self::Opening,
        Self::Illegal,
        Self::GameOver,
        Self::NotOver,
        Self::NotTossed,
        Self::NoToss,
        Self::NoSuchMove,
        Self::NotAsked,
        Self::SeatFree,
        Self::GameBegun,
        Self::NotSeated,
        Self::AlreadySeated,
        Self::SeatTaken,
        Self::NotYourTurn,
        Self::AlreadyAsked,
        Self::AnswerFirst,
        Self::OtherNonce,
        Self::ComputerDeclines,
    ];
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
            Self::GameBegun => "the clock is set before the first move",
            Self::NotSeated => "only those who sit at the table can do this",
            Self::AlreadySeated => "you already sit at this table",
            Self::SeatTaken => "this seat is taken",
            Self::NotYourTurn => "it is the other player's turn",
            Self::AlreadyAsked => "you have asked already: wait for the answer",
            Self::AnswerFirst => "the other player has asked for something: answer first",
            Self::OtherNonce => "this is not what had been chosen for the toss",
            Self::ComputerDeclines => "the computer does not agree to this",
        })
    }
}

impl Error for Refusal {}
