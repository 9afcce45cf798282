//! A table that is being played at: its state, what people do to it, and how it moves.

mod actions;
mod animation;
mod computer;
pub(crate) mod engine;
mod far;
mod input;
mod looking_back;
mod pointer;
pub(crate) mod sound;
mod stage;
pub(crate) mod stones;

use parlor_engine::Analysis;
use parlor_rules::mancala::Slot;
use parlor_rules::{AnyRecord, Choice, Player};
use parlor_table::{Effect, GameLog, Landing, Phase, Table};
use parlor_wording::{Players, Voice, preview};

use crate::catalogue::Game;
use crate::look::Look;
use crate::remote::FarTable;
use crate::session::engine::{Engine, use_engine};
use crate::session::sound::{Audio, use_audio};
use crate::settings::{Settings, Speed, use_settings};
use crate::storage;
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;
use animation::Animation;
pub(crate) use input::listen_to_keys;
pub(crate) use stage::Stage;

/// A table that is being played at, and everything that its page shows. Every part of the page holds
/// one of these: they are handles to what the page's scope owns. The log is the truth; `shown` follows
/// it as soon as the stones have come to rest.
#[derive(Clone, Copy)]
pub(crate) struct LiveTable {
    pub(crate) game: Game,
    log: RwSignal<GameLog>,
    /// The table as people see it now.
    pub(crate) shown: RwSignal<Table>,
    /// The stones as they are drawn now.
    pub(crate) stage: Stage,
    animation: StoredValue<Animation, LocalStorage>,
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
    /// The move that was sent to the server and has not come back yet.
    pub(crate) pressed: RwSignal<Option<Choice>>,
    /// After how many moves a game far away is being looked at, if not as it stands.
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
    /// Where the game came from, and where it is kept.
    origin: Origin,
    next: RwSignal<(GameLog, Option<Dialog>)>,
    settings: RwSignal<Settings>,
    audio: Audio,
    engine: Engine,
}

/// What a step of a lesson is about.
#[derive(Clone, Copy)]
pub(crate) struct Lesson {
    /// Whether a move is what it is about.
    pub(crate) accepts: fn(Effect) -> bool,
    /// What is said to any other move.
    pub(crate) objection: &'static str,
}

/// Where a game came from, and where it is kept.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    /// From this browser, which stores it.
    Here,
    /// From a link; the address follows its moves.
    Link,
    /// From a lesson, which takes one move that does what it is about, and keeps nothing.
    Lesson(Lesson),
    /// From a server, which keeps it.
    Far(FarTable),
}

/// A dialog at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// Names and difficulty before the first game of Home Pits.
    Start,
    /// Whether the game under way may be given up.
    NewGame,
    Settings,
    Share,
    Help,
    /// Whether to give up a game with somebody far away.
    Resign,
    /// Whether to get up from a table where somebody far away sits.
    Leave,
    /// The few things that can be said to somebody far away.
    Reactions,
}

impl LiveTable {
    /// Sits down at a table. `next` gets the log of the table that follows this one.
    pub(crate) fn new(
        game: Game,
        origin: Origin,
        log: GameLog,
        next: RwSignal<(GameLog, Option<Dialog>)>,
    ) -> Self {
        let seat = match origin {
            Origin::Far(far) => far.seat.get(),
            Origin::Here | Origin::Link | Origin::Lesson(_) => None,
        };
        let table = log.table().seen_from(seat.map(|player| log.table().seat_id(player)));
        let live = Self {
            game,
            stage: Stage::new(&table),
            shown: RwSignal::new(table),
            log: RwSignal::new(log),
            animation: StoredValue::new_local(Animation::default()),
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
            origin,
            next,
            settings: use_settings(),
            audio: use_audio(),
            engine: use_engine(),
        };
        live.keep_values_up_to_date();
        if live.shown.with(|table| table.ending().is_none()) {
            live.audio.begin_game();
        }
        on_cleanup(move || live.leave());
        live
    }

    pub(crate) fn has_been_opened_from_a_link(self) -> bool {
        matches!(self.origin, Origin::Link)
    }

    /// Sets another table in the place of this one.
    pub(crate) fn replace_with(self, log: GameLog) {
        storage::save_table(self.game, &log);
        self.next.set((log, None));
    }

    /// The record of the game, for a link.
    pub(crate) fn record(self) -> AnyRecord {
        self.log.with(|log| log.table().play().record().clone())
    }

    pub(crate) fn look(self) -> Look {
        self.settings.with(|settings| settings.look(self.game))
    }

    /// What people are doing, in one word: the page carries it for style and scripts.
    pub(crate) fn phase_name(self) -> &'static str {
        self.shown.with(|table| match table.phase() {
            Phase::Waiting => "waiting",
            Phase::Tossing(_) => "tossing",
            Phase::Playing(_) => "playing",
            Phase::Over(_) => "over",
        })
    }

    /// Whose turn it is, as 1 or 2.
    pub(crate) fn turn_number(self) -> usize {
        self.shown.with(|table| table.turn().index() + 1)
    }

    pub(crate) fn shows_values(self) -> bool {
        self.may_be_advised() && self.settings.with(|settings| settings.values)
    }

    pub(crate) fn toggle_values(self) {
        self.settings.update(|settings| settings.values ^= true);
    }

    pub(crate) fn toggle_turning(self) {
        self.settings.update(|settings| settings.turning ^= true);
    }

    pub(crate) fn toggle_mute(self) {
        self.settings.update(|settings| settings.muted ^= true);
    }

    /// Whether the result of a turn is shown at once.
    pub(crate) fn is_instant(self) -> bool {
        self.settings.with(|settings| settings.speed == Speed::Instant)
    }

    pub(crate) fn has_bigger_counts(self) -> bool {
        self.settings.with(|settings| settings.bigger_counts)
    }

    pub(crate) fn two_step(self) -> bool {
        let lesson = matches!(self.origin, Origin::Lesson(_));
        !lesson && self.settings.with(|settings| settings.two_step(self.game))
    }

    /// Whether the player whose turn it is sits at this screen and nothing else is going on.
    pub(crate) fn awaits_person(self) -> bool {
        !self.busy.get()
            && self.pressed.get().is_none()
            && !self.is_looking_back()
            && self.shown.with(person_moves)
    }

    /// Whether the board is turned round, for a second player who wants their row nearest.
    pub(crate) fn is_turned(self) -> bool {
        let alone = |table: &Table| !table.seat(Player::One).is_person();
        let turning = self.settings.with(|settings| settings.turning);
        self.shown.with(|table| match table.phase() {
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
        let slot = self.peeked.get().or(self.selected.get())?;
        self.shown.with(|table| landing(table, slot))
    }

    /// The line below the names: what just happened, or what would happen.
    pub(crate) fn message_line(self) -> String {
        let preview = self.landing().and_then(|landing| {
            self.shown.with(|table| preview(Players::of(table, Voice::of(table)), &landing.effect))
        });
        preview.or_else(|| self.message.get()).unwrap_or_default()
    }

    /// Who is spoken to at this screen.
    pub(super) fn voice(self) -> Voice {
        self.shown.with(Voice::of)
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
