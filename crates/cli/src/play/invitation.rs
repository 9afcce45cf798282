//! The link to a table, as text and as a picture.

use anstyle::{AnsiColor, Color, Style};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::board::{Drawing, Room};
use crate::palette::{STRONG, paint};
use crate::text::{columns, wrapped};

/// A link, the QR code for it if there is room, what is said about it, and another link below that.
pub(super) fn draw(link: &str, about: &[&str], other: Option<&str>, room: Room) -> Drawing {
    let longest = columns(link).max(other.map_or(0, columns)).max(MIN_WIDTH);
    let width = longest.min(room.columns);
    let mut below: Vec<String> = parts(link, width).map(|part| paint(STRONG, &part)).collect();
    below.extend(about.iter().flat_map(|about| wrapped(about, width)));
    below.extend(other.into_iter().flat_map(|other| parts(other, width)));
    let code = QrCode::encode_text(link, QrCodeEcc::Low).ok().map(|code| picture(&code));
    let fits = |code: &Vec<String>| {
        let rows = code.len() + below.len() + AROUND;
        room == Room::PAPER || (rows <= room.rows && 2 * code.len() <= width)
    };
    let code = code.filter(fits).unwrap_or_default();
    let margin = " ".repeat(width.saturating_sub(2 * code.len()) / 2);
    let lines = code.iter().map(|line| format!("{margin}{line}")).chain(below).collect();
    Drawing { lines, columns: width }
}

/// The lines of a screen above and below: a title, a question and the keys.
const AROUND: usize = 3;
const MIN_WIDTH: usize = 76;
/// How many light modules there are around the code, so that a camera finds it.
const QUIET: i32 = 2;
/// Light modules are drawn and dark ones left out. Where there are no colours, that is right on the
/// dark background which most terminals have.
const CODE: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::BrightWhite)))
    .bg_color(Some(Color::Ansi(AnsiColor::Black)));

/// The code with two modules in each letter, one above the other.
fn picture(code: &QrCode) -> Vec<String> {
    let size = code.size();
    let is_light = |x: i32, y: i32| y < size + QUIET && !code.get_module(x, y);
    let rows = (-QUIET..size + QUIET).step_by(2);
    rows.map(|y| {
        let letters = (-QUIET..size + QUIET).map(|x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        });
        paint(CODE, &letters.collect::<String>())
    })
    .collect()
}

/// A link has no blank where a line could break.
fn parts(link: &str, width: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = link.chars().collect();
    let parts: Vec<String> =
        letters.chunks(width.max(1)).map(|part| part.iter().collect()).collect();
    parts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_drawn_light_or_left_dark() {
        let code = QrCode::encode_text("https://games.example/#/table/q3mX", QrCodeEcc::Low);
        let code = code.expect("a short text");
        let drawn: Vec<String> = picture(&code);
        let drawn: Vec<Vec<char>> = drawn
            .iter()
            .map(|line| anstream::adapter::strip_str(line).to_string().chars().collect())
            .collect();
        for y in -QUIET..code.size() + QUIET {
            for x in -QUIET..code.size() + QUIET {
                let [row, column] = [y + QUIET, x + QUIET]
                    .map(|place| usize::try_from(place).expect("it is inside"));
                let letter = drawn[row / 2][column];
                let halves = if row % 2 == 0 { ['█', '▀'] } else { ['█', '▄'] };
                assert_eq!(halves.contains(&letter), !code.get_module(x, y), "{x} {y}");
            }
        }
    }

    #[test]
    fn where_there_is_no_room_for_the_code_the_link_is_still_there() {
        let link = "http://192.168.1.20:7474/#/table/q3mX0aVbT9Lk2PzR";
        let rows = |columns, rows| draw(link, &[], None, Room { columns, rows }).lines.len();
        assert_eq!(rows(80, 24), 1 + 17);
        assert_eq!(rows(80, 12), 1);
        assert_eq!(rows(25, 40), 2, "a link that is too long is broken");
    }
}
