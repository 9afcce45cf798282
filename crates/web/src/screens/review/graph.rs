//! The margin over the game: a picture to press, and a table for the ear.

use parlor_engine::Standing;
use parlor_wording::{review, reviewing};

use super::Reviewed;
use crate::ui::elements::{El, classed, el, said, svg};
use crate::ui::prelude::*;

/// The picture's size, in its own units.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 100.0;

/// The expected margin after each turn: above the middle player one is ahead. A press shows the board then.
pub(super) fn graph(reviewed: Reviewed) -> El {
    let standings = standings(reviewed);
    let end = standings.get().len().saturating_sub(1);
    let line = move || path(&standings.get(), false);
    let area = move || path(&standings.get(), true);
    let now = move || x_of(reviewed.place().0, end);
    let press = (0..=end).map(|at| {
        let width = WIDTH / end.max(1) as f64;
        svg("rect")
            .attr("class", "press")
            .attr("x", &number(x_of(at, end) - width / 2.0))
            .attr("y", "0")
            .attr("width", &number(width))
            .attr("height", &number(HEIGHT))
            .on("click", move |_| reviewed.step_to(at))
    });
    let picture = svg("svg")
        .attr("class", "graph")
        .attr("viewBox", "0 0 300 100")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(svg("path").attr("class", "area").attr_live("d", area))
        .child(svg("path").attr("class", "zero").attr("d", "M0 50H300"))
        .child(svg("path").attr("class", "line").attr_live("d", line))
        .child(
            svg("path")
                .attr("class", "now")
                .attr_live("d", move || format!("M{} 0V100", number(now()))),
        )
        .children(press);
    let ends = reviewed.names.get();
    let ends = ends.each_ref().map(|name| said("span", &reviewing::ahead(name)));
    classed("div", "margins")
        .child(picture)
        .child(classed("p", "ends").attr("aria-hidden", "true").children(ends))
}

/// What every position is worth by now.
fn standings(reviewed: Reviewed) -> Memo<Vec<Option<Standing>>> {
    memo(move || reviewed.review.with(parlor_engine::Review::standings))
}

/// The same as a table.
pub(super) fn for_the_ear(reviewed: Reviewed) -> El {
    let standings = standings(reviewed);
    let turns = reviewed.review.with_untracked(parlor_engine::Review::turns);
    let head = el("tr").children(
        [
            reviewing::turn_column(),
            reviewing::move_column(),
            reviewing::margin_column(),
            reviewing::judgement_column(),
        ]
        .map(|words| said("th", words).attr("scope", "col")),
    );
    let row = move |at: usize| {
        let figure = reviewed.review.with_untracked(|review| review::figure(&review.turn(at)));
        let class = move || {
            let judgement = reviewed.review.with(|review| review.turn(at).judgement);
            judgement.map_or_else(|| reviewing::unknown().to_owned(), |it| review::class(&it))
        };
        el("tr")
            .child(said("th", &(at + 1).to_string()).attr("scope", "row"))
            .child(said("td", &figure))
            .child(el("td").text_live(move || {
                let standing = standings.get().get(at + 1).copied().flatten();
                margin_after(reviewed, at + 1, standing)
            }))
            .child(el("td").text_live(class))
    };
    classed("table", "for-the-ear")
        .child(said("caption", reviewing::margin()))
        .child(el("thead").child(head))
        .child(el("tbody").children((0..turns).map(row)))
}

/// Who will be ahead, and by how much, after so many turns. A margin is that of a side: before a swap of sides
/// it is the other player's.
fn margin_after(reviewed: Reviewed, turns: usize, standing: Option<Standing>) -> String {
    let Some(Standing { margin, certainty }) = standing else {
        return reviewing::unknown().to_owned();
    };
    let proved = certainty == parlor_engine::Certainty::Proved;
    let next = reviewed
        .review
        .with_untracked(|review| (turns < review.turns()).then(|| review.turn(turns)));
    reviewed.with_players(|players| {
        let seated = next.map_or(players, |turn| review::seated_at(players, &turn));
        reviewing::margin_of(seated.names, margin, proved)
    })
}

fn x_of(at: usize, end: usize) -> f64 {
    WIDTH * at as f64 / end.max(1) as f64
}

/// The line through all values that are known, or the area between it and the middle.
fn path(standings: &[Option<Standing>], is_area: bool) -> String {
    let margins = standings.iter().flatten().map(|standing| standing.margin.unsigned_abs());
    let highest = f64::from(margins.max().unwrap_or(0).max(4));
    let end = standings.len().saturating_sub(1);
    let points = standings.iter().enumerate().filter_map(|(at, standing)| {
        let margin = f64::from(standing.as_ref()?.margin);
        Some((x_of(at, end), HEIGHT / 2.0 - margin / highest * (HEIGHT / 2.0 - 4.0)))
    });
    let points: Vec<(f64, f64)> = points.collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let drawn: Vec<String> =
        points.iter().map(|(x, y)| format!("{} {}", number(*x), number(*y))).collect();
    let drawn = drawn.join("L");
    if is_area {
        format!("M{} 50L{drawn}L{} 50Z", number(first.0), number(last.0))
    } else {
        format!("M{drawn}")
    }
}

/// A number as a picture reads it, to a tenth.
fn number(value: f64) -> String {
    crate::board::stones::number(value as f32)
}
