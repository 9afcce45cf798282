use std::ops::Deref;
use std::time::Duration;

use parlor_protocol::event_log::write_log;
use parlor_rules::Player;
use parlor_table::GameLog;
use serde::de::DeserializeOwned;
use serde_json::json;
use thirtyfour::error::WebDriverError;
use thirtyfour::prelude::*;

use crate::{Cable, Host, Result};

/// The app from a host of its own. Every page has one, and so a store of its own.
pub struct Page {
    tab: Tab,
    /// Who serves the app.
    pub host: Host,
}

impl Page {
    pub(crate) async fn new(browser: WebDriver, host: Host, screen: Screen) -> Result<Self> {
        Ok(Self { tab: Tab::new(browser, host.url(), screen).await?, host })
    }
}

impl Deref for Page {
    type Target = Tab;

    fn deref(&self) -> &Tab {
        &self.tab
    }
}

/// A person at a screen of their own, with a cable to the server.
pub struct Person {
    tab: Tab,
    /// What can be cut.
    pub cable: Cable,
}

impl Person {
    pub(crate) async fn new(browser: WebDriver, cable: Cable, screen: Screen) -> Result<Self> {
        Ok(Self { tab: Tab::new(browser, cable.url(), screen).await?, cable })
    }
}

impl Deref for Person {
    type Target = Tab;

    fn deref(&self) -> &Tab {
        &self.tab
    }
}

/// The app in a browser, as a person at the screen sees and uses it.
pub struct Tab {
    /// The browser itself, for what only some test needs.
    pub browser: WebDriver,
    /// Where the app is.
    site: String,
}

/// The size of a screen, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
    /// Whether it is touched.
    pub touch: bool,
}

impl Screen {
    /// A desktop.
    pub const WIDE: Self = Self { width: 1440, height: 900, touch: false };
    /// A tablet.
    pub const TABLET: Self = Self { width: 1024, height: 768, touch: true };
    /// A phone held upright.
    pub const PHONE: Self = Self { width: 390, height: 844, touch: true };
    /// A phone held sideways.
    pub const SIDEWAYS: Self = Self { width: 844, height: 390, touch: true };
}

/// What every page is waited for.
const READY: &str = "document.querySelector('#parlor > .parlor:not(.waiting)')?.querySelector('.table-page, .card, .page, .review')";

impl Tab {
    pub(crate) async fn new(browser: WebDriver, site: String, screen: Screen) -> Result<Self> {
        browser.set_script_timeout(Duration::from_mins(3)).await?;
        let page = Self { browser, site };
        page.resize(screen).await?;
        Ok(page)
    }

    /// Gives the screen another size.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn resize(&self, screen: Screen) -> Result {
        let metrics = json!({
            "width": screen.width, "height": screen.height,
            "deviceScaleFactor": 1, "mobile": screen.touch,
        });
        self.command("Emulation.setDeviceMetricsOverride", metrics).await?;
        let touch = json!({ "enabled": screen.touch });
        self.command("Emulation.setTouchEmulationEnabled", touch).await
    }

    /// Sends the browser a command of its `DevTools` protocol.
    ///
    /// # Errors
    /// If the browser does not know it.
    pub async fn command(&self, name: &str, parameters: serde_json::Value) -> Result {
        self.browser.cdp().send_raw(name, parameters).await.map(drop)
    }

    /// Runs a script in every page before any of the page's own.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn before_the_page(&self, script: &str) -> Result {
        let source = json!({ "source": script });
        self.command("Page.addScriptToEvaluateOnNewDocument", source).await
    }

    /// Lets coins fall as they are told, from the next page on: `H` or `T` for each toss.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn coins_fall(&self, coins: &str) -> Result {
        let coins: Vec<&str> =
            coins.chars().map(|coin| if coin == 'H' { "0.1" } else { "0.9" }).collect();
        let script = format!(
            "const coins = [{}]; const random = Math.random; \
             Math.random = () => coins.shift() ?? random();",
            coins.join(",")
        );
        self.before_the_page(&script).await
    }

    /// Opens an address of the app, which begins with `#`, and waits until it is there.
    ///
    /// # Errors
    /// If nothing comes.
    pub async fn open(&self, address: &str) -> Result {
        let url = format!("{}{address}", self.site);
        // An address that differs only behind the `#` would not load the page anew.
        self.browser.goto("about:blank").await?;
        self.browser.goto(url).await?;
        self.wait(READY).await
    }

    /// Opens an address with settings that were made before, a line for each.
    ///
    /// # Errors
    /// If nothing comes.
    pub async fn open_with(&self, settings: &str, address: &str) -> Result {
        let store = format!(
            "try {{ if (!localStorage['parlor.settings']) \
             localStorage['parlor.settings'] = {settings:?} }} catch {{}}"
        );
        self.before_the_page(&store).await?;
        self.open(address).await
    }

    /// Opens a game whose table was left here before: of two people, or against the computer.
    ///
    /// # Errors
    /// If nothing comes.
    pub async fn open_table(&self, game: &str, log: &GameLog) -> Result {
        let mut seats = Player::BOTH.into_iter().map(|player| log.table().seat(player));
        let [key, address] = if seats.any(|seat| seat.level().is_some()) {
            [format!("{game}.computer"), format!("#/{game}/computer")]
        } else {
            [game.to_owned(), format!("#/{game}")]
        };
        let store = format!(
            "try {{ localStorage['parlor.table.{key}'] ??= {:?} }} catch {{}}",
            write_log(log)
        );
        self.before_the_page(&store).await?;
        self.open(&address).await
    }

    /// Loads the page anew.
    ///
    /// # Errors
    /// If nothing comes.
    pub async fn reload(&self) -> Result {
        self.browser.refresh().await?;
        self.wait(READY).await
    }

    /// The value of an expression in the page.
    ///
    /// # Errors
    /// If it has none, or one of another kind.
    pub async fn value<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        self.browser.execute(format!("return ({expression});"), vec![]).await?.convert()
    }

    /// Runs a script in the page, and waits for what it gives to `done`.
    ///
    /// # Errors
    /// If it fails or takes too long.
    pub async fn run<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        self.browser.execute_async(script, vec![]).await?.convert()
    }

    /// Waits until an expression in the page is true.
    ///
    /// # Errors
    /// If it is still false after 20 seconds.
    pub async fn wait(&self, condition: &str) -> Result {
        self.wait_at_most(Duration::from_secs(20), condition).await
    }

    /// Waits until an expression in the page is true, for something that may take a while.
    ///
    /// # Errors
    /// If it is still false after that time.
    pub async fn wait_at_most(&self, time: Duration, condition: &str) -> Result {
        let script = format!(
            "const limit = performance.now() + {}; \
             const look = () => {{ \
                 let met = false; \
                 try {{ met = !!({condition}); }} catch {{}} \
                 if (met || performance.now() > limit) done(met); else setTimeout(look, 10); \
             }}; look();",
            time.as_millis()
        );
        if self.run(&script).await? {
            return Ok(());
        }
        let shown: String = self.value("document.body.innerText.slice(0, 600)").await?;
        let never = format!("never became true: {condition}\nThe page shows:\n{shown}");
        Err(WebDriverError::Timeout(never))
    }

    /// Clicks on the middle of the first element that a selector finds, as soon as it is there.
    ///
    /// # Errors
    /// If there is none, or if something lies over it.
    pub async fn click(&self, selector: &str) -> Result {
        self.wait(&format!("document.querySelector({selector:?})")).await?;
        self.browser.find(By::Css(selector)).await?.click().await
    }

    /// Presses a control of the bar, which may stand under More.
    ///
    /// # Errors
    /// If there is none, or if it is not offered now.
    pub async fn press_control(&self, id: &str) -> Result {
        let shown = format!("document.getElementById({id:?})?.checkVisibility()");
        self.wait(&format!("document.getElementById({id:?})?.matches(':not(.hidden)')")).await?;
        if !self.value::<bool>(&shown).await? {
            self.click("#more").await?;
        }
        self.click(&format!("#{id}")).await
    }

    /// Clicks on a pit, a store or a square, by its number.
    ///
    /// # Errors
    /// If it cannot be clicked on.
    pub async fn choose(&self, slot: u8) -> Result {
        self.browser.find(By::Id(slot.to_string())).await?.click().await
    }

    /// Presses a key, wherever the focus is.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn press(&self, key: impl Into<TypingData>) -> Result {
        self.browser.action_chain().send_keys(key).perform().await
    }

    /// Goes on with the Tab key until the element with this id has the focus.
    ///
    /// # Errors
    /// If the browser does not do it.
    ///
    /// # Panics
    /// If the element cannot be reached.
    pub async fn tab_to(&self, id: &str) -> Result {
        for _ in 0..60 {
            if self.value::<String>("document.activeElement.id").await? == id {
                return Ok(());
            }
            self.press(Key::Tab).await?;
        }
        panic!("{id} cannot be reached by Tab");
    }

    /// Types into a field what it shall say instead of what it says.
    ///
    /// # Errors
    /// If there is no such field.
    pub async fn type_into(&self, selector: &str, text: &str) -> Result {
        self.wait(&format!("document.querySelector({selector:?})")).await?;
        let field = self.browser.find(By::Css(selector)).await?;
        field.send_keys(Key::Control + "a").await?;
        field.send_keys(Key::Delete + text).await
    }

    /// Chooses an option of a list by its value.
    ///
    /// # Errors
    /// If there is no such list or option.
    pub async fn pick(&self, selector: &str, value: &str) -> Result {
        self.click(&format!("{selector} option[value={value:?}]")).await
    }

    /// The text of the first element that a selector finds, without what only the eye skips.
    ///
    /// # Errors
    /// If there is none.
    pub async fn text(&self, selector: &str) -> Result<String> {
        self.value(&format!("document.querySelector({selector:?}).textContent.trim()")).await
    }

    /// Whether a selector finds anything.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub async fn has(&self, selector: &str) -> Result<bool> {
        self.value(&format!("!!document.querySelector({selector:?})")).await
    }

    /// Waits until stones and computer rest and the next action is a person's.
    ///
    /// # Errors
    /// If they never do.
    pub async fn rest(&self) -> Result {
        self.wait(&format!("{TABLE}.busy === 'false'")).await
    }

    /// Brings every motion that has an end to its end.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn come_to_rest(&self) -> Result {
        self.wait("!document.querySelector('[data-busy=true]')").await?;
        let finish = "for (const motion of document.getAnimations()) \
                      try { motion.finish(); } catch {}";
        self.browser.execute(finish, vec![]).await.map(drop)
    }

    /// Waits until so many turns have been played and shown.
    ///
    /// # Errors
    /// If they never are.
    pub async fn turns(&self, turns: usize) -> Result {
        self.wait(&format!("{TABLE}.turns === '{turns}' && {TABLE}.busy === 'false'")).await
    }

    /// Waits until so many turns have been played and every slot shows so many stones.
    ///
    /// # Errors
    /// If they never do.
    pub async fn shows(&self, turns: usize, slots: &[u8]) -> Result {
        let resting = format!("{TABLE}.turns === '{turns}' && {TABLE}.busy === 'false'");
        self.wait(&format!("{resting} && String({COUNTS}) === String({slots:?})")).await
    }

    /// What people are doing: `waiting`, `tossing`, `playing` or `over`.
    ///
    /// # Errors
    /// If no table is shown.
    pub async fn phase(&self) -> Result<String> {
        self.value(&format!("{TABLE}.phase")).await
    }

    /// The counts of all slots as they are drawn.
    ///
    /// # Errors
    /// If no Mancala board is shown.
    pub async fn slots(&self) -> Result<Vec<u8>> {
        self.value(COUNTS).await
    }

    /// Whose turn it is, or how the game ended.
    ///
    /// # Errors
    /// If no Mancala table is shown.
    pub async fn status(&self) -> Result<String> {
        self.text("#status").await
    }

    /// The short message.
    ///
    /// # Errors
    /// If no Mancala table is shown.
    pub async fn message(&self) -> Result<String> {
        self.text("#message").await
    }
}

const TABLE: &str = "document.querySelector('.table-page, .review').dataset";

const COUNTS: &str = "[...document.querySelectorAll('.slot')] \
    .sort((a, b) => a.id - b.id) \
    .map((slot) => Number(slot.querySelector('.count').textContent))";
