//! Online play: real browsers and the real server between them.

mod access;
mod by_ear;
mod coming_back;
mod games;
mod invitation;
mod keys;
mod leaving;
mod looking_back;
mod misunderstandings;
mod network;
mod restored;
mod seats;
mod starts;
mod table;

use parlor_protocol::message::SeatKey;
use parlor_rules::Choice;
use parlor_web_tests::{Mirror, Result, Server, Tab};
use serde_json::Value;

/// Settings under which the result of a turn is there at once.
const INSTANT: &str = "speed Instant";

/// Opens an address as a person with this name.
async fn open_as(tab: &Tab, name: &str, address: &str) -> Result {
    let remember = format!("try {{ localStorage['parlor.name'] ??= {name:?} }} catch {{}}");
    tab.before_the_page(&remember).await?;
    tab.open_with(INSTANT, address).await
}

/// Opens a table by the seat or the link that the server gave.
async fn open_seat(tab: &Tab, key: &SeatKey) -> Result {
    let SeatKey { table, token, .. } = key;
    tab.open_with(INSTANT, &format!("#/table/{table}/{token}")).await?;
    at_the_table(tab).await
}

/// Waits until a table is shown and the line to its server is open.
async fn at_the_table(tab: &Tab) -> Result {
    tab.wait("document.querySelector('.table-page[data-connection=open]')").await
}

/// Sets a table of a game for a friend, and gives the link to it.
async fn invite(tab: &Tab, name: &str, game: &str) -> Result<String> {
    open_as(tab, name, &format!("#/{game}/friend")).await?;
    tab.wait("document.querySelector('#invite-link')?.value").await?;
    let link: String = tab.value("document.querySelector('#invite-link').value").await?;
    Ok(link.split_once('#').map(|(_, link)| format!("#{link}")).expect("a link has a table"))
}

/// Takes the free seat behind a link.
async fn accept(tab: &Tab, name: &str, link: &str) -> Result {
    open_as(tab, "", link).await?;
    tab.type_into("#my-name", name).await?;
    tab.click("#join").await?;
    tab.wait("document.querySelector('.table-page[data-seat=\"1\"], .table-page[data-seat=\"2\"]')")
        .await
}

/// Two people at a table of their own: Ada set it, Ben came by the link. Gives the link.
async fn sit_down(ada: &Tab, ben: &Tab, game: &str) -> Result<String> {
    let link = invite(ada, "Ada", game).await?;
    accept(ben, "Ben", &link).await?;
    phase(ada, "waiting", false).await?;
    Ok(link)
}

/// Waits until people are doing something, or have stopped doing it.
async fn phase(tab: &Tab, phase: &str, is: bool) -> Result {
    let equal = if is { "===" } else { "!==" };
    tab.wait(&format!("document.querySelector('.table-page').dataset.phase {equal} '{phase}'"))
        .await
}

/// A condition: the text of some element says this.
fn says(selector: &str, text: &str) -> String {
    format!(
        "[...document.querySelectorAll({selector:?})].some((it) => it.textContent.includes({text:?}))"
    )
}

/// Where a player sits.
async fn seat(tab: &Tab) -> Result<usize> {
    let seat: String = tab.value("document.querySelector('.table-page').dataset.seat").await?;
    Ok(seat.parse().expect("a player"))
}

/// The two people in the order of their seats, with their names.
async fn in_order<'a>(ada: &'a Tab, ben: &'a Tab) -> Result<([&'a Tab; 2], [&'static str; 2])> {
    Ok(if seat(ada).await? == 1 {
        ([ada, ben], ["Ada", "Ben"])
    } else {
        ([ben, ada], ["Ben", "Ada"])
    })
}

/// A player plays a move, and all see it.
async fn play(tabs: &[&Tab], mover: &Tab, mirror: &mut Mirror, choice: Choice) -> Result {
    mover.choose(mirror.element(choice)).await?;
    // Home Pits is played in two steps.
    if mirror.log().table().toss().is_some() {
        mover.click(".play-turn").await?;
    }
    seen(tabs, mirror, choice).await
}

/// All see a move that is on its way.
async fn seen(tabs: &[&Tab], mirror: &mut Mirror, choice: Choice) -> Result {
    mirror.happens(parlor_table::Event::Moved { choice });
    let play = mirror.log().table().play();
    let slots = play.mancala().map(parlor_rules::mancala::Position::slots).unwrap_or_default();
    for tab in tabs {
        tab.shows(play.played(), &slots).await?;
    }
    Ok(())
}

/// The pit with this number, counted from 0.
fn place(index: u8) -> Choice {
    Choice::new(index).expect("a place on the board")
}

/// Which move to make: any fixed way will do, as long as it wanders over the whole row.
fn some_move(mirror: &Mirror, seed: &mut usize) -> Choice {
    let moves = mirror.moves();
    *seed = (*seed * 31 + 7) % 1009;
    moves[*seed % moves.len()]
}

/// Whose turn it is, as an index.
fn turn(mirror: &Mirror) -> usize {
    mirror.log().table().turn().index()
}

/// Plays so many moves, or to the end.
async fn play_on(
    [one, two]: [&Tab; 2],
    mirror: &mut Mirror,
    seed: &mut usize,
    count: usize,
) -> Result {
    for _ in 0..count {
        if mirror.is_over() {
            break;
        }
        let mover = [one, two][turn(mirror)];
        let choice = some_move(mirror, seed);
        play(&[one, two], mover, mirror, choice).await?;
    }
    Ok(())
}

/// Sets a table as a program would, and gives back the key to the first player's seat.
fn table_of_two(server: &Server, mut new: Value) -> SeatKey {
    new["name"] = "Ada".into();
    new["seat"] = 1.into();
    server.post("api/tables", &new.to_string()).parse().expect("a seat")
}
