use std::cell::Cell;

use js_sys::Date;
use parlor_protocol::message::Whereabouts;
use parlor_rules::Player;
use parlor_wording as wording;

use crate::session::Session;
use crate::ui::elements::{El, classed};
use crate::ui::prelude::*;
use crate::ui::timer::every;

/// What a player has left, where a clock runs. It is shown as this machine reckons it; whether it
/// has run out is for the server to say.
pub(super) fn clock(session: Session, player: Player) -> El {
    let clock = classed("span", "clock").attr("role", "timer");
    if session.table().with(|table| table.clocks().is_none()) {
        return clock.attr("class", "hidden");
    }
    let company = session.company();
    let now = Signal::new(Date::now());
    every(200, move || now.set(Date::now()));
    let left = move || {
        let (left, runs) = session.table().with(|table| {
            let left = table.clocks().map(|clocks| clocks.left(player)).unwrap_or_default();
            (1000.0 * left.as_secs_f64(), table.clock_runs_for() == Some(player))
        });
        let awaited =
            company.whereabouts.get()[session.seat_of(player).index()] == Whereabouts::Awaited;
        let is_thinking = runs && !awaited;
        let thought = if is_thinking { now.get() - company.thinking_since.get() } else { 0.0 };
        (left - thought.max(0.0)).max(0.0)
    };
    let hurry = memo(move || left() < 1000.0 * f64::from(HURRY_SECONDS));
    let before = Cell::new(hurry.get());
    effect(move || {
        let hurry = hurry.get();
        let hurried = before.replace(hurry);
        if hurry && !hurried {
            let words = untrack(|| {
                session.shown().with(|table| {
                    let voice = wording::Voice::of(table);
                    wording::connection::seconds_left(table, player, HURRY_SECONDS, voice)
                })
            });
            session.told().announce(&words);
        }
    });
    clock.class_live("hurry", move || hurry.get()).text_live(move || in_words(left()))
}

/// When a player has little time left.
const HURRY_SECONDS: u32 = 20;

/// Minutes and seconds; at the end tenths of a second as well.
fn in_words(milliseconds: f64) -> String {
    #[expect(clippy::cast_sign_loss, reason = "no clock goes below zero")]
    let tenths = (milliseconds / 100.0) as u32;
    let (minutes, seconds) = (tenths / 600, tenths / 10 % 60);
    if tenths < 100 {
        format!("0:0{seconds}.{}", tenths % 10)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn time_is_told_in_minutes_and_at_the_end_in_tenths() {
        assert_eq!(in_words(300_000.0), "5:00");
        assert_eq!(in_words(61_900.0), "1:01");
        assert_eq!(in_words(9_950.0), "0:09.9");
        assert_eq!(in_words(0.0), "0:00.0");
    }
}
