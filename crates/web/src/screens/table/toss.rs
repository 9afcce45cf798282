use parlor_rules::Player;
use parlor_table::{Command, Hand, Phase, Table};
use parlor_wording as wording;
use parlor_wording::{Voice, toss};

use crate::session::Session;
use crate::ui::elements::{El, button, classed, el, said};

/// The coin toss: each player tosses with a button of their own.
pub(crate) fn coin_toss(session: Session) -> El {
    let words = move || {
        session.shown().with(|table| {
            table.toss().map(|now| toss(table, now, Voice::of(table))).unwrap_or_default()
        })
    };
    classed("section", "toss")
        .attr("aria-label", wording::controls::coin_toss())
        .child(said("h2", wording::controls::who_goes_first()))
        .child(el("p").id("toss-message").text_live(words))
        .child(classed("div", "coins").children(Player::BOTH.map(|player| coin(session, player))))
}

/// Whether the coin is being tossed.
pub(crate) fn is_tossing(session: Session) -> bool {
    session.shown().with(|table| matches!(table.phase(), Phase::Tossing(_)))
}

fn coin(session: Session, player: Player) -> El {
    let shows = move || session.shown().with(|table| shown_coin(table, player));
    let next = move || {
        session.shown().with(|table| {
            let uncovers = table.toss().is_some_and(parlor_table::Toss::awaits_reveal);
            table.phase() == Phase::Tossing(player) && !uncovers
        })
    };
    // On another device, which alone has the nonce: then one may toss again.
    let has_tossed = move || {
        session.shown().with(|table| {
            table.toss().is_some_and(|toss| matches!(toss.hand(player), Hand::Closed(_)))
        })
    };
    let is_person = move || session.shown().with(|table| table.seat(player).is_person());
    let press = button(move || session.submit(Command::Toss))
        .id(&format!("toss-{}", player.index() + 1))
        .attr("class", "primary")
        .flag_live("disabled", move || {
            !(is_person() && session.can(&Command::Toss) && (next() || has_tossed()))
        })
        .attr_live("aria-label", move || wording::controls::toss_of(&session.name_of(player)))
        .text(wording::controls::toss());
    classed("div", "toss-of")
        .class_live("active", next)
        .child(
            classed("span", "coin")
                .class_live("blank", move || shows().is_none())
                .text_live(move || shows().unwrap_or("?").to_owned()),
        )
        .child(el("span").text_live(move || session.name_of(player)))
        .child(press)
}

/// What a player's coin shows: in this round, or in the round before if both have to toss again.
pub(super) fn shown_coin(table: &Table, player: Player) -> Option<&'static str> {
    let toss = table.toss()?;
    let before = toss.coin(Player::One).map_or(toss.same(), |_| None);
    toss.coin(player).or(before).map(parlor_wording::coin)
}
