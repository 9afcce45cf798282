//! The page on which a game is reviewed.

use parlor_engine::{MoveClass, TurnReview};
use parlor_rules::{Choice, Ply, Variant};

use super::super::review;

words! {
    title = "Review";
    moves = "Moves";
    margin = "Margin after each turn";
    turn_column = "Turn";
    move_column = "Move";
    margin_column = "Expected margin";
    judgement_column = "Verdict";
    about_figures = "A star is another turn, x a capture. A dotted line marks a move that gives something up, a full line one that turns the game.";
    about_lines = "A dotted line marks a move that gives something up, a full line one that turns the game.";
    mistakes = "Biggest mistakes";
    no_mistakes = "None found.";
    looking = "Still looking…";
    summary = "Summary";
    play_on = "Play on from here";
    on_this_screen = "On this screen";
    show_better = "Show the better move";
    steps = "Step through the game";
    start = "The start of the game.";
    working = "Reviewing…";
    unknown = "not known yet";
    paste = "Game to review";
    about_paste = "Paste a game line or a link to a game, or open a file that has one.";
    open = "Review";
    open_file = "Open a file";
}

/// At an end of the graph: "Ada ahead"
pub fn ahead(name: &str) -> String {
    format!("{name} ahead")
}

/// "Ada plays 4x7: gives up 3.", "Ada swaps sides: that turns a win into a loss."
pub fn played(name: &str, turn: &TurnReview) -> String {
    let did = match turn.ply {
        Ply::Move(_) => format!("{name} plays {}", review::figure(turn)),
        Ply::Swap => format!("{name} swaps sides"),
    };
    let Some(judgement) = &turn.judgement else { return format!("{did}.") };
    let class = review::class(judgement);
    match (turn.ply, judgement.class) {
        (Ply::Move(_), _) | (_, MoveClass::OnlyMove | MoveClass::Best | MoveClass::Good) => {
            format!("{did}: {class}.")
        }
        (
            Ply::Swap,
            MoveClass::GivesUp { .. }
            | MoveClass::WinIntoTie
            | MoveClass::WinIntoLoss
            | MoveClass::TieIntoLoss,
        ) => format!("{did}: that {class}."),
    }
}

/// By how much a player is ahead at the end, as far as it is known: "Ada by 4", "even".
pub fn margin_of(names: [&str; 2], margin: i16, proved: bool) -> String {
    let about = if proved { "" } else { "about " };
    match margin {
        0 => format!("{about}even"),
        1.. => format!("{} by {about}{margin}", names[0]),
        ..0 => format!("{} by {about}{}", names[1], -margin),
    }
}

/// What is shown on the board: "Better: pit 2, then pit 5."
pub fn better(variant: &Variant, choices: &[Choice]) -> String {
    let place = |choice: &Choice| review::place_of(variant, *choice);
    let places: Vec<String> = choices.iter().map(place).collect();
    format!("Better: {}.", places.join(", then "))
}
