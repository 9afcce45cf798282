//! What can be done with a position: play it, and hand it on.

use parlor_archive::Match;
use parlor_protocol::file::{Kept as File, write_file};
use parlor_protocol::message::NewTable;
use parlor_rules::{AnyRecord, Game as _, Level, Player};
use parlor_table::{GameLog, Marks, Opening, PieRule, Seat};
use parlor_wording as wording;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use super::Editor;
use super::picture::{Colours, size, svg};
use crate::catalogue::Game;
use crate::history::now;
use crate::identity::my_name;
use crate::remote::set_table;
use crate::route::{LinkedGame, Partner, Route};
use crate::screens::characters::is_in_progress;
use crate::storage::{self, Kept};
use crate::ui::browser::{document, location, window};
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::file::{copy_text, save_blob, save_text};
use crate::ui::prelude::*;

/// Ways to play from the position.
pub(super) fn play(editor: Editor) -> El {
    let level = Signal::new(Level::WEAKEST);
    let is_sure = Signal::new(false);
    let here = button(move || {
        if let Some(record) = playable(editor) {
            let _ = location().set_hash(&Route::Link(Ok(linked(record))).to_string());
        }
    });
    let computer = button(move || play_computer(editor, level.get(), is_sure));
    let words = move || {
        if is_sure.get() { wording::editor::abandons() } else { wording::editor::computer() }
    };
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

/// Sets a table against the computer, where the person has the side to move. A game in progress there is
/// abandoned only when the button is pressed again.
fn play_computer(editor: Editor, level: Level, is_sure: Signal<bool>) {
    let Some(record) = playable(editor) else { return };
    let game = Game::of_record(&record);
    let kept = Kept::Computer(game);
    if !is_sure.get() && storage::load_table(kept).as_ref().is_some_and(is_in_progress) {
        return is_sure.set(true);
    }
    let computer = Seat::computer(level, wording::level_name(level));
    let mut seats = [Seat::person(my_name().as_typed()), computer];
    if record.position().turn() == Player::Two {
        seats.reverse();
    }
    storage::save_table(kept, &GameLog::continued(Opening::new(record, seats)));
    let _ = location().set_hash(&Route::Computer(game).to_string());
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
            copy(editor, &svg(record.position(), &colours()));
        }))
        .child(act(wording::editor::save_svg(), "editor-save-svg", |editor, record| {
            save_text("board.svg", "image/svg+xml", &svg(record.position(), &colours()));
            editor.done.set(wording::editor::saved().to_owned());
        }))
        .child(act(wording::editor::save_png(), "editor-save-png", |editor, record| {
            save_png(editor, &record);
        }))
        .child(act(wording::editor::save_game(), "editor-save", |editor, record| {
            let seats = [Seat::person(my_name().as_typed()), Seat::person("")];
            let log = GameLog::continued(Opening::new(record, seats));
            let file = write_file(&File::Match(Match::of(&log, now())));
            save_text("parlor-game.json", "application/json", &file);
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

/// The colours of the look that is worn now; wood is one colour here.
fn colours() -> Colours {
    let style = document()
        .document_element()
        .and_then(|root| window().get_computed_style(&root).ok().flatten());
    let colour = |name: &str, otherwise: &str| {
        let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
        let value = value.map(|value| value.trim().to_owned()).unwrap_or_default();
        // Only what every program that opens the picture understands.
        if value.starts_with('#') { value } else { otherwise.to_owned() }
    };
    Colours {
        board: "#7a4a2b".to_owned(),
        hollow: "#3f2413".to_owned(),
        ink: colour("--count-ink", "#fff1d8"),
        stone: colour("--hue-3", "#b9b29c"),
    }
}

/// Has the browser draw the picture, twice as large, and saves what it drew.
fn save_png(editor: Editor, record: &AnyRecord) {
    let size = size(record.position());
    let picture = svg(record.position(), &colours());
    let Ok(image) = HtmlImageElement::new() else { return };
    let source = image.clone();
    let loaded = Closure::once_into_js(move || {
        // A browser that cannot draw saves nothing; the picture as SVG needs none of this.
        let _ = save_drawn(editor, &source, size);
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    let encoded = String::from(js_sys::encode_uri_component(&picture));
    image.set_src(&format!("data:image/svg+xml,{encoded}"));
}

fn save_drawn(editor: Editor, image: &HtmlImageElement, (width, height): (u32, u32)) -> Option<()> {
    const SCALE: u32 = 2;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(width * SCALE);
    canvas.set_height(height * SCALE);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    let [wide, high] = [width * SCALE, height * SCALE].map(f64::from);
    let draw =
        context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, wide, high);
    draw.ok()?;
    let save = Closure::once_into_js(move |blob: web_sys::Blob| {
        save_blob("board.png", &blob);
        editor.done.set(wording::editor::saved().to_owned());
    });
    canvas.to_blob(save.unchecked_ref()).ok()
}
