//! The type that comes with the app.

use parlor_web_tests::{Page, Result, Screen, in_a_browser, in_a_browser_at};

/// The files of type that were fetched.
async fn fetched(page: &Page) -> Result<Vec<String>> {
    page.wait("document.fonts.status === 'loaded'").await?;
    page.value(
        "performance.getEntriesByType('resource').map(({ name }) => name) \
         .filter((name) => name.endsWith('.woff2')).map((name) => name.match(/([a-z]+)-[^/]*$/)[1])",
    )
    .await
}

#[test]
fn a_typeface_is_fetched_only_where_its_look_is_shown() {
    in_a_browser(async |page| {
        for (address, type_of) in [
            ("#/", &["walnut"][..]),
            ("#/kalah", &["walnut"]),
            ("#/tic-tac-toe", &["chalk"]),
            ("#/gems", &[]),
            ("#/island", &[]),
            ("#/homepits", &[]),
            ("#/avalanche", &[]),
        ] {
            page.open(address).await?;
            assert_eq!(fetched(page).await?, type_of, "{address}");
        }
        Ok(())
    });
}

#[test]
fn figures_are_all_equally_wide_in_every_look() {
    in_a_browser(async |page| {
        for game in ["kalah", "tic-tac-toe", "gems", "island", "homepits", "avalanche"] {
            page.open(&format!("#/{game}")).await?;
            page.wait("document.fonts.status === 'loaded'").await?;
            let widths: Vec<f64> = page
                .value(
                    "[...'0123456789'].map((figure) => { \
                         const span = document.createElement('span'); \
                         span.textContent = figure.repeat(10); \
                         span.style.position = 'absolute'; \
                         document.querySelector('.table-page').append(span); \
                         const { width } = span.getBoundingClientRect(); \
                         span.remove(); \
                         return width; \
                     })",
                )
                .await?;
            for width in &widths {
                assert!((width - widths[0]).abs() < 0.1, "{game}: {widths:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn nothing_moves_when_type_arrives_late() {
    for screen in [Screen::PHONE, Screen::WIDE] {
        in_a_browser_at(screen, async |page| {
            page.before_the_page(
                "window.moved = 0; new PerformanceObserver((list) => { \
                     for (const { value } of list.getEntries()) moved += value; \
                 }).observe({ type: 'layout-shift', buffered: true });",
            )
            .await?;
            for address in ["#/", "#/kalah", "#/tic-tac-toe"] {
                page.open(address).await?;
                page.wait("document.fonts.status === 'loaded'").await?;
                page.run::<()>("requestAnimationFrame(() => requestAnimationFrame(() => done()))")
                    .await?;
                let moved: f64 = page.value("moved").await?;
                assert!(moved < 0.02, "{address} at {screen:?}: {moved}");
            }
            Ok(())
        });
    }
}
