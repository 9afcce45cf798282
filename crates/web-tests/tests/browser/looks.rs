//! axe-core finds nothing wrong on any screen in any look, by day and by night.

use parlor_web_tests::{Page, Result, Screen, audit, in_a_browser, in_a_browser_at};

const LOOKS: [&str; 6] = ["walnut", "gems", "island", "homepits", "chalk", "snow"];

const SCHEMES: [&str; 2] = ["light", "dark"];

/// Opens the front room in a colour scheme, with this look chosen for every game.
async fn prefer(page: &Page, scheme: &str, look: &str) -> Result {
    let media = serde_json::json!({
        "features": [{ "name": "prefers-color-scheme", "value": scheme }],
    });
    page.command("Emulation.setEmulatedMedia", media).await?;
    page.open("#/").await?;
    let games = ["gems", "island", "homepits", "kalah", "avalanche", "tic-tac-toe", "own"];
    let looks = games.map(|game| format!("look {game} {look}"));
    let settings = format!("speed Instant\n{}", looks.join("\n"));
    let keep = format!("localStorage.clear(); localStorage['parlor.settings'] = {settings:?}");
    page.browser.execute(keep, vec![]).await.map(drop)
}

/// Every phase of a table that looks differently.
async fn audit_tables(page: &Page, what: &str) -> Result {
    page.open("#/kalah").await?;
    audit(page, &format!("{what}: a new game")).await?;
    page.choose(2).await?;
    page.turns(1).await?;
    page.choose(8).await?;
    audit(page, &format!("{what}: a message and the last move")).await?;
    page.click("#values").await?;
    page.click("#hint").await?;
    page.wait("document.querySelector('.hinted') && document.querySelector('.evaluation')").await?;
    audit(page, &format!("{what}: values and a hint")).await?;
    page.click("#values").await?;

    page.open("#/game/kalah~6-20-10-0-0-0-0-0-1-3-0-0-2-0-0-S~").await?;
    page.choose(5).await?;
    page.turns(1).await?;
    audit(page, &format!("{what}: the end")).await?;

    page.open("#/homepits").await?;
    audit(page, &format!("{what}: the start dialog")).await?;
    page.click("#start").await?;
    page.wait("document.querySelector('#toss-1')").await?;
    audit(page, &format!("{what}: the toss")).await?;
    // Heads for player 1, Tails for player 2: one toss each is enough.
    page.browser.execute("Math.random = () => 0.1", vec![]).await?;
    page.click("#toss-1:enabled").await?;
    page.wait("document.querySelector('#toss-2:enabled')").await?;
    page.browser.execute("Math.random = () => 0.9", vec![]).await?;
    page.click("#toss-2:enabled").await?;
    page.click(".pit.playable").await?;
    page.wait("document.querySelector('.pit.selected')").await?;
    audit(page, &format!("{what}: a selected pit")).await?;

    page.open("#/tic-tac-toe").await?;
    for (turn, square) in [0, 3, 1, 4, 2].into_iter().enumerate() {
        page.choose(square).await?;
        page.turns(turn + 1).await?;
        if turn == 1 {
            audit(page, &format!("{what}: Tic-Tac-Toe")).await?;
        }
    }
    audit(page, &format!("{what}: Tic-Tac-Toe won")).await
}

/// Every page and every sheet that wears the look of a game.
async fn audit_pages_and_sheets(page: &Page, what: &str) -> Result {
    for address in ["#/gems/setup", "#/own/setup"] {
        page.open(address).await?;
        audit(page, &format!("{what}: {address}")).await?;
    }
    page.open("#/kalah").await?;
    page.choose(2).await?;
    page.turns(1).await?;
    for sheet in ["settings", "share", "help", "new-game"] {
        page.click(&format!("#{sheet}")).await?;
        page.wait("document.querySelector('dialog[open]')").await?;
        audit(page, &format!("{what}: the sheet {sheet}")).await?;
        page.click("dialog [aria-label=Close]").await?;
        page.wait("!document.querySelector('dialog')").await?;
    }
    page.open("#/tic-tac-toe").await?;
    page.click("#settings").await?;
    page.wait("document.querySelector('dialog[open]')").await?;
    audit(page, &format!("{what}: the settings of Tic-Tac-Toe")).await
}

fn everything_is_accessible_in(look: &str) {
    in_a_browser(async |page| {
        for scheme in SCHEMES {
            prefer(page, scheme, look).await?;
            page.open("#/kalah").await?;
            page.wait(&format!("document.documentElement.dataset.look === '{look}'")).await?;
            let what = format!("{look}, {scheme}");
            audit_tables(page, &what).await?;
            audit_pages_and_sheets(page, &what).await?;
        }
        Ok(())
    });
}

#[test]
fn everything_is_accessible_in_walnut() {
    everything_is_accessible_in(LOOKS[0]);
}

#[test]
fn everything_is_accessible_in_gems() {
    everything_is_accessible_in(LOOKS[1]);
}

#[test]
fn everything_is_accessible_in_island() {
    everything_is_accessible_in(LOOKS[2]);
}

#[test]
fn everything_is_accessible_in_home_pits() {
    everything_is_accessible_in(LOOKS[3]);
}

#[test]
fn everything_is_accessible_in_chalk() {
    everything_is_accessible_in(LOOKS[4]);
}

#[test]
fn everything_is_accessible_in_snow() {
    everything_is_accessible_in(LOOKS[5]);
}

#[test]
fn pages_without_a_game_are_accessible() {
    in_a_browser(async |page| {
        for scheme in SCHEMES {
            prefer(page, scheme, "walnut").await?;
            for address in ["#/", "#/learn", "#/game/damaged"] {
                page.open(address).await?;
                audit(page, &format!("{address}, {scheme}")).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn tables_are_accessible_on_a_phone() {
    in_a_browser_at(Screen::PHONE, async |page| {
        for scheme in SCHEMES {
            for look in LOOKS {
                prefer(page, scheme, look).await?;
                page.open("#/kalah").await?;
                audit(page, &format!("{look}, {scheme}, on a phone")).await?;
            }
        }
        Ok(())
    });
}
