//! What the computer's character says: a line at the start of a game, after a blunder, and at the end.

use std::cell::Cell;
use std::rc::Rc;

use parlor_engine::is_blunder;
use parlor_rules::{AnyTurn, Game as _, Level, Outcome, Player};
use parlor_table::Table;
use parlor_wording::{Occasion, remark};

use super::Session;
use super::looking_back::is_looking_back;
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// What the character says now; nothing most of the time.
#[derive(Clone, Copy)]
pub(crate) struct Remarks {
    pub(crate) said: Signal<String>,
    fading: Timeout,
}

/// How long a line stands that is not the last of a game, in milliseconds.
const SHOWN: u32 = 7_000;

/// A character that spoke of a blunder says nothing about the next ones for so many turns.
const QUIET_TURNS: usize = 6;

impl Remarks {
    pub(super) fn new() -> Self {
        Self { said: Signal::new(String::new()), fading: Timeout::new() }
    }
}

/// What of a game makes a character speak when it changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Moment {
    turns: usize,
    is_new: bool,
    outcome: Option<Outcome>,
}

impl Moment {
    fn of(table: &Table) -> Self {
        let (turns, undone) = (table.play().played(), table.play().undone());
        let outcome = table.ending().map(parlor_table::Ending::outcome);
        Self { turns, is_new: turns == 0 && undone == 0, outcome }
    }
}

/// Lets the character speak, as long as the table is shown.
pub(super) fn follow(session: Session) {
    let last = Cell::new(None::<Moment>);
    // Until after how many turns nothing is said about blunders.
    let quiet = Rc::new(Cell::new(0));
    effect_once_drawn(move || {
        let (now, turn) =
            session.shown().with(|table| (Moment::of(table), table.play().last_turn().cloned()));
        if is_looking_back(session) {
            return;
        }
        let before = last.replace(Some(now));
        let follows = |moment: Moment| now.turns == moment.turns + 1 && now.turns > quiet.get();
        untrack(|| match (now.outcome, turn) {
            (Some(outcome), _) => {
                if before.is_some_and(|moment| moment.outcome.is_none()) {
                    tell_end(session, outcome);
                }
            }
            (None, _) if now.is_new => {
                if before.is_none_or(|moment| !moment.is_new) {
                    quiet.set(0);
                    say(session, Occasion::Start);
                }
            }
            (None, Some(turn)) if before.is_some_and(follows) => {
                judge(session, &turn, now.turns + QUIET_TURNS, Rc::clone(&quiet));
            }
            (None, _) => {}
        });
    });
}

/// The one character at the table that a person at this screen plays against.
fn character(session: Session) -> Option<(Player, Level)> {
    session.shown().with(|table| {
        Player::BOTH.into_iter().find_map(|player| {
            let level = table.seat(player).level()?;
            table.seat(!player).is_person().then_some((player, level))
        })
    })
}

fn tell_end(session: Session, outcome: Outcome) {
    let Some((player, _)) = character(session) else { return };
    say(
        session,
        match outcome.winner() {
            Some(winner) if winner == player => Occasion::Won,
            Some(_) => Occasion::Lost,
            None => Occasion::Tied,
        },
    );
}

/// Speaks of a turn if the engine calls it a blunder, and then not of others for a while.
fn judge(session: Session, turn: &AnyTurn, next: usize, quiet: Rc<Cell<usize>>) {
    let Some((player, _)) = character(session).filter(|_| is_wanted(session)) else { return };
    let (position, choice) = (*turn.before(), turn.choice());
    let occasion =
        if turn.player() == player { Occasion::OwnBlunder } else { Occasion::YourBlunder };
    session.computer().ask_glance(position, move |analysis| {
        if is_blunder(&position.variant(), &analysis, choice) && !session.is_over() {
            quiet.set(next);
            say(session, occasion);
        }
    });
}

fn say(session: Session, occasion: Occasion) {
    let Some((_, level)) = character(session).filter(|_| is_wanted(session)) else { return };
    let Remarks { said, fading } = session.remarks();
    said.set(remark(level, occasion).to_owned());
    match occasion {
        Occasion::Won | Occasion::Lost | Occasion::Tied => fading.cancel(),
        Occasion::Start | Occasion::OwnBlunder | Occasion::YourBlunder => {
            fading.start(SHOWN, move || said.set(String::new()));
        }
    }
}

fn is_wanted(session: Session) -> bool {
    session.settings().with(|settings| settings.remarks)
}
