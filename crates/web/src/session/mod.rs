//! A table on the screen: its state, what people do at it, and how it moves.
//!
//! A [`Session`] submits commands to the host of its table and shows what the host reports, one
//! change after the other. Where the table is kept is the host's business: nothing here asks.
//!
//! - `changes`: what the host reports, on the screen
//! - `commands`: what people can do beside choosing a move; `choosing`: the board under their hands;
//!   `keys`: the keyboard
//! - `animation`, `stage`, `stones`: how a turn moves; `sound`: what is heard
//! - `told`: what is said about the game
//! - `computer`, `engine`: the computer's turns; `advice`: what it knows about the moves of people
//! - `remarks`: what the computer's character says
//! - `company`: the players and spectators who are elsewhere
//! - `looking_back`: stepping through a game on this screen alone

pub(crate) mod advice;
mod animation;
mod changes;
pub(crate) mod choosing;
pub(crate) mod commands;
mod company;
mod computer;
pub(crate) mod engine;
mod keys;
pub(crate) mod looking_back;
mod remarks;
pub(crate) mod sound;
mod stage;
pub(crate) mod stones;
mod told;

use std::cell::RefCell;
use std::rc::Rc;

use parlor_protocol::event_log::write_log;
use parlor_rules::{Choice, Player};
use parlor_table::{
    Actor, Coin, Command, GameLog, Host, LocalHost, Offer, Phase, Refusal, SeatId, Table,
};
use parlor_wording as wording;
use parlor_wording::Voice;

use crate::catalogue::Game;
use crate::session::engine::use_engine;
use crate::session::sound::{Audio, use_audio};
use crate::settings::{Settings, use_settings};
use crate::ui::browser::random;
use crate::ui::prelude::*;
use crate::{history, ladder};
use animation::Animation;
use choosing::Chosen;
pub(crate) use company::{Company, Connection};
use computer::Computer;
pub(crate) use keys::listen_to_keys;
use remarks::Remarks;
pub(crate) use stage::{Gain, Stage};
use told::Told;

/// A table on the screen. Every part of its page holds one of these; the page's scope owns what it
/// stands for.
#[derive(Clone, Copy)]
pub(crate) struct Session(Stored<State>);

/// Declares everything that the page of a table shows, and lets a [`Session`] hand it out.
macro_rules! state {
    ($($(#[$about:meta])* $visible:vis $name:ident: $kind:ty,)+) => {
        struct State {
            $($(#[$about])* $name: $kind,)+
        }

        impl Session {
            $($(#[$about])* $visible fn $name(self) -> $kind {
                Clone::clone(&self.0.get().$name)
            })+
        }
    };
}

state! {
    pub(crate) game: Game,
    host: SharedHost,
    keep: Keep,
    /// As whom the people at this screen act.
    actor: Signal<Actor>,
    /// The table after the last change that was taken in.
    pub(crate) table: Signal<Table>,
    /// The table as people see it now: it follows as soon as the stones have come to rest, and may be
    /// one that is looked back at.
    pub(crate) shown: Signal<Table>,
    /// After how many turns the game is being looked at, if not as it stands.
    looked_back: Signal<Option<usize>>,
    /// Whether the people at this screen have turned the board round.
    turned_by_hand: Signal<bool>,
    pub(crate) animation: Animation,
    /// What is said about the game.
    pub(crate) told: Told,
    /// What people point at, select and press on the board.
    pub(crate) chosen: Chosen,
    pub(crate) computer: Computer,
    /// What the computer's character says.
    pub(crate) remarks: Remarks,
    /// Who is at the table elsewhere.
    pub(crate) company: Company,
    /// The dialog that is open, if one is.
    pub(crate) dialog: Signal<Option<Dialog>>,
    /// What a lesson is about, if this is one.
    lesson: Option<Lesson>,
    /// Where the log of the table goes that follows this one.
    pub(crate) next: Option<NextTable>,
    /// Whether people step through the game as through a recording.
    pub(crate) is_stepped_through: bool,
    settings: Signal<Settings>,
    audio: Audio,
}

/// The host of a table, shared with what moves messages for it.
pub(crate) type SharedHost = Rc<RefCell<dyn Host>>;

/// Keeps the log of a table where a reload finds it.
pub(crate) type Keep = Rc<dyn Fn(&GameLog)>;

/// The log of the table that follows another one on the same page, and how it begins.
pub(crate) type NextTable = Signal<(GameLog, Start)>;

/// How a table begins on this page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With a board that is ready to play.
    AtOnce,
    /// With a dialog.
    With(Dialog),
    /// It is played in another tab of this browser, and only shown here until a person acts here.
    Elsewhere,
}

/// What a table is put on the screen with.
pub(crate) struct Setting {
    pub(crate) game: Game,
    pub(crate) host: SharedHost,
    pub(crate) company: Company,
    pub(crate) keep: Keep,
    pub(crate) next: Option<NextTable>,
    pub(crate) lesson: Option<Lesson>,
    pub(crate) is_stepped_through: bool,
    /// Whether the values of moves come from a review, and not from the engine of the page.
    pub(crate) is_reviewed: bool,
}

impl Setting {
    /// A table whose players are all at this screen.
    pub(crate) fn local(game: Game, log: GameLog) -> Self {
        let coin = || if random(2) == 0 { Coin::Heads } else { Coin::Tails };
        Self::of(game, Rc::new(RefCell::new(LocalHost::new(log, coin))), Company::none())
    }

    /// Any table. It is kept nowhere, and no other follows it.
    pub(crate) fn of(game: Game, host: SharedHost, company: Company) -> Self {
        Self {
            game,
            host,
            company,
            keep: Rc::new(|_| ()),
            next: None,
            lesson: None,
            is_stepped_through: false,
            is_reviewed: false,
        }
    }
}

/// What is asked for in a lesson or a puzzle: why a move that the rules allow, or whatever else was chosen, is
/// not taken at a table, if it is not.
pub(crate) type Lesson = Rc<dyn Fn(&Table, Option<Choice>) -> Option<String>>;

/// A dialog at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// Names and difficulty before the first game of Home Pits.
    Start,
    /// Whether the game in progress may be abandoned.
    NewGame,
    Settings,
    Share,
    /// The rules of this game.
    Help,
    /// What the keys do.
    Keys,
    /// Whether to give up a game.
    Resign,
    /// Whether to leave a table.
    Leave,
    /// The few things that can be said to the other player.
    Reactions,
}

impl Session {
    /// Puts a table on the screen.
    pub(crate) fn open(setting: Setting) -> Self {
        let Setting { game, host, company, keep, next, lesson, is_stepped_through, is_reviewed } =
            setting;
        let actor = host.borrow().actor();
        let table = seen(actor, host.borrow().table());
        let (settings, audio) = (use_settings(), use_audio());
        let session = Self(Stored::new(State {
            game,
            host,
            keep,
            actor: Signal::new(actor),
            animation: Animation::new(&table, game),
            shown: Signal::new(table.clone()),
            table: Signal::new(table),
            looked_back: Signal::new(None),
            turned_by_hand: Signal::new(false),
            told: Told::new(),
            chosen: Chosen::new(),
            computer: Computer::new(use_engine()),
            remarks: Remarks::new(),
            company,
            dialog: Signal::new(None),
            lesson,
            next,
            is_stepped_through,
            settings,
            audio,
        }));
        if !is_reviewed {
            advice::keep_up_to_date(session);
        }
        remarks::follow(session);
        if session.lesson().is_none() {
            history::note_games(session.table());
        }
        effect(move || session.shown().with(|table| ladder::remember(game, table)));
        on_cleanup(move || {
            audio.end_game();
            session.computer().forget();
        });
        session
    }

    /// Asks the host for something, and shows what came of it.
    pub(crate) fn submit(self, command: Command) {
        self.act(|host| host.submit(command));
        self.show_reports();
    }

    /// Whether and how a command would be carried out now. It is followed like a signal.
    pub(crate) fn offer(self, command: &Command) -> Result<Offer, Refusal> {
        // What a host offers changes with the table, and with who sits at this screen.
        self.table().with(|_| ());
        self.actor().get();
        self.read(|host| host.offer(command))
    }

    /// Whether a command would be carried out now, or asked about.
    pub(crate) fn can(self, command: &Command) -> bool {
        self.offer(command).is_ok()
    }

    /// The log of the table, as it is kept.
    pub(crate) fn written_log(self) -> String {
        self.read(|host| write_log(host.log()))
    }

    /// Reads something of the host.
    fn read<T>(self, read: impl FnOnce(&dyn Host) -> T) -> T {
        read(&*self.host().borrow())
    }

    /// Has the host do something, and has sent what it wants to have sent.
    fn act<T>(self, act: impl FnOnce(&mut dyn Host) -> T) -> T {
        let done = act(&mut *self.host().borrow_mut());
        if let Some(connection) = self.company().connection() {
            connection.flush();
        }
        done
    }

    /// The side of the one person at this screen, if they have a seat of their own.
    pub(crate) fn my_side(self) -> Option<Player> {
        match self.actor().get() {
            Actor::Seat(seat) => Some(self.table().with(|table| table.side(seat))),
            Actor::Screen | Actor::Spectator => None,
        }
    }

    /// Whether the people at this screen only watch.
    pub(crate) fn is_spectator(self) -> bool {
        self.actor().get() == Actor::Spectator
    }

    /// Whether the person at this screen is to move or to toss.
    pub(crate) fn is_my_turn(self) -> bool {
        let phase = self.table().with(Table::phase);
        let mine = self.my_side();
        matches!(phase, Phase::Tossing(turn) | Phase::Playing(turn) if Some(turn) == mine)
    }

    /// Whether the player whose turn it is sits at this screen and nothing else is going on.
    pub(crate) fn awaits_person(self) -> bool {
        !self.animation().busy.get()
            && self.chosen().pressed.get().is_none()
            && self.looked_back().get().is_none()
            && self.shown().with(person_moves)
    }

    /// Whether a game is in progress that would be given up by leaving.
    pub(crate) fn is_in_progress(self) -> bool {
        let phase = self.table().with(Table::phase);
        matches!(phase, Phase::Tossing(_) | Phase::Playing(_))
    }

    pub(crate) fn is_over(self) -> bool {
        self.table().with(|table| table.ending().is_some())
    }

    /// Whether Player 2's row is the nearest: it is for one person who plays that side. Two who share
    /// this screen turn the board by hand, or have it turn to the player to move.
    pub(crate) fn is_turned(self) -> bool {
        let turning = self.settings().with(|settings| settings.turning);
        let by_hand = self.turned_by_hand().get();
        self.shown().with(|table| match persons(table) {
            [true, false] => false,
            [false, true] => true,
            [true, true] => by_hand ^ (turning && table.phase() == Phase::Playing(Player::Two)),
            [false, false] => by_hand,
        })
    }

    /// Whether the board can be turned by hand. The row of one person at this screen is always the
    /// nearest.
    pub(crate) fn may_turn(self) -> bool {
        self.game() != Game::TicTacToe
            && self.shown().with(|table| {
                let [one, two] = persons(table);
                one == two
            })
    }

    /// Turns the board round.
    pub(crate) fn turn_board(self) {
        if self.may_turn() {
            self.turned_by_hand().update(|turned| *turned = !*turned);
        }
    }

    /// Whether a pit is first selected and then played.
    pub(crate) fn is_two_step(self) -> bool {
        self.lesson().is_none() && self.settings().with(|settings| settings.two_step(self.game()))
    }

    /// The name of who has a side now.
    pub(crate) fn name_of(self, player: Player) -> String {
        self.shown().with(|table| wording::name(table, player, Voice::of(table)).to_owned())
    }

    /// The seat that has a side now.
    pub(crate) fn seat_of(self, player: Player) -> SeatId {
        self.table().with(|table| table.seat_id(player))
    }
}

/// The table as the people at this screen see it: their own seats are here.
fn seen(actor: Actor, table: &Table) -> Table {
    match actor {
        Actor::Seat(seat) => table.seen_from(Some(seat)),
        Actor::Screen | Actor::Spectator => table.clone(),
    }
}

/// Which players sit at this screen.
fn persons(table: &Table) -> [bool; 2] {
    Player::BOTH.map(|player| table.seat(player).is_person())
}

fn person_moves(table: &Table) -> bool {
    matches!(table.phase(), Phase::Playing(player) if table.seat(player).is_person())
}
