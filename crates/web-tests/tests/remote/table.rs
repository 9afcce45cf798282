//! What people do at a table beside playing.

use parlor_web_tests::{Mirror, Result, Screen, Tab, remote_play};
use serde_json::json;

use crate::{
    at_the_table, in_order, open_seat, phase, play_on, says, seat, sit_down, table_of_two,
};

#[test]
fn a_move_is_taken_back_only_by_consent() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        let start = ada.slots().await?;
        play_on(players, &mut mirror, &mut 5, 1).await?;
        let [mover, other] = players;
        mover.click("#take-back").await?;
        other.wait(&says(".request", "asks to take back a move")).await?;
        other.wait(&says("[role=status]", "asks to take back a move")).await?;
        mover.wait(&says(".request", "Waiting for")).await?;
        other.click("#decline").await?;
        mover.wait(&says("#message", "declined")).await?;
        assert_eq!(mover.text("#turns").await?, "1 turn played");

        // By the keyboard alone this time.
        mover.press("u").await?;
        other.wait("document.querySelector('#agree')").await?;
        other.tab_to("agree").await?;
        other.press(thirtyfour::Key::Enter).await?;
        for tab in players {
            tab.turns(0).await?;
            assert_eq!(tab.slots().await?, start);
            assert!(!tab.has(".request").await?);
        }
        Ok(())
    });
}

#[test]
fn a_tie_is_agreed_on_and_a_rematch_changes_sides_and_keeps_the_score() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "gems").await?;
        let before = seat(ada).await?;
        ada.click("#offer-tie").await?;
        ben.wait(&says(".request", "Ada offers a tie")).await?;
        ben.click("#agree").await?;
        for tab in [ada, ben] {
            phase(tab, "over", true).await?;
            assert_eq!(tab.status().await?, "Tie game! Both players agreed.");
        }
        ben.click("#rematch").await?;
        ada.click("#agree").await?;
        for tab in [ada, ben] {
            phase(tab, "playing", true).await?;
        }
        assert_eq!(seat(ada).await?, 3 - before, "sides are changed");
        assert_eq!(seat(ben).await?, before);

        // A player resigns, and the next game still knows who won.
        ben.click("#resign").await?;
        ben.click("#confirm-resign").await?;
        ada.wait(&says("#status", "Ben resigned. You win!")).await?;
        ada.click("#rematch").await?;
        ben.click("#agree").await?;
        phase(ada, "playing", true).await?;
        assert_eq!(seat(ada).await?, before);
        let pane = if before == 1 { ".pane.south" } else { ".pane.north" };
        for tab in [ada, ben] {
            phase(tab, "playing", true).await?;
            assert_eq!(tab.text(&format!("{pane} .won")).await?, "Wins: 1");
        }
        Ok(())
    });
}

#[test]
fn reactions_are_seen_heard_and_muted() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "island").await?;
        ada.click("#react").await?;
        ada.click("#say-clap").await?;
        ben.wait(&says(".says:not(.hidden)", "Well played!")).await?;
        ben.wait(&says("[role=status]", "Ada: Well played!")).await?;
        ben.click("#react").await?;
        ben.click("dialog .switch input").await?;
        ben.click("#say-thanks").await?;
        ada.wait(&says(".says:not(.hidden)", "Thank you!")).await?;
        ada.click("#react").await?;
        ada.click("#say-wow").await?;
        // Her own words come back to her after they have been broadcast.
        ada.wait(
            "[...document.querySelectorAll('.says')].some((said) => said.textContent === 'Wow!')",
        )
        .await?;
        ada.click("#offer-tie").await?;
        ben.wait(&says(".request", "offers a tie")).await?;
        assert!(!ben.value::<bool>(&says("body", "Wow!")).await?, "Ben wants to hear nothing");
        Ok(())
    });
}

#[test]
fn a_clock_runs_out_on_the_servers_word() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let key = table_of_two(server, json!({"game": "gems", "clock": {"initial": 2}}));
        open_seat(ada, &key).await?;
        let link: String = ada.value("location.hash").await?;
        assert_eq!(ada.text(".pane.south .clock").await?, "0:02.0");
        crate::accept(ben, "Ben", &link).await?;
        // The clocks start with the first move, after which Ada goes again.
        ada.choose(2).await?;
        ada.wait(&says("#status", "You ran out of time. Ben wins!")).await?;
        ben.wait(&says("#status", "Ada ran out of time. You win!")).await?;
        assert_eq!(ben.text(".pane.south .clock").await?, "0:00.0");
        assert_eq!(ben.text(".pane.north .clock").await?, "0:02.0");
        Ok(())
    });
}

#[test]
fn no_clock_is_seen_to_run_for_a_player_who_has_not_come_yet() {
    remote_play(Screen::WIDE, async |server, [ada, ben]| {
        let key = table_of_two(server, json!({"game": "gems", "clock": {"initial": 60}}));
        crate::accept(ben, "Ben", &format!("#/table/{}", key.table)).await?;
        ben.wait(&says("#status", "Ada's turn")).await?;
        let now: f64 = ben.value("performance.now()").await?;
        ben.wait(&format!("performance.now() > {}", now + 1_500.0)).await?;
        assert_eq!(ben.text(".pane.south .clock").await?, "1:00");
        open_seat(ada, &key).await?;
        ada.wait(&says("#status", "Your turn")).await?;
        assert_eq!(ben.text(".pane.south .clock").await?, "1:00", "nor before the first move");
        ada.choose(2).await?;
        ben.wait(&says(".pane.south .clock", "0:59")).await?;
        Ok(())
    });
}

#[test]
fn a_seat_goes_on_on_another_device_and_through_a_reload() {
    remote_play(Screen::WIDE, async |_, [ada, ben, other]| {
        sit_down(ada, ben, "kalah").await?;
        let (players, names) = in_order(ada, ben).await?;
        let mut mirror = Mirror::with_names("kalah", names);
        play_on(players, &mut mirror, &mut 5, 2).await?;

        let link = private_link(ada).await?;
        other.open_with(crate::INSTANT, &link).await?;
        at_the_table(other).await?;
        let address: String = other.value("location.hash").await?;
        assert!(link.starts_with(&address) && link.len() > address.len() + 20, "{address}");
        assert_eq!(seat(other).await?, seat(ada).await?);
        ada.press(thirtyfour::Key::Escape).await?;
        ada.wait("!document.querySelector('dialog[open]')").await?;

        // Ada's seat is now in two places, and both of them play.
        let mut elsewhere = players;
        elsewhere[seat(ada).await? - 1] = other;
        play_on(elsewhere, &mut mirror, &mut 9, 2).await?;
        ada.turns(mirror.log().table().play().played()).await?;
        other.reload().await?;
        at_the_table(other).await?;
        assert_eq!(seat(other).await?, seat(ada).await?);
        other.turns(mirror.log().table().play().played()).await
    });
}

/// The link by which a player continues on another device.
async fn private_link(tab: &Tab) -> Result<String> {
    tab.click("#share").await?;
    tab.click("#continue-elsewhere").await?;
    tab.wait("document.querySelector('#private-link')?.value").await?;
    let link: String = tab.value("document.querySelector('#private-link').value").await?;
    Ok(link.split_once('#').map(|(_, link)| format!("#{link}")).expect("a link"))
}

#[test]
fn a_toss_goes_on_on_another_device() {
    remote_play(Screen::WIDE, async |_, [ada, ben, other]| {
        sit_down(ada, ben, "homepits").await?;
        let first = if seat(ada).await? == 1 { ada } else { ben };
        let second = if seat(ada).await? == 1 { ben } else { ada };
        first.click("#toss-1:enabled").await?;
        second.wait("document.querySelector('#toss-2:enabled')").await?;

        // Only the device that tossed knows what it has chosen; the link takes it along.
        let link = private_link(first).await?;
        first.browser.goto("about:blank").await?;
        other.open_with(crate::INSTANT, &link).await?;
        at_the_table(other).await?;
        second.click("#toss-2:enabled").await?;
        let decided = "document.querySelector('.table-page').dataset.phase === 'playing'";
        let again = says("#toss-message", "Toss again");
        second.wait(&format!("{decided} || {again}")).await?;
        crate::games::toss_on([other, second]).await?;
        for tab in [&**other, &**second] {
            phase(tab, "playing", true).await?;
            assert!(!tab.value::<bool>(&says("body", "never uncovered")).await?);
        }
        Ok(())
    });
}

#[test]
fn links_are_copied_where_there_is_no_clipboard() {
    remote_play(Screen::WIDE, async |_, [ada]| {
        // As it is for a page that comes from another machine in the same house.
        let none = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })";
        ada.before_the_page(none).await?;
        ada.open("#/gems").await?;
        ada.click("#share").await?;
        ada.click("dialog .primary").await?;
        ada.wait(&says("dialog .primary", "Copied")).await?;
        let link: String = ada.value("document.querySelector('#link').value").await?;
        assert!(link.ends_with("#/game/gems~S~"), "{link}");
        let pasted = paste(ada).await?;
        assert!(!pasted.is_empty() && link.starts_with(&pasted), "{pasted} of {link}");

        crate::invite(ada, "Ada", "kalah").await?;
        ada.click(".panel .primary").await?;
        ada.wait(&says(".panel .primary", "Copied")).await?;
        let link: String = ada.value("document.querySelector('#invite-link').value").await?;
        let pasted = paste(ada).await?;
        assert!(!pasted.is_empty() && link.starts_with(&pasted), "{pasted} of {link}");
        Ok(())
    });
}

/// What the clipboard holds, as far as it fits into a name.
async fn paste(tab: &Tab) -> Result<String> {
    tab.press(thirtyfour::Key::Escape).await?;
    tab.wait("!document.querySelector('dialog[open]')").await?;
    let paste = thirtyfour::Key::Control + "v";
    tab.type_into("input.name", "").await?;
    tab.browser.find(thirtyfour::By::Css("input.name")).await?.send_keys(paste).await?;
    tab.wait("document.querySelector('input.name').value").await?;
    tab.value("document.querySelector('input.name').value").await
}

#[test]
fn the_computer_takes_the_free_seat() {
    remote_play(Screen::WIDE, async |_, [ada]| {
        crate::invite(ada, "Ada", "tic-tac-toe").await?;
        ada.pick("#computer-level", "2").await?;
        ada.click("#seat-computer").await?;
        phase(ada, "playing", true).await?;
        while ada.phase().await? != "over" {
            let next = "document.querySelector('.square.playable') \
                        || document.querySelector('.table-page').dataset.phase === 'over'";
            ada.wait(next).await?;
            if ada.has(".square.playable").await? {
                let turns: String =
                    ada.value("document.querySelector('.table-page').dataset.turns").await?;
                ada.click(".square.playable").await?;
                ada.wait(&format!("document.querySelector('.table-page').dataset.turns > {turns}"))
                    .await?;
            }
        }
        // The computer need not be asked.
        ada.click("#reset").await?;
        phase(ada, "playing", true).await
    });
}
