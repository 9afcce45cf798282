use parlor_protocol::message::{NewTable, Problem, SeatKey};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::AnyRecord;
use parlor_wording as wording;
use wasm_bindgen::prelude::*;
use web_sys::XmlHttpRequest;

use super::keys::{keep_key, key_to};
use crate::identity::remember_name;
use crate::route::{Partner, Route};
use crate::storage;
use crate::ui::browser::{handler, listen, location};
use crate::ui::prelude::*;

/// Whether players elsewhere can be reached.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Whether this server hosts remote tables; false until it has said so.
    pub(crate) has_server: Signal<bool>,
    /// Why they cannot be reached. Until the server has answered, nothing is known against it.
    pub(crate) obstacle: Signal<Option<String>>,
}

impl Reach {
    fn set(self, obstacle: Option<&str>) {
        self.has_server.set(obstacle.is_none());
        self.obstacle.set(obstacle.map(str::to_owned));
    }
}

/// Asks whether there is a server, and again when the network is back. It names the protocol that it
/// speaks in the header of every answer; a host of plain files answers the same request without it.
pub(crate) fn provide_server() {
    let reach = Reach { has_server: Signal::new(false), obstacle: Signal::new(None) };
    provide_context(reach);
    let ask = move || {
        let answered = Box::new(move |answer: &XmlHttpRequest| {
            let speaks = answer.get_response_header("parlor-protocol");
            reach.set(match answer.status() {
                Ok(1..) if speaks.is_ok_and(|protocol| protocol.is_some()) => None,
                Ok(1..) => Some(wording::front_room::no_server()),
                _ => Some(wording::front_room::offline()),
            });
        });
        request("HEAD", "./", "", answered);
    };
    ask();
    listen("offline", move |_| reach.set(Some(wording::front_room::offline())));
    listen("online", move |_| ask());
}

/// Whether players elsewhere can be reached.
pub(crate) fn reach() -> Reach {
    expect_context()
}

/// Sets a table and goes there; `failed` hears why there is none.
pub(crate) fn set_table(partner: Partner, mut new: NewTable, failed: Box<dyn Fn(String)>) {
    remember_name(&new.name);
    if partner == Partner::Anyone {
        new.waits = where_i_wait(&new.game);
    }
    let place = anyone(&new.game);
    let answered = Box::new(move |answer: &XmlHttpRequest| {
        let text = answer.response_text().ok().flatten().unwrap_or_default();
        let text = text.trim_end();
        match text.parse::<SeatKey>() {
            Ok(SeatKey { table, token, .. }) => {
                keep_key(&table, &token);
                if partner == Partner::Anyone {
                    storage::save(&place, table.as_str());
                }
                // Going back leads to where the table was asked for, and sets no other.
                let _ = location().replace(&Route::Remote(table).to_string());
            }
            Err(_) => failed(match text.parse::<Problem>() {
                Ok(_) => wording::connection::server_busy().to_owned(),
                Err(_) => wording::connection::server_silent().to_owned(),
            }),
        }
    });
    let path = match partner {
        Partner::Friend => "api/tables",
        Partner::Anyone => "api/anyone",
    };
    request("POST", path, &new.to_string(), answered);
}

/// The place where it is kept at which table this browser waits for anyone who plays a game.
fn anyone(game: &AnyRecord) -> String {
    format!("anyone.{game}")
}

/// The seat where this browser waited last, which may have been found since.
fn where_i_wait(game: &AnyRecord) -> Option<(TableId, SeatToken)> {
    let table = storage::load(&anyone(game))?.parse().ok()?;
    let key = key_to(&table)?;
    Some((table, key))
}

/// Whether this browser waits for anyone at this table, whatever is played there.
pub(crate) fn is_sought(table: &TableId) -> bool {
    storage::any("anyone.", table.as_str())
}

/// Whether an opponent is paired with this browser at this table, without having the link: its log
/// does not tell.
pub(crate) fn waits_for_anyone(table: &TableId, game: &AnyRecord) -> bool {
    storage::load(&anyone(game)).as_deref() == Some(table.as_str())
}

/// Asks the server for something beside the page. An answer comes in any case, unless the scope ends
/// first that this is called in.
fn request(method: &str, path: &str, body: &str, answered: Box<dyn Fn(&XmlHttpRequest)>) {
    let Ok(request) = XmlHttpRequest::new() else { return };
    let answer = request.clone();
    let ended = handler(move |_| answered(&answer));
    request.set_onloadend(Some(ended.as_ref().unchecked_ref()));
    if request.open_with_async(method, path, true).is_ok() {
        let _ = request.send_with_opt_str(Some(body));
    }
    on_cleanup(move || {
        request.set_onloadend(None);
        let _ = request.abort();
        drop(ended);
    });
}
