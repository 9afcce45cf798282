//! A table without a server, a log or a connection.

use parlor_rules::Player;
use parlor_table::{Phase, Table};

/// A table for Tic-Tac-Toe as a child would describe it. People are 0 and 1, and so are sides.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Who sits on each side.
    pub(super) seats: [Option<usize>; 2],
    /// Whose name stands at each side: also that of a player who has left, as long as the board
    /// shows what they played.
    pub(super) called: [Option<usize>; 2],
    pub(super) moves: Vec<u8>,
    pub(super) end: Option<End>,
    /// Who has asked for what.
    pub(super) asked: Option<(usize, Wish)>,
    /// What a free seat is called, by sides.
    pub(super) unnamed: [&'static str; 2],
    /// By sides.
    pub(super) wins: [u32; 2],
    pub(super) ties: u32,
    pub(super) version: usize,
    /// How many of them the last deed led to.
    pub(super) events: usize,
    /// How many events there were when the game last changed, and when a player last asked.
    pub(super) changed: usize,
    pub(super) asked_at: usize,
    /// How many commands each person has sent, and the last of them that was carried out.
    pub(super) sent: [u32; 2],
    pub(super) carried_out: [Option<(String, usize)>; 2],
    /// What the last step should have led to.
    pub(super) outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Line(usize),
    Full,
    Resigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    TakeBack(usize),
    Rematch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Nothing,
    Event,
    /// The event with this number, told again.
    Again(usize),
    Refused(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    Move(u8),
    AskTakeBack,
    AcceptTakeBack,
    AskRematch,
    AcceptRematch,
    Rename,
    Resign,
    Leave,
    Join,
}

const NAMES: [&str; 2] = ["Ada", "Ben"];

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Model {
    pub(super) fn side_of(&self, person: usize) -> Option<usize> {
        self.seats.iter().position(|&seat| seat == Some(person))
    }

    fn squares(&self, side: usize) -> Vec<u8> {
        self.moves.iter().copied().skip(side).step_by(2).collect()
    }

    /// Does what a client wants that knows so many events.
    pub(super) fn deed(
        &mut self,
        person: usize,
        deed: Deed,
        known: usize,
    ) -> Result<(), &'static str> {
        self.events = 1;
        let depends_on = match deed {
            Deed::Move(_) => self.changed,
            Deed::AcceptTakeBack | Deed::AcceptRematch => self.changed.max(self.asked_at),
            _ => 0,
        };
        if known < depends_on {
            return Err("stale");
        }
        let other = 1 - person;
        let Some(side) = self.side_of(person) else {
            return if matches!(deed, Deed::Join) { self.join(person) } else { Err("not-seated") };
        };
        let waiting = self.seats.contains(&None);
        match deed {
            Deed::Move(_) | Deed::AskTakeBack | Deed::AskRematch | Deed::Resign if waiting => {
                return Err("seat-free");
            }
            Deed::Join => return Err("already-seated"),
            Deed::Leave => {
                if !waiting && self.end.is_none() {
                    return Err("not-over");
                }
                self.seats[side] = None;
                if self.end.is_none() {
                    self.called[side] = None;
                }
                self.asked = None;
            }
            Deed::Move(square) => {
                if self.end.is_some() {
                    return Err("over");
                }
                if side != self.moves.len() % 2 {
                    return Err("not-your-turn");
                }
                if self.moves.contains(&square) {
                    return Err("square-taken");
                }
                self.moves.push(square);
                self.asked = None;
                let mine = self.squares(side);
                if LINES.iter().any(|line| line.iter().all(|square| mine.contains(square))) {
                    self.end = Some(End::Line(side));
                    self.wins[side] += 1;
                } else if self.moves.len() == 9 {
                    self.end = Some(End::Full);
                    self.ties += 1;
                }
            }
            Deed::AskTakeBack => {
                if self.end == Some(End::Resigned) {
                    return Err("over");
                }
                let mine = |number: &usize| number % 2 == side;
                let to = (0..self.moves.len()).rev().find(mine).ok_or("no-such-move")?;
                return self.ask(person, Wish::TakeBack(to));
            }
            Deed::AskRematch => {
                if self.end.is_none() {
                    return Err("not-over");
                }
                return self.ask(person, Wish::Rematch);
            }
            Deed::AcceptTakeBack => match self.asked {
                Some((asker, wish @ Wish::TakeBack(_))) if asker == other => self.grant(wish),
                _ => return Err("not-asked"),
            },
            Deed::AcceptRematch => match self.asked {
                Some((asker, Wish::Rematch)) if asker == other => self.grant(Wish::Rematch),
                _ => return Err("not-asked"),
            },
            Deed::Rename => return Ok(()),
            Deed::Resign => {
                if self.end.is_some() {
                    return Err("over");
                }
                self.end = Some(End::Resigned);
                self.asked = None;
                self.wins[1 - side] += 1;
            }
        }
        self.changed = self.version + 1;
        Ok(())
    }

    fn join(&mut self, person: usize) -> Result<(), &'static str> {
        let free = self.seats.iter().position(Option::is_none).ok_or("seat-taken")?;
        self.seats[free] = Some(person);
        self.called[free] = Some(person);
        self.asked = None;
        // A player who takes a free seat begins a match of their own.
        let another_game = self.end.take().is_some();
        if another_game {
            self.moves.clear();
            for side in 0..2 {
                self.called[side] = self.seats[side];
            }
        }
        self.wins = [0; 2];
        self.ties = 0;
        self.events = 1 + usize::from(another_game);
        self.changed = self.version + self.events;
        Ok(())
    }

    fn ask(&mut self, person: usize, wish: Wish) -> Result<(), &'static str> {
        match self.asked {
            Some((by, _)) if by == person => return Err("already-asked"),
            Some((_, open)) if open != wish => return Err("answer-first"),
            Some(_) => {
                self.grant(wish);
                self.changed = self.version + 1;
            }
            None => {
                self.asked = Some((person, wish));
                self.asked_at = self.version + 1;
            }
        }
        Ok(())
    }

    fn grant(&mut self, wish: Wish) {
        self.asked = None;
        let end = self.end.take();
        match (wish, end) {
            (Wish::TakeBack(to), end) => {
                self.moves.truncate(to);
                let count = match end {
                    Some(End::Line(side)) => &mut self.wins[side],
                    Some(End::Full) => &mut self.ties,
                    Some(End::Resigned) | None => return,
                };
                *count -= 1;
            }
            (Wish::Rematch, _) => {
                self.moves.clear();
                self.seats.reverse();
                self.called.reverse();
                self.unnamed.reverse();
                self.wins.reverse();
            }
        }
    }

    /// A new command as it is sent now by a client that knows so many events.
    pub(super) fn text(&self, person: usize, deed: Deed, known: usize) -> String {
        let id = format!("c{person}-{}", self.sent[person]);
        match deed {
            Deed::Move(square) => message!("move", choice: square, version: known, id: id),
            Deed::AskTakeBack => message!("ask", for: "takeback", id: id),
            Deed::AcceptTakeBack => message!("accept", for: "takeback", version: known, id: id),
            Deed::AskRematch => message!("ask", for: "rematch", id: id),
            Deed::AcceptRematch => message!("accept", for: "rematch", version: known, id: id),
            Deed::Rename => message!("rename", name: NAMES[person], id: id),
            Deed::Resign => message!("resign", id: id),
            Deed::Leave => message!("leave", id: id),
            Deed::Join => message!("join", name: NAMES[person], id: id),
        }
    }

    pub(super) fn agrees_with(&self, table: &Table, version: usize) {
        assert_eq!(version, self.version);
        let unnamed = self.unnamed;
        let name = |side: usize| self.called[side].map_or(unnamed[side], |person| NAMES[person]);
        assert_eq!(table.names(), [0, 1].map(name));
        let position = table.play().tic_tac_toe().expect("Tic-Tac-Toe");
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for square in 0..9 {
                let at = parlor_rules::tic_tac_toe::Square::new(square).expect("a square");
                let drawn = position.mark(at) == Some(player);
                assert_eq!(drawn, self.squares(side).contains(&square), "square {square}");
            }
            assert_eq!(table.score().wins(player), self.wins[side]);
        }
        assert_eq!(table.score().ties(), self.ties);
        assert_eq!(table.phase() == Phase::Waiting, self.seats.contains(&None));
        assert_eq!(table.ending().is_some(), self.end.is_some());
        assert_eq!(table.request().is_some(), self.asked.is_some());
    }
}
