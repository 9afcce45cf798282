use parlor_rules::tic_tac_toe::{Position, Square};
use parlor_rules::{Game, Player};

use super::{Drawing, Note, Room, Standing, key, note_on, row, rule};
use crate::palette::{of_player, paint};
use crate::text::columns;

/// A Tic-Tac-Toe board at one moment.
pub(crate) struct Moment {
    position: Position,
    standings: [Standing; 2],
}

impl Moment {
    /// The board between two turns.
    pub(super) fn at_rest(position: &Position) -> Self {
        let standings = Player::BOTH.map(|player| Standing::of(position, player));
        Self { position: *position, standings }
    }

    pub(super) fn stop(&mut self, standings: [Standing; 2]) {
        self.standings = standings;
    }
}

pub(super) fn draw(moment: &Moment, notes: &[Note], names: [&str; 2], room: Room) -> Drawing {
    let size = if room.rows >= TALL && room.columns >= LARGE.outer() { LARGE } else { SMALL };
    let squares: Vec<Square> = Square::all().collect();
    let widths = [size.columns; 3];
    let position = &moment.position;
    let mut lines = vec![players(moment, names, room.columns.min(WIDEST)), String::new()];
    let margin = " ".repeat(room.columns.min(WIDEST).saturating_sub(size.outer()) / 2);
    let mut draw = |line: String| lines.push(format!("{margin}{line}"));
    draw(rule('╭', '┬', '╮', &widths));
    for (at, squares) in squares.chunks(3).enumerate() {
        if at > 0 {
            draw(rule('├', '┼', '┤', &widths));
        }
        let cells: Vec<Vec<String>> = squares
            .iter()
            .map(|&square| cell(*position, square, note_on(notes, square), size))
            .collect();
        for line in 0..size.rows {
            draw(row(&cells.iter().map(|cell| cell[line].clone()).collect::<Vec<_>>()));
        }
    }
    draw(rule('╰', '┴', '╯', &widths));
    Drawing { lines, columns: room.columns.min(WIDEST) }
}

/// The size of a square, without the lines around it.
#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    rows: usize,
}

const LARGE: Size = Size { columns: 7, rows: 3 };
const SMALL: Size = Size { columns: 5, rows: 1 };

/// The rows of a screen that has room for large squares.
const TALL: usize = 23;
/// How far apart the names of the players stand at most.
const WIDEST: usize = 60;

impl Size {
    const fn outer(self) -> usize {
        3 * self.columns + 4
    }
}

/// Player one on the left, player two on the right.
fn players(moment: &Moment, names: [&str; 2], room: usize) -> String {
    let [one, two] = Player::BOTH.map(|player| {
        let letter = moment.position.letter(player).to_string();
        let label = match names[player.index()] {
            name if name == letter => letter,
            name => format!("{letter} {name}"),
        };
        let standing = moment.standings[player.index()];
        let most = room.saturating_sub(2) / 2;
        let width = (columns(&label) + 2).min(most);
        (standing.label(player, &label, most), width)
    });
    let gap = " ".repeat(room.saturating_sub(one.1 + two.1));
    format!("{}{gap}{}", one.0, two.0)
}

fn cell(position: Position, square: Square, note: &str, size: Size) -> Vec<String> {
    let width = size.columns;
    let Some(player) = position.mark(square) else {
        let mut cell = vec![" ".repeat(width); size.rows];
        cell[size.rows / 2] = key(&square, note, false, width);
        return cell;
    };
    let style = of_player(player).bold();
    let lines = mark(player, size).iter();
    if position.winning_squares().contains(square) {
        // The brackets are for eyes and screens without colours.
        return lines
            .map(|line| paint(style.invert(), &format!("{:^width$}", format!("[{line}]"))))
            .collect();
    }
    lines.map(|line| paint(style, &format!("{line:^width$}"))).collect()
}

fn mark(player: Player, size: Size) -> &'static [&'static str] {
    match (player, size.rows) {
        (Player::One, 1) => &["X"],
        (Player::Two, 1) => &["O"],
        (Player::One, _) => &["╲ ╱", " ╳ ", "╱ ╲"],
        (Player::Two, _) => &["╭─╮", "│ │", "╰─╯"],
    }
}
