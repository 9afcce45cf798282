//! Tic-Tac-Toe positions as people type them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_fuzz::{check_tic_tac_toe, refuses};
use parlor_rules::tic_tac_toe::Position;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => check_tic_tac_toe(&position),
        Err(error) => refuses(&error),
    }
});
