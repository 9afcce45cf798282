//! The rules in plain words, made from the rules themselves.

use std::ops::RangeInclusive;

use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
    Starts,
};

use super::grammar::together;

words! {
    shared_title = "What all Mancala games share";
    again = "If your last stone lands in your own store, you move again.";
    select_then_play = "First select a pit, then play it.";
    swap_sides = "After the first move, the second player may swap sides instead of moving.";
}

/// What the presets have in common.
pub const fn shared() -> [&'static str; 6] {
    [
        "On your turn, take all the stones from one of your pits and drop them one by one into the \
         next pits, counter-clockwise. Your own store gets one as you pass; the other store never \
         does.",
        again(),
        "In most of them you capture if your last stone lands in an empty pit of yours. A last stone \
         on the other side never captures.",
        "The game ends as soon as either row is empty, even after a move that earned another one.",
        "Then the fuller store wins, and equal stores are a tie.",
        "No stones are added or removed.",
    ]
}

/// Tic-Tac-Toe.
pub const fn tic_tac_toe() -> [&'static str; 3] {
    [
        "Take turns putting your mark in an empty square; X goes first.",
        "Three of your marks in a row, column or diagonal win.",
        "If all nine squares are full without such a line, it's a tie.",
    ]
}

/// How a game begins: "Three to six stones per pit. Player 1 goes first."
pub fn beginning(stones: &RangeInclusive<u8>, starts: Starts) -> String {
    let [least, most] = [stones.start(), stones.end()].map(|number| spelled(*number));
    let stones = if stones.start() == stones.end() {
        format!("{} stones per pit.", capital(least))
    } else {
        format!("{} to {most} stones per pit.", capital(least))
    };
    format!("{stones} {}", goes_first(starts))
}

/// What sets these rules apart, one sentence each: sowing, captures and the end.
pub fn particular(rules: &Rules) -> Vec<String> {
    let relay = (rules.relay() == Relay::On).then(|| RELAY.to_owned());
    let skipped = (rules.origin() == Origin::Skipped)
        .then(|| "The pit you sow from is skipped on every lap.".to_owned());
    let over = (rules.over() == Over::NoMove)
        .then(|| "The game ends when the player to move has no stones.".to_owned());
    let lap = rules.full_lap().map(|effect| full_lap(rules, effect));
    let empty = rules.empty_opposite().map(|effect| empty_opposite(effect).to_owned());
    let [capture, rest] = [capture(rules), rest(rules)].map(|words| Some(words.to_owned()));
    together([relay, skipped, capture, empty, lap, over, rest])
}

const RELAY: &str = "If your last stone lands in a pit that isn't empty, on either side, pick up all \
                     its stones and keep sowing from there. An empty pit ends your turn.";

/// Whole rules for someone who has never played: each sentence a rule.
pub fn whole(rules: &Rules) -> Vec<String> {
    let choose = format!(
        "Choose one of your pits, 1 to {} from your left. Its stones drop one by one, \
         counter-clockwise, into every pit and your own store, but never into the other store.",
        rules.pits()
    );
    let land = "If your last stone lands in an empty pit of yours, you capture what is opposite.";
    let land = (rules.captures() == Captures::On).then(|| land.to_owned());
    let over = "The game ends as soon as either row is empty.";
    let ends = (rules.over() == Over::EitherRowEmpty).then(|| over.to_owned());
    let [again, wins, first] = [again(), "The fuller store wins.", goes_first(rules.starts())]
        .map(|words| Some(words.to_owned()));
    let mut whole = together([Some(choose), again, land]);
    whole.extend(particular(rules));
    whole.extend(together([ends, wins, first]));
    whole
}

/// What the moving picture of rules shows.
pub fn caption(rules: &Rules) -> String {
    let words = match (rules.relay(), rules.origin(), rules.empty_opposite()) {
        (_, Origin::Sown, _) | (Relay::On, Origin::Skipped, _) if rules.pits() == 1 => {
            "One pit each: every stone counts."
        }
        (Relay::On, _, _) => "The last stone finds others: pick them up and keep sowing.",
        (Relay::Off, Origin::Skipped, _) => {
            return format!(
                "{} stones come all the way round and skip the pit they came from.",
                2 * rules.pits() + 1
            );
        }
        (Relay::Off, Origin::Sown, Some(EmptyOpposite::BanksTheStone)) => {
            "Nothing is opposite, but your lone stone still scores."
        }
        (Relay::Off, Origin::Sown, Some(EmptyOpposite::Nothing) | None) => captured(rules),
    };
    words.to_owned()
}

const fn captured(rules: &Rules) -> &'static str {
    match (rules.captured(), rules.capturing_stone()) {
        (Some(Captured::ToStore), Some(CapturingStone::ToStore)) => {
            "Your last stone and everything opposite go to your store."
        }
        (Some(Captured::ToStore), Some(CapturingStone::Stays)) => {
            "Everything opposite goes to your store. Your last stone stays."
        }
        (Some(Captured::ToLandingPit), Some(CapturingStone::Stays)) => {
            "Captured stones land in the pit, not in the store."
        }
        (Some(Captured::ToLandingPit), Some(CapturingStone::ToStore)) => {
            "Captured stones land in the pit. Your last stone goes to your store."
        }
        (None, _) | (_, None) => "Your last stone stays where it lands.",
    }
}

const fn goes_first(starts: Starts) -> &'static str {
    match starts {
        Starts::One => "Player 1 goes first.",
        Starts::Two => "Player 2 goes first.",
        Starts::CoinToss => "A coin toss decides who goes first.",
        Starts::Loser => "The loser of the last game goes first.",
    }
}

const fn capture(rules: &Rules) -> &'static str {
    match (rules.captured(), rules.capturing_stone()) {
        (Some(Captured::ToStore), Some(CapturingStone::ToStore)) => {
            "A capture takes the stones opposite and your own stone to your store."
        }
        (Some(Captured::ToStore), Some(CapturingStone::Stays)) => {
            "A capture takes the stones opposite to your store; your own stone stays in its pit."
        }
        (Some(Captured::ToLandingPit), Some(CapturingStone::Stays)) => {
            "Captured stones move into the pit where your last stone landed, and stay in play there."
        }
        (Some(Captured::ToLandingPit), Some(CapturingStone::ToStore)) => {
            "Captured stones move into the pit where your last stone landed; that stone goes to \
             your store."
        }
        (None, _) | (_, None) => "There are no captures.",
    }
}

const fn empty_opposite(effect: EmptyOpposite) -> &'static str {
    match effect {
        EmptyOpposite::Nothing => "If the opposite pit is empty, nothing happens.",
        EmptyOpposite::BanksTheStone => {
            "If the opposite pit is empty, your lone stone still scores."
        }
    }
}

fn full_lap(rules: &Rules, effect: FullLap) -> String {
    let stones = 2 * rules.pits() + 1;
    let effect = match effect {
        FullLap::Captures => "you capture",
        FullLap::Nothing => "you capture nothing",
    };
    format!("If {stones} stones bring you back to your starting pit, {effect}.")
}

const fn rest(rules: &Rules) -> &'static str {
    match rules.rest() {
        Rest::ToOwner => "At the end, each player keeps the stones on their own side.",
        Rest::Stays => "At the end, stones left on the board don't count.",
    }
}

/// A small number in letters.
const fn spelled(number: u8) -> &'static str {
    match number {
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        9 => "nine",
        _ => "ten",
    }
}

fn capital(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}
