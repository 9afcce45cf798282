//! The computer in a free seat.

use parlor_rules::Player;
use parlor_table::message::Reason;
use parlor_table::{Ending, Phase, Refusal};

use crate::client::Client;
use crate::host::Host;

#[tokio::test]
async fn the_computer_takes_a_free_seat_and_plays_to_the_end() {
    let host = Host::start().await;
    for (game, level) in [("tic-tac-toe", 8), ("kalah,pits=3,stones=2", 5), ("island", 2)] {
        let key = host.set(&format!("table\tgame={game}\tname=Ada\tseat=2")).await;
        let mut ada = Client::sit(&host, &key).await;
        ada.send(&format!("computer\tseat=1\tlevel={level}\tname=Nobody")).await;
        ada.sees([true, true], 0).await;
        loop {
            match ada.table().phase() {
                Phase::Over(ending) => {
                    assert!(matches!(ending, Ending::Played(_)));
                    break;
                }
                Phase::Playing(Player::Two) => {
                    let choice = ada.table().play().moves()[0];
                    ada.play(choice).await;
                }
                _ => drop(ada.news().await),
            }
        }
        assert_ne!(ada.table().name(Player::One), "Nobody", "it goes by its own name");
        ada.send("ask\tfor=rematch").await;
        ada.reach(ada.version() + 1).await;
        assert_eq!(ada.table().names()[0], "Ada", "a rematch with sides swapped, at once");
    }
}

#[tokio::test]
async fn the_computer_plays_on_after_a_crash() {
    let mut host = Host::start().await;
    let key = host.set("table\tgame=tic-tac-toe\tname=Ada\tseat=1").await;
    let mut ada = Client::sit(&host, &key).await;
    ada.send("computer\tseat=2\tlevel=3").await;
    ada.reach(2).await;
    ada.play(4).await;
    host.crash();
    host.open().await;
    let mut ada = ada.again(&host).await;
    ada.reach(4).await;
    assert_eq!(ada.table().phase(), Phase::Playing(Player::One));
}

#[tokio::test]
async fn only_players_seat_the_computer_and_only_where_nobody_sits() {
    let host = Host::start().await;
    let key = host.set("table\tgame=gems\tseat=1").await;
    let mut ada = Client::sit(&host, &key).await;
    let mut watcher = Client::visit(&host, &key.table).await;
    watcher.send("computer\tseat=2\tlevel=3").await;
    assert_eq!(watcher.refusal().await, Reason::Refused(Refusal::NotSeated));
    ada.send("computer\tseat=1\tlevel=3").await;
    assert_eq!(ada.refusal().await, Reason::Refused(Refusal::SeatTaken));
}
