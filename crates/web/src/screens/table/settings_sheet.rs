use parlor_rules::Player;
use parlor_table::{Command, Marks, MarksError, Name};
use parlor_wording as wording;

use crate::catalogue::Game;
use crate::identity::{my_name, set_my_name};
use crate::look::Look;
use crate::name_field::name_field;
use crate::notices::notices_switch;
use crate::session::{Session, advice};
use crate::settings::{Settings, Speed, use_settings};
use crate::ui::elements::{El, classed, el, field, typed};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// What a person can have otherwise.
pub(crate) fn settings_sheet(session: Session) -> El {
    let settings = use_settings();
    let now = settings.get();
    let game = session.game();
    let speed = select(
        "speed",
        wording::settings::sowing_speed(),
        &Speed::ALL,
        Speed::label,
        now.speed,
        move |speed| {
            settings.update(|settings| settings.speed = speed);
        },
    );
    let all = classed("div", "settings")
        .child(name_setting(session))
        .child(look_field(game, settings))
        .child(speed)
        .child(volume(settings))
        .child(switch(
            wording::settings::sound(),
            settings,
            |settings| !settings.muted,
            |settings, on| settings.muted = !on,
        ))
        .child(switch(
            wording::settings::larger_numbers(),
            settings,
            |settings| settings.bigger_counts,
            |settings, on| settings.bigger_counts = on,
        ))
        .child(switch(
            wording::characters::talk(),
            settings,
            |settings| settings.remarks,
            |settings, on| settings.remarks = on,
        ))
        .children(session.company().connection().map(|_| reactions_switch(settings)))
        .children(session.company().connection().and_then(|_| notices_switch(settings)))
        .children(advice::is_allowed(session).then(|| {
            switch(
                wording::settings::show_values(),
                settings,
                |settings| settings.values,
                |settings, on| settings.values = on,
            )
        }));
    let own = if game == Game::TicTacToe {
        // Elsewhere the symbols were agreed on when the table was set.
        let marks = session.shown().with(|table| table.marks().clone());
        let may_change = session.can(&Command::SetMarks(marks));
        if may_change { marks_fields(session) } else { Vec::new() }
    } else {
        let two_step = switch(
            wording::settings::two_step(),
            settings,
            move |settings| settings.two_step(game),
            |settings, on| settings.two_step = Some(on),
        );
        let turning = switch(
            wording::settings::turning(),
            settings,
            |settings| settings.turning,
            |settings, on| settings.turning = on,
        );
        // The row of a player with a seat of their own is always the nearest.
        let shared = session.my_side().is_none() && !session.is_spectator();
        [two_step].into_iter().chain(shared.then_some(turning)).collect()
    };
    sheet(wording::settings::settings(), move || session.dialog().set(None))
        .child(all.children(own))
}

/// The name of the person at this browser, at this table and at those to come.
fn name_setting(session: Session) -> El {
    let field =
        name_field().id("your-name").value(my_name().as_typed()).on("change", move |event| {
            let name = Name::new(&typed(&event));
            set_my_name(&name);
            field(&event).set_value(name.as_typed());
            let alone = Player::BOTH.into_iter().find(|&player| {
                session.table().with(|table| {
                    table.seat(player).is_person() && !table.seat(!player).is_person()
                })
            });
            if let Some(player) = alone {
                session.submit(Command::Rename { player: Some(player), name });
            }
        });
    el("label").text(wording::settings::your_name()).child(field)
}

/// Whether one hears the reactions of remote players.
pub(super) fn reactions_switch(settings: Signal<Settings>) -> El {
    switch(
        wording::settings::show_messages(),
        settings,
        |settings| settings.reactions,
        |settings, on| settings.reactions = on,
    )
}

/// A choice of look for a game.
pub(crate) fn look_field(game: Game, settings: Signal<Settings>) -> El {
    let now = settings.with(|settings| settings.look(game));
    select("look", wording::settings::look(), &Look::ALL, Look::name, now, move |look| {
        settings.update(|settings| settings.choose_look(game, look));
    })
}

fn volume(settings: Signal<Settings>) -> El {
    let range = el("input")
        .id("volume")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", "100")
        .value_live(move || settings.with(|settings| settings.volume).to_string())
        .on("input", move |event| {
            if let Ok(volume) = typed(&event).parse() {
                settings.update(|settings| settings.volume = volume);
            }
        });
    el("label").text(wording::settings::volume()).child(range)
}

/// The symbols of Tic-Tac-Toe.
fn marks_fields(session: Session) -> Vec<El> {
    let marks = session.shown().with(|table| table.marks().clone());
    let texts = Player::BOTH.map(|player| Signal::new(marks.of(player).to_string()));
    let problem = Signal::new(None::<MarksError>);
    let check = move || {
        let [one, two] = texts.map(Signal::get);
        match Marks::parse([&one, &two]) {
            Ok(marks) => {
                problem.set(None);
                session.submit(Command::SetMarks(marks));
            }
            Err(error) => problem.set(Some(error)),
        }
    };
    let symbol = move |player: Player| {
        let text = texts[player.index()];
        let input = el("input")
            .id(&format!("symbol-{}", player.index() + 1))
            .attr("type", "text")
            .attr("autocomplete", "off")
            .value(&text.get())
            .on("input", move |event| {
                text.set(typed(&event));
                check();
            });
        el("label").text(&wording::settings::symbol_of(player)).child(input)
    };
    let words =
        move || problem.get().map(wording::settings::marks_error).unwrap_or_default().to_owned();
    let problem = classed("p", "problem").attr("role", "alert").text_live(words);
    Player::BOTH.map(symbol).into_iter().chain([problem]).collect()
}

fn switch(
    words: &str,
    settings: Signal<Settings>,
    get: impl Fn(&Settings) -> bool + 'static,
    set: fn(&mut Settings, bool),
) -> El {
    let on = settings.with(get);
    let input = el("input").attr("type", "checkbox").on("change", move |event| {
        let on = field(&event).checked();
        settings.update(|settings| set(settings, on));
    });
    let input = if on { input.attr("checked", "") } else { input };
    classed("label", "switch").child(input).text(words)
}

/// A choice between a few named things.
pub(crate) fn select<T: Copy + PartialEq + 'static>(
    id: &str,
    words: &str,
    things: &'static [T],
    name: fn(T) -> &'static str,
    chosen: T,
    choose: impl Fn(T) + 'static,
) -> El {
    let options = (0_usize..).zip(things).map(|(index, &thing)| {
        let option = el("option").attr("value", &index.to_string()).text(name(thing));
        if thing == chosen { option.attr("selected", "") } else { option }
    });
    let field = el("select").id(id).children(options).on("change", move |event| {
        let index = typed(&event).parse::<usize>().ok();
        if let Some(thing) = index.and_then(|index| things.get(index)) {
            choose(*thing);
        }
    });
    el("label").text(words).child(field)
}
