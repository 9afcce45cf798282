use std::error::Error;
use std::fmt;

/// Why a command is not carried out, or why an event cannot happen. The table stays as it was.
///
/// It is a value, made where it is decided; what a player reads about it is for `wording` to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A table is opened once, by its first event.
    Opening,
    /// The board has no such place.
    Illegal,
    /// The pit has no stones.
    EmptyPit,
    /// There is a mark on the square.
    SquareTaken,
    /// A store was chosen, from which no move can be made.
    Store,
    /// The pit belongs to the other player.
    OpponentsPit,
    /// The game is over.
    GameOver,
    /// The game is not over yet.
    NotOver,
    /// The coins have not decided yet who starts.
    NotTossed,
    /// There is nothing to toss for, or it is the other player's toss.
    NoToss,
    /// There are no such turns to take back or to play again.
    NoSuchMove,
    /// The pie rule does not let this player swap sides now.
    NoSwap,
    /// Nothing has been asked that could be answered like this.
    NotAsked,
    /// A seat is still free.
    SeatFree,
    /// The clock is set before the first move.
    GameBegun,
    /// Only those who sit at the table can do this: a spectator cannot.
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
    /// It can be done only where all players share one screen.
    OneScreenOnly,
    /// It can be done only at a table that is played at from several places.
    RemoteOnly,
    /// Something that the command depends on has happened in the meantime.
    Stale,
    /// The rate limit is reached: too much was asked for in a short time.
    RateLimited,
    /// The log of the table has no room for it.
    LogFull,
    /// As many turns have been taken back in this game as may be.
    NoMoreTakebacks,
    /// The host has no room to store more.
    StorageFull,
    /// The host does not understand the command: this program is too old for it, or too new.
    NotUnderstood,
    /// The host could not do it; nothing was changed.
    Unavailable,
}

impl Refusal {
    /// Every reason.
    pub const ALL: [Self; 32] = [
        Self::Opening,
        Self::Illegal,
        Self::EmptyPit,
        Self::SquareTaken,
        Self::Store,
        Self::OpponentsPit,
        Self::GameOver,
        Self::NotOver,
        Self::NotTossed,
        Self::NoToss,
        Self::NoSuchMove,
        Self::NoSwap,
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
        Self::OneScreenOnly,
        Self::RemoteOnly,
        Self::Stale,
        Self::RateLimited,
        Self::LogFull,
        Self::NoMoreTakebacks,
        Self::StorageFull,
        Self::NotUnderstood,
        Self::Unavailable,
    ];
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "a table is opened once, by the first event of its log",
            Self::Illegal => "this move is not legal",
            Self::EmptyPit => "this pit is empty",
            Self::SquareTaken => "this square is taken",
            Self::Store => "stones in a store stay there",
            Self::OpponentsPit => "this pit is the other player's",
            Self::GameOver => "the game is over",
            Self::NotOver => "the game is not over yet",
            Self::NotTossed => "the coin has to be tossed first",
            Self::NoToss => "it is not this player's turn to toss a coin",
            Self::NoSuchMove => "there is no such turn to go to",
            Self::NoSwap => {
                "sides can be swapped only by the second player, instead of a first move"
            }
            Self::NotAsked => "nothing has been asked",
            Self::SeatFree => "a seat is still free",
            Self::GameBegun => "the clock is set before the first move",
            Self::NotSeated => "only the players can do this",
            Self::AlreadySeated => "you already sit at this table",
            Self::SeatTaken => "this seat is taken",
            Self::NotYourTurn => "it is the other player's turn",
            Self::AlreadyAsked => "you have asked already: wait for the answer",
            Self::AnswerFirst => "the other player has asked for something: answer first",
            Self::OtherNonce => "this is not what had been chosen for the toss",
            Self::ComputerDeclines => "the computer does not agree to this",
            Self::OneScreenOnly => "this can be done only where the players share one screen",
            Self::RemoteOnly => "this can be done only at a table with a link",
            Self::Stale => "something else has happened at the table in the meantime",
            Self::RateLimited => "that was too much at once: wait a moment",
            Self::LogFull => "this table has no room for more",
            Self::NoMoreTakebacks => "no more can be taken back in this game",
            Self::StorageFull => "the server has no room to store more: come back later",
            Self::NotUnderstood => "this is not understood",
            Self::Unavailable => "this could not be done: try again in a moment",
        })
    }
}

impl Error for Refusal {}
