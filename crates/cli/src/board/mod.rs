//! Boards drawn with letters. No rules in here: what is drawn comes from positions and steps.

mod mancala;
mod tic_tac_toe;

use parlor_rules::{AnyPosition, AnyTurn, Choice, Game, Outcome, Player, TurnOfGame};

use crate::palette::{FAINT, STRONG, of_player, paint};
use crate::text::{self, clipped};

/// How much room there is for the board and everything around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Room {
    /// Room on paper: a line as wide as usual, and boards as low as can be.
    pub(crate) const PAPER: Self = Self { columns: 80, rows: 0 };
}

/// A drawn board.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) lines: Vec<String>,
    pub(crate) columns: usize,
}

/// The board at one moment, be it between two turns or in the middle of one.
pub(crate) enum Moment {
    Mancala(mancala::Moment),
    TicTacToe(tic_tac_toe::Moment),
}

impl Moment {
    /// The board between two turns.
    pub(crate) fn at_rest(position: &AnyPosition) -> Self {
        match position {
            AnyPosition::Mancala(position) => Self::Mancala(mancala::Moment::at_rest(position)),
            AnyPosition::TicTacToe(position) => {
                Self::TicTacToe(tic_tac_toe::Moment::at_rest(position))
            }
        }
    }

    /// The same board, of a game that did not end by its moves: no player is next.
    pub(crate) fn stopped(mut self, outcome: Outcome) -> Self {
        let stopped = Player::BOTH.map(|player| Standing::after(outcome, player));
        match &mut self {
            Self::Mancala(moment) => moment.stop(stopped),
            Self::TicTacToe(moment) => moment.stop(stopped),
        }
        self
    }

    /// What can be seen while a turn is played, moment by moment; its end is not among it.
    pub(crate) fn in_motion(turn: &AnyTurn) -> Vec<Self> {
        match turn.of_game() {
            TurnOfGame::Mancala(turn) => {
                mancala::in_motion(&turn).into_iter().map(Self::Mancala).collect()
            }
            // A mark is made in no time.
            TurnOfGame::TicTacToe(_) => Vec::new(),
        }
    }

    /// Draws the largest board that there is room for, with notes beside the numbers of moves.
    pub(crate) fn draw(&self, notes: &[Note], sides: Sides, room: Room) -> Drawing {
        match self {
            Self::Mancala(moment) => mancala::draw(moment, notes, sides, room),
            Self::TicTacToe(moment) => tic_tac_toe::draw(moment, notes, sides.names, room),
        }
    }
}

/// Who sits around the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    /// What both players are called.
    pub(crate) names: [&'a str; 2],
    /// The player whose row is the lower one.
    pub(crate) near: Player,
}

impl<'a> Sides<'a> {
    /// The usual way round, with South below.
    pub(crate) const fn new(names: [&'a str; 2]) -> Self {
        Self { names, near: Player::One }
    }
}

/// What is written beside the number of a move.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) choice: Choice,
    pub(crate) text: String,
}

/// The note on a move, where there is one.
fn note_on(notes: &[Note], choice: impl Into<Choice>) -> &str {
    let choice = choice.into();
    notes.iter().find(|note| note.choice == choice).map_or("", |note| &note.text)
}

/// What a player's name looks like beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    ToMove,
    Waiting,
    Won,
}

impl Standing {
    fn of<G: Game>(position: &G, player: Player) -> Self {
        match position.outcome() {
            None if position.turn() == player => Self::ToMove,
            None => Self::Waiting,
            Some(outcome) => Self::after(outcome, player),
        }
    }

    fn after(outcome: Outcome, player: Player) -> Self {
        if outcome.winner() == Some(player) { Self::Won } else { Self::Waiting }
    }

    /// A label of `columns` columns at most, with a sign that tells it without colours too.
    fn label(self, player: Player, label: &str, columns: usize) -> String {
        let (sign, style) = match self {
            Self::ToMove => ("▶ ", of_player(player).bold()),
            Self::Won => ("★ ", of_player(player).bold()),
            Self::Waiting => ("  ", of_player(player)),
        };
        paint(style, &clipped(&format!("{sign}{label}"), columns))
    }
}

/// The lines between cells of these widths.
fn rule(left: char, crossing: char, right: char, widths: &[usize]) -> String {
    let cells: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
    paint(FAINT, &format!("{left}{}{right}", cells.join(&crossing.to_string())))
}

/// Cells side by side with a line between them.
fn row(cells: &[String]) -> String {
    let line = paint(FAINT, "│");
    format!("{line}{}{line}", cells.join(&line))
}

/// The digit of a pit or square: strong where it can be played. What is noted about it stands
/// behind it, if there is room.
fn key(number: &impl ToString, note: &str, playable: bool, columns: usize) -> String {
    let note = if columns >= NOTED { clipped(note, columns - 1) } else { String::new() };
    let padding = columns.saturating_sub(1 + text::columns(&note));
    let (left, right) = (padding / 2, padding - padding / 2);
    let number = paint(if playable { STRONG } else { FAINT }, &number.to_string());
    format!("{}{number}{note}{}", " ".repeat(left), " ".repeat(right))
}

/// A cell narrower than this has no room for a note.
const NOTED: usize = 5;
