//! Controls that go back and forward in a game.

use parlor_table::Command;
use parlor_wording::controls as words;

use super::controls::{Rare, command, control};
use crate::session::{Session, commands, looking_back};
use crate::ui::elements::El;
use crate::ui::icon::Icon;

/// To the start, a turn back, a turn forward, to the end: at the table itself where turns are taken
/// back at will, and otherwise on this screen alone, when the game is over.
pub(super) fn steps(session: Session) -> [El; 4] {
    if commands::goes_back_at_will(session) { turns(session) } else { looks(session) }
}

/// Asks for the last turn back, where another player is asked.
pub(super) fn take_back(session: Session) -> El {
    let may = move || {
        session.can(&UNDO)
            && session.shown().with(|table| table.request().is_none())
            && !looking_back::is_looking_back(session)
    };
    let is_there = move || session.my_side().is_some() && !commands::goes_back_at_will(session);
    command(session, "take-back", Icon::Undo, words::take_back(), commands::undo)
        .rare_while(move || session.is_over())
        .class_live("hidden", move || !is_there())
        .flag_live("disabled", move || !may())
}

const UNDO: Command = Command::Undo { to: None };
const REDO: Command = Command::Redo { to: None };

fn turns(session: Session) -> [El; 4] {
    let is_stepped_through = session.is_stepped_through();
    let step = move |id, icon, word, act, command: &'static Command| {
        self::command(session, id, icon, word, act)
            .flag_live("disabled", move || !session.can(command))
    };
    [
        step("to-start", Icon::First, words::to_start(), commands::to_start, &UNDO)
            .rare()
            .class_if("hidden", !is_stepped_through),
        step("undo", Icon::Undo, words::undo(), commands::undo, &UNDO),
        step("redo", Icon::Redo, words::redo(), commands::redo, &REDO)
            .rare_while(move || !is_stepped_through || session.is_over()),
        step("to-end", Icon::Last, words::to_end(), commands::to_end, &REDO)
            .rare_while(move || session.is_over())
            .class_if("hidden", !is_stepped_through),
    ]
}

fn looks(session: Session) -> [El; 4] {
    let step = move |id: &str, icon, word: &str, to: fn(usize, usize) -> usize| {
        let target = move || {
            let (now, end) = looking_back::place(session);
            Some(to(now, end)).filter(|to| *to != now)
        };
        let go = move || {
            if let Some(plies) = target() {
                looking_back::look_at(session, plies);
            }
        };
        control(id, icon, word, go)
            .class_live("hidden", move || !session.is_over())
            .flag_live("disabled", move || target().is_none())
    };
    [
        step("to-start", Icon::First, words::to_start(), |_, _| 0).rare(),
        step("undo", Icon::Undo, words::back(), |now, _| now.saturating_sub(1)),
        step("redo", Icon::Redo, words::forward(), |now, end| end.min(now + 1)),
        step("to-end", Icon::Last, words::to_end(), |_, end| end).rare(),
    ]
}
