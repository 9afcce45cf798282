//! What the games of the person at this browser add up to, and files.

use parlor_archive::{Date, History, Match, MatchGame, Results, Statistics, Week};
use parlor_protocol::file::{Kept as File, write_file};
use parlor_table::Ending;
use parlor_wording as wording;
use parlor_wording::statistics::{day, figures_of, opponent_name};

use crate::catalogue::Game;
use crate::history::HISTORY;
use crate::route::Route;
use crate::screens::files::{Opened, linked, open_file, route_of, save_match};
use crate::screens::page_top::page_top;
use crate::storage::{self, Kept};
use crate::ui::elements::{El, button, classed, el, link, said, svg};
use crate::ui::file::{file_field, save_text};
use crate::ui::prelude::*;

/// The page of statistics.
pub(crate) fn statistics_page() -> El {
    let history = Signal::new(kept());
    let told = Signal::new(String::new());
    let opened = Signal::new(None::<Match>);
    let show = move |file: File| match file {
        File::Statistics(games) => {
            let mut all = kept();
            let new = all.merge(games.games().iter().cloned());
            storage::save(HISTORY, &all.to_string());
            history.set(all);
            told.set(wording::statistics::added(new));
        }
        File::Match(games) => {
            told.set(String::new());
            opened.set(Some(games));
        }
    };
    Opened::follow(|_| true, show);
    classed("article", "page statistics")
        .child(page_top(wording::statistics::title()))
        .child(said("p", wording::statistics::private()))
        .child_live(move || history.get(), |history| Some(figures(&history)))
        .child(files(history, told))
        .child_live(move || opened.get(), |opened| opened.map(|games| match_games(&games)))
}

fn kept() -> History {
    History::read(&storage::load(HISTORY).unwrap_or_default())
}

fn figures(history: &History) -> El {
    let statistics = Statistics::of(history);
    let section = classed("section", "figures");
    if statistics.games == 0 {
        return section.child(said("p", wording::statistics::none()).id("no-games"));
    }
    let list =
        figures_of(&statistics).into_iter().fold(el("dl").id("figures"), |list, (name, value)| {
            list.child(el("div").child(said("dt", name)).child(said("dd", &value)))
        });
    let by_rules = statistics
        .by_rules
        .iter()
        .map(|group| (wording::games::title(&group.of), group.games, group.own));
    let by_opponent = statistics
        .by_opponent
        .iter()
        .map(|group| (opponent_name(group.of), group.games, group.own));
    let tables = [
        table("by-rules", wording::statistics::by_rules(), wording::statistics::game(), by_rules),
        table(
            "by-opponent",
            wording::statistics::by_opponent(),
            wording::statistics::opponent(),
            by_opponent,
        ),
    ];
    section
        .child(said("h2", wording::statistics::figures()))
        .child(list)
        .children(tables)
        .child(said("h2", wording::statistics::by_week()))
        .child(plot(&statistics.weeks))
        .child(legend())
        .child(weeks_table(&statistics.weeks))
}

fn table(
    id: &str,
    caption: &str,
    first: &str,
    rows: impl Iterator<Item = (String, usize, Results)>,
) -> El {
    let heads = [
        first,
        wording::statistics::games(),
        wording::statistics::won(),
        wording::statistics::lost(),
        wording::statistics::tied(),
    ];
    let rows = rows.map(|(name, games, own)| {
        let mut cells = vec![games.to_string()];
        // Who shared the screen neither won nor lost against the other.
        cells.extend(
            [own.won, own.lost, own.tied]
                .map(|count| if own.games() == 0 { "–".to_owned() } else { count.to_string() }),
        );
        row(&name, &cells)
    });
    drawn_table(id, caption, &heads, rows)
}

fn weeks_table(weeks: &[Week]) -> El {
    let heads = [
        wording::statistics::week_of(),
        wording::statistics::won(),
        wording::statistics::lost(),
        wording::statistics::tied(),
        wording::statistics::shared(),
    ];
    let rows = weeks.iter().map(|week| {
        let Results { won, lost, tied } = week.own;
        row(&day(week.begins), &[won, lost, tied, week.shared].map(|count| count.to_string()))
    });
    drawn_table("by-week", wording::statistics::by_week(), &heads, rows)
}

fn drawn_table(id: &str, caption: &str, heads: &[&str], rows: impl Iterator<Item = El>) -> El {
    let head =
        heads.iter().fold(el("tr"), |row, head| row.child(said("th", head).attr("scope", "col")));
    el("table")
        .id(id)
        .child(said("caption", caption))
        .child(el("thead").child(head))
        .child(el("tbody").children(rows))
}

fn row(name: &str, cells: &[String]) -> El {
    let head = el("tr").child(said("th", name).attr("scope", "row"));
    cells.iter().fold(head, |row, cell| row.child(said("td", cell)))
}

/// What the parts of a bar stand for, from the bottom to the top.
fn legend() -> El {
    let parts = [
        ("won", wording::statistics::won()),
        ("tied", wording::statistics::tied()),
        ("lost", wording::statistics::lost()),
        ("shared", wording::statistics::shared()),
    ];
    let entry = |(kind, words): (&str, &str)| said("li", words).attr("class", kind);
    classed("ul", "legend").attr("aria-hidden", "true").children(parts.map(entry))
}

/// A bar for each week, with a part for each result. The table below says the same to those who hear it.
fn plot(weeks: &[Week]) -> El {
    const WIDTH: usize = 40;
    const HEIGHT: usize = 120;
    let parts = |week: &Week| [week.own.won, week.own.tied, week.own.lost, week.shared];
    let most = weeks.iter().map(|week| parts(week).into_iter().sum()).max().unwrap_or(1).max(1);
    let plot = svg("svg")
        .attr("class", "plot")
        .attr("aria-hidden", "true")
        .attr("viewBox", &format!("0 0 {} {HEIGHT}", weeks.len() * WIDTH));
    weeks.iter().enumerate().fold(plot, |plot, (number, week)| {
        let mut bottom = HEIGHT;
        parts(week).into_iter().zip(["won", "tied", "lost", "shared"]).fold(
            plot,
            |plot, (games, kind)| {
                let height = games * (HEIGHT - 4) / most;
                bottom -= height;
                plot.child(
                    svg("rect")
                        .attr("class", kind)
                        .attr("x", &(number * WIDTH + 5).to_string())
                        .attr("y", &bottom.to_string())
                        .attr("width", &(WIDTH - 10).to_string())
                        .attr("height", &height.to_string()),
                )
            },
        )
    })
}

/// Saving, opening and deleting.
fn files(history: Signal<History>, told: Signal<String>) -> El {
    let is_sure = Signal::new(false);
    let export = button(move || {
        let file = write_file(&File::Statistics(history.get()));
        save_text("parlor-statistics.json", "application/json", &file);
    });
    let delete = button(move || {
        if !is_sure.get() {
            return is_sure.set(true);
        }
        is_sure.set(false);
        storage::save(HISTORY, "");
        history.set(History::default());
        told.set(wording::statistics::deleted().to_owned());
    });
    let delete_words = move || {
        if is_sure.get() {
            wording::statistics::really_delete()
        } else {
            wording::statistics::delete()
        }
    };
    let is_empty = move || history.with(|history| history.games().is_empty());
    let kept_tables =
        Game::ALL.into_iter().flat_map(|game| [Kept::SameScreen(game), Kept::Computer(game)]);
    let matches = kept_tables.filter_map(|kept| {
        let log = storage::load_table(kept).filter(|log| log.version() > 1)?;
        let name = format!("{}: {}", wording::statistics::save_match(), kept.game().name());
        Some(button(move || save_match(&log)).attr("class", "save-match").text(&name))
    });
    let field = file_field(el("input").id("open-file"), move |text| {
        if let Err(why) = open_file(&text) {
            told.set(why);
        }
    });
    classed("section", "files")
        .child(said("h2", wording::statistics::files()))
        .child(said("p", wording::statistics::about_files()))
        .child(
            classed("p", "choices")
                .child(
                    export
                        .id("export")
                        .flag_live("disabled", is_empty)
                        .text(wording::statistics::export()),
                )
                .child(
                    delete
                        .id("delete")
                        .flag_live("disabled", is_empty)
                        .text_live(move || delete_words().to_owned()),
                )
                .children(matches),
        )
        .child(
            el("label")
                .attr("class", "open-file")
                .child(said("span", wording::statistics::open()))
                .child(field),
        )
        .child(el("p").id("file-told").attr("role", "status").text_live(move || told.get()))
}

/// The games of a match that was opened.
fn match_games(games: &Match) -> El {
    let entry = |game: &MatchGame| {
        let table = games.table_of(game);
        let title = wording::games::title(&table.table().variant());
        let outcome = game.ending().map(Ending::outcome);
        let result = wording::statistics::result(table.table().names(), outcome);
        let date = game.date.map(|date: Date| format!(", {}", day(date))).unwrap_or_default();
        let show = link(&Route::Link(Ok(linked(games, game))).to_string())
            .text(wording::statistics::show());
        let review = game
            .ending()
            .map(|_| link(&route_of(games, game).to_string()).text(wording::statistics::review()));
        el("li").text(&format!("{title}: {result}{date} ")).child(show).text(" ").children(review)
    };
    classed("section", "opened")
        .child(said("h2", wording::statistics::opened_match()))
        .child(el("ol").id("opened-games").children(games.games.iter().map(entry)))
}
