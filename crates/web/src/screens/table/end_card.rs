//! The end of a game: who won and why, what is worth remembering, and what to do next. The card can be
//! put aside, so that the whole board is seen and can be stepped through, and brought back.

use std::rc::Rc;

use parlor_rules::mancala::Rest;
use parlor_rules::{Level, Outcome, Player};
use parlor_table::{Command, Ending, GameLog, Name, Offer, Phase, Refusal, Seat, Summary, Table};
use parlor_wording as wording;
use parlor_wording::ending::{self, Count, EndCard};
use parlor_wording::{Voice, level_name};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::route::{LinkedGame, REVIEW, Route};
use crate::screens::characters::characters_sheet;
use crate::session::{Dialog, Session, commands, looking_back};
use crate::ui::browser::{document, listen};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The card of a game that is over; nothing before that.
pub(super) fn end_card(session: Session) -> El {
    let is_over = move || session.is_over() && !session.animation().busy.get();
    classed("div", "ending")
        .class_live("leaves-stones", move || session.shown().with(leaves_stones))
        .when(is_over, move || draw(session))
}

/// Whether stones are left on the board that don't count.
fn leaves_stones(table: &Table) -> bool {
    let stay = table.rules().is_some_and(|rules| rules.rest() == Rest::Stays);
    stay && table.ending().is_some_and(Ending::is_by_moves)
}

fn draw(session: Session) -> El {
    let is_aside = Signal::new(false);
    let is_shown = move || !is_aside.get() && !looking_back::is_looking_back(session);
    listen("keydown", move |event| {
        let is_escape = event.unchecked_ref::<KeyboardEvent>().key() == "Escape";
        let in_dialog = document().query_selector("dialog[open]").is_ok_and(|it| it.is_some());
        if is_escape && !in_dialog {
            is_aside.set(true);
        }
    });
    classed("div", "ending")
        .when(is_shown, move || card(session, is_aside))
        .when(move || !is_shown(), move || strip(session, is_aside))
}

fn card(session: Session, is_aside: Signal<bool>) -> El {
    let said_here = session.table().with(|table| {
        let summary = Summary::of(table)?;
        let voice = Voice::of(table);
        let outcome = summary.ending.outcome();
        Some((wording::ending::end_card(table, &summary, voice), outcome, voice))
    });
    let Some((EndCard { result, why, count, feats }, outcome, voice)) = said_here else {
        return el("span");
    };
    let close = button(move || is_aside.set(true))
        .id("end-close")
        .attr("class", "plain")
        .attr("title", ending::show_board())
        .attr("aria-label", ending::show_board())
        .child(Icon::Close.draw());
    classed("section", "end-card")
        .attr("aria-label", ending::title())
        .children(is_celebrated(outcome, voice).then(celebration))
        .child(el("header").child(said("h2", &result)).child(close))
        .child(said("p", &why).attr("class", "why-it-ended"))
        .children(count.map(|count| counts(count, outcome)))
        .child(classed("ul", "feats").children(feats.iter().map(|feat| said("li", feat))))
        .child(what_next(session))
}

/// Whether the people at this screen have something to celebrate.
fn is_celebrated(outcome: Outcome, voice: Voice) -> bool {
    match (outcome, voice) {
        (Outcome::Win(winner), Voice::ToOne(me)) => winner == me,
        (Outcome::Win(_), Voice::ToBoth | Voice::Spectator) => true,
        (Outcome::Tie, _) => false,
    }
}

/// A few small things that the style of the look lets fly.
fn celebration() -> El {
    let pieces = (0..16).map(|number| el("i").var("--n", &number.to_string()));
    classed("div", "celebration").attr("aria-hidden", "true").children(pieces)
}

/// What each player has, the winner's in sight.
fn counts(counts: [Count; 2], outcome: Outcome) -> El {
    let one = |(player, Count { name, stones }): (Player, Count)| {
        el("li")
            .class_if("winner", outcome == Outcome::Win(player))
            .child(classed("span", "who").text(&name))
            .child(said("strong", &stones.to_string()))
    };
    classed("ul", "counts").children(Player::BOTH.into_iter().zip(counts).map(one))
}

fn what_next(session: Session) -> El {
    let review = link(&review_of(session).to_string()).id("end-review").text(ending::review());
    let share = button(move || session.dialog().set(Some(Dialog::Share)))
        .id("end-share")
        .text(wording::controls::share());
    let is_choosing = Signal::new(false);
    let play: Rc<dyn Fn(Level)> = Rc::new(move |level| play_at(session, level));
    classed("p", "choices")
        .children(again(session))
        .children(level(session, is_choosing))
        .child(review)
        .child(share)
        .when(
            move || is_choosing.get(),
            move || characters_sheet(session.game(), &play, is_choosing),
        )
}

/// The game, to be looked at move by move.
fn review_of(session: Session) -> Route {
    let game = session.table().with(|table| LinkedGame {
        record: table.play().record().clone(),
        names: Player::BOTH.map(|player| Name::new(wording::name(table, player, Voice::Spectator))),
    });
    Route::Study(format!("{REVIEW}/{game}"))
}

/// The next game of the match. Between people who are apart, the other one is asked.
fn again(session: Session) -> Option<El> {
    let words = match session.offer(&Command::Restart) {
        Err(Refusal::NotSeated) => return None,
        Ok(Offer::AtOnce) => wording::controls::play_again(),
        Ok(Offer::WithConsent) | Err(_) => wording::controls::rematch(),
    };
    let play = button(move || commands::play_again(session))
        .id("end-again")
        .attr("class", "primary")
        .flag_live("disabled", move || !session.can(&Command::Restart) || is_asked(session));
    Some(play.text(words))
}

fn is_asked(session: Session) -> bool {
    session.shown().with(|table| table.request().is_some() || table.phase() == Phase::Waiting)
}

/// After a win against the computer the next level, otherwise another one.
fn level(session: Session, is_choosing: Signal<bool>) -> Option<El> {
    let (me, level) = session.table().with(computer)?;
    session.next()?;
    let won = session.table().with(|table| table.ending().map(Ending::outcome));
    let next = Level::new(level.number() + 1).filter(|_| won == Some(Outcome::Win(me)));
    let choice = match next {
        Some(next) => {
            button(move || play_at(session, next)).text(&ending::next_level(level_name(next)))
        }
        None => button(move || is_choosing.set(true)).text(ending::change_level()),
    };
    Some(choice.id("end-level"))
}

/// The one person at this screen, and the level of the computer that they play against.
fn computer(table: &Table) -> Option<(Player, Level)> {
    let Voice::ToOne(me) = Voice::of(table) else { return None };
    Some((me, table.seat(!me).level()?))
}

/// Sets a table with another computer, and otherwise like this one.
fn play_at(session: Session, level: Level) {
    let log = session.table().with(|table| {
        let seats = Player::BOTH.map(|player| match table.seat(player) {
            person if person.is_person() => person.clone(),
            _ => Seat::computer(level, level_name(level)),
        });
        GameLog::open_like(table, seats)
    });
    commands::replace_with(session, log);
}

/// What is left of the card when it has been put aside: steps through the game, and the way back.
fn strip(session: Session, is_aside: Signal<bool>) -> El {
    let place = move || looking_back::place(session);
    let step = move |id: &str, icon: Icon, words: &str, to: fn(usize, usize) -> usize| {
        let target = move || {
            let (now, end) = place();
            Some(to(now, end)).filter(|to| *to != now)
        };
        let go = move || {
            if let Some(turns) = target() {
                looking_back::look_at(session, turns);
            }
        };
        button(go)
            .id(id)
            .attr("class", "plain")
            .attr("title", words)
            .attr("aria-label", words)
            .flag_live("disabled", move || target().is_none())
            .child(icon.draw())
    };
    let result = button(move || {
        let (_, end) = place();
        looking_back::look_at(session, end);
        is_aside.set(false);
    })
    .id("end-result")
    .text(ending::show_result());
    let turn = move || {
        let (now, end) = place();
        ending::turn_of(now, end)
    };
    classed("section", "end-strip")
        .attr("aria-label", ending::look_back())
        .child(step("end-first", Icon::First, ending::to_start(), |_, _| 0))
        .child(step("end-back", Icon::Undo, ending::back(), |now, _| now.saturating_sub(1)))
        .child(classed("span", "turn-of").text_live(turn))
        .child(step("end-forward", Icon::Redo, ending::forward(), |now, end| end.min(now + 1)))
        .child(step("end-last", Icon::Last, ending::to_end(), |_, end| end))
        .child(result)
}
