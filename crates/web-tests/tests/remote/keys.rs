//! What costs no player their seat.

use parlor_web_tests::{Person, Result, Screen, remote_play};

use crate::{INSTANT, accept, at_the_table, invite, phase, seat, sit_down};

const LOST: &str = "document.querySelector('.table-page[data-connection=lost]')";

/// The line goes, and comes back.
async fn lose_the_line(person: &Person) -> Result {
    person.cable.cut();
    person.wait(LOST).await?;
    person.cable.mend();
    at_the_table(person).await
}

#[test]
fn a_link_with_a_wrong_key_takes_nobodys_seat() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let rubbish = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";
        let link = invite(ada, "Ada", "gems").await?;
        // A person without a seat takes the free one all the same.
        accept(ben, "Ben", &format!("{link}/x")).await?;
        phase(ada, "playing", true).await?;
        let mine = seat(ada).await?;
        let bens: String = ben.value("localStorage['parlor.seats'].split('\\t')[1]").await?;
        for key in ["x", rubbish, &bens] {
            ada.open_with(INSTANT, &format!("{link}/{key}")).await?;
            at_the_table(ada).await?;
            assert_eq!(ada.value::<String>("location.hash").await?, link, "the key is hidden");
            assert_eq!(seat(ada).await?, mine, "{key}");
            ada.reload().await?;
            at_the_table(ada).await?;
            assert_eq!(seat(ada).await?, mine, "{key}, after a reload");
        }
        // A key of hers that is dead makes way for one that is not.
        let dead =
            format!("localStorage['parlor.seats'] = {:?}", format!("{}\t{rubbish}\t", &link[8..]));
        ada.browser.execute(dead, vec![]).await?;
        ada.open_with(INSTANT, &format!("{link}/{bens}")).await?;
        at_the_table(ada).await?;
        assert_eq!(seat(ada).await?, seat(ben).await?);
        Ok(())
    });
}

#[test]
fn pressing_toss_twice_tosses_once() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        sit_down(ada, ben, "homepits").await?;
        let (one, two) = if seat(ada).await? == 1 { (ada, ben) } else { (ben, ada) };
        one.wait("document.querySelector('#toss-1:enabled')").await?;
        one.browser
            .execute(
                "for (let i = 0; i < 2; i++) document.querySelector('#toss-1').click()",
                vec![],
            )
            .await?;
        two.wait("document.querySelector('#toss-2:enabled')").await?;
        two.click("#toss-2").await?;
        // Both coins are uncovered long before a player loses the toss for keeping theirs covered.
        one.wait(
            "document.querySelector('.table-page').dataset.phase === 'playing' \
             || document.querySelector('#toss-1:enabled')",
        )
        .await
    });
}

#[test]
fn without_storage_a_seat_lasts_as_long_as_the_page() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        ada.before_the_page(
            "Object.defineProperty(window, 'localStorage', \
             { get() { throw new DOMException('blocked', 'SecurityError') } })",
        )
        .await?;
        ben.before_the_page(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
        )
        .await?;
        let link = invite(ada, "Ada", "gems").await?;
        let warned = "document.querySelector('#message').textContent.includes('save anything')";
        ada.wait(warned).await?;
        accept(ben, "Ben", &link).await?;
        ben.wait(warned).await?;
        phase(ada, "playing", true).await?;
        let seats = (seat(ada).await?, seat(ben).await?);
        assert_eq!(seats.0 + seats.1, 3);
        lose_the_line(ada).await?;
        lose_the_line(ben).await?;
        assert_eq!((seat(ada).await?, seat(ben).await?), seats);
        Ok(())
    });
}

#[test]
fn a_table_in_use_is_not_forgotten_for_many_others() {
    remote_play(Screen::WIDE, async |_, [ada, ben]| {
        let link = sit_down(ada, ben, "gems").await?;
        let mine = seat(ada).await?;
        // As if six hundred tables had been set since.
        let many = "localStorage['parlor.seats'] = \
            [...Array(600).keys()].map((i) => `table${i}\\t${'k'.repeat(32)}\\t`).join('\\n') \
            + '\\n' + localStorage['parlor.seats']";
        ada.browser.execute(many, vec![]).await?;
        ada.reload().await?;
        at_the_table(ada).await?;
        assert_eq!(seat(ada).await?, mine);
        invite(ada, "Ada", "kalah").await?;
        ada.open_with(INSTANT, &link).await?;
        at_the_table(ada).await?;
        assert_eq!(seat(ada).await?, mine);
        Ok(())
    });
}

#[test]
fn a_server_with_the_wrong_database_costs_no_player_their_seat() {
    remote_play(Screen::WIDE, async |server, [ada]| {
        let link = invite(ada, "Ada", "gems").await?;
        let mine = seat(ada).await?;
        tokio::task::block_in_place(|| server.stop());
        server.start_with("another.db");
        ada.wait("document.querySelector('#reason')?.textContent.includes('no such table')")
            .await?;
        tokio::task::block_in_place(|| server.stop());
        server.start_again();
        ada.open_with(INSTANT, &link).await?;
        at_the_table(ada).await?;
        assert_eq!(seat(ada).await?, mine);
        Ok(())
    });
}
