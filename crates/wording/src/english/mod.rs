//! English.
//!
//! Plain, warm and short: what happened, then what is next. Buttons are verbs; numbers agree with
//! their nouns. Fixed words are functions without arguments, so that a second language needs no
//! change where they are used.

/// Defines fixed words: for each a function of no arguments that returns them.
macro_rules! words {
    ($($name:ident = $words:expr;)+) => {
        $(
            #[doc = concat!("“", $words, "”")]
            pub const fn $name() -> &'static str {
                $words
            }
        )+
    };
}

mod board;
mod company;
pub mod ending;
pub mod games;
mod grammar;
mod levels;
mod page;
mod players;
mod reason;
mod refusal;
pub mod review;
pub mod rules;
mod status;
pub mod terminal;
mod toss;
mod turn;

pub use board::{deeds, hint, preview, selected, selection, slot_label, square_label};
pub use company::{News, news, reaction, request};
pub use grammar::{counted, sentences};
pub use levels::{Occasion, bot_name, level_description, level_name, remark};
pub use page::*;
pub use players::{Players, name};
pub use reason::reason;
pub use refusal::refusal;
pub use status::{headline, status, thinking, turns_played};
pub use toss::{coin, toss, toss_check};
pub use turn::{turn_account, turn_message};
