//! Every choice of the rules, in plain words.

use parlor_rules::mancala::{
    Captured, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Rest, Rules, RulesBuilder,
    RulesError, Starts,
};

use crate::ui::elements::{El, classed, el, typed};
use crate::ui::prelude::*;

/// One choice that players have.
pub(super) struct Choice {
    id: &'static str,
    question: &'static str,
    options: &'static [Answer],
}

/// An answer to it.
struct Answer {
    words: &'static str,
    set: fn(RulesBuilder) -> RulesBuilder,
}

macro_rules! choice {
    ($id:literal, $question:literal, $($words:literal => $setter:ident($value:expr)),+ $(,)?) => {
        Choice {
            id: $id,
            question: $question,
            options: &[$(Answer { words: $words, set: |builder| builder.$setter($value) }),+],
        }
    };
}

pub(super) const STARTS: Choice = choice!("starts", "Who starts",
    "Player 1" => starts(Starts::One),
    "Player 2" => starts(Starts::Two),
    "Whoever wins a coin toss" => starts(Starts::CoinToss),
    "Whoever lost the last game" => starts(Starts::Loser),
);

pub(super) const CHOICES: [Choice; 8] = [
    choice!("pits", "Pits on each side",
        "3" => pits(3), "4" => pits(4), "5" => pits(5), "6" => pits(6),
        "7" => pits(7), "8" => pits(8), "9" => pits(9)),
    choice!("origin", "When a sowing comes round to the pit it began from",
        "it gets a stone like every other pit" => origin(Origin::Sown),
        "it is passed over" => origin(Origin::Skipped)),
    choice!("captured", "Captured stones go",
        "to the store" => captured(Captured::ToStore),
        "to the pit where the last stone fell" => captured(Captured::ToLandingPit)),
    choice!("capturing-stone", "The stone that captures",
        "goes to the store too" => capturing_stone(CapturingStone::ToStore),
        "stays in its pit" => capturing_stone(CapturingStone::Stays)),
    choice!("empty-opposite", "If the pit opposite is empty",
        "nothing happens" => empty_opposite(EmptyOpposite::Nothing),
        "the one stone is banked" => empty_opposite(EmptyOpposite::BanksTheStone)),
    choice!("full-lap", "A lap that ends in the pit it began from",
        "captures" => full_lap(FullLap::Captures),
        "does nothing" => full_lap(FullLap::Nothing)),
    choice!("over", "The game is over",
        "as soon as either row is empty" => over(Over::EitherRowEmpty),
        "when the player to move has no stone" => over(Over::NoMove)),
    choice!("rest", "Stones left at the end",
        "go to their owner" => rest(Rest::ToOwner),
        "count for nobody" => rest(Rest::Stays)),
];

impl Choice {
    /// A field for the choice; an answer that contradicts another one cannot be chosen, and the
    /// field says why.
    pub(super) fn field(&'static self, rules: RwSignal<Rules>) -> El {
        let options = (0_usize..).zip(self.options).map(|(index, answer)| {
            el("option")
                .attr("value", &index.to_string())
                .flag_live("selected", move || answer.given(rules.get()) == Ok(rules.get()))
                .flag_live("disabled", move || answer.given(rules.get()).is_err())
                .text(answer.words)
        });
        let why = move || {
            let contradiction =
                self.options.iter().find_map(|answer| answer.given(rules.get()).err());
            contradiction.map(|error| reason(&error)).unwrap_or_default()
        };
        let select = el("select").id(self.id).children(options).on("change", move |event| {
            let index = typed(&event).parse::<usize>().ok();
            let answer = index.and_then(|index| self.options.get(index));
            if let Some(Ok(changed)) = answer.map(|answer| answer.given(rules.get_untracked())) {
                rules.set(changed);
            }
        });
        el("label").text(self.question).child(select).child(classed("small", "why").text_live(why))
    }
}

impl Answer {
    /// The rules with this answer instead of the one that they give.
    fn given(&self, rules: Rules) -> Result<Rules, RulesError> {
        (self.set)(rules.change()).build()
    }
}

fn reason(error: &RulesError) -> String {
    match error {
        RulesError::NothingToBank => {
            "A stone that stays in its pit cannot also be banked.".to_owned()
        }
        RulesError::NoFullLap => "No lap ends in a pit that is passed over.".to_owned(),
        other => other.to_string(),
    }
}
