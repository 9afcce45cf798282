use std::cell::Cell;
use std::rc::Rc;

use js_sys::Reflect;
use parlor_table::Name;
use web_sys::Event;

use crate::ui::elements::{El, el, field};

/// A field for a name. Clicking it selects all of it, so that another name is typed at once; it takes
/// no more characters than a name has.
pub(crate) fn name_field() -> El {
    let just_entered = Rc::new(Cell::new(false));
    let entered = Rc::clone(&just_entered);
    el("input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .on("focus", move |event| {
            entered.set(true);
            field(&event).select();
        })
        // The click that brought the focus would take the selection away again.
        .on("click", move |event| {
            if just_entered.replace(false) {
                field(&event).select();
            }
        })
        .on("input", |event| cut(&event))
}

/// A browser would count the units of its text form; people count what they see.
fn cut(event: &Event) {
    let is_composing = Reflect::get(event, &"isComposing".into());
    if is_composing.is_ok_and(|composing| composing.is_truthy()) {
        return;
    }
    let field = field(event);
    let typed = field.value();
    let name = Name::as_far_as_it_fits(&typed);
    if name.len() < typed.len() {
        field.set_value(name);
    }
}
