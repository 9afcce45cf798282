use parlor_rules::Choice;
use parlor_wording as wording;

use crate::session::Session;
use crate::ui::elements::{El, el};

/// What a move is worth, beside its pit or in its square. The style draws it: words inside a button would have to be in its name, and there
/// they would interrupt. The button is described by it, so that it is heard as well.
pub(crate) fn value(
    session: Session,
    choice: Choice,
    shown: impl Fn() -> bool + Copy + 'static,
) -> El {
    let worth = move || {
        let worth = session
            .computer()
            .values
            .with(|analysis| analysis.of(choice).map(|entry| (entry.value, entry.is_proved())));
        worth.filter(|_| shown())
    };
    let variant = session.shown().with(parlor_table::Table::variant);
    let text =
        move || worth().map(|(margin, proved)| wording::panes::worth(variant, margin, proved));
    let kind = move || match worth() {
        None => "value",
        Some((_, true)) => "value proved",
        Some((_, false)) => "value estimated",
    };
    el("span")
        .attr_live("class", move || kind().to_owned())
        .attr_live("data-worth", move || text().unwrap_or_default())
}
