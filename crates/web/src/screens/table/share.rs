use parlor_rules::Player;
use parlor_wording as wording;

use super::link_field::link_field;
use crate::route::{LinkedGame, Route};
use crate::session::Session;
use crate::ui::elements::{El, said};
use crate::ui::sheet::sheet;

/// The whole game as a link.
pub(crate) fn share_sheet(session: Session) -> El {
    let game = session.table().with(|table| LinkedGame {
        record: table.play().record().clone(),
        names: Player::BOTH.map(|player| table.seat(player).name.clone()),
    });
    sheet(wording::sheets::share_game(), move || session.dialog().set(None))
        .child(said("p", wording::sheets::about_game_link()))
        .child(link_field("link", wording::sheets::game_link(), &Route::Link(Ok(game))))
}
