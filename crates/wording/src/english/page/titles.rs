//! Titles of the window.

words! {
    parlor = "Parlor";
    learn = "Learn · Parlor";
    review = "Review · Parlor";
    puzzles = "Puzzles · Parlor";
    editor = "Board editor · Parlor";
    statistics = "Statistics · Parlor";
    notice = "Your turn";
}

/// "Kalah · Parlor"
pub fn game(name: &str) -> String {
    format!("{name} · Parlor")
}

/// For someone who may be looking at another page meanwhile.
pub fn your_turn(name: &str) -> String {
    format!("Your turn · {name} · Parlor")
}
