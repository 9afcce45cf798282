//! Opening the page in pieces: each is drawn in a task of its own, so that the browser can answer, lay out
//! and paint in between. Only the first page that is shown is drawn like that; what was there before
//! stays in sight until it is whole. Later pages are drawn at once.

use std::cell::RefCell;
use std::collections::VecDeque;

use wasm_bindgen::prelude::*;

use super::browser::{document, window};
use super::elements::El;
use super::scope::Home;

thread_local! {
    /// What is still to be done, while the page is being opened.
    static WAITING: RefCell<Option<Waiting>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Waiting {
    /// What is still to be drawn.
    pieces: VecDeque<Box<dyn FnOnce()>>,
    /// What is done when all has been drawn and is seen.
    afterwards: Vec<Box<dyn FnOnce()>>,
}

/// Draws something; the parts of it that can wait are put off until [`draw_rest`].
pub(super) fn begin<T>(draw: impl FnOnce() -> T) -> T {
    WAITING.with_borrow_mut(|waiting| *waiting = Some(Waiting::default()));
    draw()
}

/// Draws what was put off, one piece after the other, and then shows it all. Each piece of the page is laid
/// out when it has been drawn: all at once that would take as long as drawing them.
pub(crate) fn draw_rest(page: El, show: impl FnOnce(El) + 'static) {
    let next = WAITING.with_borrow_mut(|waiting| waiting.as_mut()?.pieces.pop_front());
    if let Some(piece) = next {
        return in_a_task_of_its_own(move || {
            piece();
            page.lay_out();
            draw_rest(page, show);
        });
    }
    at_next_frame(move || {
        if is_there_more() {
            // Something was drawn anew meanwhile, a table that a server told of.
            return draw_rest(page, show);
        }
        let waiting = WAITING.take();
        show(page);
        for act in waiting.into_iter().flat_map(|waiting| waiting.afterwards) {
            act();
        }
    });
}

fn is_there_more() -> bool {
    WAITING
        .with_borrow(|waiting| waiting.as_ref().is_some_and(|waiting| !waiting.pieces.is_empty()))
}

/// Does something when the browser has worked out a frame with all there is: what is shown then does not
/// count as something that has moved. Pages that are not looked at have no frames.
fn at_next_frame(act: impl FnOnce() + 'static) {
    if document().hidden() {
        return act();
    }
    let act = Closure::once_into_js(move || in_a_task_of_its_own(act));
    let _ = window().request_animation_frame(act.unchecked_ref());
}

/// Does something as soon as the page is whole and seen: now, unless it is being opened.
pub(crate) fn once_whole(act: impl FnOnce() + 'static) {
    let home = Home::here();
    put_off(Box::new(move || home.run(act)), |waiting, act| waiting.afterwards.push(act));
}

/// Does something now or, while the page is being opened, in its turn.
pub(super) fn when_there_is_time(act: Box<dyn FnOnce()>) {
    put_off(act, |waiting, act| waiting.pieces.push_back(act));
}

fn put_off(act: Box<dyn FnOnce()>, put: fn(&mut Waiting, Box<dyn FnOnce()>)) {
    let act = WAITING.with_borrow_mut(|waiting| match waiting {
        Some(waiting) => {
            put(waiting, act);
            None
        }
        None => Some(act),
    });
    if let Some(act) = act {
        act();
    }
}

fn in_a_task_of_its_own(act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    let _ = window().set_timeout_with_callback(act.unchecked_ref());
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    #[test]
    fn what_can_wait_waits_only_while_the_page_is_being_opened() {
        let drawn = Rc::new(Cell::new(0));
        let draw = || {
            let drawn = Rc::clone(&drawn);
            Box::new(move || drawn.set(drawn.get() + 1))
        };
        when_there_is_time(draw());
        once_whole(draw());
        assert_eq!(drawn.get(), 2);
        begin(|| {
            when_there_is_time(draw());
            once_whole(draw());
        });
        assert_eq!(drawn.get(), 2);
    }
}
