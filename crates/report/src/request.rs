//! How positions and games are asked for.

use std::error::Error;
use std::fmt;

use parlor_rules::{
    AnyIllegalMove, AnyPosition, AnyPositionError, AnyRecord, Game as _, NoSwap, NotAMove, Variant,
};

/// A move of a list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// Which one, counted from 1.
    number: usize,
    why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Why {
    NotAMove(NotAMove),
    Illegal(AnyIllegalMove),
    NoSwap(NoSwap),
}

/// Reads a position of a game; without one, the game is at its beginning. A game's line, a link or a board
/// without a side to move is understood, too, where it is of the same rules.
///
/// # Errors
/// Says what is wrong with it.
pub fn read_position(
    variant: Variant,
    position: Option<&str>,
) -> Result<AnyPosition, AnyPositionError> {
    match position {
        None => Ok(AnyPosition::opening(variant)),
        Some(text) => AnyPosition::parse(variant, text)
            .or_else(|error| read_in_other_form(variant, text).ok_or(error)),
    }
}

fn read_in_other_form(variant: Variant, text: &str) -> Option<AnyPosition> {
    let position = *AnyRecord::read_pasted(text, variant).ok()?.position();
    (position.variant() == variant).then_some(position)
}

/// Plays a list of moves, such as `3,6,1`, `3 6 1` or `361`; `s` or `swap` swaps sides by the pie
/// rule.
///
/// # Errors
/// Says which move cannot be played, and why.
pub fn play_moves(start: AnyPosition, moves: &str) -> Result<AnyRecord, WrongMove> {
    let mut record = AnyRecord::new(start);
    for (number, word) in (1..).zip(words(moves)) {
        play(&mut record, &start, word).map_err(|why| WrongMove { number, why })?;
    }
    Ok(record)
}

fn play(record: &mut AnyRecord, start: &AnyPosition, word: &str) -> Result<(), Why> {
    if matches!(word, "s" | "swap") {
        return record.swap().map_err(Why::NoSwap);
    }
    let choice = start.read_choice(word).map_err(Why::NotAMove)?;
    record.play(choice).map_err(Why::Illegal)?;
    Ok(())
}

/// The moves in a list with commas or spaces between them, or in a row of digits and `s`.
fn words(moves: &str) -> Vec<&str> {
    let moves = moves.trim();
    if moves.chars().all(|letter| letter.is_ascii_digit() || letter == 's') {
        return moves.split_inclusive(|_| true).collect();
    }
    // Nothing between two commas is a move that got lost, not a move to pass over.
    moves
        .split(',')
        .flat_map(|part| match part.trim() {
            "" => vec![""],
            part => part.split_whitespace().collect(),
        })
        .collect()
}

impl fmt::Display for WrongMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: ", self.number)?;
        match &self.why {
            Why::NotAMove(error) => error.fmt(f),
            Why::Illegal(error) => error.fmt(f),
            Why::NoSwap(error) => error.fmt(f),
        }
    }
}

impl Error for WrongMove {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn opening(rules: &str) -> AnyPosition {
        AnyPosition::opening(rules.parse().expect("rules"))
    }

    #[test]
    fn a_position_is_read_in_any_form_of_the_same_rules() {
        let read = |text| {
            let kalah = "kalah".parse().expect("rules");
            read_position(kalah, Some(text)).map(|position| position.to_string())
        };
        let after = "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S".to_owned();
        for text in
            [&*after, &after[..after.len() - 2], "kalah~S~3", "https://x.org/#/game/kalah~S~3"]
        {
            assert_eq!(read(text).as_ref(), Ok(&after), "{text}");
        }
        for text in ["gems~S~3", "<3,0,0,1,1,1,1,1,1>", "hello"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_read_however_they_are_separated() {
        let game = |moves| play_moves(opening("kalah"), moves).map(|record| record.to_string());
        for moves in ["4s2", "4,s,2", "4 s 2", "4,swap,2", " 4 , s,2 "] {
            assert_eq!(game(moves), Ok("kalah~S~4s2".to_owned()), "{moves:?}");
        }
        assert_eq!(game(""), Ok("kalah~S~".to_owned()));
        let wrong = |moves| game(moves).expect_err("a wrong move").to_string();
        assert_eq!(wrong("3,3"), "move 2: pit 3 is empty");
        assert!(wrong("3,,6").starts_with("move 2: "));
    }

    proptest! {
        #[test]
        fn whatever_is_sent_is_played_or_refused(
            rules in prop_oneof![Just("gems"), Just("tic-tac-toe"), Just("kalah,pits=2,stones=1")],
            moves in "[0-9s, ]{0,40}|\\PC{0,40}",
        ) {
            if let Ok(record) = play_moves(opening(rules), &moves) {
                let again: AnyRecord = record.to_string().parse().expect("a whole game");
                prop_assert_eq!(again, record);
            }
        }
    }
}
