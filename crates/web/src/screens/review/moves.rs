//! The moves of the game as a list, grouped by the turns that a player had in a row.

use parlor_engine::{MoveClass, TurnReview};
use parlor_wording::{review, reviewing};

use super::Reviewed;
use crate::ui::elements::{El, button, classed, el, said};
use crate::ui::prelude::*;

/// The list of moves. Each leads to the board after it.
pub(super) fn moves(reviewed: Reviewed) -> El {
    let turns: Vec<TurnReview> = reviewed
        .review
        .with_untracked(|review| (0..review.turns()).map(|at| review.turn(at)).collect());
    let mut groups: Vec<(usize, Vec<El>)> = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let entry = entry(reviewed, at, turn);
        match groups.last_mut() {
            Some((owner, group)) if *owner == turn.owner.index() => group.push(entry),
            _ => groups.push((turn.owner.index(), vec![entry])),
        }
    }
    let group = |(owner, entries): (usize, Vec<El>)| {
        let name = reviewed.names.get()[owner].clone();
        el("li")
            .attr("class", ["one", "two"][owner])
            .child(classed("span", "for-the-ear").text(&name))
            .children(entries)
    };
    // A column for each player, with their name above it.
    let names = reviewed.names.get();
    let heads = names.each_ref().map(|name| classed("span", "who").text(name));
    let is_mancala = reviewed.session.shown().with_untracked(|table| table.rules().is_some());
    classed("section", "move-list")
        .attr("aria-label", reviewing::moves())
        .child(said("h2", reviewing::moves()))
        .child(classed("p", "hint").text(if is_mancala {
            reviewing::about_figures()
        } else {
            reviewing::about_lines()
        }))
        .child(classed("p", "heads").attr("aria-hidden", "true").children(heads))
        .child(classed("ol", "moves").children(groups.into_iter().map(group)))
}

fn entry(reviewed: Reviewed, at: usize, turn: &TurnReview) -> El {
    let name = reviewed.names.get()[turn.owner.index()].clone();
    let judged = memo(move || {
        let turn = reviewed.review.with(|review| review.turn(at));
        let class = turn.judgement.as_ref().map(|judgement| judgement.class);
        (class.map_or("", kind_of), reviewing::played(&name, &turn))
    });
    let (kind, words) = (move || judged.get().0, move || judged.get().1);
    button(move || reviewed.step_to(at + 1))
        .attr("data-turn", &(at + 1).to_string())
        .attr_live("class", move || format!("move {}", kind()))
        .attr_live("aria-label", words)
        .attr_live("title", words)
        .attr_live("aria-current", move || (reviewed.place().0 == at + 1).to_string())
        .text(&review::figure(turn))
}

/// What the style knows a class by.
const fn kind_of(class: MoveClass) -> &'static str {
    match class {
        MoveClass::OnlyMove | MoveClass::Best => "best",
        MoveClass::Good => "good",
        MoveClass::GivesUp { .. } => "gives-up",
        MoveClass::WinIntoTie | MoveClass::WinIntoLoss | MoveClass::TieIntoLoss => "turns",
    }
}
