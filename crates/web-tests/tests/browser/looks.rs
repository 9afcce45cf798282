//! axe-core finds nothing wrong on any screen in any look.

use parlor_web_tests::{Page, Result, Screen, audit, in_a_browser, in_a_browser_at};

const LOOKS: [&str; 5] = ["walnut", "gems", "island", "homepits", "chalk"];

fn settings(look: &str) -> String {
    let games = ["gems", "island", "homepits", "kalah", "tic-tac-toe", "own"];
    let looks = games.map(|game| format!("look {game} {look}"));
    format!("speed Instant\n{}", looks.join("\n"))
}

/// Every state of the tables that looks differently.
async fn audit_tables(page: &Page, look: &str) -> Result {
    page.open_with(&settings(look), "#/kalah").await?;
    page.wait(&format!("document.documentElement.dataset.look === '{look}'")).await?;
    audit(page, &format!("{look}: a new game")).await?;
    page.choose(2).await?;
    page.turns(1).await?;
    page.choose(8).await?;
    audit(page, &format!("{look}: a message and the last move")).await?;
    page.click("#values").await?;
    page.click("#hint").await?;
    page.wait("document.querySelector('.hinted') && document.querySelector('.evaluation')").await?;
    audit(page, &format!("{look}: values and a hint")).await?;
    page.click("#values").await?;

    page.open("#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
    page.choose(5).await?;
    page.turns(1).await?;
    audit(page, &format!("{look}: the end")).await?;

    page.open("#/homepits").await?;
    audit(page, &format!("{look}: the start dialog")).await?;
    page.click("#start").await?;
    page.wait("document.querySelector('#toss-1')").await?;
    audit(page, &format!("{look}: the toss")).await?;

    page.open("#/tic-tac-toe").await?;
    for (turn, square) in [0, 3, 1, 4, 2].into_iter().enumerate() {
        page.choose(square).await?;
        page.turns(turn + 1).await?;
        if turn == 1 {
            audit(page, &format!("{look}: Tic-Tac-Toe")).await?;
        }
    }
    audit(page, &format!("{look}: Tic-Tac-Toe won")).await
}

#[test]
fn tables_are_accessible_in_walnut() {
    in_a_browser(async |page| audit_tables(page, LOOKS[0]).await);
}

#[test]
fn tables_are_accessible_in_gems() {
    in_a_browser(async |page| audit_tables(page, LOOKS[1]).await);
}

#[test]
fn tables_are_accessible_in_island() {
    in_a_browser(async |page| audit_tables(page, LOOKS[2]).await);
}

#[test]
fn tables_are_accessible_in_home_pits() {
    in_a_browser(async |page| audit_tables(page, LOOKS[3]).await);
}

#[test]
fn tables_are_accessible_in_chalk() {
    in_a_browser(async |page| audit_tables(page, LOOKS[4]).await);
}

#[test]
fn tables_are_accessible_on_a_phone_and_in_the_dark() {
    in_a_browser_at(Screen::PHONE, async |page| {
        for scheme in ["light", "dark"] {
            let media = serde_json::json!({
                "features": [{ "name": "prefers-color-scheme", "value": scheme }],
            });
            page.command("Emulation.setEmulatedMedia", media).await?;
            for look in LOOKS {
                page.open("#/").await?;
                let keep = format!("localStorage['parlor.settings'] = {:?}", settings(look));
                page.browser.execute(keep, vec![]).await?;
                page.open("#/kalah").await?;
                audit(page, &format!("{look}, {scheme}, on a phone")).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn every_page_and_every_sheet_is_accessible() {
    in_a_browser(async |page| {
        for address in ["#/", "#/learn", "#/gems/setup", "#/own/setup", "#/game/damaged"] {
            page.open_with("speed Instant", address).await?;
            audit(page, address).await?;
        }
        page.open("#/tic-tac-toe").await?;
        for sheet in ["settings", "share", "help"] {
            page.click(&format!("#{sheet}")).await?;
            page.wait("document.querySelector('dialog[open]')").await?;
            audit(page, sheet).await?;
            page.click("dialog [aria-label=Close]").await?;
            page.wait("!document.querySelector('dialog[open]')").await?;
        }
        Ok(())
    });
}
