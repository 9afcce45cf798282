//! The lesson, and the rules below it.

words! {
    title = "Mancala in a minute";
    lesson = "Lesson";
    try_again = "Try again";
    next = "Next";
    skip = "Skip";
    already_done = "Well done. Go on to the next step.";
    done = "You can play Mancala";
    done_about = "Sow, go again, capture, and fill your store. The rest is looking ahead.";
    play_for_two = "Play Kalah for two";
    play_computer = "Play the computer";
    start_over = "Start over";
}

/// One thing to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To sow.
    Sow,
    /// To reach the own store and move again.
    GoAgain,
    /// To capture.
    Capture,
    /// To end a game.
    End,
}

/// The words of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepWords {
    /// What it is about.
    pub title: &'static str,
    /// What is to be done.
    pub task: &'static str,
    /// What is said to a move that does something else.
    pub objection: &'static str,
    /// What is said when it is done.
    pub praise: &'static str,
}

/// The words of a step of the lesson.
pub const fn step(step: Step) -> StepWords {
    match step {
        Step::Sow => StepWords {
            title: "Sow",
            task: "The row with the rings is yours, and so is the store at its end. Choose any of \
                   your pits: its stones drop one by one into the next pits.",
            objection: "",
            praise: "That's sowing. Your own store gets a stone as you pass; the other store never \
                     gets one of yours. Stones in your store are your points.",
        },
        Step::GoAgain => StepWords {
            title: "Go again",
            task: "If your last stone lands in your own store, you move again. Find the pit that \
                   does it: count the steps from there to your store.",
            objection: "That pit's last stone lands somewhere else. Which pit holds exactly as many \
                        stones as it is steps from your store?",
            praise: "Your last stone reached your store, so it's your turn again. Good players \
                     string such moves together.",
        },
        Step::Capture => StepWords {
            title: "Capture",
            task: "If your last stone lands in an empty pit of yours, you capture what is opposite. \
                   Capture the six stones.",
            objection: "That captures nothing. Look for a pit whose last stone lands in an empty \
                        pit of yours, across from the six.",
            praise: "Your stone and the six opposite went to your store.",
        },
        Step::End => StepWords {
            title: "The end",
            task: "The game ends when a row is empty. Play your last stone.",
            objection: "",
            praise: "Your row is empty, so the other player keeps what is left in theirs: 25 to 23. \
                     You win: the fuller store always wins.",
        },
    }
}

/// "Step 1 of 4"
pub fn progress(step: usize, of: usize) -> String {
    format!("Step {step} of {of}")
}

/// "Play Kalah"
pub fn play(game: &str) -> String {
    format!("Play {game}")
}
