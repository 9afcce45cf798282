//! What people do at a table: it comes to a command, which is submitted to the host.

use parlor_rules::mancala::Slot;
use parlor_rules::{AnyTurn, Choice, Player};
use parlor_table::{Command, Marks, Name, Phase, Policy, Table, Wish, WishKind};
use parlor_wording as wording;
use parlor_wording::{Voice, selection, slot_label, thinking};

use super::{Dialog, Kept, Session, landing};
use crate::catalogue::Game;
use crate::remote::{go_home, remember_name};
use crate::session::sound::Sound;
use crate::ui::prelude::*;

impl Session {
    /// Asks the host for something, and shows what came of it.
    pub(crate) fn submit(self, command: Command) {
        self.keeper().act(|host| host.submit(command));
        self.show_reports();
    }

    /// A slot was chosen, by click, touch or key.
    pub(crate) fn choose_slot(self, slot: Slot) {
        if self.busy().get() {
            return self.skip();
        }
        if let Some(objection) = self.objection(slot) {
            return self.refuse(&objection);
        }
        let is_pit = self
            .shown()
            .with(|table| table.rules().is_some_and(|rules| slot.pit(&rules).is_some()));
        match self.choice_at(slot) {
            chosen if is_pit && self.two_step() && self.is_my_move() => {
                self.select(slot, chosen.err());
            }
            Ok(choice) => self.play(choice),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// The move that a slot stands for, or why it is none.
    fn choice_at(self, slot: Slot) -> Result<Choice, String> {
        self.shown().with(|table| {
            let refused = |refusal| wording::refusal(table, refusal, Voice::of(table));
            table.choice_at(self.actor(), slot).map_err(refused)
        })
    }

    /// Why nothing can be chosen now, whatever the rules say.
    fn objection(self, slot: Slot) -> Option<String> {
        if self.thinking().get() {
            return Some(self.shown().with(|table| thinking(table.name(table.turn()))));
        }
        if let Some(lesson) = self.lesson() {
            return self.shown().with(|table| {
                if table.play().played() > 0 {
                    return Some(wording::learn::already_done().to_owned());
                }
                let landing = landing(table, slot)?;
                (!(lesson.accepts)(landing.effect)).then(|| lesson.objection.to_owned())
            });
        }
        if self.pressed().get().is_some() {
            let words = if self.is_connected() {
                wording::connection::move_sent()
            } else {
                wording::connection::move_waiting()
            };
            return Some(words.to_owned());
        }
        self.is_looking_back().then(|| wording::connection::looking_back().to_owned())
    }

    /// A square was chosen.
    pub(crate) fn choose_square(self, square: Choice) {
        let free = self.shown().with(|table| table.check_move(self.actor(), square).is_ok());
        if free && self.awaits_person() {
            self.play(square);
        }
    }

    /// The second step of a two-step turn.
    pub(crate) fn play_selected(self) {
        if let Some(slot) = self.selected().get() {
            match self.choice_at(slot) {
                Ok(choice) => self.play(choice),
                Err(refusal) => self.refuse(&refusal),
            }
        }
    }

    fn select(self, slot: Slot, refusal: Option<String>) {
        self.forget_message();
        self.selected().set(Some(slot));
        let label = self.shown().with(|table| {
            let position = table.play().mancala()?;
            Some(slot_label(table, position, slot, Voice::of(table)))
        });
        self.announcement().set(selection(&label.unwrap_or_default()));
        self.message().set(refusal);
    }

    /// Plays a move. Until it comes back its place is pressed.
    fn play(self, choice: Choice) {
        if self.awaits_person() {
            self.pressed().set(Some(choice));
            self.submit(Command::Move { choice });
        }
    }

    /// Shows a turn that was played.
    pub(super) fn show_turn(self, turn: &AnyTurn) {
        if let Some(turn) = turn.mancala() {
            self.animate(&turn);
        } else {
            self.audio().play(Sound::Drop { order: 0 });
            self.settle();
        }
    }

    pub(crate) fn can(self, command: &Command) -> bool {
        self.offer(command).is_ok()
    }

    pub(crate) fn undo(self) {
        self.travel(Command::Undo { to: None });
    }

    pub(crate) fn redo(self) {
        self.travel(Command::Redo { to: None });
    }

    /// To the first position of the game.
    pub(crate) fn to_start(self) {
        self.travel(Command::Undo { to: Some(0) });
    }

    /// To the last position that was ever reached.
    pub(crate) fn to_end(self) {
        let end = self.table().with(|table| table.play().played() + table.play().undone());
        self.travel(Command::Redo { to: u16::try_from(end).ok() });
    }

    fn travel(self, command: Command) {
        self.skip();
        if self.can(&command) {
            self.submit(command);
        }
    }

    /// Tosses the coin of the player whose toss it is.
    pub(crate) fn toss_coin(self) {
        self.submit(Command::Toss);
    }

    /// Swaps sides by the pie rule.
    pub(crate) fn swap(self) {
        self.skip();
        self.submit(Command::Swap);
    }

    pub(crate) fn rename(self, player: Player, typed: &str) {
        let name = Name::new(typed);
        if !self.is_shared() {
            remember_name(&name);
        }
        self.submit(Command::Rename { player: Some(player), name });
    }

    pub(crate) fn draw_with(self, marks: Marks) {
        self.submit(Command::SetMarks(marks));
    }

    pub(crate) fn ask_for(self, wish: Wish) {
        self.submit(Command::Ask(wish));
    }

    /// Answers what the other player asked for.
    pub(crate) fn answer(self, kind: WishKind, agreed: bool) {
        self.submit(if agreed { Command::Accept(kind) } else { Command::Decline });
    }

    /// A new game, or the end of this one. What would be lost by it is asked about first.
    pub(crate) fn ask_new_game(self) {
        let (phase, begun) = self.table().with(|table| (table.phase(), table.play().played() > 0));
        match (self.policy(), phase) {
            (_, Phase::Over(_)) => self.play_again(),
            (Policy::OneScreen { .. }, _) if begun => self.dialog().set(Some(Dialog::NewGame)),
            (Policy::OneScreen { .. }, _) => self.start_over(),
            (Policy::Remote, _) if self.can(&Command::Resign) => {
                self.dialog().set(Some(Dialog::Resign));
            }
            (Policy::Remote, _) => {}
        }
    }

    /// The next game of the match, after the end of one.
    pub(crate) fn play_again(self) {
        if self.can(&Command::Restart) {
            self.submit(Command::Restart);
        }
    }

    /// A new game, with whatever a game of this kind begins with.
    pub(crate) fn start_over(self) {
        if self.game() == Game::HomePits && self.kept() == Kept::InBrowser {
            self.skip();
            self.dialog().set(Some(Dialog::Start));
        } else {
            self.restart();
        }
    }

    /// A new game at once.
    pub(crate) fn restart(self) {
        self.skip();
        self.submit(Command::Restart);
    }

    /// Leaves the table. A game in progress is given up.
    pub(crate) fn leave_table(self) {
        if !self.can(&Command::Leave) && !self.can(&Command::Resign) {
            return go_home();
        }
        if self.is_under_way() {
            self.submit(Command::Resign);
        }
        self.submit(Command::Leave);
        self.message().set(Some(wording::sheets::leaving().to_owned()));
    }

    /// Leaves the table, and asks first if that matters to the other player.
    pub(crate) fn ask_to_leave(self) {
        let alone = self.table().with(|table| table.phase() == Phase::Waiting);
        if alone || self.my_side().is_none() {
            self.leave_table();
        } else {
            self.dialog().set(Some(Dialog::Leave));
        }
    }

    /// The page is drawn: what was reported meanwhile is shown, and the game goes on.
    pub(crate) fn begin(self) {
        self.note_opponent();
        self.show_reports();
        self.go_on();
    }

    /// Goes on with whatever comes next: nothing for a person, a turn or a toss for the computer.
    pub(crate) fn go_on(self) {
        let next = self.keeper().read(|host| {
            let phase = host.table().phase();
            host.computer_to_act().map(|(seat, level)| (phase, seat, level))
        });
        match next {
            Some((Phase::Tossing(_), seat, _)) => self.toss_for_computer(seat),
            Some((_, seat, level)) => self.think(seat, level),
            None => self.stop_thinking(),
        }
    }

    /// Whether the people at this screen share it, so that nothing needs consent.
    pub(crate) fn is_shared(self) -> bool {
        match self.policy() {
            Policy::OneScreen { .. } => true,
            Policy::Remote => false,
        }
    }

    /// Whether a person at this screen is to move.
    fn is_my_move(self) -> bool {
        self.shown().with(super::person_moves)
    }

    /// Whether a game is in progress that would be given up by leaving.
    pub(crate) fn is_under_way(self) -> bool {
        self.table()
            .with(|table: &Table| matches!(table.phase(), Phase::Tossing(_) | Phase::Playing(_)))
    }
}
