//! A toss that neither player can choose.

use parlor_protocol::client::Device;
use parlor_protocol::message::{FromServer, Reason};
use parlor_rules::Player;
use parlor_table::{Command, Commitment, Host, Nonce, Offer, Refusal};

use crate::rig::{Client, TOSS, device, events, id, key_of, offer, seated, welcome};

/// What the other player commits to.
const OTHERS: Nonce = Nonce(77);

fn committed(player: Player, commitment: Commitment) -> String {
    format!("committed\t{}\t{commitment}", player.index() + 1)
}

#[test]
fn a_toss_is_committed_and_revealed_by_itself() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS]));
    client.sent.clear();
    assert_eq!(client.host.offer(&Command::Toss), Ok(Offer::AtOnce));
    client.submit(Command::Toss);
    client.submit(Command::Toss);
    let [submission] = client.submissions().try_into().expect("one toss");
    let nonce = client.host.device().nonces(&id("q3mX"))[0];
    let commitment = Commitment::of(Player::One, nonce);
    assert_eq!(submission.command, Command::Commit(commitment));
    let mine = format!("by=1\tid={}\t{}", key_of(&submission), committed(Player::One, commitment));
    client.hear(&events(1, &[&mine]));
    assert_eq!(client.submissions(), [], "the other one has not committed");
    assert_eq!(client.host.covered_nonce(), Some(nonce));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss));

    let theirs = committed(Player::Two, Commitment::of(Player::Two, OTHERS));
    client.hear(&events(2, &[&theirs]));
    let [reveal] = client.submissions().try_into().expect("it is revealed");
    assert_eq!(reveal.command, Command::Reveal(nonce));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss));
    client.hear(&events(3, &[&format!("revealed\t2\t{OTHERS}")]));
    assert_eq!(client.submissions(), [], "it is on its way");
    // Another device of the same person was faster: that is nothing to complain about.
    client.events();
    let problem = Reason::Refused(Refusal::NoToss).into();
    client.hear(&FromServer::Refused { key: reveal.key, problem, version: 4 }.to_string());
    assert_eq!(client.reports(), []);
}

#[test]
fn a_toss_survives_a_reload_between_commit_and_reveal() {
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS]));
    client.submit(Command::Toss);
    let nonce = client.host.device().nonces(&id("q3mX"))[0];
    let lines = [
        TOSS.to_owned(),
        committed(Player::One, Commitment::of(Player::One, nonce)),
        committed(Player::Two, Commitment::of(Player::Two, OTHERS)),
    ];

    let mut client = Client::new(client.host.into_device(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &lines.each_ref().map(String::as_str)));
    let [reveal] = client.submissions().try_into().expect("it is revealed");
    assert_eq!(reveal.command, Command::Reveal(nonce));
}

#[test]
fn a_toss_can_be_made_anew_where_its_nonce_is_not_known() {
    let elsewhere = committed(Player::One, Commitment::of(Player::One, Nonce(99)));
    let mut client = Client::new(seated(), None);
    client.connected();
    client.hear(&welcome(Some(1), 0, &[TOSS, &elsewhere]));
    assert_eq!(client.host.offer(&Command::Toss), Ok(Offer::AtOnce));
    let theirs = committed(Player::Two, Commitment::of(Player::Two, OTHERS));
    client.hear(&events(2, &[&theirs]));
    assert_eq!(client.host.offer(&Command::Toss), Err(Refusal::NoToss), "it is too late");
    assert_eq!(client.submissions(), []);
}

#[test]
fn a_spectator_does_not_toss() {
    let mut client = Client::new(device(), None);
    client.connected();
    client.hear(&offer(0, &[TOSS]));
    client.submit(Command::Toss);
    assert_eq!(client.refusals(), [(None, Refusal::NotSeated)]);
    assert_eq!(client.submissions(), []);
}
