use parlor_table::{Command, Phase, Wish};
use parlor_wording as wording;

use super::controls::{always, bar, command, control, swap_control, values_control};
use crate::session::{Dialog, Session, advice, commands, looking_back};
use crate::ui::elements::El;
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The controls of players who are apart: whatever needs the other player is asked for.
pub(super) fn remote_controls(session: Session) -> El {
    let seated = move || session.my_side().is_some();
    let over = move || session.is_over();
    let playing = move || session.shown().with(|table| matches!(table.phase(), Phase::Playing(_)));
    let waiting = move || session.shown().with(|table| table.phase() == Phase::Waiting);
    let asked = move || session.shown().with(|table| table.request().is_some());
    let may_take_back = move || {
        session.can(&Command::Undo { to: None })
            && !asked()
            && !looking_back::is_looking_back(session)
    };
    let rematch = command(
        session,
        "rematch",
        Icon::NewGame,
        wording::controls::rematch(),
        commands::play_again,
    )
    .attr("class", "primary")
    .class_live("hidden", move || !(seated() && over()))
    .flag_live("disabled", move || asked() || waiting());
    let [back, forward, to_end] = steps(session);
    let values = values_control(session).class_live("hidden", move || !advice::is_allowed(session));
    let take_back =
        command(session, "take-back", Icon::Undo, wording::controls::take_back(), commands::undo)
            .class_live("hidden", move || !seated())
            .flag_live("disabled", move || !may_take_back());
    let tie = control("offer-tie", Icon::Tie, wording::controls::offer_tie(), move || {
        session.submit(Command::Ask(Wish::Draw));
    })
    .class_live("hidden", move || !seated() || over())
    .flag_live("disabled", move || !playing() || asked());
    let resign =
        command(session, "resign", Icon::Flag, wording::controls::resign(), commands::ask_new_game)
            .class_live("hidden", move || !seated() || over())
            .flag_live("disabled", waiting);
    let react = control("react", Icon::Talk, wording::controls::react(), move || {
        session.dialog().set(Some(Dialog::Reactions));
    })
    .class_live("hidden", move || !seated());
    let leave =
        command(session, "leave", Icon::Leave, wording::controls::leave(), commands::ask_to_leave);
    let mine = [rematch, back, forward, to_end, values, take_back, tie, resign, react, leave];
    bar().children(mine).child(swap_control(session)).children(always(session))
}

/// Steps through a game that is over.
fn steps(session: Session) -> [El; 3] {
    let step = move |id: &str, icon, word: &str, to: fn(usize, usize) -> usize| {
        let target = move || {
            let (now, end) = looking_back::place(session);
            Some(to(now, end)).filter(|to| *to != now)
        };
        let go = move || {
            if let Some(moves) = target() {
                looking_back::look_at(session, moves);
            }
        };
        control(id, icon, word, go)
            .class_live("hidden", move || !session.is_over())
            .flag_live("disabled", move || target().is_none())
    };
    [
        step("undo", Icon::Undo, wording::controls::back(), |now, _| now.saturating_sub(1)),
        step("redo", Icon::Redo, wording::controls::forward(), |now, end| end.min(now + 1)),
        step("to-end", Icon::Last, wording::controls::to_end(), |_, end| end),
    ]
}
