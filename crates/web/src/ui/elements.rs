//! Elements of the page, made and kept up to date by signals.
//!
//! Frameworks describe elements as values of a type of their own, but then each of them brings its
//! own code: this app was 190 KB compressed that way, and has to be less than half of that.
//! Here an element is a handle to the browser's, and whatever changes is one boxed closure.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::browser::{document, listen_to};
use super::callback::Callback;
use super::effect::boxed_effect;
use super::pieces::when_there_is_time;
use super::prelude::*;
use super::scope::{Home, Scope};
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, Node};

/// An element of the page.
#[derive(Clone)]
pub(crate) struct El(Element);

/// A new element.
pub(crate) fn el(tag: &str) -> El {
    El(document().create_element(tag).expect("every tag in this crate is a tag"))
}

/// A new element with a class.
pub(crate) fn classed(tag: &str, class: &str) -> El {
    el(tag).attr("class", class)
}

/// A new element that says something.
pub(crate) fn said(tag: &str, words: &str) -> El {
    el(tag).text(words)
}

/// A link inside the page.
pub(crate) fn link(address: &str) -> El {
    el("a").attr("href", address)
}

/// A button that does something when it is pressed.
pub(crate) fn button(press: impl Fn() + 'static) -> El {
    el("button").attr("type", "button").on("click", move |_| press())
}

/// A part of a picture.
pub(crate) fn svg(tag: &str) -> El {
    let namespace = Some("http://www.w3.org/2000/svg");
    El(document().create_element_ns(namespace, tag).expect("every tag in this crate is a tag"))
}

/// What makes an element when its time has come.
type Drawing = Box<dyn FnOnce() -> Option<El>>;

/// An element that can go, with the scope that it was made in.
struct Shown {
    element: El,
    _scope: Scope,
}

impl Drop for Shown {
    /// Takes the element out of the page. Its scope ends after that: a field with the focus tells what
    /// was typed into it while it goes.
    fn drop(&mut self) {
        let Shown { element: El(element), .. } = self;
        let focused = document().active_element().filter(|focused| element.contains(Some(focused)));
        if let Some(focused) = focused {
            let _ = focused.unchecked_into::<HtmlElement>().blur();
        }
        element.remove();
    }
}

fn keep_property(
    style: web_sys::CssStyleDeclaration,
    name: &'static str,
    value: Box<dyn Callback<String>>,
) {
    boxed_effect(Box::new(move || {
        let _ = style.set_property(name, &value.call());
    }));
}

impl El {
    /// Sets an attribute.
    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        let _ = self.0.set_attribute(name, value);
        self
    }

    pub(crate) fn id(self, id: &str) -> Self {
        self.attr("id", id)
    }

    /// Keeps an attribute up to date.
    pub(crate) fn attr_live(
        self,
        name: &'static str,
        value: impl Fn() -> String + 'static,
    ) -> Self {
        self.follow(name, Box::new(value), |element, name, value| {
            let _ = element.set_attribute(name, &value);
        })
    }

    /// Keeps an attribute that is there or not up to date.
    pub(crate) fn flag_live(self, name: &'static str, on: impl Fn() -> bool + 'static) -> Self {
        self.follow(name, Box::new(on), |element, name, on| {
            let _ = element.toggle_attribute_with_force(name, on);
        })
    }

    /// Keeps up to date whether the element has a class.
    pub(crate) fn class_live(self, name: &'static str, on: impl Fn() -> bool + 'static) -> Self {
        self.follow(name, Box::new(on), |element, name, on| {
            let _ = element.class_list().toggle_with_force(name, on);
        })
    }

    /// Keeps something about the element up to date. The value comes from a boxed closure and not
    /// from one of a type of its own: else all of this would be in the page once for each of them.
    fn follow<T: 'static>(
        self,
        name: &'static str,
        value: Box<dyn Callback<T>>,
        set: fn(&Element, &str, T),
    ) -> Self {
        let element = self.0.clone();
        boxed_effect(Box::new(move || set(&element, name, value.call())));
        self
    }

    /// Adds a class if a condition holds.
    pub(crate) fn class_if(self, name: &str, on: bool) -> Self {
        let _ = self.0.class_list().toggle_with_force(name, on);
        self
    }

    /// Sets a custom property of the style.
    pub(crate) fn var(self, name: &str, value: &str) -> Self {
        let _ = self.style().set_property(name, value);
        self
    }

    /// Keeps a custom property of the style up to date.
    pub(crate) fn var_live(self, name: &'static str, value: impl Fn() -> String + 'static) -> Self {
        let style = self.style();
        keep_property(style, name, Box::new(value));
        self
    }

    /// Adds words. They are always words, whatever is in them.
    pub(crate) fn text(self, words: &str) -> Self {
        let _ = self.0.append_child(&document().create_text_node(words));
        self
    }

    /// Adds words and keeps them up to date.
    pub(crate) fn text_live(self, words: impl Fn() -> String + 'static) -> Self {
        self.follow_text(Box::new(words));
        self
    }

    fn follow_text(&self, words: Box<dyn Callback<String>>) {
        let text = document().create_text_node("");
        let _ = self.0.append_child(&text);
        boxed_effect(Box::new(move || {
            let words = words.call();
            if text.data() != words {
                text.set_data(&words);
            }
        }));
    }

    /// Adds another element.
    #[expect(clippy::needless_pass_by_value, reason = "a child belongs to one element")]
    pub(crate) fn child(self, child: El) -> Self {
        let _ = self.0.append_child(&child.0);
        self
    }

    /// Adds other elements.
    pub(crate) fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Adds something to the end of the element, in a task of its own while the page is being opened.
    pub(crate) fn later(self, add: impl FnOnce(El) -> El + 'static) -> Self {
        let (element, home) = (self.clone(), Home::here());
        when_there_is_time(Box::new(move || home.run(|| drop(add(element)))));
        self
    }

    /// Adds other elements, in a task of their own while the page is being opened.
    pub(crate) fn piece<I: IntoIterator<Item = El>>(
        self,
        draw: impl FnOnce() -> I + 'static,
    ) -> Self {
        self.draw_piece(Box::new(move || draw().into_iter().collect()));
        self
    }

    fn draw_piece(&self, draw: Box<dyn FnOnce() -> Vec<El>>) {
        let parent: Node = self.0.clone().into();
        let place = document().create_comment("");
        let _ = parent.append_child(&place);
        let home = Home::here();
        when_there_is_time(Box::new(move || {
            home.run(|| {
                for child in draw() {
                    let _ = parent.insert_before(&child.0, Some(&place));
                }
            });
        }));
    }

    /// Shows an element only while a condition holds; it is made anew each time.
    pub(crate) fn when(
        self,
        holds: impl Fn() -> bool + 'static,
        draw: impl Fn() -> El + 'static,
    ) -> Self {
        self.append_while(memo(holds), Rc::new(draw));
        self
    }

    fn append_while(&self, holds: Memo<bool>, draw: Rc<dyn Callback<El>>) {
        self.append_live(Box::new(move || -> Drawing {
            let (holds, draw) = (holds.get(), Rc::clone(&draw));
            Box::new(move || holds.then(|| draw.call()))
        }));
    }

    /// Shows what `draw` makes of a value, and makes it anew when a signal has changed that the value
    /// was read from. What `draw` reads is not followed.
    pub(crate) fn child_live<T: 'static>(
        self,
        value: impl Fn() -> T + 'static,
        draw: impl Fn(T) -> Option<El> + 'static,
    ) -> Self {
        let draw = Rc::new(draw);
        self.append_live(Box::new(move || -> Drawing {
            let (value, draw) = (value(), Rc::clone(&draw));
            Box::new(move || draw(value))
        }));
        self
    }

    fn append_live(&self, follow: Box<dyn Callback<Drawing>>) {
        let parent: Node = self.0.clone().into();
        let place = document().create_comment("");
        let _ = parent.append_child(&place);
        let shown = Rc::new(RefCell::new(None::<Shown>));
        let last = Rc::clone(&shown);
        boxed_effect(Box::new(move || {
            let draw = follow.call();
            shown.take();
            let scope = Scope::new();
            if let Some(element) = untrack(|| scope.run(draw)) {
                let _ = parent.insert_before(&element.0, Some(&place));
                shown.replace(Some(Shown { element, _scope: scope }));
            }
        }));
        on_cleanup(move || drop(last.take()));
    }

    /// Does something at every event of a kind.
    pub(crate) fn on(self, event: &'static str, act: impl Fn(Event) + 'static) -> Self {
        listen_to(self.0.clone().into(), event, Box::new(act));
        self
    }

    /// Fills a field.
    pub(crate) fn value(self, value: &str) -> Self {
        self.0.unchecked_ref::<HtmlInputElement>().set_value(value);
        self
    }

    /// Keeps up to date whether a box is ticked.
    pub(crate) fn checked_live(self, checked: impl Fn() -> bool + 'static) -> Self {
        self.follow("checked", Box::new(checked), |field, _, checked| {
            field.unchecked_ref::<HtmlInputElement>().set_checked(checked);
        })
    }

    /// Keeps what a field holds up to date.
    pub(crate) fn value_live(self, value: impl Fn() -> String + 'static) -> Self {
        self.follow("value", Box::new(value), |field, _, value| {
            field.unchecked_ref::<HtmlInputElement>().set_value(&value);
        })
    }

    /// Does something with the element as soon as it is in the page.
    pub(crate) fn once_shown(self, act: impl FnOnce(&Element) + 'static) -> Self {
        let element = self.0.clone();
        let act = Cell::new(Some(act));
        effect_once_drawn(move || {
            if let Some(act) = act.take() {
                untrack(|| act(&element));
            }
        });
        self
    }

    pub(crate) fn style(&self) -> web_sys::CssStyleDeclaration {
        self.0.unchecked_ref::<HtmlElement>().style()
    }

    /// Has the browser work out now where everything in the element is.
    pub(super) fn lay_out(&self) {
        self.0.unchecked_ref::<HtmlElement>().offset_height();
    }

    /// Takes away what stands before the element where it is.
    pub(crate) fn remove_what_is_before(self) {
        while let Some(before) = self.0.previous_sibling() {
            if let Some(parent) = before.parent_node() {
                let _ = parent.remove_child(&before);
            }
        }
    }

    /// Puts the element into one that is in the page.
    pub(crate) fn put_into(self, parent: &Element) {
        let _ = parent.append_child(&self.0);
    }
}

/// What was typed into, or chosen in, the field that an event is about.
pub(crate) fn typed(event: &Event) -> String {
    field(event).value()
}

/// The field that an event is about.
pub(crate) fn field(event: &Event) -> HtmlInputElement {
    event.target().expect("an event of an element has a target").unchecked_into()
}
