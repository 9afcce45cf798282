//! A board as a picture that stands by itself: SVG, drawn without the page.

use std::fmt::Write as _;

use parlor_rules::mancala::{self, Slot};
use parlor_rules::tic_tac_toe::{self, Square};
use parlor_rules::{AnyPosition, Player};

use super::colours::Colours;

/// The size of a picture in units of SVG.
pub(super) fn size(position: &AnyPosition) -> (u32, u32) {
    match position {
        AnyPosition::Mancala(position) => {
            (100 * (u32::from(position.rules().pits()) + 2) + 20, 240)
        }
        AnyPosition::TicTacToe(_) => (320, 320),
    }
}

/// A position as SVG.
pub(super) fn svg(position: &AnyPosition, colours: &Colours) -> String {
    let (width, height) = size(position);
    let mut picture = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"><title>{position}</title><rect x="2" y="2" width="{}" height="{}" rx="28" fill="{}" stroke="{}" stroke-width="4"/>"#,
        width - 4,
        height - 4,
        colours.board,
        colours.rim
    )
    .replace("<title><", "<title>&lt;")
    .replace("> S</title>", "&gt; S</title>")
    .replace("> N</title>", "&gt; N</title>");
    match position {
        AnyPosition::Mancala(position) => draw_mancala(&mut picture, position, colours),
        AnyPosition::TicTacToe(position) => draw_squares(&mut picture, position, colours),
    }
    picture.push_str("</svg>");
    picture
}

fn draw_mancala(picture: &mut String, position: &mancala::Position, colours: &Colours) {
    let rules = position.rules();
    let pits = u32::from(rules.pits());
    for slot in Slot::all(rules) {
        let stones = position.stones(slot);
        let (x, y, height) = match (slot.pit(rules), slot.owner(rules)) {
            (Some(pit), Player::One) => (110 + 100 * u32::from(pit.index()), 125, 90),
            (Some(pit), Player::Two) => (10 + 100 * (pits - u32::from(pit.index())), 25, 90),
            (None, Player::One) => (110 + 100 * pits, 25, 190),
            (None, Player::Two) => (10, 25, 190),
        };
        let _ = write!(
            picture,
            r#"<rect x="{}" y="{y}" width="90" height="{height}" rx="45" fill="{}" stroke="{}" stroke-width="2"/>"#,
            x + 5,
            colours.hollow,
            colours.hollow_edge
        );
        draw_stones(picture, stones, (x + 50, y + height / 2), colours);
        let _ = write!(
            picture,
            r#"<text x="{}" y="{}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="15" font-weight="700" fill="{}">{stones}</text>"#,
            x + 50,
            y + height - 6,
            colours.ink
        );
    }
}

/// As many stones as can be told apart, in rows around a place; the number below says how many there are.
fn draw_stones(picture: &mut String, stones: u8, (x, y): (u32, u32), colours: &Colours) {
    const IN_A_ROW: u32 = 4;
    let shown = u32::from(stones.min(16));
    let rows = shown.div_ceil(IN_A_ROW);
    for stone in 0..shown {
        let row = stone / IN_A_ROW;
        let in_row = (shown - row * IN_A_ROW).min(IN_A_ROW);
        let x = x + 16 * (stone % IN_A_ROW) + 8 - 8 * in_row;
        let y = y + 16 * row + 2 - 8 * rows;
        let _ = write!(
            picture,
            r#"<circle cx="{x}" cy="{y}" r="7" fill="{}" stroke="{}" stroke-width="1"/>"#,
            colours.stones[stone as usize % colours.stones.len()],
            colours.stone_edge
        );
    }
}

fn draw_squares(picture: &mut String, position: &tic_tac_toe::Position, colours: &Colours) {
    for square in Square::all() {
        let index = u32::from(square.index());
        let (x, y) = (10 + 100 * (index % 3), 10 + 100 * (index / 3));
        let _ = write!(
            picture,
            r#"<rect x="{}" y="{}" width="90" height="90" rx="14" fill="{}" stroke="{}" stroke-width="2"/>"#,
            x + 5,
            y + 5,
            colours.hollow,
            colours.hollow_edge
        );
        let (left, right, top, bottom) = (x + 28, x + 72, y + 28, y + 72);
        let Some(player) = position.mark(square) else { continue };
        let shape = match player {
            Player::One => {
                format!(r#"<path d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}""#)
            }
            Player::Two => format!(r#"<circle cx="{}" cy="{}" r="24""#, x + 50, y + 50),
        };
        let _ = write!(
            picture,
            r#"{shape} fill="none" stroke="{}" stroke-width="10" stroke-linecap="round"/>"#,
            colours.marks[player.index()]
        );
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::AnyRecord;

    use super::*;
    use crate::look::Look;

    fn picture(text: &str) -> String {
        let kalah = "kalah".parse().expect("rules");
        let record = AnyRecord::read_pasted(text, kalah).expect("a position");
        svg(record.position(), &Colours::of(Look::Walnut, false))
    }

    #[test]
    fn every_slot_is_there_with_its_number() {
        let board = picture("<3,7,0,1,2,3,0,20,3> N");
        assert_eq!(board.matches("<text").count(), 8);
        assert_eq!(board.matches("<circle").count(), 7 + 6 + 16 + 3, "at most 16 are drawn");
        assert!(board.contains(">20</text>") && board.contains(">7</text>"));
        assert!(board.contains("<title>&lt;3,7,0,1,2,3,0,20,3&gt; N</title>"), "{board}");
    }

    #[test]
    fn marks_are_drawn_by_shape() {
        let board = picture("X.O.X....");
        assert_eq!((board.matches("<path").count(), board.matches("<circle").count()), (2, 1));
        assert_eq!(board.matches("<rect").count(), 10);
    }
}
