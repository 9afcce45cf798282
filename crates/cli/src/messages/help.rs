//! The rules of a game in plain words, made from the rules themselves.

use parlor_rules::Variant;
use parlor_rules::mancala::{
    Captured, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Rest, Rules, Starts,
};

use super::{Sentence, Tone};

/// How to play, one sentence a rule, and what the keys do.
pub(crate) fn help(variant: &Variant) -> Vec<Sentence> {
    let rules = match variant {
        Variant::Mancala(rules) => mancala(rules),
        Variant::TicTacToe => vec![
            "Mark a free square with the number on it.".to_owned(),
            "Three marks in a row, a column or a diagonal win.".to_owned(),
        ],
    };
    let rules = rules.into_iter().map(|rule| format!("• {rule}"));
    let air = String::new();
    rules.chain([air, KEYS.to_owned()]).map(|text| Sentence::new(Tone::Plain, text)).collect()
}

const KEYS: &str = "Keys: u takes a turn back, r plays it again, h gives a hint, v shows what the \
                    moves are worth, n starts a new game, p changes the players' names, q quits.";

fn mancala(rules: &Rules) -> Vec<String> {
    let mut told = vec![
        format!(
            "Choose one of your pits, 1 to {} from your left: its stones are sown one by one, \
             counter-clockwise, into every slot but the other player's store.",
            rules.pits()
        ),
        "A last stone in your own store earns another turn.".to_owned(),
    ];
    if rules.origin() == Origin::Skipped {
        told.push("The pit sown from gets no stone, on no lap.".to_owned());
    }
    told.push(capture(rules));
    told.extend(exceptions(rules));
    told.push(end(rules));
    told.push(starts(rules.starts()).to_owned());
    told
}

fn capture(rules: &Rules) -> String {
    let gain = match (rules.captured(), rules.capturing_stone()) {
        (Captured::ToStore, CapturingStone::ToStore) => "both go to your store",
        (Captured::ToStore, CapturingStone::Stays) => {
            "it goes to your store, and the last stone stays"
        }
        (Captured::ToLandingPit, CapturingStone::ToStore) => {
            "it goes to that pit, and the last stone to your store"
        }
        (Captured::ToLandingPit, CapturingStone::Stays) => "it joins the last stone in its pit",
    };
    format!("A last stone in an empty pit of your own captures what lies opposite: {gain}.")
}

fn exceptions(rules: &Rules) -> Vec<String> {
    let empty = match rules.empty_opposite() {
        EmptyOpposite::Nothing => "With nothing opposite, nothing happens.",
        EmptyOpposite::BanksTheStone => "With nothing opposite, the last stone is banked alone.",
    };
    let lap = (rules.full_lap() == Some(FullLap::Nothing))
        .then_some("A lap that ends in the pit it began from captures nothing.");
    [Some(empty), lap].into_iter().flatten().map(str::to_owned).collect()
}

fn end(rules: &Rules) -> String {
    let over = match rules.over() {
        Over::EitherRowEmpty => "either row is empty",
        Over::NoMove => "the player to move has no stones to sow",
    };
    let rest = match rules.rest() {
        Rest::ToOwner => "what is left goes to the store of its owner",
        Rest::Stays => "only the stores count",
    };
    format!("The game ends when {over}; {rest}. The fuller store wins.")
}

const fn starts(starts: Starts) -> &'static str {
    match starts {
        Starts::One => "Player 1 starts.",
        Starts::Two => "Player 2 starts.",
        Starts::CoinToss => "Both toss a coin, and heads starts.",
        Starts::Loser => "The loser of the last game starts the next one.",
    }
}
