//! A whole game in an address.

use parlor_web_tests::in_a_browser;

use crate::INSTANT;

#[test]
fn a_shared_game_is_seen_stepped_through_and_played_on() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/homepits/setup").await?;
        page.open("#/kalah").await?;
        page.type_into(".south .name", "Zoë / 50%\n").await?;
        for (turn, slot) in [2, 5, 9].into_iter().enumerate() {
            page.choose(slot).await?;
            page.turns(turn + 1).await?;
        }
        let (slots, status) = (page.slots().await?, page.status().await?);
        page.click("#share").await?;
        let link: String = page.value("document.getElementById('link').value").await?;
        let (site, address) = link.split_once('#').expect("a link has a #");
        assert_eq!(site, page.host.url());

        // Another person opens it, who has never been here.
        page.browser.execute("localStorage.clear()", vec![]).await?;
        page.open(&format!("#{address}")).await?;
        page.turns(3).await?;
        assert_eq!(page.slots().await?, slots);
        assert_eq!(page.status().await?, status);
        let name: String = page.value("document.querySelector('.south .name').value").await?;
        assert_eq!(name, "Zoë / 50%");

        page.click("#to-start").await?;
        page.turns(0).await?;
        page.click("#redo").await?;
        page.turns(1).await?;
        page.click("#to-end").await?;
        page.turns(3).await?;
        assert_eq!(page.slots().await?, slots);
        let next: u8 =
            page.value("Number(document.querySelector('.pit[aria-disabled=false]').id)").await?;
        page.choose(next).await?;
        page.turns(4).await?;
        page.reload().await?;
        page.turns(4).await
    });
}

#[test]
fn a_game_of_tic_tac_toe_travels_in_a_link() {
    in_a_browser(async |page| {
        page.open("#/tic-tac-toe").await?;
        page.choose(4).await?;
        page.turns(1).await?;
        page.click("#share").await?;
        let link: String = page.value("document.getElementById('link').value").await?;
        let (_, address) = link.split_once('#').expect("a link has a #");
        page.open(&format!("#{address}")).await?;
        page.turns(1).await?;
        assert_eq!(page.text("[id='4']").await?, "X");
        assert_eq!(page.text("#right-msg").await?, "Player 2's turn.");
        Ok(())
    });
}

#[test]
fn a_damaged_link_says_so_and_offers_a_new_game() {
    in_a_browser(async |page| {
        for address in ["#/game/gems~S~99", "#/game/", "#/game/kalah~S~3/%4", "#/no-such-game"] {
            page.open(address).await?;
            assert_eq!(page.text("h1").await?, "This link doesn't work", "{address}");
            assert!(!page.text("#reason").await?.is_empty());
            page.click(".page a.primary").await?;
            page.wait("document.querySelector('.card')").await?;
        }
        Ok(())
    });
}
