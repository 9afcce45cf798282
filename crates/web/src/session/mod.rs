//! A table on the screen: its state, what people do at it, and how it moves.
//!
//! A [`Session`] submits commands to the host of the table and shows what the host reports, one
//! change after the other. Where the table is kept is the host's business.
//!
//! - `commands`: what people do
//! - `changes`: what came of it, on the screen
//! - `animation`, `stage`, `stones`: how a turn moves
//! - `computer`, `engine`: the computer's turns and its advice
//! - `company`: the other player, where there is one elsewhere
//! - `input`, `pointer`: keys and touch; `sound`: what is heard

mod animation;
mod changes;
mod commands;
mod company;
mod computer;
pub(crate) mod engine;
mod input;
mod keeper;
mod looking_back;
mod pointer;
pub(crate) mod sound;
mod stage;
pub(crate) mod stones;

use parlor_engine::Analysis;
use parlor_rules::mancala::Slot;
use parlor_rules::{AnyRecord, Choice, Player};
use parlor_table::{
    Actor, Command, Effect, GameLog, Landing, Offer, Phase, Policy, Refusal, Table,
};
use parlor_wording::{Players, Voice, preview};

use crate::catalogue::Game;
use crate::look::Look;
use crate::remote::{News, RemoteTable};
use crate::session::engine::{Engine, use_engine};
use crate::session::sound::{Audio, use_audio};
use crate::settings::{Settings, Speed, use_settings};
use crate::storage;
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;
use animation::Animation;
pub(crate) use input::listen_to_keys;
use keeper::Keeper;
pub(crate) use stage::Stage;

/// A table that is being played at. Every part of its page holds one of these; the page's scope owns
/// what it stands for.
#[derive(Clone, Copy)]
pub(crate) struct Session(StoredValue<State, LocalStorage>);

/// Declares everything that the page of a table shows, and lets a `Session` hand it out.
macro_rules! state {
    ($($(#[$about:meta])* $visible:vis $name:ident: $kind:ty,)+) => {
        /// Everything that the page of a table shows.
        struct State {
            $($(#[$about])* $name: $kind,)+
        }

        impl Session {
            $($(#[$about])* $visible fn $name(self) -> $kind {
                self.0.with_value(|state| state.$name)
            })+
        }
    };
}

state! {
    pub(crate) game: Game,
    keeper: Keeper,
    kept: Kept,
    /// What a lesson is about, if this is one.
    lesson: Option<Lesson>,
    /// Where the log of the table goes that follows this one.
    next: Option<NextTable>,
    /// The table after the last change that was taken in.
    table: RwSignal<Table>,
    /// The table as people see it now: it follows as soon as the stones have come to rest, and may be
    /// one that is looked back at.
    pub(crate) shown: RwSignal<Table>,
    /// The stones as they are drawn now.
    pub(crate) stage: Stage,
    animation: StoredValue<Animation, LocalStorage>,
    /// Until the next step of a turn is shown.
    next_step_timer: Timeout,
    /// Until the computer does what it has decided.
    pause: Timeout,
    /// Whether stones are being sown: input is locked, and any input skips to the end.
    pub(crate) busy: RwSignal<bool>,
    /// Whether the computer is choosing its move.
    pub(crate) thinking: RwSignal<bool>,
    /// The short message about what just happened; gone with the next action.
    pub(crate) message: RwSignal<Option<String>>,
    /// What a screen reader hears.
    pub(crate) announcement: RwSignal<String>,
    /// The slot marked by the first step of a two-step turn.
    pub(crate) selected: RwSignal<Option<Slot>>,
    /// The move that was submitted and has not come back yet.
    pub(crate) pressed: RwSignal<Option<Choice>>,
    /// After how many turns the game is being looked at, if not as it stands.
    looked_back: RwSignal<Option<usize>>,
    /// The slot under the pointer, the focus or a long press.
    pub(crate) peeked: RwSignal<Option<Slot>>,
    pub(crate) hint: RwSignal<Option<Choice>>,
    /// What the moves are worth, as far as the engine knows by now.
    pub(crate) values: RwSignal<Analysis<Choice>>,
    /// The dialog that is open, if one is.
    pub(crate) dialog: RwSignal<Option<Dialog>>,
    /// When the touch began that is still on a pit.
    touched: RwSignal<Option<f64>>,
    settings: RwSignal<Settings>,
    audio: Audio,
    engine: Engine,
}

/// What a lesson is about.
#[derive(Clone, Copy)]
pub(crate) struct Lesson {
    /// Whether a move does what the lesson is about.
    pub(crate) accepts: fn(Effect) -> bool,
    /// What is said about any other move.
    pub(crate) objection: &'static str,
}

/// Where a game is kept, so that a reload finds it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// In the storage of this browser.
    InBrowser,
    /// In the address of the page, which follows its moves.
    InAddress,
    /// Elsewhere, or nowhere: the page has nothing to do for it.
    ByOthers,
}

/// The log of the table that follows another one on the same page, and the dialog it begins with.
pub(crate) type NextTable = RwSignal<(GameLog, Option<Dialog>)>;

/// A dialog at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// Names and difficulty before the first game of Home Pits.
    Start,
    /// Whether the game in progress may be abandoned.
    NewGame,
    Settings,
    Share,
    Help,
    /// Whether to give up a game.
    Resign,
    /// Whether to leave a table.
    Leave,
    /// The few things that can be said to the other player.
    Reactions,
}

impl Session {
    /// Sits down at a table that is kept in this browser.
    pub(crate) fn local(game: Game, kept: Kept, log: GameLog, next: NextTable) -> Self {
        Self::new(game, Keeper::local(log), kept, None, Some(next))
    }

    /// Sits down to a lesson, which takes one move that does what it is about, and keeps nothing.
    pub(crate) fn of_lesson(game: Game, lesson: Lesson, log: GameLog) -> Self {
        Self::new(game, Keeper::local(log), Kept::ByOthers, Some(lesson), None)
    }

    /// Sits down at a table that a server keeps, once its log is known.
    pub(crate) fn remote(game: Game, table: RemoteTable) -> Self {
        let session = Self::new(game, Keeper::Remote(table), Kept::ByOthers, None, None);
        table.shown_by(move |news| match news {
            News::Reports => session.show_reports(),
            News::Away(seat) => session.tell_absence(seat),
            News::Back(seat) => session.tell_return(seat),
            News::Reaction(seat, reaction) => session.hear_reaction(seat, reaction),
        });
        session
    }

    fn new(
        game: Game,
        keeper: Keeper,
        kept: Kept,
        lesson: Option<Lesson>,
        next: Option<NextTable>,
    ) -> Self {
        let table = keeper.read(|host| seen(host.actor(), host.table()));
        let session = Self(StoredValue::new_local(State {
            game,
            keeper,
            kept,
            lesson,
            next,
            stage: Stage::new(&table),
            shown: RwSignal::new(table.clone()),
            table: RwSignal::new(table),
            animation: StoredValue::new_local(Animation::default()),
            next_step_timer: Timeout::new(),
            pause: Timeout::new(),
            busy: RwSignal::new(false),
            thinking: RwSignal::new(false),
            message: RwSignal::new(None),
            announcement: RwSignal::new(String::new()),
            selected: RwSignal::new(None),
            pressed: RwSignal::new(None),
            looked_back: RwSignal::new(None),
            peeked: RwSignal::new(None),
            hint: RwSignal::new(None),
            values: RwSignal::new(Analysis::default()),
            dialog: RwSignal::new(None),
            touched: RwSignal::new(None),
            settings: use_settings(),
            audio: use_audio(),
            engine: use_engine(),
        }));
        session.keep_values_up_to_date();
        if session.shown().with(|table| table.ending().is_none()) {
            session.audio().begin_game();
        }
        on_cleanup(move || session.leave());
        session
    }

    /// Whether people step through the game as through a recording.
    pub(crate) fn is_stepped_through(self) -> bool {
        self.kept() == Kept::InAddress
    }

    /// What needs consent at this table.
    pub(crate) fn policy(self) -> Policy {
        self.keeper().read(|host| host.policy())
    }

    /// As whom the people at this screen act.
    pub(super) fn actor(self) -> Actor {
        self.keeper().read(|host| host.actor())
    }

    /// Whether and how a command would be carried out now. It is followed like a signal.
    pub(crate) fn offer(self, command: &Command) -> Result<Offer, Refusal> {
        // What a host offers changes with the table.
        self.table().with(|_| ());
        self.keeper().read(|host| host.offer(command))
    }

    /// Sets another table in the place of this one.
    pub(crate) fn replace_with(self, log: GameLog) {
        storage::save_table(self.game(), &log);
        if let Some(next) = self.next() {
            next.set((log, None));
        }
    }

    /// The record of the game, for a link.
    pub(crate) fn record(self) -> AnyRecord {
        self.table().with(|table| table.play().record().clone())
    }

    pub(crate) fn look(self) -> Look {
        self.settings().with(|settings| settings.look(self.game()))
    }

    /// What people are doing, in one word: the page carries it for style and scripts.
    pub(crate) fn phase_name(self) -> &'static str {
        self.shown().with(|table| match table.phase() {
            Phase::Waiting => "waiting",
            Phase::Tossing(_) => "tossing",
            Phase::Playing(_) => "playing",
            Phase::Over(_) => "over",
        })
    }

    /// Whose turn it is, as 1 or 2.
    pub(crate) fn turn_number(self) -> usize {
        self.shown().with(|table| table.turn().index() + 1)
    }

    pub(crate) fn shows_values(self) -> bool {
        self.may_be_advised() && self.settings().with(|settings| settings.values)
    }

    pub(crate) fn toggle_values(self) {
        self.settings().update(|settings| settings.values ^= true);
    }

    pub(crate) fn toggle_turning(self) {
        self.settings().update(|settings| settings.turning ^= true);
    }

    pub(crate) fn toggle_mute(self) {
        self.settings().update(|settings| settings.muted ^= true);
    }

    /// Whether the result of a turn is shown at once.
    pub(crate) fn is_instant(self) -> bool {
        self.settings().with(|settings| settings.speed == Speed::Instant)
    }

    pub(crate) fn has_bigger_counts(self) -> bool {
        self.settings().with(|settings| settings.bigger_counts)
    }

    pub(crate) fn two_step(self) -> bool {
        self.lesson().is_none() && self.settings().with(|settings| settings.two_step(self.game()))
    }

    /// Whether the player whose turn it is sits at this screen and nothing else is going on.
    pub(crate) fn awaits_person(self) -> bool {
        !self.busy().get()
            && self.pressed().get().is_none()
            && !self.is_looking_back()
            && self.shown().with(person_moves)
    }

    /// Whether the board is turned round, for a second player who wants their row nearest.
    pub(crate) fn is_turned(self) -> bool {
        let alone = |table: &Table| !table.seat(Player::One).is_person();
        let turning = self.settings().with(|settings| settings.turning);
        self.shown().with(|table| match table.phase() {
            _ if alone(table) && table.seat(Player::Two).is_person() => true,
            Phase::Playing(player) => {
                turning && player == Player::Two && table.seat(player).is_person()
            }
            _ => false,
        })
    }

    /// Where the last stone of the slot looked at would fall, if it can be played.
    pub(crate) fn landing(self) -> Option<Landing> {
        if !self.awaits_person() {
            return None;
        }
        let slot = self.peeked().get().or(self.selected().get())?;
        self.shown().with(|table| landing(table, slot))
    }

    /// The line below the names: what just happened, or what would happen.
    pub(crate) fn message_line(self) -> String {
        let preview = self.landing().and_then(|landing| {
            self.shown()
                .with(|table| preview(Players::of(table, Voice::of(table)), &landing.effect))
        });
        preview.or_else(|| self.message().get()).unwrap_or_default()
    }
}

/// The table as the people at this screen see it: their own seats are here.
fn seen(actor: Actor, table: &Table) -> Table {
    match actor {
        Actor::Seat(seat) => table.seen_from(Some(seat)),
        Actor::Screen | Actor::Spectator => table.clone(),
    }
}

fn person_moves(table: &Table) -> bool {
    matches!(table.phase(), Phase::Playing(player) if table.seat(player).is_person())
}

fn landing(table: &Table, slot: Slot) -> Option<Landing> {
    use parlor_rules::Game as _;

    let position = table.play().mancala()?;
    let rules = position.rules();
    let pit = slot.pit(rules).filter(|_| slot.owner(rules) == position.turn())?;
    position.play(pit).ok().map(|turn| Landing::of(&turn))
}
