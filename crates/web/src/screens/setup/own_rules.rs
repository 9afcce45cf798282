//! Every choice of the rules.

use parlor_rules::mancala::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
    RulesBuilder, RulesError, Starts,
};
use parlor_wording::setup;

use crate::ui::elements::{El, classed, el, typed};
use crate::ui::prelude::*;

/// One choice that players have.
pub(super) struct Choice {
    id: &'static str,
    question: fn() -> &'static str,
    options: &'static [Answer],
}

/// An answer to it.
struct Answer {
    words: fn() -> String,
    set: fn(RulesBuilder) -> RulesBuilder,
}

/// A choice: its id, the question, what each answer is called, and the answers.
macro_rules! choice {
    ($id:literal, $question:path, $words:expr, $setter:ident($($value:expr),+)) => {
        Choice {
            id: $id,
            question: $question,
            options: &[$(Answer {
                words: || $words($value).to_string(),
                set: |builder| builder.$setter($value),
            }),+],
        }
    };
}

pub(super) const STARTS: Choice = choice!(
    "starts",
    setup::who_starts,
    setup::starts,
    starts(Starts::One, Starts::Two, Starts::CoinToss, Starts::Loser)
);

pub(super) const CHOICES: [Choice; 10] = [
    choice!("pits", setup::pits, u8::from, pits(3, 4, 5, 6, 7, 8, 9)),
    choice!("origin", setup::origin_question, setup::origin, origin(Origin::Sown, Origin::Skipped)),
    choice!("relay", setup::relay_question, setup::relay, relay(Relay::Off, Relay::On)),
    choice!(
        "captures",
        setup::captures_question,
        setup::captures,
        captures(Captures::On, Captures::Off)
    ),
    choice!(
        "captured",
        setup::captured_question,
        setup::captured,
        captured(Captured::ToStore, Captured::ToLandingPit)
    ),
    choice!(
        "capturing-stone",
        setup::capturing_stone_question,
        setup::capturing_stone,
        capturing_stone(CapturingStone::ToStore, CapturingStone::Stays)
    ),
    choice!(
        "empty-opposite",
        setup::empty_opposite_question,
        setup::empty_opposite,
        empty_opposite(EmptyOpposite::Nothing, EmptyOpposite::BanksTheStone)
    ),
    choice!(
        "full-lap",
        setup::full_lap_question,
        setup::full_lap,
        full_lap(FullLap::Captures, FullLap::Nothing)
    ),
    choice!("over", setup::over_question, setup::over, over(Over::EitherRowEmpty, Over::NoMove)),
    choice!("rest", setup::rest_question, setup::rest, rest(Rest::ToOwner, Rest::Stays)),
];

impl Choice {
    /// A field for the choice; an answer that contradicts another one cannot be chosen, and the
    /// field says why. Where every answer comes to the same, there is nothing to choose.
    pub(super) fn field(&'static self, rules: Signal<Rules>) -> El {
        let options = (0_usize..).zip(self.options).map(|(index, answer)| {
            el("option")
                .attr("value", &index.to_string())
                .flag_live("selected", move || answer.given(rules.get()) == Ok(rules.get()))
                .flag_live("disabled", move || answer.given(rules.get()).is_err())
                .text(&(answer.words)())
        });
        let why = move || {
            let contradiction =
                self.options.iter().find_map(|answer| answer.given(rules.get()).err());
            contradiction.map(|error| setup::contradiction(&error)).unwrap_or_default()
        };
        let select = el("select").id(self.id).children(options).on("change", move |event| {
            let index = typed(&event).parse::<usize>().ok();
            let answer = index.and_then(|index| self.options.get(index));
            if let Some(Ok(changed)) = answer.map(|answer| answer.given(rules.get())) {
                rules.set(changed);
            }
        });
        let matters =
            move || self.options.iter().any(|answer| answer.given(rules.get()) != Ok(rules.get()));
        el("label")
            .class_live("hidden", move || !matters())
            .text((self.question)())
            .child(select)
            .child(classed("small", "why").text_live(why))
    }
}

impl Answer {
    /// The rules with this answer instead of the one that they give.
    fn given(&self, rules: Rules) -> Result<Rules, RulesError> {
        (self.set)(rules.change()).build()
    }
}
