//! People who are not looking, or not where they wanted to be.

use parlor_web_tests::{Mirror, Person, Result, Screen, Tab, remote_play};
use serde_json::json;

use crate::{in_order, open_as, play_on, says, seat, sit_down};

/// Notes the notifications that a page asks for and shows, which it does a moment later, and lets it be
/// hidden at will.
const NOTE_NOTICES: &str = "window.shown = []; window.asked = 0; \
    document.addEventListener('parlor-notice', () => { asked += 1; }); \
    ServiceWorkerRegistration.prototype.showNotification = function (title, { body }) { \
        shown.push(`${title}: ${body}`); return Promise.resolve(); \
    }; \
    window.Notification = class extends Notification { \
        constructor(title, { body }) { super(title); shown.push(`${title}: ${body}`); } \
    }; \
    Object.defineProperty(document, 'hidden', { get: () => !!window.looks_away });";

/// What a person answers when the browser asks whether a page may notify them.
async fn answers(person: &Person, answer: &str) -> Result {
    let origin: String = person.value("location.origin").await?;
    let permission = json!({ "name": "notifications" });
    let answer = json!({ "permission": permission, "setting": answer, "origin": origin });
    person.command("Browser.setPermission", answer).await
}

async fn turn_notices_on(tab: &Tab) -> Result {
    tab.press_control("settings").await?;
    tab.click("dialog .notices input").await
}

#[test]
fn a_person_who_asked_for_it_is_notified_of_their_turn_while_looking_elsewhere() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        for tab in [ada, ben] {
            tab.before_the_page(NOTE_NOTICES).await?;
        }
        sit_down(ada, ben, "gems").await?;
        for person in [ada, ben] {
            answers(person, "granted").await?;
        }
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        let [first, second] = players;

        // The first one wants to be notified, the second one has not said so.
        turn_notices_on(first).await?;
        first.wait("document.querySelector('dialog .notices input').checked").await?;
        first.press(thirtyfour::Key::Escape).await?;
        for tab in players {
            tab.browser.execute("window.looks_away = true", vec![]).await?;
        }
        play_on(players, &mut mirror, &mut 5, 6).await?;
        let mine = if seat(ada).await? == 1 { "Ben" } else { "Ada" };
        first.wait("asked > 0 && shown.length === asked").await?;
        let shown: Vec<String> = first.value("shown").await?;
        assert_eq!(shown[0], format!("Your turn: Gems with {mine}"));
        assert!(second.value::<bool>("asked === 0").await?, "they did not want to be notified");

        // Nor is there any need while the person is looking.
        first.browser.execute("window.looks_away = false; asked = 0", vec![]).await?;
        play_on(players, &mut mirror, &mut 5, 4).await?;
        assert!(first.value::<bool>("asked === 0").await?);
        Ok(())
    });
}

#[test]
fn a_browser_that_may_not_notify_says_so_and_the_switch_stays_off() {
    remote_play(Screen::PHONE, async |_, [ada, ben]| {
        sit_down(ada, ben, "gems").await?;
        answers(ada, "denied").await?;
        turn_notices_on(ada).await?;
        ada.wait(&says(".notices .problem", "doesn't let Parlor notify you")).await?;
        assert!(
            !ada.value::<bool>("document.querySelector('dialog .notices input').checked").await?
        );
        Ok(())
    });
}

#[test]
fn an_address_where_there_is_nothing_leads_to_the_games() {
    remote_play(Screen::PHONE, async |_, [ada]| {
        for path in ["gone", "some/deep/place"] {
            open_as(ada, "Ada", "#/").await?;
            let site: String = ada.value("location.origin").await?;
            ada.browser.goto(format!("{site}/{path}")).await?;
            assert_eq!(ada.text("h1").await?, "This pit is empty");
            let status: u16 =
                ada.value("performance.getEntriesByType('navigation')[0].responseStatus").await?;
            assert_eq!(status, 404);
            let ground = "getComputedStyle(document.documentElement).backgroundImage";
            assert!(ada.value::<String>(ground).await?.contains("gradient"), "{path}");
            ada.click("a.primary").await?;
            ada.wait("document.querySelector('.card')").await?;
        }
        Ok(())
    });
}
