//! What can be done with a position: play it, and hand it on.

use js_sys::Promise;
use parlor_protocol::message::NewTable;
use parlor_rules::{AnyRecord, Game as _, Level};
use parlor_table::{GameLog, Marks, Opening, PieRule, Seat};
use parlor_wording as wording;
use wasm_bindgen::prelude::*;

use super::Editor;
use super::picture::svg;
use super::png::png;
use crate::catalogue::Game;
use crate::identity::my_name;
use crate::remote::set_table;
use crate::route::{LinkedGame, Partner, Route};
use crate::screens::against_computer::AgainstComputer;
use crate::screens::files::save_match;
use crate::ui::browser::{location, settled_with};
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::file::{copy_picture, copy_text, save_blob, save_text};
use crate::ui::prelude::*;

/// Ways to play from the position.
pub(super) fn play(editor: Editor) -> El {
    let level = Signal::new(Level::WEAKEST);
    let against = AgainstComputer::new();
    let here = button(move || {
        if let Some(record) = playable(editor) {
            let _ = location().set_hash(&Route::Link(Ok(linked(record))).to_string());
        }
    });
    let computer = button(move || {
        if let Some(record) = playable(editor) {
            against.play(record, level.get());
        }
    });
    let words = move || against.words(editor.draft.with(|draft| Game::of(draft.variant())));
    let friend = button(move || invite(editor));
    let levels = Level::all().fold(el("select").id("editor-level"), |list, level| {
        let name = format!("{} – {}", level.number(), wording::level_name(level));
        list.child(el("option").attr("value", &level.number().to_string()).text(&name))
    });
    let levels = levels.on("change", move |event| {
        if let Some(chosen) = typed(&event).parse().ok().and_then(Level::new) {
            level.set(chosen);
        }
    });
    el("section")
        .child(said("h2", wording::editor::play_title()))
        .child(
            classed("p", "choices")
                .child(
                    can_play(here, editor).id("editor-here").text(wording::editor::same_screen()),
                )
                .child(
                    can_play(friend, editor).id("editor-friend").text(wording::editor::friend()),
                ),
        )
        .child(
            classed("p", "choices")
                .child(
                    can_play(computer, editor)
                        .id("editor-computer")
                        .text_live(move || words().to_owned()),
                )
                .child(el("label").child(said("span", wording::editor::level())).child(levels)),
        )
}

fn can_play(button: El, editor: Editor) -> El {
    button.flag_live("disabled", move || playable(editor).is_none())
}

/// The position as a game, if there is something left to play.
fn playable(editor: Editor) -> Option<AnyRecord> {
    editor.record().filter(|record| record.position().outcome().is_none())
}

fn linked(record: AnyRecord) -> LinkedGame {
    LinkedGame { record, names: [my_name(), parlor_table::Name::default()] }
}

fn invite(editor: Editor) {
    let Some(game) = playable(editor) else { return };
    let new = NewTable {
        game,
        name: my_name(),
        seat: None,
        clock: None,
        marks: Marks::default(),
        pie_rule: PieRule::Off,
        waits: None,
    };
    set_table(Partner::Friend, new, Box::new(move |why| editor.done.set(why)));
}

/// Ways to hand the position on.
pub(super) fn share(editor: Editor) -> El {
    let act = move |words: &'static str, id: &str, act: fn(Editor, AnyRecord)| {
        button(move || {
            if let Some(record) = editor.record() {
                act(editor, record);
            }
        })
        .id(id)
        .flag_live("disabled", move || editor.position().is_none())
        .text(words)
    };
    let buttons = classed("p", "choices")
        .child(act(wording::editor::copy_link(), "editor-link", |editor, record| {
            let address = location().href().unwrap_or_default();
            let page = address.split('#').next().unwrap_or_default().to_owned();
            copy(editor, &format!("{page}#/editor/{record}"));
        }))
        .child(act(wording::editor::copy_text(), "editor-copy", |editor, record| {
            let position = record.position();
            copy(editor, &format!("{} {position}", position.variant()));
        }))
        .child(act(wording::editor::copy_svg(), "editor-svg", |editor, record| {
            copy(editor, &svg(record.position(), &editor.colours()));
        }))
        .child(act(wording::editor::save_svg(), "editor-save-svg", |editor, record| {
            let picture = svg(record.position(), &editor.colours());
            save_text("board.svg", "image/svg+xml", &picture);
            editor.done.set(wording::editor::saved().to_owned());
        }))
        .child(act(wording::editor::copy_png(), "editor-png", |editor, record| {
            copy_png(editor, &record);
        }))
        .child(act(wording::editor::save_png(), "editor-save-png", |editor, record| {
            let picture = png(record.position(), &editor.colours());
            save_png(editor, &picture, wording::editor::saved());
        }))
        .child(act(wording::editor::save_game(), "editor-save", |editor, record| {
            let seats = [Seat::person(my_name().as_typed()), Seat::person("")];
            save_match(&GameLog::continued(Opening::new(record, seats)));
            editor.done.set(wording::editor::saved().to_owned());
        }));
    el("section").child(said("h2", wording::editor::share_title())).child(buttons).child(
        el("p").id("editor-done").attr("role", "status").text_live(move || editor.done.get()),
    )
}

fn copy(editor: Editor, text: &str) {
    copy_text(text, move |worked| {
        let words = if worked { wording::editor::copied() } else { wording::editor::not_copied() };
        editor.done.set(words.to_owned());
    });
}

/// The picture goes into the clipboard. Where the browser has no room there for pictures, it is saved.
fn copy_png(editor: Editor, record: &AnyRecord) {
    let picture = png(record.position(), &editor.colours());
    let saved = picture.clone();
    copy_picture(&picture, move |worked| {
        if worked {
            editor.done.set(wording::editor::copied().to_owned());
        } else {
            save_png(editor, &saved, wording::editor::saved_instead());
        }
    });
}

/// A browser that cannot draw saves nothing; the picture as SVG needs none of this.
fn save_png(editor: Editor, picture: &Promise, words: &'static str) {
    settled_with(picture, move |blob| {
        if let Ok(blob) = blob.dyn_into() {
            save_blob("board.png", &blob);
            editor.done.set(words.to_owned());
        }
    });
}
