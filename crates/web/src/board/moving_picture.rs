use parlor_rules::Game as _;
use parlor_rules::mancala::{Pit, Position, Slot, Step};
use parlor_wording as wording;

use super::mini_board::small_board;
use crate::settings::{Settings, use_settings};
use crate::ui::elements::{El, button};
use crate::ui::prelude::*;
use crate::ui::timer::every;

/// Holds the small boards of a page still, and lets them move again.
pub(crate) fn pictures_switch() -> El {
    let settings = use_settings();
    let words = move || {
        let moving = settings.with(Settings::pictures_move);
        let words = if moving {
            wording::front_room::pause_animations()
        } else {
            wording::front_room::play_animations()
        };
        words.to_owned()
    };
    button(move || settings.update(Settings::toggle_pictures))
        .id("moving-pictures")
        .text_live(words)
}

/// A small board that shows one move over and over, step by step, while it may.
pub(crate) fn moving_picture(position: &Position, pit: Pit) -> El {
    let settings = use_settings();
    let frames = Stored::new(frames(position, pit));
    let now = Signal::new(0);
    let turn = move || {
        if settings.with(Settings::pictures_move) {
            now.update(|now| *now = (*now + 1) % frames.get().len());
        }
    };
    every(420, turn);
    let frame = move |slot: Slot| {
        let now = now.get();
        let frame = &frames.get()[now];
        (frame.slots[usize::from(slot.index())], frame.touched == Some(slot))
    };
    small_board(*position.rules(), frame)
}

/// What is seen at one moment.
#[derive(Clone, Debug, PartialEq)]
struct Frame {
    slots: Vec<u8>,
    touched: Option<Slot>,
}

/// The position before the move, each step of it, and the position after it; the first and the last
/// stand for a while.
fn frames(position: &Position, pit: Pit) -> Vec<Frame> {
    let mut slots = position.slots();
    let from = pit.slot(position.rules(), position.turn());
    let mut frames = vec![Frame { slots: slots.clone(), touched: Some(from) }; 3];
    for step in position.play(pit).map(|turn| turn.steps()).unwrap_or_default() {
        step.apply(&mut slots);
        frames.push(Frame { slots: slots.clone(), touched: touched(&step) });
    }
    frames.extend(vec![Frame { slots, touched: None }; 4]);
    frames
}

const fn touched(step: &Step) -> Option<Slot> {
    match step {
        Step::Lift { from, .. } => Some(*from),
        Step::Drop { into, .. } => Some(*into),
        Step::Capture { to, .. } | Step::Sweep { to, .. } => Some(*to),
        Step::Again | Step::End(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Player;
    use parlor_rules::mancala::Preset;

    #[test]
    fn a_picture_goes_from_the_position_before_to_the_one_after() {
        let start = Position::start(Preset::Kalah.rules(), Player::One);
        let pit = Pit::new(2).expect("a pit");
        let frames = frames(&start, pit);
        assert_eq!(frames[0].slots, start.slots());
        let after = start.after(pit).expect("a legal move");
        assert_eq!(frames.last().expect("a frame").slots, after.slots());
    }
}
