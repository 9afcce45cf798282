use parlor_protocol::Code;
use parlor_table::Reaction;
use parlor_wording as wording;

use super::settings_sheet::reactions_switch;
use crate::session::Session;
use crate::settings::use_settings;
use crate::ui::elements::{El, button, classed};
use crate::ui::sheet::sheet;

/// The few things that can be said to the other player, and whether one wants to hear any.
pub(crate) fn reactions_sheet(session: Session) -> El {
    let say = |reaction: Reaction| {
        button(move || {
            session.dialog().set(None);
            if let Some(connection) = session.company().connection() {
                connection.react(reaction);
            }
        })
        .id(&format!("say-{}", reaction.code()))
        .text(wording::reaction(reaction))
    };
    sheet(wording::sheets::react(), move || session.dialog().set(None))
        .child(classed("p", "choices").children(Reaction::ALL.map(say)))
        .child(reactions_switch(use_settings()))
}
