//! What is done again whenever a signal has changed that it read. `reactive_graph` does the following;
//! here it is tied to its scope.

use std::cell::Cell;

use reactive_graph::effect::RenderEffect;
use reactive_graph::graph::{AnySubscriber, Subscriber, ToAnySubscriber};

use super::browser::report;
use super::callback::Callback;
use super::executor;
use super::scope::on_cleanup;
use super::signal::Signal;

/// Does something now, and again whenever a signal has changed that it read, as long as the scope
/// lasts that this is called in.
pub(crate) fn effect(act: impl Fn() + 'static) {
    boxed_effect(Box::new(act));
}

/// The same, with the closure boxed already: so that the code of effects is there once.
pub(super) fn boxed_effect(act: Box<dyn Callback>) {
    let runs = Runs::default();
    let effect = RenderEffect::new(move |_| {
        if runs.may_go_on() {
            act.call();
        }
    });
    on_cleanup(move || unsubscribe(&effect.to_any_subscriber()));
}

/// The same, but it starts when what is being drawn now has been drawn.
pub(crate) fn effect_once_drawn(act: impl Fn() + 'static) {
    put_off(Box::new(act));
}

fn put_off(act: Box<dyn Callback>) {
    let drawn = Signal::new(false);
    effect(move || {
        if drawn.get() {
            act.call();
        }
    });
    drawn.set(true);
}

/// Takes what ends off the lists of those that it read: a signal that lives longer would keep its
/// memory for ever.
pub(super) fn unsubscribe(subscriber: &AnySubscriber) {
    subscriber.clear_sources(subscriber);
}

/// How often an effect has run in this turn of the executor. One that writes what it reads would
/// otherwise never end.
#[derive(Default)]
struct Runs {
    turn: Cell<u32>,
    count: Cell<u32>,
}

/// More often than any effect has a reason to.
const MOST_RUNS: u32 = 100;

impl Runs {
    /// An effect that may not has read nothing, and so does not run again by itself.
    fn may_go_on(&self) -> bool {
        let turn = executor::turn();
        if self.turn.replace(turn) != turn {
            self.count.set(0);
        }
        self.count.set(self.count.get() + 1);
        if self.count.get() == MOST_RUNS {
            report("An effect changes what it reads.");
        }
        self.count.get() < MOST_RUNS
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::rc::Rc;

    use super::*;
    use crate::ui::memo::memo;
    use crate::ui::prelude::untrack;
    use crate::ui::scope::Scope;

    /// What effects note down while they run.
    #[derive(Clone, Default)]
    struct Notes(Rc<RefCell<Vec<String>>>);

    impl Notes {
        fn add(&self, note: &str) {
            self.0.borrow_mut().push(note.to_owned());
        }

        /// What has been noted since, by the time everything is done that was to be done.
        fn read(&self) -> String {
            executor::run_ready();
            self.0.take().join(" ")
        }
    }

    /// Runs a test in a scope of its own, as the page does.
    fn in_a_scope(test: impl FnOnce(Notes)) {
        executor::start();
        Scope::new().run(|| test(Notes::default()));
    }

    #[test]
    fn an_effect_runs_at_once_and_after_each_change() {
        in_a_scope(|notes| {
            let number = Signal::new(1);
            let noted = notes.clone();
            effect(move || noted.add(&number.get().to_string()));
            assert_eq!(notes.read(), "1");
            assert_eq!(notes.read(), "");
            number.set(2);
            number.set(3);
            assert_eq!(notes.read(), "3");
        });
    }

    #[test]
    fn only_what_was_read_last_is_followed_and_nothing_untracked() {
        in_a_scope(|notes| {
            let (which, left, right) = (Signal::new(true), Signal::new("l"), Signal::new("r"));
            let never = Signal::new("");
            let noted = notes.clone();
            effect(move || {
                untrack(|| never.get());
                noted.add(if which.get() { left.get() } else { right.get() });
            });
            which.set(false);
            assert_eq!(notes.read(), "l r");
            left.set("L");
            never.set("never");
            assert_eq!(notes.read(), "");
            right.set("R");
            assert_eq!(notes.read(), "R");
        });
    }

    #[test]
    fn an_effect_that_waits_for_the_drawing_runs_after_it() {
        in_a_scope(|notes| {
            let noted = notes.clone();
            effect_once_drawn(move || noted.add("later"));
            notes.add("drawn");
            assert_eq!(notes.read(), "drawn later");
        });
    }

    #[test]
    fn those_who_read_a_memo_hear_only_of_another_value() {
        in_a_scope(|notes| {
            let number = Signal::new(1);
            let is_large = memo(move || number.get() > 5);
            let noted = notes.clone();
            effect(move || noted.add(&is_large.get().to_string()));
            number.set(2);
            assert_eq!(notes.read(), "false");
            number.set(6);
            assert_eq!(notes.read(), "true");
        });
    }

    #[test]
    fn nothing_of_a_scope_runs_after_its_end_or_stays_in_memory() {
        in_a_scope(|notes| {
            let outside = Signal::new(1);
            let scope = Scope::new();
            let held = Rc::new(());
            scope.run(|| {
                let inside = Signal::new(0);
                let double = memo(move || 2 * outside.get());
                let (noted, held) = (notes.clone(), Rc::clone(&held));
                effect(move || {
                    let _ = &held;
                    noted.add(&(double.get() + inside.get()).to_string());
                });
                let noted = notes.clone();
                on_cleanup(move || noted.add(&format!("ended with {}", inside.get())));
            });
            assert_eq!(notes.read(), "2");
            // It is changed, and the scope ends before the effect has run.
            outside.set(5);
            drop(scope);
            assert_eq!(notes.read(), "ended with 0");
            outside.set(6);
            assert_eq!(notes.read(), "");
            assert_eq!(Rc::strong_count(&held), 1);
        });
    }

    #[test]
    fn a_panic_in_one_effect_keeps_no_other_waiting() {
        in_a_scope(|notes| {
            let number = Signal::new(0);
            for name in ["first", "second", "third"] {
                let noted = notes.clone();
                effect(move || {
                    assert!(number.get() == 0 || name != "second", "on purpose");
                    noted.add(name);
                });
            }
            assert_eq!(notes.read(), "first second third");
            number.set(1);
            catch_unwind(AssertUnwindSafe(executor::run_ready)).expect_err("an effect panics");
            // The browser has another turn under way.
            assert_eq!(notes.read(), "first third");
            number.set(2);
            assert_eq!(notes.read(), "first third");
        });
    }

    #[test]
    fn an_effect_that_changes_what_it_reads_comes_to_an_end() {
        in_a_scope(|notes| {
            let number = Signal::new(0_u32);
            effect(move || number.set(number.get() + 1));
            let (this, that) = (Signal::new(0_u32), Signal::new(0_u32));
            effect(move || this.set(that.get() + 1));
            effect(move || that.set(this.get() + 1));
            let noted = notes.clone();
            effect(move || {
                noted.add(number.with(|number| if *number > 1 { "many" } else { "one" }));
            });
            assert_eq!(notes.read(), "one many");
            // What has nothing to do with it goes on.
            that.update(|that| *that = 0);
            number.set(0);
            assert_eq!(notes.read(), "one");
        });
    }
}
