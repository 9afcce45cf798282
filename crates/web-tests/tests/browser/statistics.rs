//! Games are counted when they end, and statistics and matches can be saved and opened.

use parlor_web_tests::{audit, in_a_browser};

use crate::INSTANT;
use crate::files::drop_file;

/// Opens a text as a file, as the picker would.
fn opens(text: &str) -> String {
    let text = serde_json::to_string(text).expect("text is JSON");
    format!(
        "const files = new DataTransfer();
         files.items.add(new File([{text}], 'saved.json', {{ type: 'application/json' }}));
         const field = document.getElementById('open-file');
         field.files = files.files;
         field.dispatchEvent(new Event('change'));
         done(null)"
    )
}

#[test]
fn a_game_counts_once_however_often_its_end_is_seen() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/statistics").await?;
        page.wait("document.getElementById('no-games')").await?;
        page.open("#/tic-tac-toe").await?;
        for square in [0, 3, 1, 4, 2] {
            page.choose(square).await?;
        }
        page.turns(5).await?;
        page.reload().await?;
        page.turns(5).await?;
        page.open("#/statistics").await?;
        page.wait("document.getElementById('by-rules')").await?;
        assert_eq!(page.text("#figures dd").await?, "1");
        assert_eq!(page.text("#by-opponent tbody th").await?, "Two on one screen");
        let kept: String = page.value("localStorage.getItem('parlor.history')").await?;
        assert!(kept.ends_with(" - same-screen played tic-tac-toe~X~03142"), "{kept}");
        assert!(page.has(".save-match").await?, "the match can be saved");
        page.click("#delete").await?;
        page.click("#delete").await?;
        page.wait("document.getElementById('no-games')").await?;
        assert_eq!(page.text("#file-told").await?, "All statistics are deleted.");
        Ok(())
    });
}

#[test]
fn an_end_that_is_taken_back_after_a_reload_counts_once_as_well() {
    in_a_browser(async |page| {
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        for square in [0, 3, 1, 4, 2] {
            page.choose(square).await?;
        }
        page.turns(5).await?;
        page.reload().await?;
        page.turns(5).await?;
        page.press_control("undo").await?;
        page.turns(4).await?;
        for square in [8, 5] {
            page.choose(square).await?;
        }
        page.turns(6).await?;
        let kept: String = page.value("localStorage.getItem('parlor.history')").await?;
        assert!(kept.ends_with(" tic-tac-toe~X~031485"), "{kept}");
        assert_eq!(kept.lines().count(), 1, "{kept}");
        Ok(())
    });
}

#[test]
fn a_clock_that_is_set_back_during_a_game_leaves_the_statistics_readable() {
    in_a_browser(async |page| {
        page.before_the_page("const now = Date.now; Date.now = () => now() - (window.late ?? 0);")
            .await?;
        page.open_with(INSTANT, "#/tic-tac-toe").await?;
        page.browser.execute("window.late = 3_600_000;", vec![]).await?;
        for square in [0, 3, 1, 4, 2] {
            page.choose(square).await?;
        }
        page.turns(5).await?;
        let kept: String = page.value("localStorage.getItem('parlor.history')").await?;
        assert!(kept.contains(" - - same-screen played "), "how long it took is not known: {kept}");
        page.open("#/statistics").await?;
        page.wait("document.getElementById('figures')").await
    });
}

#[test]
fn statistics_are_imported_without_doubles_and_refused_when_damaged() {
    in_a_browser(async |page| {
        let file = r#"{"parlor":1,"type":"statistics","data":{"games":[{"game":"tic-tac-toe~X~03142","outcome":"X","began":"2025-11-18T01:20:55Z","seconds":75,"opponent":"level-4","side":1}]}}"#;
        page.open("#/statistics").await?;
        page.wait("document.getElementById('open-file')").await?;
        page.run::<serde_json::Value>(&opens(file)).await?;
        page.wait("document.getElementById('file-told').textContent === '1 game added.'").await?;
        page.run::<serde_json::Value>(&opens(file)).await?;
        page.wait("document.getElementById('file-told').textContent.startsWith('Nothing new')")
            .await?;
        assert_eq!(page.text("#by-rules tbody td").await?, "1");
        page.run::<serde_json::Value>(&opens(&file.replace("\"X\"", "\"O\""))).await?;
        page.wait(
            "document.getElementById('file-told').textContent.includes(\"doesn't match the moves\")",
        )
        .await?;
        // A file can be dropped as well.
        let found = r#"{"parlor":1,"type":"match","data":{"seats":[{"occupant":"person","name":"Ada"},{"occupant":"person","name":"Ben"}],"games":[{"game":"kalah~S~36"},{"game":"tic-tac-toe~X~03142","outcome":"X","swapped":true}]}}"#;
        drop_file(page, found).await?;
        page.wait("document.querySelectorAll('#opened-games li').length === 2").await?;
        audit(page, "statistics and files").await?;
        let second: String =
            page.value("document.querySelector('#opened-games li:last-child').textContent").await?;
        assert!(second.contains("Ben beat Ada"), "they had swapped sides: {second}");
        page.click("#opened-games li:first-child a").await?;
        page.turns(2).await
    });
}
