//! Tables that a server keeps: setting one, and sitting down at it.

use std::cell::Cell;
use std::rc::Rc;

use parlor_protocol::TableId;
use parlor_protocol::client::{Ended, SeatLink, Status};
use parlor_protocol::message::NewTable;
use parlor_table::{GameLog, Phase, Seat};
use parlor_wording as wording;

use super::table::draw;
use crate::catalogue::Game;
use crate::identity::{my_name, remember_name};
use crate::notices::notify;
use crate::remote::{News, RemoteTable, name_key, set_table};
use crate::route::Partner;
use crate::session::{Connection as _, Session, Setting};
use crate::storage;
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;

/// Sets a table by the rules that were played last, and goes there.
pub(crate) fn new_remote_table_page(game: Game, partner: Partner) -> El {
    let last = storage::last_table(game).unwrap_or_else(|| game.table_for_two());
    let new = new_table(&last);
    let problem = Signal::new(None::<String>);
    let ask = move || {
        problem.set(None);
        set_table(partner, new.clone(), Box::new(move |why| problem.set(Some(why))));
    };
    ask();
    let words =
        move || problem.get().unwrap_or_else(|| wording::connection::setting_table().to_owned());
    notice_page(game.name())
        .child(el("p").id("reason").attr("role", "status").text_live(words))
        .child(
            button(ask)
                .id("try-again")
                .attr("class", "primary")
                .class_live("hidden", move || problem.with(Option::is_none))
                .text(wording::connection::try_again()),
        )
        .child(el("p").child(link("#/").text(wording::front_room::all_games())))
}

/// A new table with the rules and symbols of another one.
pub(super) fn new_table(like: &GameLog) -> NewTable {
    let fresh = GameLog::open(like.table().variant(), [Seat::person(""), Seat::person("")]);
    NewTable {
        game: fresh.table().play().record().clone(),
        name: my_name(),
        seat: None,
        clock: None,
        marks: like.table().marks().clone(),
        pie_rule: like.table().pie_rule(),
        waits: None,
    }
}

/// The table with this link, which may have more for the owner of a seat.
pub(crate) fn remote_table_page(id: TableId, seat: Option<SeatLink>) -> El {
    let remote = RemoteTable::open(id, seat);
    let RemoteGame(game) = expect_context();
    on_cleanup(move || game.set(None));
    let ended = memo(move || match remote.company.status.get() {
        Status::Ended(why) => Some(why),
        Status::Connecting | Status::Connected | Status::Reconnecting => None,
    });
    classed("div", "tables").child_live(
        move || (ended.get(), remote.opened.get()),
        move |(ended, _)| {
            Some(match (ended, remote.log()) {
                (Some(why), _) => closed_page(remote, why),
                (None, Some(log)) => sit_down(remote, &log),
                (None, None) => notice_page(wording::front_room::parlor())
                    .child(
                        el("p")
                            .attr("role", "status")
                            .text_live(move || looking(remote).to_owned()),
                    )
                    .child(el("p").child(link("#/").text(wording::front_room::all_games()))),
            })
        },
    )
}

fn closed_page(remote: RemoteTable, why: Ended) -> El {
    let words = match why {
        Ended::NoSuchTable => {
            // It is not listed any more. But the token is kept: a server that was started with
            // another database knows no table, and may know them all tomorrow.
            name_key(&remote.table_id(), "");
            wording::connection::no_such_table()
        }
        Ended::OtherProtocol => wording::connection::newer_version(),
        Ended::Outdated | Ended::Closed => wording::connection::page_too_old(),
    };
    notice_page(wording::connection::table_closed()).child(said("p", words).id("reason")).child(
        el("p").child(link("#/").attr("class", "primary").text(wording::front_room::all_games())),
    )
}

fn sit_down(remote: RemoteTable, log: &GameLog) -> El {
    let game = Game::of_record(log.table().play().record());
    let note = move |log: &GameLog| note_players(remote, game, log);
    note(log);
    let setting = Setting::of(game, remote.host(), remote.company);
    let session = Session::open(Setting { keep: Rc::new(note), ..setting });
    remote.shown_by(move |news| match news {
        News::Reports => session.show_reports(),
        News::Away(seat) => session.tell_absence(seat),
        News::Back(seat) => session.tell_return(seat),
        News::Reaction(seat, reaction) => session.hear_reaction(seat, reaction),
    });
    if remote.was_restored() {
        session.told().say(wording::connection::restored());
    }
    let RemoteGame(shown) = expect_context();
    let my_turn = memo(move || session.is_my_turn());
    effect(move || shown.set(Some((game, my_turn.get()))));
    notify_of_turn(session, my_turn);
    draw(session)
}

/// Notifies a person who looks at something else when their turn comes.
fn notify_of_turn(session: Session, my_turn: Memo<bool>) {
    let before = Cell::new(my_turn.get());
    effect(move || {
        let now = my_turn.get();
        if now && !before.replace(now) {
            untrack(|| {
                let other =
                    session.my_side().map(|mine| session.name_of(!mine)).unwrap_or_default();
                let table = wording::front_room::table_with(session.game().name(), &other);
                notify(wording::titles::notice(), &table);
            });
        }
        before.set(now);
    });
}

/// Keeps what people at this screen are called, and with whom they play, by which the table is found
/// again.
fn note_players(remote: RemoteTable, game: Game, log: &GameLog) {
    let (Some(seat), table) = (remote.seat(), log.table()) else { return };
    let player = table.side(seat);
    remember_name(&table.seat(player).name);
    let about = if table.phase() == Phase::Waiting {
        wording::front_room::waiting_table(game.name())
    } else {
        wording::front_room::table_with(game.name(), table.name(!player))
    };
    name_key(&remote.table_id(), &about);
}

/// What the address of a remote table does not tell: the game, as soon as it is known, and whether it
/// is the turn of the person at this screen.
#[derive(Clone, Copy)]
struct RemoteGame(Signal<Option<(Game, bool)>>);

pub(crate) fn provide_remote_game() -> Signal<Option<(Game, bool)>> {
    let game = Signal::new(None);
    provide_context(RemoteGame(game));
    game
}

fn looking(remote: RemoteTable) -> &'static str {
    if remote.company.is_lost() {
        wording::connection::server_silent_retrying()
    } else {
        wording::connection::finding_table()
    }
}

fn notice_page(title: &str) -> El {
    classed("article", "page notice").child(said("h1", title))
}
