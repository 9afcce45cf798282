use parlor_engine::Analysis;
use parlor_engine_worker::advice::{Advice, Wanted};
use parlor_rules::{AnyPosition, AnyRecord, Choice, Level, Ply};
use parlor_table::{Command, Phase, SeatId, Table};

use super::Session;
use crate::session::engine::Engine;
use crate::ui::browser::random;
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// The computer at the table: it plays where it has a seat, and knows what moves are worth.
#[derive(Clone, Copy)]
pub(crate) struct Computer {
    engine: Engine,
    /// Whether it is choosing its turn.
    pub(crate) thinking: Signal<bool>,
    /// Until it does what it has decided.
    pause: Timeout,
    /// What the moves are worth, as far as it knows by now.
    pub(crate) values: Signal<Analysis<Choice>>,
    /// A best move, asked for as a hint.
    pub(crate) hint: Signal<Option<Choice>>,
}

/// A person would not see a turn that comes faster, in milliseconds.
const AT_LEAST: u32 = 350;

impl Computer {
    pub(super) fn new(engine: Engine) -> Self {
        Self {
            engine,
            thinking: Signal::new(false),
            pause: Timeout::new(),
            values: Signal::new(Analysis::default()),
            hint: Signal::new(None),
        }
    }

    /// Has no answer come any more.
    pub(super) fn forget(self) {
        self.engine.forget();
    }

    /// Asks what the moves in a game are worth; `heard` gets better and better answers.
    pub(super) fn ask_values(self, game: AnyRecord, heard: impl Fn(Analysis<Choice>) + 'static) {
        self.engine.ask(game, Wanted::Values, move |advice| {
            if let Advice::Values { analysis, .. } = advice {
                heard(analysis);
            }
        });
    }

    /// Asks what the moves of a position are worth at a glance; `heard` gets the one answer.
    pub(super) fn ask_glance(
        self,
        position: AnyPosition,
        heard: impl Fn(Analysis<Choice>) + 'static,
    ) {
        self.engine.ask(AnyRecord::new(position), Wanted::Glance, move |advice| {
            if let Advice::Values { analysis, .. } = advice {
                heard(analysis);
            }
        });
    }

    /// Asks for a turn; `heard` gets it.
    fn ask_turn(self, table: &Table, level: Level, heard: impl Fn(Ply<Choice>) + 'static) {
        let seed = random(u32::MAX);
        let wanted = Wanted::Turn { level, seed, may_swap: table.may_swap() };
        self.engine.ask(table.play().record().clone(), wanted, move |advice| {
            if let Advice::Play(ply) = advice {
                heard(ply);
            }
        });
    }
}

/// Lets the computer toss or move, if it is its turn and it is for this side to think for it.
pub(super) fn go_on(session: Session) {
    let next = session.read(|host| {
        let (seat, level) = host.computer_to_act()?;
        Some((host.table().phase(), seat, level))
    });
    match next {
        Some((Phase::Tossing(_), seat, _)) => {
            act_after(session, 2 * AT_LEAST, seat, Command::Toss);
        }
        Some((_, seat, level)) => think(session, seat, level),
        None => session.computer().thinking.set(false),
    }
}

fn think(session: Session, seat: SeatId, level: Level) {
    let computer = session.computer();
    computer.thinking.set(true);
    let asked_at = moment(session);
    session.table().with(|table| {
        computer.ask_turn(table, level, move |ply| {
            let command = match ply {
                Ply::Move(choice) => Command::Move { choice },
                Ply::Swap => Command::Swap,
            };
            if moment(session) == asked_at {
                act_after(session, AT_LEAST, seat, command);
            }
        });
    });
}

/// Does something for the computer after a while, unless the game goes on without it.
fn act_after(session: Session, milliseconds: u32, seat: SeatId, command: Command) {
    let decided_at = moment(session);
    session.computer().pause.start(milliseconds, move || {
        if moment(session) == decided_at {
            session.computer().thinking.set(false);
            session.act(|host| host.submit_for_computer(seat, command));
            session.show_reports();
        }
    });
}

/// What has happened so far, and which position of it is looked at.
pub(super) fn moment(session: Session) -> (usize, usize) {
    let version = session.read(|host| host.log().version());
    (version, session.shown().with(|table| table.play().played()))
}
