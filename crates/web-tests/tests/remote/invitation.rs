//! How people come to a table.

use parlor_web_tests::{KEEP_OPENING, Mirror, Screen, Seen, missing, remote_play};

use serde_json::json;

use crate::{
    accept, at_the_table, in_order, invite, open_as, phase, place, play, play_on, seat, sit_down,
};

#[test]
fn the_program_takes_the_front_room_over_without_a_jump() {
    for screen in [Screen::WIDE, Screen::TABLET, Screen::SIDEWAYS, Screen::PHONE] {
        remote_play(screen, async |_, [ada]| {
            ada.before_the_page(KEEP_OPENING).await?;
            // Words are a little narrower in type that comes later, which is another matter.
            ada.command("Network.enable", json!({})).await?;
            ada.command("Network.setBlockedURLs", json!({ "urls": ["*.woff2"] })).await?;
            ada.open("#/").await?;
            let before: Seen = ada.value("seen").await?;
            let after: Seen = ada.value("look('#parlor')").await?;
            let [gone, new] = [missing(&before, &after), missing(&after, &before)];
            assert!(before.iter().filter(|(kind, _)| kind == "card").count() == 6, "{before:?}");
            assert!(
                gone.is_empty() && new.is_empty(),
                "The front room at {screen:?} jumps. Run `cargo xtask openings` if it has changed.\n\
                 before: {gone:?}\nafter: {new:?}"
            );
            assert!(!ada.has("#opening, [data-opening], .waiting").await?);

            // A player with a game to go on with sees that first, above the cards.
            ada.open("#/kalah").await?;
            ada.choose(2).await?;
            ada.turns(1).await?;
            ada.open("#/").await?;
            assert!(ada.value::<bool>("seen.length === 0").await?);
            assert!(ada.has(".going-on a").await?);
            Ok(())
        });
    }
}

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
        assert_eq!(ada.text(".going-on a span").await?, "Kalah, waiting for the other player");
        ada.click(".going-on a").await?;
        at_the_table(ada).await?;
        seat(ada).await.map(drop)
    });
}

#[test]
fn a_link_for_a_friend_is_one_tap_away_and_the_name_is_asked_beside_it() {
    remote_play(Screen::PHONE, async |_, [ada, ben]| {
        ada.before_the_page("window.taps = 0; addEventListener('click', () => taps++, true);")
            .await?;
        ada.open("#/").await?;
        ada.click("#friend-gems").await?;
        ada.wait("document.querySelector('#invite-link')?.value").await?;
        assert_eq!(ada.value::<u32>("taps").await?, 1);
        let link: String = ada.value("location.hash").await?;
        ada.type_into("#my-name", "Ada\n").await?;
        open_as(ben, "", &link).await?;
        ben.wait("document.querySelector('.panel h2')?.textContent === 'Ada is waiting for you'")
            .await?;
        // The name is known from now on.
        assert_eq!(ada.value::<String>("localStorage['parlor.name']").await?, "Ada");
        Ok(())
    });
}

#[test]
fn the_front_room_tells_whose_move_it_is_at_a_table_by_link() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        let [first, second] = players;
        second.open("#/").await?;
        let mine = "document.querySelector('.going-on .badge:not(.hidden)')?.textContent";
        second.wait("document.querySelector('.going-on .badge.hidden')").await?;
        // Pit 1 ends in no store: it is the other player's move then.
        play(&[first], first, &mut mirror, place(0)).await?;
        second.wait(&format!("{mine} === 'Your move'")).await?;
        second.click(".going-on a").await?;
        second.turns(1).await?;
        first.open("#/").await?;
        first.wait("document.querySelector('.going-on .badge.hidden')").await
    });
}

#[test]
fn without_a_network_the_ways_to_other_players_wait_until_it_is_back() {
    remote_play(Screen::WIDE, async |_, [ada]| {
        ada.open("#/").await?;
        ada.wait("document.querySelector('a#friend-gems')").await?;
        let offline = |is: bool| {
            serde_json::json!({ "offline": is, "latency": 0, "downloadThroughput": -1,
                                "uploadThroughput": -1 })
        };
        ada.command("Network.enable", serde_json::json!({})).await?;
        ada.command("Network.emulateNetworkConditions", offline(true)).await?;
        ada.wait("document.querySelector('#friend-gems[aria-disabled=true]')").await?;
        assert_eq!(
            ada.text("#obstacle").await?,
            "You're offline: friends are waiting until you're back."
        );
        ada.command("Network.emulateNetworkConditions", offline(false)).await?;
        ada.wait("document.querySelector('a#friend-gems')").await?;
        ada.wait("document.querySelector('#obstacle.hidden')").await
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
fn two_who_want_an_even_start_are_paired() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        for (tab, name) in [(ada, "Ada"), (ben, "Ben")] {
            // It is noon for both: at midnight the start of the day changes.
            tab.before_the_page(
                "const { now } = Date, shift = 43_200_000 - now() % 86_400_000; \
                 Date.now = () => now() + shift;",
            )
            .await?;
            open_as(tab, name, "#/kalah/setup").await?;
            tab.pick("#seat-2", "anyone").await?;
            tab.pick("#start-position", "even").await?;
            tab.click("#start").await?;
            at_the_table(tab).await?;
        }
        for tab in [ada, ben] {
            phase(tab, "playing", true).await?;
        }
        let slots = ada.slots().await?;
        assert_eq!(ben.slots().await?, slots);
        assert_eq!(slots.iter().sum::<u8>(), 36, "{slots:?}");
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
fn a_host_of_plain_files_says_that_it_has_no_server_and_nothing_fails() {
    parlor_web_tests::in_a_browser(async |page| {
        page.open("#/").await?;
        page.wait("document.querySelector('#friend-gems[aria-disabled=true]')").await?;
        for entry in page.browser.browser_log().await? {
            assert!(entry.level != "SEVERE", "{}", entry.message);
        }
        Ok(())
    });
}
