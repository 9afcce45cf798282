//! What is said about the move on the board, about the biggest mistakes, and about both players.

use parlor_rules::Player;
use parlor_wording::{review, reviewing};

use super::Reviewed;
use super::board::show_line;
use crate::ui::elements::{El, button, classed, el, said};
use crate::ui::prelude::*;

/// How good the move was that led to the board as it is shown, and why.
pub(super) fn note(reviewed: Reviewed) -> El {
    let words = move || {
        let variation = reviewed.variation.get();
        if !variation.is_empty() {
            return variation;
        }
        let Some(at) = reviewed.place().0.checked_sub(1) else {
            return reviewing::start().to_owned();
        };
        let turn = reviewed.review.with(|review| review.turn(at));
        reviewed.with_players(|players| {
            let name = players.names[turn.owner.index()];
            let said = reviewing::played(name, &turn);
            match review::why(review::seated_at(players, &turn), &turn) {
                Some(why) => format!("{said} {why}"),
                None => said,
            }
        })
    };
    classed("p", "review-note").id("review-note").attr("role", "status").text_live(words)
}

/// The biggest mistakes of each player, with the better move.
pub(super) fn mistakes(reviewed: Reviewed) -> El {
    // Drawn anew only when what is said has changed: a button that has the focus keeps it otherwise.
    let found = memo(move || {
        reviewed.review.with(|review| {
            review.summaries().map(|summary| {
                let is_known = summary.judged == summary.turns;
                let said = summary.mistakes.into_iter().map(|at| {
                    let turn = review.turn(at);
                    let words = reviewed.with_players(|players| {
                        review::mistake(review::seated_at(players, &turn), at + 1, &turn)
                    });
                    let better = turn.judgement.map(|judgement| judgement.better);
                    (at, words, better.unwrap_or_default())
                });
                (is_known, said.collect::<Vec<_>>())
            })
        })
    });
    let of_player = move |player: Player| {
        let name = reviewed.names.get()[player.index()].clone();
        classed("div", "mistakes-of").child(said("h3", &name)).child_live(
            move || found.get()[player.index()].clone(),
            move |(is_known, found)| {
                if found.is_empty() {
                    let none =
                        if is_known { reviewing::no_mistakes() } else { reviewing::looking() };
                    return Some(said("p", none));
                }
                let item = |(at, words, better): (usize, String, Vec<_>)| {
                    let show = (!better.is_empty()).then(|| {
                        button(move || show_line(reviewed, at, &better))
                            .attr("class", "show-better")
                            .text(reviewing::show_better())
                    });
                    el("li").child(said("p", &words)).children(show)
                };
                Some(el("ol").children(found.into_iter().map(item)))
            },
        )
    };
    classed("section", "mistakes")
        .child(said("h2", reviewing::mistakes()))
        .children(Player::BOTH.map(of_player))
}

/// How both played, side by side.
pub(super) fn summary(reviewed: Reviewed) -> El {
    let variant = reviewed.session.shown().with(parlor_table::Table::variant);
    let rows = memo(move || {
        reviewed.review.with(|review| {
            let [one, two] = review.summaries().map(|of| review::summary(&variant, &of));
            let pairs = one.into_iter().zip(two);
            pairs.map(|(one, two)| (one.label, one.value, two.value)).collect::<Vec<_>>()
        })
    });
    let head = {
        let names = reviewed.names.get();
        let name = |name: &String| said("th", name).attr("scope", "col");
        el("tr").child(el("td")).children(names.iter().map(name))
    };
    let body = move |rows: Vec<(&str, String, String)>| {
        let row = |(label, one, two): (&str, String, String)| {
            el("tr")
                .child(said("th", label).attr("scope", "row"))
                .child(said("td", &one))
                .child(said("td", &two))
        };
        Some(el("tbody").children(rows.into_iter().map(row)))
    };
    classed("section", "review-summary")
        .child(said("h2", reviewing::summary()))
        .child(el("table").child(el("thead").child(head)).child_live(move || rows.get(), body))
}
