//! What is left behind when a screen is left: nothing but what people did.

use parlor_web_tests::{Result, Tab, in_a_browser};
use thirtyfour::By;

use crate::INSTANT;

/// Notes every problem that the page or its console has, from the next page on.
async fn note_problems(page: &Tab) -> Result {
    page.before_the_page(
        "window.problems = []; \
         addEventListener('error', (event) => problems.push(event.message)); \
         const report = console.error; \
         console.error = (...words) => { problems.push(words.join(' ')); report(...words); };",
    )
    .await
}

async fn problems(page: &Tab) -> Result<Vec<String>> {
    page.value("window.problems").await
}

#[test]
fn a_name_that_is_being_typed_is_kept_when_one_goes_back() {
    in_a_browser(async |page| {
        note_problems(page).await?;
        page.open("#/").await?;
        page.click("#play-kalah").await?;
        page.type_into(".south input.name", "Ada").await?;
        page.browser.back().await?;
        page.wait("document.querySelector('.card')").await?;
        assert_eq!(problems(page).await?, Vec::<String>::new());

        // The page still does what it is told.
        page.click("#play-kalah").await?;
        page.wait("document.querySelector('.south input.name').value === 'Ada'").await?;
        assert_eq!(page.status().await?, "Ada's turn.");
        page.reload().await?;
        assert_eq!(
            page.value::<String>("document.querySelector('.south input').value").await?,
            "Ada"
        );
        assert_eq!(problems(page).await?, Vec::<String>::new());
        Ok(())
    });
}

#[test]
fn a_name_typed_while_setting_up_is_still_there_after_going_back() {
    in_a_browser(async |page| {
        note_problems(page).await?;
        page.open("#/").await?;
        page.click("a[href='#/kalah/setup']").await?;
        page.type_into("#name-1", "Ada").await?;
        page.browser.back().await?;
        page.wait("document.querySelector('.card')").await?;
        page.click("a[href='#/kalah/setup']").await?;
        page.wait("document.querySelector('#name-1').value === 'Ada'").await?;
        assert_eq!(problems(page).await?, Vec::<String>::new());
        Ok(())
    });
}

/// Opens and closes so many tables, with a move at each of them, and a dialog.
const TABLES: &str = "
    const frame = () => new Promise((resume) => setTimeout(resume));
    const until = async (selector) => {
      while (!document.querySelector(selector)) await frame();
      return document.querySelector(selector);
    };
    const games = ['kalah', 'tic-tac-toe', 'gems', 'avalanche'];
    (async () => {
      for (let count = 0; count < COUNT; count++) {
        location.hash = `#/${games[count % games.length]}`;
        (await until('.table-page #\\\\32')).click();
        await until('[data-turns=\"1\"][data-busy=false]');
        document.getElementById('settings').click();
        (await until('dialog[open] button')).click();
        document.getElementById('undo').click();
        await until('[data-turns=\"0\"]');
        location.hash = '#/';
        await until('.card');
        // A log that grows with every visit is not what this is about.
        for (const key of Object.keys(localStorage)) {
          if (key.startsWith('parlor.table')) delete localStorage[key];
        }
      }
      done(memory.buffer.byteLength);
    })();";

#[test]
fn tables_that_were_closed_take_up_no_memory() {
    in_a_browser(async |page| {
        note_problems(page).await?;
        page.before_the_page(
            "const start = WebAssembly.instantiateStreaming; \
             WebAssembly.instantiateStreaming = async (...sources) => { \
                 const started = await start.apply(WebAssembly, sources); \
                 window.memory = started.instance.exports.memory; \
                 return started; \
             };",
        )
        .await?;
        page.open_with(INSTANT, "#/").await?;
        let after = async |tables: usize| {
            page.run::<usize>(&TABLES.replace("COUNT", &tables.to_string())).await
        };
        let after_100 = after(100).await?;
        let after_300 = after(200).await?;
        assert_eq!(after_300, after_100, "bytes after 300 tables, and after 100");
        assert_eq!(problems(page).await?, Vec::<String>::new());
        Ok(())
    });
}

#[test]
fn a_page_that_stops_says_what_to_do() {
    in_a_browser(async |page| {
        page.open("#/kalah").await?;
        assert!(!page.browser.find(By::Id("stopped")).await?.is_displayed().await?);
        // What a panic in WebAssembly looks like from outside.
        let panic = "const error = new WebAssembly.RuntimeError('unreachable'); \
                     dispatchEvent(new ErrorEvent('error', { error }));";
        page.browser.execute(panic, []).await?;
        page.wait("!document.getElementById('stopped').hidden").await?;
        page.click("#reload").await?;
        page.wait(
            "document.querySelector('.table-page') && document.getElementById('stopped').hidden",
        )
        .await
    });
}
