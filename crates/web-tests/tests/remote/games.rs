//! Whole games of every kind between two browsers.

use parlor_protocol::event_log::write_log;
use parlor_rules::Player;
use parlor_table::{Coin, Event};
use parlor_web_tests::{Mirror, Person, Result, Screen, Server, Tab, remote_play};
use parlor_wording::{Voice, status};

use crate::{INSTANT, accept, in_order, phase, play_on, sit_down};

const TO_THE_END: usize = 500;

/// Both sit down to a game by these rules, which Ada played last; something goes wrong in the middle,
/// and both play to the end.
async fn whole_game(
    server: &mut Server,
    people: &[Person; 2],
    rules: &str,
    mishap: Mishap,
) -> Result {
    let [ada, ben] = people;
    let game = rules.split(',').next().unwrap_or(rules);
    let last = format!(
        "try {{ localStorage['parlor.table.{game}'] = {:?} }} catch {{}}",
        write_log(Mirror::of(rules).log())
    );
    ada.before_the_page(&last).await?;
    sit_down(ada, ben, game).await?;
    let (players, names) = in_order(ada, ben).await?;
    let mut mirror = Mirror::with_names(rules, names);
    toss(players, &mut mirror).await?;
    let mut seed = 5;
    play_on(players, &mut mirror, &mut seed, 3).await?;
    mishap.happens(server, ben).await?;
    play_on(players, &mut mirror, &mut seed, TO_THE_END).await?;
    for (tab, player) in players.into_iter().zip(Player::BOTH) {
        let status = status(mirror.log().table(), Voice::ToOne(player));
        phase(tab, "over", true).await?;
        let shown = if game == "tic-tac-toe" { "#center-msg" } else { "#status" };
        assert_eq!(tab.text(shown).await?, status);
        assert!(tab.has("#rematch:not(.hidden)").await?);
    }
    Ok(())
}

/// Tosses until it is decided, where a coin decides.
async fn toss(players: [&Tab; 2], mirror: &mut Mirror) -> Result {
    toss_on(players).await?;
    if mirror.log().table().toss().is_some() {
        let starts: String =
            players[0].value("document.querySelector('.table-page').dataset.turn").await?;
        let [one, two] =
            if starts == "1" { [Coin::Heads, Coin::Tails] } else { [Coin::Tails, Coin::Heads] };
        mirror.happens(Event::Tossed { player: Player::One, coin: one });
        mirror.happens(Event::Tossed { player: Player::Two, coin: two });
        for tab in players {
            // Where the pointer rests on a pit, the message says what that does; then it was told.
            tab.wait("document.body.textContent.includes('was checked')").await?;
        }
    }
    Ok(())
}

/// Tosses until the coins differ.
pub(crate) async fn toss_on(players: [&Tab; 2]) -> Result {
    while players[0].phase().await? == "tossing" {
        for (tab, button) in players.into_iter().zip(["#toss-1", "#toss-2"]) {
            tab.wait(&format!(
                "document.querySelector('{button}:enabled') \
                 || document.querySelector('.table-page').dataset.phase !== 'tossing'"
            ))
            .await?;
            if tab.has(&format!("{button}:enabled")).await? {
                tab.click(button).await?;
                tab.wait(&format!("!document.querySelector('{button}:enabled')")).await?;
            }
        }
        let settled = "document.querySelector('.table-page').dataset.phase === 'playing' \
                       || document.querySelector('#toss-1:enabled')";
        players[0].wait(settled).await?;
    }
    Ok(())
}

/// What goes wrong in the middle of a game.
enum Mishap {
    Network,
    Restart,
    Crash,
    Reload,
    Nothing,
}

impl Mishap {
    async fn happens(self, server: &mut Server, tab: &Person) -> Result {
        const LOST: &str = "document.querySelector('.table-page[data-connection=lost]')";
        const BACK: &str = "document.querySelector('.table-page[data-connection=open]')";
        match self {
            Self::Nothing => {}
            Self::Reload => tab.reload().await?,
            Self::Network => {
                tab.cable.cut();
                tab.wait(LOST).await?;
                tab.cable.mend();
            }
            Self::Restart => {
                tokio::task::block_in_place(|| server.stop());
                tab.wait(LOST).await?;
                server.start_again();
            }
            Self::Crash => {
                server.crash();
                tab.wait(LOST).await?;
                server.start_again();
            }
        }
        tab.wait(BACK).await
    }
}

#[test]
fn gems_while_one_loses_the_network() {
    remote_play(Screen::WIDE, async |server, people| {
        whole_game(server, people, "gems", Mishap::Network).await
    });
}

#[test]
fn island_while_the_server_restarts() {
    remote_play(Screen::WIDE, async |server, people| {
        whole_game(server, people, "island", Mishap::Restart).await
    });
}

#[test]
fn kalah_while_the_server_crashes() {
    remote_play(Screen::WIDE, async |server, people| {
        whole_game(server, people, "kalah", Mishap::Crash).await
    });
}

#[test]
fn avalanche_while_one_loses_the_network() {
    remote_play(Screen::WIDE, async |server, people| {
        whole_game(server, people, "avalanche", Mishap::Network).await
    });
}

#[test]
fn home_pits_with_a_fair_toss_and_a_reload() {
    remote_play(Screen::WIDE, async |server, people| {
        whole_game(server, people, "homepits,stones=3", Mishap::Reload).await
    });
}

#[test]
fn tic_tac_toe_on_phones() {
    remote_play(Screen::PHONE, async |server, people| {
        whole_game(server, people, "tic-tac-toe", Mishap::Nothing).await
    });
}

#[test]
fn own_rules_travel_with_the_link() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        ada.open_with(INSTANT, "#/own/setup").await?;
        ada.wait("document.querySelector('#seat-2 option[value=friend]')").await?;
        ada.pick("#seat-2", "friend").await?;
        ada.pick("#pits", "1").await?;
        ada.type_into("#name-1", "Ada").await?;
        ada.click("#start").await?;
        ada.wait("document.querySelector('#invite-link')?.value").await?;
        let link: String = ada.value("document.querySelector('#invite-link').value").await?;
        let link = link.split_once('#').map(|(_, link)| format!("#{link}")).expect("a link");
        accept(ben, "Ben", &link).await?;
        phase(ada, "waiting", false).await?;
        let (players, names) = in_order(ada, ben).await?;
        assert_eq!(names, ["Ada", "Ben"], "Ada wanted to be player 1");
        let mut mirror = Mirror::with_names("kalah,pits=4", names);
        play_on(players, &mut mirror, &mut 5, TO_THE_END).await?;
        phase(ben, "over", true).await
    });
}
