//! The pointer on a pit: a touch that lasts looks where the last stone would fall, and plays
//! nothing.

use js_sys::Reflect;
use parlor_rules::mancala::Slot;
use web_sys::Event;

use super::Session;
use crate::ui::prelude::*;

/// A touch that lasts longer only looks, in milliseconds.
const LONG_PRESS: f64 = 450.0;

impl Session {
    pub(crate) fn pointer_down(self, event: &Event) {
        let kind = Reflect::get(event, &"pointerType".into());
        let is_touch = kind.is_ok_and(|kind| kind == "touch");
        let touched = is_touch.then(js_sys::Date::now);
        self.touched().set(touched);
    }

    /// A pit was pressed and let go.
    pub(crate) fn press(self, slot: Slot) {
        let touched = self.touched().try_update(Option::take).flatten();
        let looked = touched.is_some_and(|since| js_sys::Date::now() - since > LONG_PRESS);
        if !looked {
            self.choose_slot(slot);
        }
    }
}
