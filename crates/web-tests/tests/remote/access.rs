//! Everyone can use the online screens: axe-core finds nothing wrong in any look, fingers find what
//! they want, and nothing scrolls.

use parlor_web_tests::{
    Mirror, Person, Result, Screen, Tab, audit, audit_in_every_look, remote_play,
};

use crate::{accept, at_the_table, in_order, invite, open_as, phase, play_on, says};

/// What is on the screen of a phone is on the screen, and as large as a finger.
const FITS: &str = "(() => { \
    const outside = (box) => box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < -0.5; \
    const small = [...document.querySelectorAll('.table-page button, .panel label.switch, \
        .panel input:not([type=checkbox]), .panel select, .note, \
        .more a, dialog[open] button, dialog[open] input[type=text]')] \
        .filter((element) => element.checkVisibility({ visibilityProperty: true })) \
        .map((element) => [element.id || element.className || element.textContent, element, \
            element.getBoundingClientRect()]) \
        .filter(([, element, box]) => outside(box) || box.height < (element.matches('.note') ? 0 : 43.5) \
            || box.width < 43.5) \
        .map(([name, , box]) => `${name}: ${box.width} by ${box.height} at ${box.left}, ${box.top}`); \
    const page = document.querySelector('.table-page'); \
    if (page && document.documentElement.scrollHeight > innerHeight) small.push('it scrolls'); \
    return small; \
})()";

async fn check(tab: &Tab, what: &str) -> Result {
    audit_in_every_look(tab, what, FITS).await
}

async fn every_screen(ada: &Person, ben: &Person, eve: &Person) -> Result {
    open_as(ada, "Ada", "#/").await?;
    ada.wait("document.querySelector('#friend-gems')").await?;
    audit(ada, "the front room").await?;
    ada.open("#/kalah/setup").await?;
    ada.wait("document.querySelector('#seat-2 option[value=friend]')").await?;
    ada.pick("#seat-2", "friend").await?;
    ada.pick("#minutes", "5").await?;
    audit(ada, "the setup with a clock").await?;
    ada.click("#start").await?;
    ada.wait("document.querySelector('#invite-link')?.value").await?;
    check(ada, "the invitation").await?;
    let link: String = ada.value("location.hash").await?;
    open_as(ben, "", &link).await?;
    ben.wait("document.querySelector('#join')").await?;
    check(ben, "a free seat").await?;
    accept(ben, "Ben", &link).await?;
    phase(ada, "playing", true).await?;
    check(ada, "a game with a clock").await?;
    let (players, names) = in_order(ada, ben).await?;
    let mut mirror = Mirror::with_names("kalah", names);
    play_on(players, &mut mirror, &mut 5, 2).await?;
    open_as(eve, "", &link).await?;
    at_the_table(eve).await?;
    eve.click("#values").await?;
    eve.wait("document.querySelector('.value[data-worth^=\"+\"], .value[data-worth^=\"≈\"]')")
        .await?;
    check(eve, "watching with values").await?;
    ada.press_control("offer-tie").await?;
    ben.wait("document.querySelector('#agree')").await?;
    check(ada, "waiting for an answer").await?;
    check(ben, "a request").await?;
    ben.click("#decline").await?;
    ada.wait("!document.querySelector('.request')").await?;
    ada.click("#react").await?;
    check(ada, "what can be said").await?;
    ada.click("#say-hello").await?;
    ben.wait("document.querySelector('.says:not(.hidden)')").await?;
    check(ben, "what was said").await?;
    ada.press_control("leave").await?;
    ada.wait("document.querySelector('#confirm-leave')").await?;
    check(ada, "leaving").await?;
    ada.click("#keep-playing").await?;
    ada.wait("!document.querySelector('dialog[open]')").await?;
    ada.press_control("share").await?;
    ada.click("#continue-elsewhere").await?;
    ada.wait("document.querySelector('#private-link')").await?;
    check(ada, "the links").await?;
    ada.press(thirtyfour::Key::Escape).await?;
    ben.cable.cut();
    ben.wait("document.querySelector('.table-page[data-connection=lost]')").await?;
    check(ben, "a lost connection").await?;
    ada.wait("document.querySelector('.away:not(.hidden)')").await?;
    check(ada, "the other one is away").await?;
    ben.cable.mend();
    at_the_table(ben).await?;
    ben.press_control("resign").await?;
    ben.click("#confirm-resign").await?;
    ada.wait(&says("#status", "Ben resigned. You win!")).await?;
    ada.click("#rematch").await?;
    ben.wait("document.querySelector('#agree')").await?;
    check(ben, "the end, and a wish for another game").await?;
    ben.press_control("leave").await?;
    ben.click("#confirm-leave").await?;
    ada.wait(&says(".note", "The other seat is free.")).await?;
    check(ada, "the other one has left").await
}

/// The screens of other games that are laid out otherwise.
async fn other_games(ada: &Person, ben: &Person) -> Result {
    let link = invite(ada, "Ada", "homepits").await?;
    accept(ben, "Ben", &link).await?;
    phase(ada, "tossing", true).await?;
    check(ada, "a toss").await?;
    let link = invite(ada, "Ada", "tic-tac-toe").await?;
    check(ada, "an invitation to Tic-Tac-Toe").await?;
    accept(ben, "Ben", &link).await?;
    phase(ada, "playing", true).await?;
    check(ada, "Tic-Tac-Toe").await?;
    ben.press_control("offer-tie").await?;
    ada.wait("document.querySelector('#agree')").await?;
    check(ada, "a request in Tic-Tac-Toe").await?;
    ada.click("#agree").await?;
    phase(ada, "over", true).await?;
    check(ada, "the end of Tic-Tac-Toe").await
}

#[test]
fn everybody_can_use_the_screens_of_a_phone() {
    remote_play(Screen::PHONE, async |_, [ada, ben, eve]| every_screen(ada, ben, eve).await);
}

#[test]
fn everybody_can_use_the_screens_of_a_desktop() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| every_screen(ada, ben, eve).await);
}

#[test]
fn everybody_can_use_the_screens_of_other_games_on_a_phone() {
    remote_play(Screen::PHONE, async |_, [ada, ben]| other_games(ada, ben).await);
}

#[test]
fn everybody_can_use_the_screens_of_other_games_on_a_desktop() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| other_games(ada, ben).await);
}
