//! What brings people back: links that are handed on, their picture, icons, and a page where there is
//! nothing.

use parlor_web_tests::{Result, Screen, Tab, audit, in_a_browser, in_a_browser_at};

/// Opens a table and the sheet with the link to its game.
async fn open_share_sheet(tab: &Tab) -> Result<String> {
    tab.open("#/kalah").await?;
    tab.press_control("share").await?;
    tab.wait("document.querySelector('dialog[open] #link')?.value").await?;
    tab.value("document.querySelector('#link').value").await
}

#[test]
fn a_link_is_handed_to_the_system_where_it_can_share() {
    in_a_browser_at(Screen::PHONE, async |page| {
        page.before_the_page(
            "navigator.share = (what) => { window.shared = what; return Promise.reject(); };",
        )
        .await?;
        let link = open_share_sheet(page).await?;
        page.click("dialog .share.primary").await?;
        assert_eq!(page.value::<String>("shared.url").await?, link);
        assert!(page.has("dialog .copy:not(.primary)").await?, "copying is still there");
        // A person who thinks better of it is told nothing.
        for entry in page.browser.browser_log().await? {
            assert!(entry.level != "SEVERE", "{}", entry.message);
        }
        Ok(())
    });
}

#[test]
fn a_link_is_copied_also_where_the_browser_has_no_clipboard_to_give() {
    let refusing = "{ writeText: () => Promise.reject(new Error('not here')) }";
    for clipboard in ["undefined", refusing] {
        in_a_browser(async |page| {
            page.before_the_page(&format!(
                "Object.defineProperty(navigator, 'share', {{ value: undefined }}); \
                 Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }}); \
                 document.execCommand = (what) => {{ \
                     window.copied = what === 'copy' && getSelection().toString(); \
                     return true; \
                 }};"
            ))
            .await?;
            let link = open_share_sheet(page).await?;
            assert!(!page.has("dialog .share").await?, "this system cannot share");
            page.click("dialog .copy.primary").await?;
            page.wait("document.querySelector('dialog .copy').textContent === 'Copied'").await?;
            assert_eq!(page.value::<String>("copied").await?, link);
            Ok(())
        });
    }
}

#[test]
fn a_link_to_the_site_has_a_picture_and_says_what_it_leads_to() {
    in_a_browser(async |page| {
        page.open("#/").await?;
        let size: [u32; 2] = page
            .run(
                "const about = (name) => document.querySelector(`[property='og:${name}']`).content; \
                 const picture = new Image(); \
                 picture.onload = () => done([picture.naturalWidth, picture.naturalHeight]); \
                 picture.onerror = () => done([0, 0]); \
                 picture.src = about('image');",
            )
            .await?;
        let said: [u32; 2] = page
            .value(
                "['width', 'height'].map((side) => \
                 Number(document.querySelector(`[property='og:image:${side}']`).content))",
            )
            .await?;
        assert_eq!(size, said);
        for name in ["title", "description", "image:alt", "site_name"] {
            let said = format!("document.querySelector(\"[property='og:{name}']\").content");
            assert!(!page.value::<String>(&said).await?.is_empty(), "{name}");
        }
        Ok(())
    });
}

#[test]
fn every_icon_is_there_in_the_size_that_it_says() {
    in_a_browser(async |page| {
        page.open("#/").await?;
        let icons: Vec<(String, String, String)> = page
            .run(
                "(async () => { \
                     const address = document.querySelector('link[rel=manifest]').href; \
                     const { icons } = await (await fetch(address)).json(); \
                     const apple = document.querySelector('link[rel=apple-touch-icon]').href; \
                     const all = [...icons, { src: apple, sizes: '180x180', purpose: 'apple' }]; \
                     done(await Promise.all(all.map(async ({ src, sizes, purpose }) => { \
                         const icon = new Image(); \
                         icon.src = new URL(src, address); \
                         await icon.decode(); \
                         const drawn = sizes === 'any' ? sizes : `${icon.naturalWidth}x${icon.naturalHeight}`; \
                         return [purpose, sizes, drawn]; \
                     }))); \
                 })();",
            )
            .await?;
        for (purpose, sizes, drawn) in &icons {
            assert_eq!(sizes, drawn, "{purpose}");
        }
        for purpose in ["any", "maskable"] {
            for size in ["192x192", "512x512"] {
                let is_it =
                    |(of, sizes, _): &&(String, String, String)| of == purpose && sizes == size;
                assert!(icons.iter().find(is_it).is_some(), "{purpose} {size}: {icons:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn a_static_host_has_a_page_for_addresses_where_there_is_nothing() {
    in_a_browser(async |page| {
        page.browser.goto(format!("{}404.html", page.host.url())).await?;
        page.wait("document.fonts.status === 'loaded'").await?;
        assert_eq!(page.text("h1").await?, "This pit is empty");
        let ground: String =
            page.value("getComputedStyle(document.documentElement).backgroundImage").await?;
        assert!(ground.contains("gradient"), "it looks like the rest: {ground}");
        audit(page, "the page for nothing").await?;
        page.click("a.primary").await?;
        page.wait("document.querySelector('.card')").await
    });
}
