//! Who plays, by which rules, and against which clock.

use std::ops::RangeInclusive;

use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest,
    RulesError, Starts,
};
use parlor_rules::{Level, Player};

use crate::english::grammar::counted;
use crate::level_name;

words! {
    rules = "Rules";
    look = "Look";
    play = "Play";
    played_by = "Played by";
    person_here = "Someone on this device";
    about_friend = "You get a link to send. The first person to open it plays you.";
    about_opponent = "You'll play the next person who picks this game.";
    your_name = "Your name";
    start_new_game = "Start A New Game";
    difficulty = "Difficulty (stones per pit)";
    clock = "Clock";
    clock_total = "Time for the whole game";
    clock_increment = "Extra time per move";
    own_rules = "These are your own rules.";
    who_starts = "Who goes first";
    pie_rule = "The second player may swap sides (pie rule)";
    fair_play = "Fair play";
    start_position = "Starting position";
    usual_start = "The usual start";
    even_start = "An even start (36 stones, a proven tie)";
    head_start = "Head start";
    pits = "Pits per side";
    origin_question = "When sowing comes back to its starting pit";
    relay_question = "If the last stone lands in a pit that isn't empty";
    captures_question = "If the last stone lands in an empty pit of yours";
    captured_question = "Captured stones go";
    capturing_stone_question = "The capturing stone";
    empty_opposite_question = "If the opposite pit is empty";
    full_lap_question = "If a full lap ends in its starting pit";
    over_question = "The game ends";
    rest_question = "Stones left at the end";
}

/// "Player 1"
pub const fn player(player: Player) -> &'static str {
    match player {
        Player::One => "Player 1",
        Player::Two => "Player 2",
    }
}

/// "player 1"
const fn in_a_sentence(player: Player) -> &'static str {
    match player {
        Player::One => "player 1",
        Player::Two => "player 2",
    }
}

/// "Player 1's name"
pub fn name_of(of: Player) -> String {
    format!("{}'s name", player(of))
}

/// The computer at a level, to choose from: "Computer 3: Otto".
pub fn computer(level: Level) -> String {
    format!("Computer {}: {}", level.number(), level_name(level))
}

/// What the start is worth with perfect play: "With perfect play, player 1 wins by 8." Where a coin or the
/// last game decides who starts, it is the player who goes first.
pub fn worth(value: i16, starts: Starts) -> String {
    let [one, two] = Player::BOTH.map(in_a_sentence);
    let [first, second] = match starts {
        Starts::One => [one, two],
        Starts::Two => [two, one],
        Starts::CoinToss | Starts::Loser => {
            ["the player who goes first", "the player who goes second"]
        }
    };
    match value {
        0 => "With perfect play, this ends in a tie.".to_owned(),
        1.. => format!("With perfect play, {first} wins by {value}."),
        ..0 => format!("With perfect play, {second} wins by {}.", value.unsigned_abs()),
    }
}

/// What evens a start out.
pub const fn evens_out(has_even_starts: bool) -> &'static str {
    if has_even_starts {
        "To even it out, use the pie rule, an even start or a head start."
    } else {
        "To even it out, use the pie rule or a head start."
    }
}

/// To choose from: "A head start for player 1".
pub fn head_start_for(of: Player) -> String {
    format!("A head start for {}", in_a_sentence(of))
}

/// How big a head start is: "Head start: 3 stones from player 2's pits".
pub fn head_start_of(stones: u8, of: Player) -> String {
    let stones = counted(stones.into(), "stone");
    format!("{}: {stones} from {}'s pits", head_start(), in_a_sentence(!of))
}

/// "Stones per pit: 4"
pub fn stones_per_pit(stones: u8) -> String {
    format!("Stones per pit: {stones}")
}

/// What the difficulty has to be: "Choose a number from 3 to 10."
pub fn difficulty_offered(stones: &RangeInclusive<u8>) -> String {
    format!("Choose a number from {} to {}.", stones.start(), stones.end())
}

/// "These are the rules of Kalah."
pub fn rules_of(game: &str) -> String {
    format!("These are the rules of {game}.")
}

/// How long each player has: "5 minutes each".
pub fn clock_minutes(minutes: u32) -> String {
    match minutes {
        0 => "No clock".to_owned(),
        _ => format!("{} each", counted(minutes as usize, "minute")),
    }
}

/// What a move adds: "5 seconds".
pub fn clock_seconds(seconds: u32) -> String {
    match seconds {
        0 => "None".to_owned(),
        _ => counted(seconds as usize, "second"),
    }
}

/// Who goes first.
pub const fn starts(starts: Starts) -> &'static str {
    match starts {
        Starts::One => "Player 1",
        Starts::Two => "Player 2",
        Starts::CoinToss => "The winner of a coin toss",
        Starts::Loser => "The loser of the last game",
    }
}

/// What happens to the starting pit on a later lap.
pub const fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Sown => "it gets a stone like any other pit",
        Origin::Skipped => "it is skipped",
    }
}

/// What happens to a last stone that finds others.
pub const fn relay(relay: Relay) -> &'static str {
    match relay {
        Relay::Off => "the turn ends there",
        Relay::On => "pick up all its stones and keep sowing",
    }
}

/// Whether there are captures.
pub const fn captures(captures: Captures) -> &'static str {
    match captures {
        Captures::On => "it captures what is opposite",
        Captures::Off => "nothing is captured",
    }
}

/// Where captured stones go.
pub const fn captured(captured: Captured) -> &'static str {
    match captured {
        Captured::ToStore => "to your store",
        Captured::ToLandingPit => "to the pit where your last stone landed",
    }
}

/// What the capturing stone does.
pub const fn capturing_stone(stone: CapturingStone) -> &'static str {
    match stone {
        CapturingStone::ToStore => "goes to your store too",
        CapturingStone::Stays => "stays in its pit",
    }
}

/// What happens if nothing is opposite.
pub const fn empty_opposite(rule: EmptyOpposite) -> &'static str {
    match rule {
        EmptyOpposite::Nothing => "nothing happens",
        EmptyOpposite::BanksTheStone => "your lone stone still scores",
    }
}

/// What a full lap does.
pub const fn full_lap(rule: FullLap) -> &'static str {
    match rule {
        FullLap::Captures => "you capture",
        FullLap::Nothing => "nothing happens",
    }
}

/// When the game ends.
pub const fn over(rule: Over) -> &'static str {
    match rule {
        Over::EitherRowEmpty => "as soon as either row is empty",
        Over::NoMove => "when the player to move has no stones",
    }
}

/// What happens to stones that are left.
pub const fn rest(rule: Rest) -> &'static str {
    match rule {
        Rest::ToOwner => "go to their owner's store",
        Rest::Stays => "don't count",
    }
}

/// Why rules contradict each other.
pub fn contradiction(error: &RulesError) -> String {
    match error {
        RulesError::NothingToBank => {
            "A stone that stays in its pit can't score as well.".to_owned()
        }
        RulesError::NoFullLap => "The starting pit is skipped, so no lap can end there.".to_owned(),
        other => format!("These rules don't go together: {other}."),
    }
}
