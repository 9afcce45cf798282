//! Everybody can use the new screens: axe-core finds nothing wrong, fingers find what they want,
//! and nothing scrolls.

use parlor_web_tests::{Person, Result, Screen, Tab, audit, far_apart};

use crate::{accept, at_the_table, invite, open_as, phase};

/// What is on the screen of a phone is on the screen, and as large as a finger.
async fn fits(tab: &Tab, what: &str) -> Result {
    let small: Vec<String> = tab
        .value(
            "[...document.querySelectorAll('.table-page button, .panel input, .panel select, .more a, dialog[open] button, dialog[open] input[type=text]')] \
             .filter((element) => element.checkVisibility({ visibilityProperty: true })) \
             .map((element) => [element.id || element.className || element.textContent, element.getBoundingClientRect()]) \
             .filter(([, box]) => box.width < 43.5 || box.height < 43.5 || box.left < -0.5 || box.right > innerWidth + 0.5) \
             .map(([name, box]) => `${name}: ${box.width} by ${box.height} at ${box.left}`)",
        )
        .await?;
    assert!(small.is_empty(), "{what}: {}", small.join(", "));
    let scrolls: bool = tab
        .value("!!document.querySelector('.table-page') && document.documentElement.scrollHeight > innerHeight")
        .await?;
    assert!(!scrolls, "{what} scrolls");
    Ok(())
}

async fn check(tab: &Tab, what: &str) -> Result {
    audit(tab, what).await?;
    fits(tab, what).await
}

async fn every_screen(ada: &Person, ben: &Person) -> Result {
    open_as(ada, "Ada", "#/").await?;
    ada.wait("document.querySelector('#friend-gems')").await?;
    check(ada, "the front room").await?;
    ada.open("#/kalah/setup").await?;
    ada.wait("document.querySelector('#seat-2 option[value=friend]')").await?;
    ada.pick("#seat-2", "friend").await?;
    ada.pick("#minutes", "5").await?;
    check(ada, "the setup with a clock").await?;
    let link = invite(ada, "Ada", "kalah").await?;
    check(ada, "the invitation").await?;
    open_as(ben, "", &link).await?;
    ben.wait("document.querySelector('#join')").await?;
    check(ben, "a free seat").await?;
    accept(ben, "Ben", &link).await?;
    phase(ada, "playing", true).await?;
    check(ada, "a game").await?;
    ada.click("#offer-tie").await?;
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
    ada.click("#resign").await?;
    ada.wait("document.querySelector('#confirm-resign')").await?;
    check(ada, "resigning").await?;
    ada.click("#keep-playing").await?;
    ada.wait("!document.querySelector('dialog[open]')").await?;
    ada.click("#share").await?;
    ada.click("#continue-elsewhere").await?;
    ada.wait("document.querySelector('#private-link')").await?;
    check(ada, "the links").await?;
    ben.cable.cut();
    ben.wait("document.querySelector('.table-page[data-connection=lost]')").await?;
    check(ben, "a lost connection").await?;
    ben.cable.mend();
    at_the_table(ben).await
}

#[test]
fn everybody_can_use_the_screens_of_a_phone() {
    far_apart(Screen::PHONE, async |_, [ada, ben]| every_screen(ada, ben).await);
}

#[test]
fn everybody_can_use_the_screens_of_a_desktop() {
    far_apart(Screen::WIDE, async |_, [ada, ben]| every_screen(ada, ben).await);
}
