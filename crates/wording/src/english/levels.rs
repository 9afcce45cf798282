//! The computer's characters, one for each level, and what they say.

use parlor_rules::Level;
use parlor_table::Name;

/// The name of the character that plays at a level.
pub const fn level_name(level: Level) -> &'static str {
    match level.number() {
        1 => "Pip",
        2 => "Clover",
        3 => "Otto",
        4 => "Marla",
        5 => "Bruno",
        6 => "Selma",
        7 => "Viktor",
        _ => "Athena",
    }
}

/// What a bot is called at a table, so that people know what they play against; it fits into a name.
pub fn bot_name(name: &str) -> String {
    const MARK: &str = "(bot)";
    let mut own = Name::new(name).as_typed().to_owned();
    loop {
        let marked = Name::new(&format!("{own} {MARK}"));
        if marked.as_typed().ends_with(MARK) {
            return if own.is_empty() { "Bot".to_owned() } else { marked.as_typed().to_owned() };
        }
        own.pop();
    }
}

/// The character in one line. It is true of what the engine does at that level: all of them look at
/// least at the reply; they differ in how far they look beyond it and in how much they overlook, which is
/// most where turns are long.
pub const fn level_description(level: Level) -> &'static str {
    match level.number() {
        1 => "Plays for fun, spots what is near and misses most of the rest.",
        2 => "Likes to go again, and often misses what you can do next.",
        3 => "Grabs captures, when he spots them.",
        4 => "Looks past your reply to her own next turn.",
        5 => "Thinks a turn further than Marla, and seldom slips.",
        6 => "Plans several turns ahead and waits for your mistake.",
        7 => "Calculates deeply and overlooks very little.",
        _ => "Solves what can be solved, and never slips there.",
    }
}

/// When a character says something. It speaks to the one person it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A game begins.
    Start,
    /// The character blundered.
    OwnBlunder,
    /// The person blundered.
    YourBlunder,
    /// The character won.
    Won,
    /// The person won.
    Lost,
    /// Neither won.
    Tied,
}

impl Occasion {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Start, Self::OwnBlunder, Self::YourBlunder, Self::Won, Self::Lost, Self::Tied];
}

/// What a character says. It fits every game: there are no stones in Tic-Tac-Toe.
pub const fn remark(level: Level, occasion: Occasion) -> &'static str {
    let [start, own_blunder, your_blunder, won, lost, tied] = remarks(level);
    match occasion {
        Occasion::Start => start,
        Occasion::OwnBlunder => own_blunder,
        Occasion::YourBlunder => your_blunder,
        Occasion::Won => won,
        Occasion::Lost => lost,
        Occasion::Tied => tied,
    }
}

/// In the order of the occasions.
const fn remarks(level: Level) -> [&'static str; 6] {
    match level.number() {
        1 => [
            "Yay, a game! Let's play!",
            "Oops! I didn't see that one.",
            "Ooh, was that on purpose?",
            "I won? I won!",
            "You're good! Again?",
            "Same as you! High five!",
        ],
        2 => [
            "Hop, hop. Ready when you are.",
            "I hopped right past the good one.",
            "You left something tasty there.",
            "A hop ahead of you!",
            "You out-hopped me. Nicely done.",
            "Paw to paw. Fair enough.",
        ],
        3 => [
            "Careful, I like to grab things.",
            "That slipped right out of my paws.",
            "You're leaving that for me?",
            "Caught it all in the end!",
            "You swam rings round me.",
            "Neck and neck. I enjoyed that.",
        ],
        4 => [
            "Let's see how you do with a cat watching.",
            "You saw nothing.",
            "I'd have looked twice at that.",
            "I do like landing on my feet.",
            "Hm. You were quicker this time.",
            "Even. I'll allow it.",
        ],
        5 => [
            "No hurry. I never hurry.",
            "Grr. That was clumsy of me.",
            "Too hasty, my friend.",
            "Slow and steady does it.",
            "Well played. That took some strength.",
            "You stood firm. So did I.",
        ],
        6 => [
            "I can wait. Can you?",
            "Not my cleverest idea.",
            "That's the one I was waiting for.",
            "Patience pays.",
            "Outfoxed! That doesn't happen often.",
            "Neither of us fell for it.",
        ],
        7 => [
            "Good day. Shall we begin?",
            "A miscalculation. How embarrassing.",
            "An interesting choice. Not a good one.",
            "As calculated.",
            "I shall have to check my sums.",
            "Honours even, as they say.",
        ],
        _ => [
            "Show me what you see.",
            "Even owls blink.",
            "Look at that one again afterwards.",
            "You'll see further next time.",
            "You saw further than I did. Well done.",
            "A tie with me is no small thing.",
        ],
    }
}
