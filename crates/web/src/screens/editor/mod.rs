//! The board editor: any position by any rules, to analyse, play and share.

mod colours;
mod draft;
mod picture;
mod place;
mod png;
mod send;

use parlor_engine::Analysis;
use parlor_engine_worker::advice::{Advice, Wanted};
use parlor_protocol::file::Kept as File;
use parlor_rules::mancala::Preset;
use parlor_rules::{AnyPosition, AnyRecord, Choice, Game as _, Player, Variant};
use parlor_wording as wording;

use crate::catalogue::Game;
use crate::look::Look;
use crate::screens::files::{Given, Opened};
use crate::screens::page_top::page_top;
use crate::session::engine::use_engine;
use crate::settings::use_settings;
use crate::ui::browser::matches_media;
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::prelude::*;
use colours::Colours;
use draft::Draft;

/// What the parts of the editor share.
#[derive(Clone, Copy)]
pub(super) struct Editor {
    draft: Signal<Draft>,
    /// What was last read wrongly, if anything was.
    misread: Signal<Option<String>>,
    /// What moves are worth, while that is shown.
    values: Signal<Option<Analysis<Choice>>>,
    analyses: Signal<bool>,
    /// What was done last.
    done: Signal<String>,
}

/// The editor, with the position that the address holds.
pub(crate) fn editor_page(pasted: &str) -> El {
    let usual = Variant::Mancala(Preset::Kalah.rules());
    let editor = Editor {
        draft: Signal::new(Draft::start(usual)),
        misread: Signal::new(None),
        values: Signal::new(None),
        analyses: Signal::new(false),
        done: Signal::new(String::new()),
    };
    if !pasted.is_empty() {
        editor.read(pasted);
    }
    editor.keep_values();
    Opened::follow(is_match, move |file| editor.take_over(file));
    // The board stays while stones come and go, and so does the focus on it.
    let variant = memo(move || editor.draft.with(Draft::variant));
    effect(move || editor.look().put_on());
    classed("article", "page editor")
        .child(page_top(wording::editor::title()))
        .child(notation(editor))
        .child(choices(editor))
        .child(el("p").attr("class", "hint").text_live(move || {
            let about = editor.draft.with(|draft| match draft.variant() {
                Variant::Mancala(_) => wording::editor::about(),
                Variant::TicTacToe => wording::editor::about_squares(),
            });
            about.to_owned()
        }))
        .child_live(move || variant.get(), move |_| Some(place::board(editor)))
        .child(el("p").id("editor-note").attr("role", "status").text_live(move || editor.note()))
        .child(
            el("p")
                .id("editor-values")
                .attr("role", "status")
                .text_live(move || editor.said_values()),
        )
        .child(tools(editor))
        .child(send::play(editor))
        .child(send::share(editor))
}

const fn is_match(file: &File) -> bool {
    match file {
        File::Match(_) => true,
        File::Statistics(_) => false,
    }
}

impl Editor {
    /// Takes in the position of the last game in a file. Statistics have no board to show.
    fn take_over(self, file: File) {
        match file {
            File::Match(games) => {
                if let Some(last) = games.games.last() {
                    self.put(last.game().position());
                }
            }
            File::Statistics(_) => {
                self.misread.set(Some(wording::editor::only_statistics().to_owned()));
            }
        }
    }

    /// Takes in whatever was typed or pasted.
    fn read(self, text: &str) {
        let usual = self.draft.with(Draft::variant);
        match Given::read(text, usual) {
            Ok(Given::Game(game)) => self.put(game.record.position()),
            Ok(Given::File(file)) => self.take_over(file),
            Err(why) => self.misread.set(Some(why)),
        }
    }

    /// Puts a position on the board.
    fn put(self, position: &AnyPosition) {
        self.misread.set(None);
        self.draft.set(Draft::of(position));
    }

    fn change(self, change: impl FnOnce(&mut Draft)) {
        self.misread.set(None);
        self.draft.update(change);
    }

    fn position(self) -> Option<AnyPosition> {
        self.draft.with(|draft| draft.position().ok())
    }

    /// The position as a game of no turns.
    fn record(self) -> Option<AnyRecord> {
        self.position().map(AnyRecord::new)
    }

    /// What is wrong with the position, or worth knowing about it.
    fn note(self) -> String {
        let problem = self.misread.get();
        problem.unwrap_or_else(|| {
            self.draft.with(|draft| match draft.position() {
                Ok(position) => wording::editor::note(&position),
                Err(error) => wording::editor::problem(&error),
            })
        })
    }

    /// Asks for the values of every position, while they are shown.
    fn keep_values(self) {
        let engine = use_engine();
        on_cleanup(move || engine.forget());
        effect_once_drawn(move || {
            let record = self
                .record()
                .filter(|record| self.analyses.get() && record.position().outcome().is_none());
            self.values.set(None);
            untrack(|| match record {
                Some(record) => engine.ask(record, Wanted::Values, move |advice| match advice {
                    Advice::Values { analysis, .. } => self.values.set(Some(analysis)),
                    Advice::Play(_) => (),
                }),
                None => engine.forget(),
            });
        });
    }

    /// The look of the game that the board belongs to.
    fn look(self) -> Look {
        let game = self.draft.with(|draft| Game::of(draft.variant()));
        use_settings().with(|settings| settings.look(game))
    }

    /// The colours of its picture.
    fn colours(self) -> Colours {
        Colours::of(self.look(), matches_media("(prefers-color-scheme: dark)"))
    }

    /// What a move is worth, as it is shown, and whether that is proved.
    fn worth(self, choice: Choice) -> Option<(String, bool)> {
        let variant = self.draft.with(Draft::variant);
        self.values.with(|values| {
            let entry = values.as_ref()?.of(choice)?;
            let is_proved = entry.is_proved();
            Some((wording::panes::worth(variant, entry.value, is_proved), is_proved))
        })
    }

    fn said_values(self) -> String {
        if !self.analyses.get() {
            return String::new();
        }
        let Some(position) = self.position() else { return String::new() };
        let named = |choice: Choice| {
            Some((wording::editor::choice(&position, choice), self.worth(choice)?.0))
        };
        let moves: Vec<_> = position.moves().filter_map(named).collect();
        if moves.is_empty() && position.outcome().is_none() {
            return wording::editor::analysing().to_owned();
        }
        wording::editor::values(&moves)
    }
}

/// The position as text, which can be typed over.
fn notation(editor: Editor) -> El {
    let shown = move || {
        editor.draft.with(|draft| {
            draft.position().map_or_else(
                |_| String::new(),
                |position| format!("{} {position}", draft.variant()),
            )
        })
    };
    let text = el("input")
        .id("editor-text")
        .attr("type", "text")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("aria-describedby", "editor-note")
        .value_live(shown)
        .on("change", move |event| editor.read(&typed(&event)));
    el("label")
        .attr("class", "notation")
        .child(said("span", wording::editor::notation()))
        .child(text)
}

/// The rules, and who is to move.
fn choices(editor: Editor) -> El {
    let option = |value: &str, name: &str| el("option").attr("value", value).text(name);
    let rules = Game::NAMED
        .into_iter()
        .fold(el("select").id("editor-rules"), |list, game| {
            list.child(option(game.id(), game.name()))
        })
        .child(option("", wording::editor::own_rules()).attr("disabled", ""))
        .value_live(move || {
            let variant = editor.draft.with(Draft::variant);
            let named = Game::NAMED.into_iter().find(|game| game.variant() == variant);
            named.map(Game::id).unwrap_or_default().to_owned()
        })
        .on("change", move |event| {
            if let Some(game) = Game::from_id(&typed(&event)) {
                editor.change(|draft| *draft = draft.with_rules(game.variant()));
            }
        });
    let turns = Player::BOTH.into_iter().fold(
        el("fieldset").child(said("legend", wording::editor::to_move())),
        |turns, player| {
            let name = move || {
                editor.draft.with(|draft| match draft.variant() {
                    Variant::Mancala(_) => wording::editor::side(player).to_owned(),
                    Variant::TicTacToe => {
                        AnyPosition::opening(draft.variant()).letter(player).to_string()
                    }
                })
            };
            let choice = el("input")
                .attr("type", "radio")
                .attr("name", "editor-turn")
                .id(&format!("editor-turn-{}", player.index() + 1))
                .checked_live(move || editor.draft.with(|draft| draft.turn == player))
                .on("change", move |_| editor.change(|draft| draft.turn = player));
            turns.child(el("label").child(choice).child(el("span").text_live(name)))
        },
    );
    classed("div", "editor-choices")
        .child(el("label").child(said("span", wording::editor::rules())).child(rules))
        .child(turns)
}

fn tools(editor: Editor) -> El {
    let start = button(move || editor.change(|draft| *draft = Draft::start(draft.variant())))
        .id("editor-start")
        .text(wording::editor::start_position());
    let clear = button(move || editor.change(|draft| *draft = draft.cleared()))
        .id("editor-clear")
        .text(wording::editor::clear());
    let analyse = button(move || editor.analyses.update(|on| *on = !*on))
        .id("editor-analyse")
        .text_live(move || {
            let words = if editor.analyses.get() {
                wording::editor::stop_analysing()
            } else {
                wording::editor::analyse()
            };
            words.to_owned()
        });
    classed("p", "choices").child(analyse).child(start).child(clear)
}
