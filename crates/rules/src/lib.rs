//! What a legal game is: Mancala in any rule set, and Tic-Tac-Toe.
//!
//! Everything else in Parlor, from the search to the browser, plays by calling [`Game::play`].
//! A turn is a value: the position it led to, and on request the list of steps that people see.
//!
//! ```
//! use parlor_rules::mancala::{Pit, Position, Preset, Step};
//! use parlor_rules::{Game, Player};
//!
//! let start = Position::start(Preset::Kalah.rules(), Player::One);
//! let third_pit = Pit::new(2).expect("a board has a third pit");
//!
//! let turn = start.play(third_pit)?;
//! assert_eq!(turn.position().turn(), Player::One, "the last stone fell into the store");
//! assert_eq!(turn.steps().last(), Some(&Step::Again));
//! # Ok::<(), parlor_rules::mancala::IllegalMove>(())
//! ```
//!
//! # What always holds
//!
//! - The crate depends on nothing. It reads no clock, no file, no environment and knows no chance: a
//!   coin is tossed by the program that runs the game.
//! - It never panics on text. Every reader returns an error that names the offending part in one
//!   line, with control characters escaped.
//! - A value that exists is valid: private fields, constructors that check. `Option<Outcome>` is
//!   `None` while the game goes on.
//! - A position carries its rules. No function takes rules and a position that might not belong
//!   together.
//! - **Every number of stones fits into a byte**, because a position holds at most 255 stones. So a
//!   row is a `u64` or `u128` with a byte for each pit, adding two rows is one addition, and no byte
//!   carries into the next.
//! - **A board is seen by the player to move**: `mine` and `theirs`. South and North exist at the
//!   edges: in notation, slots and steps. The stores play no part in how a turn goes, so a `Board`
//!   has none, and what the rest of a game is worth can be remembered for the board alone.
//! - **Sowing is looked up, not walked, and does not branch on captures**: the sowings of each pit
//!   are prepared once, and masks decide about captures. It is the inner loop of every search. Steps
//!   are made only when asked for, by walking the same `Places` that the table was made from.
//! - `turn()` must be read, never assumed to alternate. After `Again` it stays with the mover, even
//!   if that turn ends the game.
//! - The end is looked for after a whole turn, capture included. A finished position need not be
//!   swept: `outcome` and `score` count what the sweep would have moved.
//! - A skipped slot is not a step: it makes no sound and takes no time.
//! - A Tic-Tac-Toe position is one that some game leads to; a Mancala position need not be.
//! - Printed and read again, every value is the same value. A record uses only characters that a web
//!   address leaves alone, and one character for each turn.
//! - A swap by the pie rule stands in a record and nowhere else: positions, perft and the engine
//!   never see it.

pub mod mancala;
pub mod tic_tac_toe;

mod any;
mod game;
mod level;
mod pasted;
mod percent;
mod performance;
mod perft;
mod player;
mod record;
mod text;
mod variant;

pub use any::{
    AnyIllegalMove, AnyPosition, AnyPositionError, AnyStep, AnyTurn, Choice, TurnOfGame,
};
pub use game::{Game, Turn};
pub use level::Level;
pub use pasted::{Pasted, PastedError};
pub use percent::percent_decode;
pub use performance::Performance;
pub use perft::Tally;
pub use player::{Outcome, Player};
pub use record::{AnyRecord, NoSwap, NotAMove, Ply, Record, RecordError};
pub use variant::Variant;
