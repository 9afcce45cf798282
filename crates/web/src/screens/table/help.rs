use parlor_table::Policy;
use parlor_wording::{front_room, help};

use crate::session::Session;
use crate::ui::elements::{El, classed, el, link, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The keys, and where to learn the rules.
pub(crate) fn help_sheet(session: Session) -> El {
    let keys = match session.policy() {
        Policy::OneScreen { .. } => help::keys().to_vec(),
        Policy::Remote => help::online_keys().to_vec(),
    };
    let rows = keys.into_iter().map(|(key, meaning)| {
        let key = el("th").attr("scope", "row").child(said("kbd", key));
        el("tr").child(key).child(said("td", meaning))
    });
    sheet(help::help(), move || session.dialog().set(None))
        .child(classed("table", "keys").child(el("tbody").children(rows)))
        .child(el("p").child(link("#/learn").text(front_room::learn())))
}
