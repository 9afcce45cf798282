use parlor_rules::Player;
use parlor_wording as wording;

use crate::board::stones::number;
use crate::session::{Session, advice};
use crate::ui::elements::{El, classed};
use crate::ui::prelude::*;

/// How the game stands with best play, more of the bar for the player who is ahead, and what the
/// numbers on the board mean.
pub(crate) fn evaluation_bar(session: Session) -> El {
    // The bar keeps the last value that was known, so that it does not jump while stones are sown.
    let margin = Signal::new(None);
    effect(move || {
        let best = session
            .computer()
            .values
            .with(|analysis| analysis.best().map(|best| (best.value, best.is_proved())));
        if let Some((value, proved)) = best {
            let turn = session.shown().with_untracked(parlor_table::Table::turn);
            let sign = if turn == Player::One { 1 } else { -1 };
            margin.set(Some((sign * value, proved)));
        }
    });
    let share = move || {
        let scale = session.shown().with(|table| table.rules().map_or(1.0, |_| 12.0));
        let margin = margin.get().map_or(0.0, |(margin, _)| f32::from(margin) / scale);
        number(0.5 + margin.clamp(-1.0, 1.0) / 2.0)
    };
    let words = move || {
        let Some((margin, proved)) = margin.get() else { return String::new() };
        session.shown().with(|table| {
            wording::panes::standing(table, margin, proved, wording::Voice::of(table))
        })
    };
    let legend = session.shown().with(|table| wording::panes::legend(table.variant()));
    classed("div", "evaluation")
        // It keeps its place while it is not shown: the board must not move for it.
        .class_live("off", move || !advice::is_shown(session))
        .var_live("--share", share)
        .child(classed("span", "bar").attr("aria-hidden", "true"))
        .child(classed("span", "words").text_live(words))
        .child(classed("span", "legend").text(legend))
}
