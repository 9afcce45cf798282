//! How people come to a table.

use parlor_web_tests::{Mirror, Screen, remote_play};

use crate::{accept, at_the_table, in_order, invite, open_as, phase, play_on, seat, sit_down};

#[test]
fn the_front_room_leads_to_a_link_and_a_picture_of_it() {
    remote_play(Screen::PHONE, async |_, [ada]| {
        open_as(ada, "Ada", "#/").await?;
        ada.click("#friend-kalah").await?;
        ada.wait("document.querySelector('#invite-link')?.value").await?;
        let link: String = ada.value("document.querySelector('#invite-link').value").await?;
        let address: String = ada.value("location.href").await?;
        assert_eq!(link, address, "the link is the address of the table");
        assert!(ada.has(".panel .qr-code path").await?);
        assert_eq!(
            ada.value::<String>(
                "document.querySelector('.panel .qr-code').getAttribute('aria-label')"
            )
            .await?,
            "The same link for a phone's camera"
        );

        // Back leads to the front room, where the table can be found again.
        ada.browser.back().await?;
        ada.wait("document.querySelector('.going-on a')").await?;
        assert_eq!(ada.text(".going-on a").await?, "Kalah, waiting for the other player");
        ada.click(".going-on a").await?;
        at_the_table(ada).await?;
        seat(ada).await.map(drop)
    });
}

#[test]
fn later_visitors_watch_and_cannot_play() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        let link = sit_down(ada, ben, "gems").await?;
        open_as(eve, "Eve", &link).await?;
        at_the_table(eve).await?;
        ada.wait("document.querySelector('.watching').textContent === '1 watching'").await?;
        assert_eq!(eve.text(".watching").await?, "You're watching");
        assert!(!eve.has("#join").await?, "no seat is free");
        assert!(!eve.has(".pit.playable").await?);
        for id in ["take-back", "offer-tie", "resign", "react", "rematch"] {
            assert!(eve.has(&format!("#{id}.hidden")).await?, "{id}");
        }
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("gems", names);
        eve.choose(2).await?;
        assert_eq!(eve.message().await?, "You're watching this game.");
        play_on(players, &mut mirror, &mut 5, 2).await?;
        eve.turns(2).await?;
        assert_eq!(eve.slots().await?, ada.slots().await?);
        Ok(())
    });
}

#[test]
fn two_who_pick_the_same_game_are_paired() {
    remote_play(Screen::WIDE, async |_, [ada, ben, eve]| {
        open_as(ada, "Ada", "#/island/anyone").await?;
        at_the_table(ada).await?;
        open_as(eve, "Eve", "#/gems/anyone").await?;
        at_the_table(eve).await?;
        // Who asks again, perhaps in another tab, waits at the same table and not for themselves.
        let table: String = eve.value("location.hash").await?;
        eve.open("#/gems/anyone").await?;
        at_the_table(eve).await?;
        assert_eq!(eve.value::<String>("location.hash").await?, table);
        open_as(ben, "Ben", "#/").await?;
        ben.click("#anyone-island").await?;
        at_the_table(ben).await?;
        for tab in [ada, ben] {
            phase(tab, "playing", true).await?;
        }
        assert_eq!(seat(ada).await? + seat(ben).await?, 3);
        assert_eq!(eve.phase().await?, "waiting", "Eve wants another game");
        Ok(())
    });
}

#[test]
fn markup_in_a_name_stays_text() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let link = invite(ada, "<b onclick=x>A</b>", "gems").await?;
        accept(ben, "<img src=x>", &link).await?;
        phase(ada, "waiting", false).await?;
        let names = "[...document.querySelectorAll('.name')].map((name) => name.value ?? name.textContent).sort()";
        for tab in [ada, ben] {
            tab.wait(&format!("{names}[1].startsWith('<img')")).await?;
            let names: Vec<String> = tab.value(names).await?;
            assert_eq!(names, ["<b onclick=x>A</b>", "<img src=x>"]);
            assert!(!tab.has(".pane b, .pane img, .message img, .message b").await?);
        }
        // A new name is broadcast.
        ben.type_into("input.name", "Ben").await?;
        ben.press(thirtyfour::Key::Enter).await?;
        ada.wait("[...document.querySelectorAll('span.name')].some((name) => name.textContent === 'Ben')")
            .await
    });
}

#[test]
fn a_table_that_is_not_there_says_so() {
    remote_play(Screen::WIDE, async |_, [ada]| {
        ada.open("#/table/q3mX0aVbT9Lk2PzR").await?;
        ada.wait("document.querySelector('#reason')").await?;
        assert!(ada.text("#reason").await?.starts_with("There is no such table"));
        Ok(())
    });
}

#[test]
fn a_host_of_plain_files_offers_nothing_that_needs_a_server() {
    parlor_web_tests::in_a_browser(async |page| {
        page.open("#/").await?;
        // The question whether there is a server has been answered by then.
        page.wait("performance.getEntriesByType('resource').some((entry) => entry.initiatorType === 'xmlhttprequest')")
            .await?;
        assert!(!page.has("#friend-gems").await?);
        page.open("#/kalah/setup").await?;
        assert!(page.has("#seat-2").await? && !page.has("option[value=friend]").await?);
        for entry in page.browser.browser_log().await? {
            assert!(entry.level != "SEVERE", "{}", entry.message);
        }
        Ok(())
    });
}
